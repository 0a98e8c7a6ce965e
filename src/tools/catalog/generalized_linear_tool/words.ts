/** States the conclusion of a fit in one sentence, which summary, plots, hints and report repeat. */
import { pWords } from '../../p-words.ts';
import type { Arguments, Effect, Verdict } from './schema.ts';

const SHOWN = 4;
const NAMES: Readonly<Record<Verdict['test'], string>> = {
  likelihood_ratio: 'likelihood-ratio test',
  penalized_likelihood_ratio: 'penalised likelihood-ratio test',
  wald: 'Wald test',
  quasi_likelihood: 'F test of quasi-likelihood',
  hac: 't test with HAC errors',
  cluster: 't test with errors by cluster',
  hac_and_cluster: 't test with HAC errors or errors by cluster, whichever are larger',
  none: 'no test',
};

const cut = (name: string): string => (name.length > 40 ? `${name.slice(0, 39)}…` : name);
const short = (value: number): string => String(Number(value.toPrecision(4)));
const list = (names: readonly string[], glue: string): string => names.slice(0, SHOWN).map(cut).join(glue);

/** Names what the model explains: the odds of a value, or a mean count. */
export const explained = ({ family, target }: Pick<Arguments, 'family' | 'target'>, success: string | null): string =>
  family === 'poisson' ? `the mean of ${cut(target)}` : `the odds of ${cut(target)} = ${cut(success ?? '')}`;

export function sentenceOf(args: Arguments, verdict: Omit<Verdict, 'sentence'>, success: string | null): string {
  const { test, reason, effects, conclusion, doubt } = verdict;
  const what = explained(args, success);
  if (test === 'none')
    return conclusion === 'not_shown'
      ? `Whether ${what} depends on ${list(args.features, ', ')} cannot be tested: ${reason}.`
      : `Undecided what ${what} ${args.family === 'poisson' ? 'depends' : 'depend'} on: ${reason}.`;
  const of = (wanted: Effect['conclusion']): Effect[] =>
    effects.filter((own) => own.conclusion === wanted).sort((a, b) => (a.log10_p ?? 0) - (b.log10_p ?? 0));
  const [related, undecided, rest] = [of('related'), of('undecided'), of('not_shown')];
  const shown = related.length > 0 ? related : rest;
  const figures = shown
    .slice(0, SHOWN)
    .map(({ term, adjusted_p }) => `${shown.length > 1 ? `${cut(term)} ` : ''}${pWords(adjusted_p, args.alpha)}`);
  const tests = effects.length * args.comparisons;
  const because = test === 'likelihood_ratio' || test === 'wald' || test === 'penalized_likelihood_ratio' ? '' : `, because ${reason}`;
  const basis = `${NAMES[test]}${because}: ${figures.join(', ')}${tests > 1 ? `, adjusted for ${String(tests)} tests` : ''}`;
  const verb = args.family === 'poisson' ? 'depends' : 'depend';
  const names = list(
    undecided.map(({ term }) => term),
    ' or ',
  );
  const open = undecided.length === 0 ? '' : `whether ${what} ${verb} on ${names} is undecided: ${doubt ?? ''}`;
  if (shown.length === 0) return `${open.charAt(0).toUpperCase()}${open.slice(1)} (${NAMES[test]}${because}).`;
  const tail = open === '' ? '' : `; ${open}`;
  if (related.length === 0)
    return `Not shown that ${what} ${verb} on ${list(
      rest.map(({ term }) => term),
      ', ',
    )} (${basis})${tail}.`;
  const terms = related.slice(0, SHOWN).map((own, at) => `${cut(own.term)}${ratioWords(own, args, at === 0)}`);
  return `${capital(what)} ${verb} on ${listed(terms)} (${basis})${tail}.`;
}

/** Describes the ratio of a term in words. `whole` also names the kind of ratio and interval, which only the first term needs. */
function ratioWords({ term, ratio, ratio_interval: [low, high] = [] }: Effect, { family, alpha }: Arguments, whole: boolean): string {
  if (ratio === undefined || low === undefined || high === undefined) return '';
  const unit = term.endsWith(']') ? '' : ' per unit';
  const kind = whole ? `${family === 'poisson' ? 'rate' : 'odds'} ratio ` : '';
  const level = whole ? `${short(100 * (1 - alpha))} % interval ` : '';
  return ` (${kind}${short(ratio)}${unit}, ${level}${short(low)} to ${short(high)})`;
}

const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
