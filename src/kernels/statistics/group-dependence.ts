/**
 * Tests of several means for dependent rows: the difference of each group from all other rows, with HAC errors (rows that depend on earlier
 * rows) and CR2 errors (rows of a cluster), like comparisons of two groups. Their joint p-value is by Simes (Biometrika 73, 1986).
 */
import { alikeTail } from './alike-tail.ts';
import { densely, firstCorrelation, MOST_POINTS, SampleSeries, spreadsOf, type DenseClusters } from './compare/dependent.ts';
import { welchDf } from './compare/means.ts';
import type { GroupDependence, GroupTests, OneWay, OneWayInput, OrderedTests, TestFigures } from './contract.ts';
import { groupClusters, type GroupError } from './group-clusters.ts';
import { orderedGroups, type OrderedGroups } from './group-order.ts';
import { groupVariances, SHORTER } from './group-series.ts';
import { log10, type StatisticsMemory } from './memory.ts';
import type { Partition } from './one-way.ts';
import { clusterTest, lagTest } from './regression/dependence.ts';
import type { LongRun } from './regression/serial.ts';

/** If the test of dependence has a p-value up to this, the dependence is certainly not a chance finding. */
const CLEAR = 0.001;
/** Minimum degrees of freedom for a group to be tested: with errors by cluster, and with errors for rows that depend on earlier ones. */
const [LEAST_CLUSTER_DF, LEAST_SERIAL_DF] = [2, 1.5];
/** Up to these degrees of freedom and this product of clusters and groups, p-values by cluster are exact; otherwise Student's t is used. */
const [EXACT_DF, MOST_EXACT] = [50, 200_000];
/** Up to this product of rows and groups, each group gets its own pass over all rows; above it, one pass serves all groups. */
const MOST_WORK = 60_000;
/**
 * Minimum effective number of independent rows of a group, because subtracting its mean hides dependence: one limit if residuals are moved
 * towards the hypothesis, one if they are not.
 */
const LEAST_ROWS = { moved: 3, fitted: 15 } as const;
const LN2 = 0.6931471805599453;

interface Tail {
  readonly statistic: number;
  readonly df: number;
  readonly p: number;
  readonly log_p: number;
}

type IndependentTests = Pick<OneWay, 'classic' | 'welch' | 'kruskal_wallis'>;

/**
 * Recomputes tests of independent rows for rows in this order. @param ratio  ratio of mean squares between and within groups that
 * dependence alone may cause
 */
function orderedTests(memory: StatisticsMemory, { classic, welch, kruskal_wallis }: IndependentTests, ratio: number): OrderedTests {
  const p = (kind: 'f' | 'chi_square', { statistic, df }: TestFigures): number | null =>
    statistic === null ? null : memory.tails(kind, statistic / ratio, df[0], df[1] ?? 0).upper;
  return { classic: p('f', classic), welch: p('f', welch), kruskal_wallis: p('chi_square', kruskal_wallis) };
}

/**
 * Tests the group means for dependent rows. Returns null if no group has values that differ.
 * @param tick  receives the share of the work that is done
 */
export function groupDependence(
  memory: StatisticsMemory,
  { response, groups: ids, count, dependence }: OneWayInput,
  parts: Partition,
  rowsOf: readonly Uint32Array[],
  tests: IndependentTests,
  tick: (done: number) => void,
): GroupDependence | null {
  const { scale, groups, within } = parts;
  const rows = response.length;
  if (dependence === undefined || !(within > 0) || rows <= count) return null;
  const residuals = Float64Array.from(response, (value, row) => {
    const [high, low] = groups[ids[row]!]!.moments.mean;
    return value * scale - high - low;
  });
  const offs = groups.map((group) => (group.offset * rows) / (rows - group.rows));
  // Of two groups test only one, because the other has the same difference.
  const tested = offs.slice(0, count === 2 ? 1 : count);
  const series = seriesOf(memory, { residuals, groups: ids, sizes: groups.map((group) => group.rows), offs }, tick);
  const { tested: ljungBox, ordered } = series;
  const dependent = ordered?.serial ?? ljungBox;
  const serial = tested.map((off, at) => {
    const found = series.errors[at]!;
    if (found === null || !(found.df >= LEAST_SERIAL_DF)) return null;
    const own = tailOf(memory, off, found.variance, found.df);
    const plain = independent(memory, parts, at, off);
    // If the dependence may be a chance finding, p would be too small, so take at least the p-value for independent rows.
    return own !== null && plain !== null && dependent.p > CLEAR && plain.log_p > own.log_p ? plain : own;
  });
  const judged = series.errors.filter((found, at) => found !== null && serial[at]);
  return {
    ljung_box: ljungBox,
    serial: dependent,
    effective: Math.min(rows, ...judged.map((found) => found!.effective)),
    hac: together(memory, serial),
    ordered: ordered && orderedTests(memory, tests, ordered.ratio),
    clusters: dependence.clusters && byCluster(memory, { residuals, rowsOf, parts }, densely(dependence.clusters), tick),
  };
}

interface Differences {
  readonly residuals: Float64Array;
  /** For each group the difference of its mean from that of all other rows. */
  readonly offs: readonly number[];
}

