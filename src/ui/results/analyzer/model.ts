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

/** What one kind of evidence contributed to a pair, in decibans: positive speaks for one emitter. */
export interface Contribution {
  readonly term: string;
  readonly decibans: number;
}

/** Two addresses of which the second may have succeeded the first. */
export interface CandidateLink {
  readonly from: string;
  readonly to: string;
  readonly probability: number;
  /** A link of a cluster. */
  readonly shown: boolean;
  /** Silence between them in seconds; null where the version of the tool does not say. */
  readonly gap_s: number | null;
  /** Empty where the version of the tool does not say. */
  readonly evidence: readonly Contribution[];
}

/** Addresses that could not be told apart. */
export interface AmbiguousGroup {
  readonly predecessors: readonly string[];
  readonly successors: readonly string[];
}

export interface AnalyzerOutput {
  readonly addresses: readonly ClassifiedAddress[];
  /** Largest first. */
  readonly clusters: readonly Cluster[];
  readonly segments: readonly Segment[];
  /** Likeliest first; of a version that lists none, the steps of the clusters. */
  readonly candidates: readonly CandidateLink[];
  readonly ambiguous: readonly AmbiguousGroup[];
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
  const steps = analyzerOutputInSteps(result);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/** Items of a list that are read between two turns. */
const SLICE = 1024;

/** The same ahead of whoever asks, with turns for the thread; undefined where it takes none worth a turn. */
export function readAhead(result: ToolResult, turn: () => Promise<void>): Promise<void> | undefined {
  const lists = Object.values(record(result.structured_output)).map((member) => list(member).length);
  if (known.has(result) || Math.max(0, ...lists) <= SLICE) return undefined;
  const read = async (): Promise<void> => {
    for (const steps = analyzerOutputInSteps(result); steps.next().done !== true;) await turn();
  };
  const coming = ahead.get(result) ?? read();
  ahead.set(result, coming);
  return coming;
}

const ahead = new WeakMap<ToolResult, Promise<void>>();

/** The same, for whoever takes turns itself. */
export function* analyzerOutputInSteps(result: ToolResult): Generator<undefined, AnalyzerOutput, undefined> {
  const before = known.get(result);
  if (before) return before;
  const output = record(result.structured_output);
  function* read<T>(member: string, item: (fields: Fields) => T): Generator<undefined, readonly T[], undefined> {
    const out: T[] = [];
    for (const each of list(output[member])) if (out.push(item(record(each))) % SLICE === 0) yield;
    return out;
  }
  const clusters = [...(yield* read('probabilistic_links', readCluster))].sort(
    (left, right) => right.addresses.length - left.addresses.length,
  );
  const listed = output['candidate_links'];
  const answer: AnalyzerOutput = {
    addresses: yield* read('address_classification', readAddress),
    clusters,
    candidates: listed === undefined ? clusters.flatMap(stepsOf) : yield* read('candidate_links', readCandidate),
    ambiguous: yield* read('ambiguous_groups', readGroup),
    segments: yield* read('timeline_segments', readSegment),
    relative: result.warnings.some((warning) => warning.code === 'NO_WALL_CLOCK'),
  };
  known.set(result, answer);
  return answer;
}

/** The probability of each step from one address of a cluster to the next, in the order of the tool. */
export function stepProbabilities(cluster: Cluster): readonly number[] {
  return cluster.addresses.slice(1).map((_, index) => cluster.matrix[index]?.[index + 1] ?? 0);
}

/** The pair behind a cell of a cluster's matrix: a candidate where the tool lists one, else what the cell says. */
export function pairOf(output: AnalyzerOutput, cluster: Cluster, row: number, column: number): CandidateLink {
  const [from = '', to = ''] = [cluster.addresses[Math.min(row, column)], cluster.addresses[Math.max(row, column)]];
  const listed = output.candidates.find((pair) => (pair.from === from && pair.to === to) || (pair.from === to && pair.to === from));
  const probability = cluster.matrix[row]?.[column] ?? 0;
  return listed ?? { from, to, probability, shown: false, gap_s: null, evidence: [] };
}

const stepsOf = (cluster: Cluster): CandidateLink[] =>
  stepProbabilities(cluster).map((probability, at) => ({
    from: cluster.addresses[at] ?? '',
    to: cluster.addresses[at + 1] ?? '',
    probability,
    shown: probability >= LINK_THRESHOLD,
    gap_s: null,
    evidence: [],
  }));

const readCandidate = (item: Fields): CandidateLink => ({
  from: text(item['from_address']),
  to: text(item['to_address']),
  probability: number(item['probability']),
  shown: item['shown'] === true,
  gap_s: typeof item['gap_s'] === 'number' ? item['gap_s'] : null,
  evidence: list(item['evidence'])
    .map(record)
    .map((part) => ({ term: text(part['term']), decibans: number(part['decibans']) })),
});

const readGroup = (item: Fields): AmbiguousGroup => ({
  predecessors: list(item['predecessors']).map(text),
  successors: list(item['successors']).map(text),
});

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
