/**
 * Several means where rows depend on each other: each group against all other rows, by errors for rows that depend on those before (HAC) and
 * for rows of clusters (CR2), as comparisons of two groups have them. The p-value of all together is that of Simes (Biometrika 73, 1986).
 */
import { clusterError, densely, SampleSeries } from './compare/dependent.ts';
import { welchDf } from './compare/means.ts';
import type { GroupDependence, OneWayInput, TestFigures } from './contract.ts';
import { log10, type StatisticsMemory } from './memory.ts';
import type { Partition } from './one-way.ts';

/** p of the test of dependence below which it is not found by chance. */
const CLEAR = 0.001;
const LN2 = 0.6931471805599453;

interface Tail {
  readonly statistic: number;
  readonly df: number;
  readonly p: number;
  readonly log_p: number;
}

/** Null where nothing varies within the groups. */
export function groupDependence(
  memory: StatisticsMemory,
  { response, groups: ids, count, dependence }: OneWayInput,
  parts: Partition,
): GroupDependence | null {
  const { scale, groups, within } = parts;
  const rows = response.length;
  if (dependence === undefined || !(within > 0) || rows <= count) return null;
  const residuals = Float64Array.from(response, (value, row) => {
    const [high, low] = groups[ids[row]!]!.moments.mean;
    return value * scale - high - low;
  });
  const all = groups.map((group) => group.rows);
  const offs = groups.map((group) => (group.offset * rows) / (rows - group.rows));
  const series = new SampleSeries(memory, { residuals, sample: (row) => ids[row]!, sizes: all });
  const errors = series.eachAgainstOthers(all, offs);
  const clusters = dependence.clusters === null ? null : densely(dependence.clusters);
  const [serial, clustered]: [Tail[], Tail[]] = [[], []];
  let [effective, likeness] = [rows, 1];
  // The second of two groups would repeat the first.
  for (let at = 0; at < (count === 2 ? 1 : count); at++) {
    const sizes = [groups[at]!.rows, rows - groups[at]!.rows] as const;
    const [off, found] = [offs[at]!, errors[at]!];
    effective = Math.min(effective, found.effective);
    const own = tailOf(memory, off, found.variance, found.df);
    const plain = independent(memory, parts, at, off);
    // Dependence that was found by chance would make p too small.
    serial.push(series.tested.p > CLEAR && plain.log_p > own.log_p ? plain : own);
    if (clusters === null) continue;
    const error = clusterError(memory, { residuals, sample: (row) => (ids[row] === at ? 0 : 1), sizes }, clusters, within);
    if (error === null) continue;
    clustered.push(tailOf(memory, off, error.variance, error.df));
    likeness = error.figures.p;
  }
  return {
    serial: series.tested,
    effective,
    hac: together(memory, serial),
    clusters:
      clusters === null || clustered.length === 0
        ? null
        : { p: likeness, count: clusters.count, least_df: Math.min(...clustered.map(({ df }) => df)), test: together(memory, clustered) },
  };
}

function tailOf(memory: StatisticsMemory, off: number, variance: number, df: number): Tail {
  const t = Math.abs(off) / Math.sqrt(variance);
  if (!(variance > 0) || !(df > 0) || !Number.isFinite(t)) return { statistic: 0, df: Math.max(0, df || 0), p: 1, log_p: 0 };
  const { upper, log_upper } = memory.tails('t', t, df);
  return { statistic: t, df, p: Math.min(1, 2 * upper), log_p: Math.min(0, log_upper + LN2) };
}

/** The same difference with rows taken as independent: by Welch where both sides have a spread, else by the pooled one. */
function independent(memory: StatisticsMemory, { groups, within, df }: Partition, at: number, off: number): Tail {
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

/** Simes: the least of the ordered p-values, each times their number over its place. */
function together(memory: StatisticsMemory, tails: readonly Tail[]): TestFigures {
  const ordered = [...tails].sort((a, b) => a.log_p - b.log_p);
  let [p, log_p] = [1, 0];
  for (const [at, tail] of ordered.entries()) {
    const times = tails.length / (at + 1);
    p = Math.min(p, tail.p * times);
    log_p = Math.min(log_p, tail.log_p + memory.ln(times));
  }
  const [first] = ordered;
  return { statistic: first!.statistic, df: [first!.df], p, log10_p: log10(log_p) };
}
