import type { CoefficientFigures, GeneralizedFigures, TestFigures } from '../../../kernels/contract.ts';
import { byDependence, dependentLicence, shortage } from '../../model-rows/licence.ts';
import { adjustedByHolm } from '../../multiplicity.ts';
import { present, testOf } from './figures.ts';
import type { Fitted } from './run.ts';
import type { Arguments, Effect, Verdict } from './schema.ts';
import { sentenceOf } from './words.ts';

/**
 * The conclusion of a fit: which test its rows and residuals permit, and which terms are significant by it. Wald's test is used only if no
 * other can be computed, because its statistic falls again as an effect grows (Hauck and Donner, J. Am. Stat. Assoc. 72, 1977).
 */
type Test = Verdict['test'];

/** Counts are taken to vary more than a Poisson model allows if p of Dean's test is below this. */
const DOUBT = 0.05;
/** Minimum number of events (or rows of the rarer value) per coefficient for accurate tests by maximum likelihood. */
export const LEAST_EVENTS = 5;

export function verdictOf(args: Arguments, fitted: Fitted): Verdict {
  const { table, rows } = fitted;
  const { figures } = table;
  if (figures === null) return unestimated(args, fitted);
  const { test, reason, limit } = licensed(args, figures, fitted);
  const judged = test === 'hac' || test === 'cluster' || test === 'hac_and_cluster' || test === 'wald';
  const found = judged ? byCoefficient(test, figures, fitted) : byTerm(test, figures, fitted);
  const drafts = found.map((own) => ({ ...own, decidable: own.decidable && limit === undefined }));
  const adjust = (pick: (own: Draft) => number | null): number[] =>
    adjustedByHolm(drafts.map((own) => pick(own) ?? 1)).map((p) => Math.min(1, p * args.comparisons));
  const [adjusted, loose] = [adjust(({ p }) => p), adjust((own) => own.loose)];
  const few = args.penalty === 'none' && eventsPerTerm(args, fitted) < LEAST_EVENTS;
  const effects = drafts.map(({ effect, p, decidable }, at): Effect => {
    const shows = p !== null && adjusted[at]! < args.alpha;
    const undecided = (!decidable && loose[at]! < args.alpha) || (shows && few);
    return {
      ...effect,
      ...(p !== null && { adjusted_p: adjusted[at]! }),
      conclusion: undecided ? 'undecided' : shows ? 'related' : 'not_shown',
    };
  });
  const conclusion = (['related', 'undecided'] as const).find((each) => effects.some((own) => own.conclusion === each)) ?? 'not_shown';
  const open = effects.some((own) => own.conclusion === 'undecided');
  const short = drafts.some(({ decidable }, at) => !decidable && effects[at]!.conclusion === 'undecided');
  const doubt = !open
    ? undefined
    : short
      ? (limit ?? shortage(test, fitted.cluster, figures.dependence?.clusters?.count ?? 0))
      : `there are fewer than ${String(LEAST_EVENTS)} ${args.family === 'logistic' ? 'rows of the rarer value' : 'events'} for each coefficient`;
  const draft: Omit<Verdict, 'sentence'> = {
    conclusion,
    test,
    reason,
    ...(doubt !== undefined && { doubt }),
    effects,
    comparisons: args.comparisons,
  };
  return { ...draft, sentence: sentenceOf(args, draft, rows.success) };
}

/** Rows of the rarer value, or the sum of counts, divided by the number of coefficients. */
export function eventsPerTerm({ family }: Arguments, { rows, names }: Fitted): number {
  const events = family === 'logistic' ? Math.min(rows.events, rows.weighted - rows.events) : rows.events;
  return events / Math.max(1, names.length - 1);
}

function unestimated(args: Arguments, { table: { separation, dropped }, names, rows }: Fitted): Verdict {
  const nothing = dropped.length >= names.filter((name) => name !== 'intercept').length;
  const terms = separation?.columns.map(({ at }) => names[at]!) ?? [];
  const words = `${terms.slice(0, 4).join(' and ').slice(0, 160)} ${terms.length > 1 ? 'tell' : 'tells'}`;
  const reason = separation
    ? `${words} ${separation.kind === 'complete' ? 'every row’s value' : 'the values of some rows'} without fault, so that no finite estimate has the largest likelihood`
    : nothing
      ? 'no term varies'
      : 'the fit did not settle';
  const draft = {
    conclusion: nothing ? ('not_shown' as const) : ('undecided' as const),
    ...{ test: 'none' as const, reason, ...(!nothing && { doubt: reason }), effects: [], comparisons: args.comparisons },
  };
  return { ...draft, sentence: sentenceOf(args, draft, rows.success) };
}

