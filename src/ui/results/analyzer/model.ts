import type { ToolResult } from '../../../tools/contract/index.ts';

/** The output of `bluetooth_address_analyzer` as the views need it; times in milliseconds since 1970 UTC. */
export interface ClassifiedAddress {
  readonly address: string;
  readonly type: string;
  readonly confidence: number;
  readonly evidence: readonly string[];
  readonly observations: number | null;
}

export interface Cluster {
  readonly cluster_id: string;
  readonly addresses: readonly string[];
  /** Square, aligned to `addresses`. */
  readonly matrix: readonly (readonly number[])[];
  readonly rationale: readonly string[];
}

export interface Segment {
  readonly address: string;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly activity: number;
}

export interface AnalyzerOutput {
  readonly addresses: readonly ClassifiedAddress[];
  /** Largest first. */
  readonly clusters: readonly Cluster[];
  readonly segments: readonly Segment[];
  /** Times count from the first packet. */
  readonly relative: boolean;
}

/** Below this a pair is no link. */
export const LINK_THRESHOLD = 0.5;

export const NOT_PROOF = 'Scores for investigation, never proof of identity.';

/** What the radio's address types are called in words. */
export const TYPE_WORDS: Readonly<Record<string, string>> = {
  public: 'public',
  random_static: 'random static',
  rpa: 'resolvable private',
  nrpa: 'non-resolvable private',
  unknown: 'unknown',
};

const known = new WeakMap<ToolResult, AnalyzerOutput>();

/**
 * Reads a result that the runner has settled against the tool's schema; a result of another version may
 * still lack a part, which then is empty.
 */
export function analyzerOutput(result: ToolResult): AnalyzerOutput {
  const before = known.get(result);
  if (before) return before;
  const output = record(result.structured_output);
  const read: AnalyzerOutput = {
    addresses: list(output['address_classification']).map(record).map(readAddress),
    clusters: list(output['probabilistic_links'])
      .map(record)
      .map(readCluster)
      .sort((left, right) => right.addresses.length - left.addresses.length),
    segments: list(output['timeline_segments']).map(record).map(readSegment),
    relative: result.warnings.some((warning) => warning.code === 'NO_WALL_CLOCK'),
  };
  known.set(result, read);
  return read;
}

/** The probability of each step from one address of a cluster to the next, in the order of the tool. */
export function stepProbabilities(cluster: Cluster): readonly number[] {
  return cluster.addresses.slice(1).map((_, index) => cluster.matrix[index]?.[index + 1] ?? 0);
}

const readAddress = (item: Fields): ClassifiedAddress => ({
  address: text(item['address']),
  type: text(item['type']),
  confidence: number(item['confidence']),
  evidence: list(item['evidence']).map(text),
  observations: typeof item['observation_count'] === 'number' ? item['observation_count'] : null,
});

const readCluster = (item: Fields): Cluster => ({
  cluster_id: text(item['cluster_id']),
  addresses: list(item['addresses']).map(text),
  matrix: list(item['pairwise_probability_matrix']).map((row) => list(row).map(number)),
  rationale: list(item['rationale']).map(text),
});

const readSegment = (item: Fields): Segment => ({
  address: text(item['address']),
  start_ms: Date.parse(text(item['start_ts'])),
  end_ms: Date.parse(text(item['end_ts'])),
  activity: number(item['activity_score']),
});

type Fields = Readonly<Record<string, unknown>>;
const record = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
