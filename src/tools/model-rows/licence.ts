/** Which errors the residuals of a model license where rows may depend on each other. */
import type { Dependence, DependentTerm } from '../../kernels/contract.ts';

export type DependentTest = 'hac' | 'cluster' | 'hac_and_cluster';

/** The column whose values name clusters, and whether the call named it. */
export type ClusterColumn = { readonly column: string; readonly asked: boolean } | null;

/** Level of the tests of residuals. */
const DOUBT = 0.05;
/** Standard errors by which the first correlation of residuals is off 0 at that level. */
const CLEARLY = 1.96;
/** Independent rows that errors for dependent rows need; found by `npm run evaluate:statistics`. */
const LEAST_EFFECTIVE = 20;
const LEAST_ROWS = 32;
/** Degrees of freedom below which p-values of errors by cluster are not accurate (Pustejovsky and Tipton 2018). */
const LEAST_CLUSTER_DF = 4;

/** The test, with the reason in words; undefined where the residuals do not speak against independent rows. */
export function dependentLicence(
  dependence: Dependence | null,
  rows: number,
  cluster: ClusterColumn,
): { readonly test: DependentTest; readonly reason: string } | undefined {
  const first = dependence?.serial.first ?? 0;
  const serial = dependence !== null && (dependence.serial.p < DOUBT || Math.abs(first) * Math.sqrt(rows) > CLEARLY);
  const clustered = dependence?.clusters && cluster && (cluster.asked || dependence.clusters.p < DOUBT);
  const neighbours = `residuals depend on those of the rows before (correlation ${first.toFixed(2)})`;
  const within = cluster?.asked
    ? `rows are clustered by ${cluster.column}`
    : `residuals of one ${cluster?.column ?? ''} resemble each other`;
  if (serial && clustered) return { test: 'hac_and_cluster', reason: `${neighbours}, and ${within}` };
  if (serial) return { test: 'hac', reason: neighbours };
  if (clustered) return { test: 'cluster', reason: within };
  return undefined;
}

interface Judged<T> {
  /** The figures that the test takes; null for the others. */
  readonly serial: T | null;
  readonly clustered: T | null;
  /** Of two kinds of dependence the figures that leave less certainty; undefined where none is licensed. */
  readonly figures: T | undefined;
  /** Whether enough independent rows and clusters are left. */
  readonly decidable: boolean;
}

export function byDependence<T extends DependentTerm>(
  test: string,
  own: { readonly serial: T | null; readonly clustered: T | null },
  rows: number,
): Judged<T> {
  const serial = test === 'hac' || test === 'hac_and_cluster' ? own.serial : null;
  const clustered = test === 'cluster' || test === 'hac_and_cluster' ? own.clustered : null;
  const [figures] = [serial, clustered].filter((each) => each !== null).sort((a, b) => (b.p ?? 1) - (a.p ?? 1));
  return {
    ...{ serial, clustered, figures },
    decidable:
      (serial === null || (serial.effective >= LEAST_EFFECTIVE && rows >= LEAST_ROWS)) &&
      (clustered === null || clustered.df >= LEAST_CLUSTER_DF),
  };
}

/** Why errors for dependent rows cannot decide. */
export function shortage(test: string, cluster: ClusterColumn, count: number): string {
  const few = `the ${String(count)} values of ${cluster?.column ?? ''} are too few to tell`;
  if (test === 'cluster') return few;
  const serial = 'rows resemble each other for so long that too few independent ones are left';
  return test === 'hac' ? serial : `${serial}, or ${few}`;
}
