/** States the conclusion of a comparison in one sentence, which summary, plots, hints and report repeat. */
import { pWords } from '../../p-words.ts';
import type { Evidence, TestName } from './verdict.ts';
import type { Arguments, Verdict } from './schema.ts';

const NAMES: Readonly<Record<TestName, string>> = {
  student: 'Student’s t test',
  welch: 'Welch’s t test',
  mann_whitney: 'Mann and Whitney’s test',
  brunner_munzel: 'Brunner and Munzel’s test',
  wilcoxon: 'Wilcoxon’s signed-rank test',
  sign: 'sign test',
  permutation: 'permutation test',
  chi_square: 'chi-square test',
  g: 'G test',
  fisher: 'Fisher’s exact test',
  binomial: 'exact binomial test',
  hac: 't test with errors for dependent rows',
  cluster: 't test with errors by cluster',
};

const cut = (name: string): string => (name.length > 24 ? `${name.slice(0, 23)}…` : name);
const short = (value: number): string => String(Number(value.toPrecision(3)));

export function sentenceOf(args: Arguments, verdict: Omit<Verdict, 'sentence'>, evidence: Evidence): string {
  const { conclusion, doubt } = verdict;
  if (conclusion === 'untested') return `${capital(questionOf(args, verdict, evidence, 'statement'))} cannot be tested: nothing varies.`;
  const basis = basisOf(args, verdict);
  if (conclusion === 'undecided')
    return `Undecided whether ${questionOf(args, verdict, evidence, 'question')}: ${doubt ?? ''} (${NAMES[verdict.test]}: ${pWords(verdict.adjusted_p, args.alpha)}).`;
  if (conclusion === 'equivalent') return `${equivalent(args, verdict, evidence)} (${basis}).`;
  if (conclusion === 'not_shown') {
    const kind = args.margin === undefined ? '' : 'neither equivalence nor a difference; ';
    return `Not shown that ${questionOf(args, verdict, evidence, 'question')} (${kind}${basis}).`;
  }
  return `${capital(found(args, verdict, evidence))} (${basis}).`;
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function basisOf({ alpha, margin }: Arguments, { test, reason, adjusted_p, comparisons, conclusion }: Omit<Verdict, 'sentence'>): string {
  const adjusted = comparisons > 1 ? `, adjusted for ${String(comparisons)} tests` : '';
  const kind = margin !== undefined && conclusion !== 'differs' ? 'of equivalence ' : '';
  return `${NAMES[test]}, because ${reason}: ${kind}${pWords(adjusted_p, alpha)}${adjusted}`;
}

/** Names of the compared things, for the sentence of the conclusion. */
function namesOf({ response, paired_with, outcome, factor }: Arguments, { rows: { groups, categories } }: Evidence) {
  return {
    measured: cut(response ?? ''),
    second: cut(paired_with ?? ''),
    outcome: cut(outcome ?? ''),
    factor: cut(factor ?? ''),
    a: cut(groups[0] ?? ''),
    b: cut(groups[1] ?? ''),
    success: cut(categories[0] ?? ''),
  };
}

/** Name of the quantity that a test compares, such as a mean or a share. */
function quantity(about: Verdict['about']): string {
  if (about === 'shift' || about === 'superiority') return 'values';
  return about === 'median' ? 'the median' : 'the mean';
}

function questionOf(args: Arguments, { about }: Pick<Verdict, 'about'>, evidence: Evidence, form: 'question' | 'statement'): string {
  const { measured, second, outcome, factor, a, b, success } = namesOf(args, evidence);
  const value = String(args.value ?? (args.design === 'one_proportion' ? 0.5 : 0));
  const differ = (verb: string): string => (form === 'question' ? ` ${verb}` : '');
  switch (args.design) {
    case 'one_sample':
      return `${quantity(about)} of ${measured}${differ(about === 'shift' ? 'lie off' : 'differs from')}${form === 'question' ? ` ${value}` : ''}`;
    case 'paired':
      return `${quantity(about)} of ${measured} less ${second}${differ(about === 'shift' ? 'lie off' : 'differs from')}${form === 'question' ? ` ${value}` : ''}`;
    case 'two_sample':
      return `${quantity(about)} of ${measured}${differ(quantity(about) === 'values' ? 'differ' : 'differs')} between ${factor} ${a} and ${b}${offset(args)}`;
    case 'one_proportion':
      return `the share of ${success} in ${outcome}${differ('differs from')}${form === 'question' ? ` ${value}` : ''}`;
    case 'two_proportions':
      return `the share of ${success} in ${outcome}${differ('differs')} between ${factor} ${a} and ${b}`;
    case 'contingency':
      return form === 'question' ? `${outcome} depends on ${factor}` : `${outcome} by ${factor}`;
  }
}

const offset = ({ value }: Arguments): string => (value === undefined || value === 0 ? '' : ` by other than ${String(value)}`);

function found(args: Arguments, verdict: Omit<Verdict, 'sentence'>, evidence: Evidence): string {
  const { measured, second, outcome, factor, a, b, success } = namesOf(args, evidence);
  const { about, estimate = NaN, statistic = NaN } = verdict;
  const value = args.value ?? (args.design === 'one_proportion' ? 0.5 : 0);
  const by = (size: number): string => (Number.isFinite(size) ? ` by ${short(Math.abs(size))}` : '');
  const side = (off: number): string => (off > 0 ? 'above' : 'below');
  switch (args.design) {
    case 'one_sample':
    case 'paired': {
      const what = args.design === 'paired' ? `${measured} less ${second}` : measured;
      const own = about === 'shift' ? 'values' : quantity(about);
      const verb = about === 'shift' ? 'tend to lie' : 'is';
      return `${own} of ${what} ${verb} ${side(estimate - value)} ${String(value)}${by(estimate - value)}`;
    }
    case 'two_sample': {
      if (value !== 0) return questionOf(args, verdict, evidence, 'question');
      if (about === 'superiority')
        return `values of ${measured} tend to be ${estimate > 0.5 ? 'larger' : 'smaller'} in ${factor} ${a} than in ${b}`;
      if (about === 'shift') {
        const larger = statistic > (evidence.sizes[0]! * evidence.sizes[1]!) / 2;
        return `values of ${measured} tend to be ${larger ? 'larger' : 'smaller'} in ${factor} ${a} than in ${b}${estimate === 0 ? '' : by(estimate)}`;
      }
      return `the mean of ${measured} is ${estimate > 0 ? 'higher' : 'lower'} in ${factor} ${a} than in ${b}${by(estimate)}`;
    }
    case 'one_proportion':
      return `the share of ${success} in ${outcome} is ${side(estimate - value)} ${String(value)}, ${short(estimate)}`;
    case 'two_proportions': {
      const size = evidence.counts?.difference?.value ?? NaN;
      return `the share of ${success} in ${outcome} is ${size > 0 ? 'higher' : 'lower'} in ${factor} ${a} than in ${b}${by(size)}`;
    }
    case 'contingency':
      return `${outcome} depends on ${factor}`;
  }
}

function equivalent(args: Arguments, verdict: Omit<Verdict, 'sentence'>, evidence: Evidence): string {
  const { measured, second, factor, a, b } = namesOf(args, evidence);
  const within = `within ${String(args.margin)} of ${String(args.value ?? 0)}`;
  const own = capital(quantity(verdict.about));
  if (args.design === 'two_sample') return `The difference in ${measured} between ${factor} ${a} and ${b} is ${within}`;
  return `${own} of ${args.design === 'paired' ? `${measured} less ${second}` : measured} ${verdict.about === 'shift' ? 'are' : 'is'} ${within}`;
}
