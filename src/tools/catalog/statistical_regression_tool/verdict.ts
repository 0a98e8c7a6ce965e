import type { DependentTerm, RegressionFigures, TermFigures } from '../../../kernels/contract.ts';
import { byDependence, dependentLicence, shortage, type ClusterColumn } from '../../model-rows/licence.ts';
import { adjustedByHolm } from '../../multiplicity.ts';
import { pWords } from '../../p-words.ts';
import type { Arguments, Fit } from './schema.ts';

/**
 * The conclusion of a fit: which standard errors its rows and residuals permit, and which terms are significant by them. Summary, plots and
 * hints repeat it, so that none of them relies on p-values that the data contradict.
 */
export type Verdict = Fit['verdict'];
type Test = Verdict['test'];
type Effect = Verdict['effects'][number];

/** If the largest Cook's distance is at least this, a single row noticeably changes the fit. */
const MOVES = 1;

export interface Evidence {
  readonly figures: RegressionFigures;
  /** Terms with errors for unequal variances; null if residuals spread evenly. */
  readonly unequal: RegressionFigures['terms'] | null;
  /** Number of rows that the fit used. */
  readonly rows: number;
  readonly names: readonly string[];
  readonly cluster: ClusterColumn;
}

type Asked = Pick<Arguments, 'target' | 'alpha' | 'comparisons' | 'robust_se'>;

export function verdictOf(args: Asked, evidence: Evidence): Verdict {
  const licence = licensed(args, evidence);
  const terms = evidence.figures.terms.map((term, at) => ({ term, unequal: evidence.unequal?.[at] }));
  const judged = terms.flatMap(({ term, unequal }) => {
    const name = evidence.names[term.at] ?? '';
    return name === 'intercept' ? [] : [judgedTerm(name, { own: term, base: unequal ?? term }, licence.test, evidence)];
  });
  const adjust = (pick: (own: Judged) => number | null): number[] =>
    adjustedByHolm(judged.map((own) => pick(own) ?? 1)).map((p) => Math.min(1, p * args.comparisons));
  const [adjusted, loose, plain] = [adjust(({ p }) => p), adjust((own) => own.loose), adjust((own) => own.plain)];
  const without = adjust((own) => own.without ?? own.p);
  const moved = (evidence.figures.influence[0]?.cook ?? 0) > MOVES && evidence.figures.dependence !== null;
  const effects = judged.map((own, at): Effect => {
    const shows = own.p !== null && adjusted[at]! < args.alpha;
    const alone = without[at]! < args.alpha;
    const hangs = moved && (own.without === null || (shows ? !alone : alone && plain[at]! >= args.alpha));
    const undecided = own.decidable ? hangs : loose[at]! < args.alpha;
    return effectOf(own, adjusted[at]!, undecided ? 'undecided' : shows ? 'related' : 'not_shown');
  });
  const conclusion = (['related', 'undecided'] as const).find((each) => effects.some((own) => own.conclusion === each)) ?? 'not_shown';
  const undecided = judged.find((own, at) => !own.decidable && effects[at]?.conclusion === 'undecided');
  const doubt = undecided
    ? shortage(licence.test, evidence.cluster, evidence.figures.dependence?.clusters?.count ?? 0)
    : 'it hangs on one row';
  const { test, reason } = licence;
  return {
    ...{ conclusion, test, reason, effects, comparisons: args.comparisons },
    sentence: sentenceOf(args, { test, reason, effects }, doubt),
  };
}

interface Licence {
  readonly test: Test;
  readonly reason: string;
}

function licensed({ robust_se }: Asked, { figures, unequal, rows, cluster }: Evidence): Licence {
  const dependent = dependentLicence(figures.dependence, rows, cluster);
  if (dependent) return dependent;
  if (robust_se !== undefined) return { test: robust_se, reason: 'robust_se asks for it' };
  if (unequal !== null) return { test: 'HC3', reason: 'residuals spread unevenly' };
  return { test: 'classic', reason: 'the data do not speak against independent rows of equal variance' };
}