function seriesOf(
  memory: StatisticsMemory,
  input: Differences & { readonly groups: Uint32Array; readonly sizes: readonly number[] },
  tick: (done: number) => void,
): { readonly tested: GroupDependence['serial']; readonly errors: readonly (LongRun | null)[]; readonly ordered: OrderedGroups | null } {
  const { residuals, groups, sizes, offs } = input;
  const sample = (row: number): number => groups[row]!;
  const spreads = spreadsOf({ residuals, sample, sizes });
  const standard = residuals.map((residual, row) => residual / spreads[groups[row]!]!);
  const byLags = groupVariances({ standard, groups, sizes, spreads }, (x) => memory.ln(x), tick);
  const ordered = orderedGroups(memory, standard, groups, sizes);
  const ownOf = (at: number): number => Math.min(byLags[at]!.own, (ordered?.own[at] ?? Infinity) - SHORTER);
  if (residuals.length <= MOST_POINTS && residuals.length * sizes.length <= MOST_WORK) {
    const series = new SampleSeries(memory, { residuals, sample, sizes });
    const errors = series.eachAgainstOthers(sizes, offs);
    const errorsOf = errors.map((found, at) => (ownOf(at) < LEAST_ROWS.moved ? null : found));
    return { tested: series.tested, errors: errorsOf, ordered };
  }
  return {
    tested: { ...lagTest(memory, standard), first: firstCorrelation(standard) },
    errors: byLags.map((found, at) => (ownOf(at) < LEAST_ROWS.fitted ? null : found)),
    ordered,
  };
}

function byCluster(
  memory: StatisticsMemory,
  { residuals, rowsOf, parts }: Pick<Differences, 'residuals'> & { readonly rowsOf: readonly Uint32Array[]; readonly parts: Partition },
  clusters: DenseClusters,
  tick: (done: number) => void,
): GroupDependence['clusters'] {
  const { count } = clusters;
  if (count < 2) return null;
  const whole = groupClusters(residuals, rowsOf, clusters);
  const p = clusterTest(memory, { count, table: whole.table }, 0, residuals.length, parts.within);
  const tails: (Tail | null)[] = rowsOf.map(() => null);
  // A group of few clusters cannot be tested, because their level leaves no residuals; the same holds among the others of another group.
  // So leave out its rows.
  for (let kept = [...rowsOf.keys()], all = 0; kept.length > 1 && kept.length !== all;) {
    all = kept.length;
    const left = kept.map((at) => rowsOf[at]!);
    const errors = left.length === rowsOf.length ? whole : groupClusters(residuals, left, clusters);
    const rows = kept.reduce((sum, at) => sum + rowsOf[at]!.length, 0);
    const centre = kept.reduce((sum, at) => sum + rowsOf[at]!.length * parts.groups[at]!.offset, 0) / rows;
    kept = kept.filter((group, at) => {
      if (at % 8 === 0) tick(at / all);
      const found = errors.of(at);
      const error = found !== null && found.df >= LEAST_CLUSTER_DF ? found : null;
      const off = ((parts.groups[group]!.offset - centre) * rows) / (rows - rowsOf[group]!.length);
      tails[group] = error && clusterTail(memory, off, error, count * all);
      return error !== null;
    });
    if (kept.length < 2) tails.fill(null);
  }
  return { p, count, ...together(memory, tails) };
}

/** Tests a difference by Student's t. Returns null if it has no variance and so cannot be tested. */
function tailOf(memory: StatisticsMemory, off: number, variance: number, df: number): Tail | null {
  const t = Math.abs(off) / Math.sqrt(variance);
  if (!(variance > 0) || !(df > 0) || !Number.isFinite(t)) return null;
  const { upper, log_upper } = memory.tails('t', t, df);
  return { statistic: t, df, p: Math.min(1, 2 * upper), log_p: Math.min(0, log_upper + LN2) };
}

function clusterTail(memory: StatisticsMemory, off: number, { variance, df, covariance }: GroupError, work: number): Tail | null {
  const tail = tailOf(memory, off, variance, df);
  return tail && df < EXACT_DF && work <= MOST_EXACT ? { ...tail, ...alikeTail(memory, covariance, tail.statistic) } : tail;
}

/** Tests the same difference as if rows were independent: by Welch's test if both sides have a spread, else with the pooled spread. */
function independent(memory: StatisticsMemory, { groups, within, df }: Partition, at: number, off: number): Tail | null {
  const rows = df[0] + df[1] + 1;
  const { rows: own, variance } = groups[at]!;
  const others = rows - own;
  const rest = others - (groups.length - 1);
  const squares = within - (own > 1 ? variance * (own - 1) : 0);
  if (own < 2 || rest < 1 || !(variance > 0) || !(squares > 0))
    return tailOf(memory, off, (within / df[1]) * (1 / own + 1 / others), df[1]);
  const parts = [variance / own, squares / rest / others] as const;
  return tailOf(memory, off, parts[0] + parts[1], welchDf(parts[0], parts[1], own, rest + 1));
}

/** Joint p-value by Simes over the testable groups: the smallest of the sorted p-values, each times their number divided by its rank. */
function together(memory: StatisticsMemory, tails: readonly (Tail | null)[]): GroupTests {
  const ordered = tails.filter((tail) => tail !== null).sort((a, b) => a.log_p - b.log_p);
  let [p, log_p] = [1, 0];
  for (const [at, tail] of ordered.entries()) {
    const times = ordered.length / (at + 1);
    p = Math.min(p, tail.p * times);
    log_p = Math.min(log_p, tail.log_p + memory.ln(times));
  }
  const { statistic = null, df = 0 } = ordered[0] ?? {};
  return {
    test: { statistic, df: [df], p, log10_p: log10(log_p) },
    untested: tails.flatMap((tail, at) => (tail === null ? [at] : [])),
  };
}
