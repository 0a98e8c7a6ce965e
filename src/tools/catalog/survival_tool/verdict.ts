/** The conclusion of a survival analysis: what the data allow to be said. Summary, plots, hints and report repeat its sentence. */
import type { Analysis } from './analyse.ts';
import { changes } from './changing.ts';
import type { Arguments, Verdict } from './schema.ts';
import { sentenceOf } from './words.ts';

/** The log-rank test is not accurate if fewer events are expected in a group. */
const LEAST_EXPECTED = 5;
/** Minimum number of events per term for accurate tests of proportional hazards (Peduzzi and others, J. Clin. Epidemiol. 48, 1995). */
const LEAST_BY_TERM = 10;

export function verdictOf(args: Arguments, analysis: Analysis): Verdict {
  const draft = concluded(args, analysis);
  return { ...draft, sentence: sentenceOf(args, draft, analysis) };
}

type Draft = Omit<Verdict, 'sentence'>;

function concluded(args: Arguments, analysis: Analysis): Draft {
  const { figures } = analysis;
  const { comparisons } = args;
  if (figures.event_count === 0) return { conclusion: 'untested', test: 'none', reason: 'no event was seen', comparisons };
  if (args.covariates.length > 0) return hazardsVerdict(args, analysis);
  if (args.group !== undefined && figures.curves.length > 1) return groupsVerdict(args, analysis);
  const doubt = clustered(analysis) ?? emptied(analysis);
  return {
    ...{ conclusion: doubt === undefined ? 'estimated' : 'undecided', test: 'none', reason: 'nothing is compared', comparisons },
    ...(doubt !== undefined && { doubt }),
  };
}

const clustered = ({ repeated }: Analysis): string | undefined =>
  repeated === null ? undefined : `several events are of one ${repeated}, and rows are taken as independent`;

const emptied = ({ emptied: times }: Analysis): string | undefined =>
  times.some((time) => time !== null) ? 'no row was left at risk before others came under observation' : undefined;

function groupsVerdict({ alpha, comparisons }: Arguments, analysis: Analysis): Draft {
  const { figures, least_expected } = analysis;
  const p = figures.tests.find(({ test }) => test === 'log_rank')?.p;
  const base = { test: 'log_rank' as const, reason: 'it allows for rows without an event', comparisons };
  if (p === undefined) return { ...base, conclusion: 'untested' };
  const adjusted_p = Math.min(1, p * comparisons);
  const loose = figures.tests.some(
    (each) => (each.test === 'log_rank' || each.test === 'peto_peto') && (each.p ?? 1) * comparisons < alpha,
  );
  const doubt =
    adjusted_p < alpha || loose
      ? (clustered(analysis) ??
        (least_expected < LEAST_EXPECTED ? `fewer than ${String(LEAST_EXPECTED)} events are expected in a group` : undefined))
      : undefined;
  const changing =
    adjusted_p >= alpha && changes(figures.terms).length > 0
      ? 'the ratio of hazards changes over time, and the curves may cross'
      : undefined;
  const found = doubt ?? changing;
  return {
    ...{ ...base, adjusted_p, conclusion: found !== undefined ? 'undecided' : adjusted_p < alpha ? 'differs' : 'not_shown' },
    ...(found !== undefined && { doubt: found }),
  };
}

function hazardsVerdict({ alpha, comparisons }: Arguments, analysis: Analysis): Draft {
  const { terms, event_count } = analysis.figures;
  const base = { test: 'wald' as const, reason: 'it is the test of each term of the hazards', comparisons };
  const judged = terms.filter(({ adjusted_p }) => adjusted_p !== undefined);
  const infinite = terms.filter(({ left_out }) => left_out === 'infinite');
  if (judged.length + infinite.length === 0) return { ...base, conclusion: 'untested' };
  const adjusted_p = Math.min(1, ...judged.map((own) => own.adjusted_p ?? 1));
  const related = adjusted_p < alpha;
  const few = event_count < LEAST_BY_TERM * terms.length ? `fewer than ${String(LEAST_BY_TERM)} events by term` : undefined;
  const doubt =
    infinite.length > 0
      ? `${infinite[0]!.term.slice(0, 100)} orders the events without fault, so that its ratio has no finite estimate`
      : related
        ? (clustered(analysis) ?? few)
        : changes(judged).length > 0
          ? `the ratio of ${changes(judged)[0]!.term.slice(0, 100)} changes over time`
          : undefined;
  return {
    ...{ ...base, adjusted_p, conclusion: doubt !== undefined ? 'undecided' : related ? 'related' : 'not_shown' },
    ...(doubt !== undefined && { doubt }),
  };
}