interface Judged {
  readonly name: string;
  readonly estimate: number;
  readonly standardized: number | null;
  readonly figures: Omit<DependentTerm, 'effective'>;
  readonly p: number | null;
  /** p under the other assumption (independent rows, or the other kind of dependence), which shows whether the assumption matters. */
  readonly loose: number | null;
  /** p by the plain errors with all rows, and without the most influential row. */
  readonly plain: number | null;
  readonly without: number | null;
  readonly effective: number | null;
  readonly decidable: boolean;
}

function judgedTerm(
  name: string,
  { own, base }: { readonly own: TermFigures; readonly base: TermFigures },
  test: Test,
  { figures: { df_residual }, rows }: Evidence,
): Judged {
  const { figures: first, decidable, serial, clustered } = byDependence(test, own, rows);
  const figures = first ?? { ...base, df: df_residual };
  return {
    ...{ name, estimate: own.estimate ?? 0, standardized: own.standardized, figures, p: figures.p },
    loose: Math.min(...[base, serial, clustered].map((each) => each?.p ?? 1)),
    plain: own.p,
    without: own.without_first,
    effective: first?.effective ?? null,
    decidable,
  };
}

function effectOf(own: Judged, adjusted_p: number, conclusion: Effect['conclusion']): Effect {
  const { standard_error, t, df, p, log10_p, interval } = own.figures;
  const figures = { standard_error, statistic: t, p, log10_p, standardized: own.standardized, effective_rows: own.effective };
  const present = Object.entries(figures).filter(([, value]) => value !== null);
  return {
    ...(Object.fromEntries(present) as Partial<Effect>),
    ...(interval && { interval: [...interval] }),
    ...(p !== null && { adjusted_p }),
    term: own.name,
    estimate: own.estimate,
    df,
    conclusion,
  };
}

const NAMES: Readonly<Record<Test, string>> = {
  classic: 't test',
  HC0: 't test with HC0 errors',
  HC1: 't test with HC1 errors',
  HC2: 't test with HC2 errors',
  HC3: 't test with HC3 errors',
  hac: 't test with HAC errors',
  cluster: 't test with errors by cluster',
  hac_and_cluster: 't test with HAC errors or errors by cluster, whichever are larger',
};

const SHOWN = 4;
const cut = (names: readonly string[], glue: string): string => names.slice(0, SHOWN).join(glue).slice(0, 160);

function sentenceOf(
  { target, alpha, comparisons }: Asked,
  { test, reason, effects }: Pick<Verdict, 'test' | 'reason' | 'effects'>,
  doubt: string,
): string {
  const of = (conclusion: Effect['conclusion']): Effect[] =>
    effects.filter((own) => own.conclusion === conclusion).sort((a, b) => (a.p ?? 1) - (b.p ?? 1));
  const [related, undecided, rest] = [of('related'), of('undecided'), of('not_shown')];
  const terms = (list: readonly Effect[]): string[] => list.map(({ term }) => term);
  const shown = related.length > 0 ? related : rest;
  const figures = shown.slice(0, SHOWN).map(({ term, adjusted_p }) => `${shown.length > 1 ? `${term} ` : ''}${pWords(adjusted_p, alpha)}`);
  const because = test === 'classic' ? '' : `, because ${reason}`;
  const tests = effects.length * comparisons;
  const basis = `${NAMES[test]}${because}: ${figures.join(', ')}${tests > 1 ? `, adjusted for ${String(tests)} tests` : ''}`;
  const open = undecided.length === 0 ? '' : `whether ${cut(terms(undecided), ' or ')} predicts ${target} is undecided: ${doubt}`;
  if (shown.length === 0) return `${open.charAt(0).toUpperCase()}${open.slice(1)} (${reason}).`;
  const verb = related.length > 1 ? 'are significant predictors' : 'is a significant predictor';
  const names = related.length > 0 ? cut(terms(related), ' and ') : `None of ${cut(terms(rest), ', ')}`;
  return `${names} ${verb} of ${target} (${basis})${open === '' ? '' : `; ${open}`}.`;
}