interface Licence {
  readonly test: Test;
  readonly reason: string;
  /** Why the test cannot decide; undefined if it can. */
  readonly limit?: string;
}

function licensed(args: Arguments, figures: GeneralizedFigures, { rows, cluster, table }: Fitted): Licence {
  const dependent = dependentLicence(figures.dependence, rows.rows, cluster);
  // Standard errors are meaningless for a coefficient that only the penalty keeps finite.
  if (dependent && table.separation)
    return { test: 'penalized_likelihood_ratio', reason: 'rows are separated', limit: `${dependent.reason}, and rows are separated` };
  if (dependent) return dependent;
  const { overdispersion, dispersion, likelihood_ratio } = figures;
  const exact = likelihood_ratio.some((own) => own !== null);
  if ((overdispersion?.p ?? 1) < DOUBT && (dispersion ?? 0) > 1)
    return { test: 'quasi_likelihood', reason: `counts spread ${short(dispersion ?? NaN)} times as much as Poisson` };
  if (!exact) return { test: 'wald', reason: 'with so many rows it agrees with the likelihood ratio' };
  if (args.penalty === 'firth') return { test: 'penalized_likelihood_ratio', reason: 'penalty asks for it' };
  return { test: 'likelihood_ratio', reason: 'Wald’s test loses power as effects grow' };
}

const short = (value: number): string => String(Number(value.toPrecision(3)));

interface Draft {
  readonly effect: Omit<Effect, 'conclusion'>;
  readonly p: number | null;
  /** p under the other assumption (independent rows, or the other kind of dependence), which shows whether the assumption matters. */
  readonly loose: number | null;
  readonly decidable: boolean;
}

/** Tests of effects by term; the levels of a factor are tested together. */
function byTerm(test: Test, { likelihood_ratio, quasi, coefficients }: GeneralizedFigures, { terms }: Fitted): Draft[] {
  const place = new Map(coefficients.map((own) => [own.at, own] as const));
  return terms.flatMap(({ name, columns }, at): Draft[] => {
    const scaled = test === 'quasi_likelihood';
    const own = columns.flatMap((column) => place.get(column) ?? []);
    const [single] = own;
    if (single === undefined) return [];
    const tested: TestFigures | null = scaled ? (quasi[at] ?? squared(single, own.length)) : (likelihood_ratio[at] ?? null);
    if (tested === null) return [];
    const interval = scaled ? single.quasi?.ratio_interval : single.ratio_interval;
    const effect = {
      ...{ term: name, ...testOf(tested), ...present({ df: tested.df[0] }) },
      ...(own.length === 1 && { ...present({ ratio: single.ratio }), ...(interval && { ratio_interval: [...interval] }) }),
    };
    return [{ effect, p: tested.p, loose: tested.p, decidable: true }];
  });
}

/** The quasi-likelihood test by F = t², if there are too many terms for a fit without each; null for a factor. */
const squared = ({ quasi }: CoefficientFigures, columns: number): TestFigures | null =>
  quasi === null || columns > 1
    ? null
    : { statistic: quasi.t === null ? null : quasi.t ** 2, df: [1, quasi.df], p: quasi.p, log10_p: quasi.log10_p };

function byCoefficient(test: Test, { coefficients }: GeneralizedFigures, { names, rows }: Fitted): Draft[] {
  return coefficients.flatMap((own): Draft[] => {
    const term = names[own.at]!;
    if (term === 'intercept') return [];
    const { figures, decidable, serial, clustered } = byDependence(test, own, rows.rows);
    const loose = Math.min(...[own, serial, clustered].map((each) => each?.p ?? 1));
    const [statistic, interval] = figures ? [figures.t, figures.ratio_interval] : [own.z, own.ratio_interval];
    const { p, log10_p } = figures ?? own;
    const effect = {
      ...{ term, ...testOf({ statistic, p, log10_p, df: [] }), ...present({ df: figures?.df, ratio: own.ratio }) },
      ...(interval && { ratio_interval: [...interval] }),
      ...present({ effective_rows: figures?.effective }),
    };
    return [{ effect, p, loose, decidable }];
  });
}
