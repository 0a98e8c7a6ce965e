/** States the conclusion of a survival analysis in one sentence, which summary, plots, hints and report repeat. */
import { formatExactSpan } from '../../../base/format.ts';
import { pWords } from '../../p-words.ts';
import type { Analysis } from './analyse.ts';
import { changes } from './changing.ts';
import type { Arguments, Curve, Term, Verdict } from './schema.ts';

/** Maximum number of groups of addresses that the sentence names. */
const MOST_NAMED = 3;

const cut = (name: string): string => (name.length > 24 ? `${name.slice(0, 23)}…` : name);
const short = (value: number): string => String(Number(value.toPrecision(4)));
const percent = (alpha: number): string => `${short(100 * (1 - alpha))} %`;
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export function sentenceOf(args: Arguments, verdict: Omit<Verdict, 'sentence'>, analysis: Analysis): string {
  const { figures } = analysis;
  if (figures.lifetimes) return lifetimesSentence(args, analysis);
  const { conclusion, doubt, adjusted_p } = verdict;
  const name = cut(args.duration ?? '');
  if (conclusion === 'untested')
    return figures.event_count === 0
      ? `How long ${name} lasts cannot be estimated: no event was seen in ${String(figures.sample_count)} rows.`
      : `Whether ${name} ${questionOf(args)} cannot be tested: nothing varies.`;
  if (verdict.test === 'none') {
    const own = medianWords(figures.curves[0]!, args.alpha, short);
    const censored = figures.sample_count - figures.event_count;
    const basis = `${String(censored)} of ${String(figures.sample_count)} rows are censored`;
    return conclusion === 'undecided'
      ? `Undecided how long ${name} lasts: ${doubt ?? ''} (${own}; ${basis}).`
      : `${capital(name)}: ${own}; ${basis}.`;
  }
  const test = verdict.test === 'log_rank' ? 'log-rank test' : 'Cox’s proportional hazards';
  const adjusted = verdict.comparisons > 1 ? `, adjusted for ${String(verdict.comparisons)} tests` : '';
  const basis = `${test}: ${pWords(adjusted_p, args.alpha)}${adjusted}`;
  if (conclusion === 'undecided') return `Undecided whether ${name} ${questionOf(args)}: ${doubt ?? ''} (${basis}).`;
  if (conclusion === 'not_shown') return `Not shown that ${name} ${questionOf(args)} (${basis}).`;
  if (conclusion === 'differs')
    return `${capital(name)} differs between values of ${cut(args.group ?? '')}: ${mediansOf(figures.curves)} (${basis}).`;
  return `${relatedWords(name, figures.terms, args.alpha)} (${basis}).`;
}

const questionOf = ({ group, covariates }: Arguments): string =>
  covariates.length > 0
    ? `depends on ${[...covariates, ...(group === undefined ? [] : [group])].slice(0, 4).map(cut).join(', ')}`
    : `differs between values of ${cut(group ?? '')}`;

function medianWords(
  { median: { value, low, high }, watched, last_survival }: Curve,
  alpha: number,
  say: (time: number) => string,
): string {
  if (value === undefined) return `more than half lasts longer than ${say(watched)} (${short(100 * last_survival)} % by the estimate)`;
  const interval =
    low === undefined
      ? 'no interval'
      : high === undefined
        ? `${percent(alpha)} interval from ${say(low)} up`
        : `${percent(alpha)} interval ${say(low)} to ${say(high)}`;
  return `half lasts longer than ${say(value)} (median, ${interval})`;
}

const mediansOf = (curves: readonly Curve[]): string =>
  curves
    .slice(0, 4)
    .map(
      ({ group, median: { value }, watched }) =>
        `median ${value === undefined ? `above ${short(watched)}` : short(value)} for ${cut(group)}`,
    )
    .join(', ');

function relatedWords(name: string, terms: readonly Term[], alpha: number): string {
  const related = terms.filter(({ adjusted_p = 1, hazard_ratio }) => adjusted_p < alpha && hazard_ratio !== undefined);
  const [first] = [...related].sort((a, b) => (a.log10_p ?? 0) - (b.log10_p ?? 0));
  if (first === undefined) return `${capital(name)} depends on the covariates`;
  const { hazard_ratio = NaN, confidence_interval: [low = NaN, high = NaN] = [] } = first;
  const more = related.length > 1 ? `, and on ${String(related.length - 1)} more` : '';
  const way = hazard_ratio > 1 ? 'shorter' : 'longer';
  const changing = changes(terms).some(({ term }) => term === first.term) ? ' on average, as the ratio changes over time' : '';
  return `${capital(name)} is ${way} with higher ${cut(first.term)}: ${short(hazard_ratio)} times the hazard per unit${changing} (${percent(alpha)} interval ${short(low)} to ${short(high)})${more}`;
}

function lifetimesSentence({ alpha }: Arguments, { figures: { curves, lifetimes, event_count } }: Analysis): string {
  const { alive_at_end = 0, addresses = 0, too_few_packets = 0 } = lifetimes ?? {};
  const enough = addresses - too_few_packets;
  const still = `${String(alive_at_end)} of ${String(enough)} were still on the air when the recording ended`;
  if (curves.length === 0) return `How long addresses stay on the air cannot be estimated: none began while it was recorded; ${still}.`;
  if (event_count === 0) return `How long addresses stay on the air cannot be estimated: no end was seen; ${still}.`;
  const most = [...curves].sort((a, b) => b.events - a.events || b.rows - a.rows).slice(0, MOST_NAMED);
  const parts = most.map((own, at) => `${namesOf(own.group)}${at === 0 ? ' stay on the air:' : ':'} ${lifeWords(own, alpha)}`);
  return `${capital(parts.join('; '))}; ${still}.`;
}

const namesOf = (group: string): string => (group.endsWith('addresses') ? group : `${cut(group)} addresses`);

function lifeWords(own: Curve, alpha: number): string {
  const { value, low, high } = own.median;
  if (own.events === 0) return `no end seen of ${String(own.rows)}`;
  if (value === undefined) return `more than half for longer than ${formatExactSpan(own.watched)}`;
  const interval =
    low === undefined
      ? ', too few ends for an interval'
      : `, ${percent(alpha)} interval ${formatExactSpan(low)} ${high === undefined ? 'and up' : `to ${formatExactSpan(high)}`}`;
  return `${formatExactSpan(value)} (median${interval})`;
}
