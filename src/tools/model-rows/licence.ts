/** Chooses which standard errors the residuals of a model permit where rows may depend on each other. */
import type { Dependence, DependentTerm } from '../../kernels/contract.ts';

export type DependentTest = 'hac' | 'cluster' | 'hac_and_cluster';

/** The column that names clusters; `asked` tells whether the call named it. Null if there is none. */
export type ClusterColumn = { readonly column: string; readonly asked: boolean } | null;

/** Significance level of the tests for dependence between residuals. */
const DOUBT = 0.05;
/** At that level, the correlation of neighbouring residuals must be this many standard errors away from 0. */
const CLEARLY = 1.96;
/** Minimum effective number of independent rows for using errors for dependent rows; found by `npm run evaluate:statistics`. */
const LEAST_EFFECTIVE = 20;
const LEAST_ROWS = 32;
/** With fewer degrees of freedom than this, p-values by cluster are not accurate (Pustejovsky and Tipton 2018). */
const LEAST_CLUSTER_DF = 4;

/** Chooses the test for dependent rows, with the reason in words; undefined if the residuals look independent. */
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
  /** Figures that allow for dependence on earlier rows, and figures by cluster; null if that kind is not used. */
  readonly serial: T | null;
  readonly clustered: T | null;
  /** The figures with the larger p of both kinds of dependence; undefined if neither is used. */
  readonly figures: T | undefined;
  /** Whether the effective number of independent rows and clusters suffices. */
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

/** Explains in words why a test for dependent rows cannot decide. */
export function shortage(test: string, cluster: ClusterColumn, count: number): string {
  const few = `the ${String(count)} values of ${cluster?.column ?? ''} are too few to tell`;
  if (test === 'cluster') return few;
  const serial = 'rows resemble each other for so long that too few independent ones are left';
  return test === 'hac' ? serial : `${serial}, or ${few}`;
}
