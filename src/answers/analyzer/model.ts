import { formatAmount, formatCount } from '../../base/format.ts';
import { lazy } from '../../base/lazy.ts';
import type { ToolResult } from '../../tools/contract/index.ts';

/** An address in the answer of `bluetooth_address_analyzer`, in the form that views need. All times are in ms since 1970 UTC. */
export interface ClassifiedAddress {
  readonly address: string;
  readonly type: string;
  readonly confidence: number;
  readonly evidence: readonly string[];
  readonly observations: number | null;
  /** Whether the address only scans or initiates. It is then not an advertiser, and not counted as an address. */
  readonly asks: boolean;
}

/** Number of addresses in an answer, counted as in the Devices view: advertisers of packets without errors. */
export const addressCount = (addresses: readonly Pick<ClassifiedAddress, 'asks'>[]): number => addresses.filter(({ asks }) => !asks).length;

/** Writes a count such as "39 addresses and 2 that only sent requests". */
export function addressWords(addresses: readonly Pick<ClassifiedAddress, 'asks'>[]): string {
  const count = addressCount(addresses);
  const asking = addresses.length - count;
  return `${formatAmount(count, 'address', 'addresses')}${asking === 0 ? '' : ` and ${formatCount(asking)} that only sent requests`}`;
}

/** The letter of a device in an answer: A, B, … Z, AA, in the order of the answer's clusters. */
export const deviceLetter = (index: number): string =>
  (index < 26 ? '' : deviceLetter(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

export interface Cluster {
  /** Letter of the device. The device's id is not shown, because it is a digest. */
  readonly letter: string;
  readonly addresses: readonly string[];
  /** Probabilities of all pairs as a square matrix, in the order of `addresses`. */
  readonly matrix: readonly (readonly number[])[];
  readonly rationale: readonly string[];
}

export interface Segment {
  readonly address: string;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly activity: number;
}

/** How much one kind of evidence contributes to the score of a pair, in decibans. Positive values speak for one device. */
export interface Contribution {
  readonly term: string;
  readonly decibans: number;
}

/** Two addresses, the second of which may be the successor of the first. */
export interface CandidateLink {
  readonly from: string;
  readonly to: string;
  readonly probability: number;
  /** Whether the pair of addresses is one of the links that form a cluster. */
  readonly shown: boolean;
  /** Time without packets between the two addresses in s; null if the tool's version does not report it. */
  readonly gap_s: number | null;
  /** The evidence for and against the pair; empty if the tool's version does not report it. */
  readonly evidence: readonly Contribution[];
}

/** Addresses that the analyzer could not tell apart. */
export interface AmbiguousGroup {
  readonly predecessors: readonly string[];
  readonly successors: readonly string[];
}

export interface AnalyzerOutput {
  readonly addresses: readonly ClassifiedAddress[];
  /** The clusters, largest first. */
  readonly clusters: readonly Cluster[];
  readonly segments: readonly Segment[];
  /** The pairs that may be one device, most likely first. If the tool's version lists none, the steps of the clusters. */
  readonly candidates: readonly CandidateLink[];
  readonly ambiguous: readonly AmbiguousGroup[];
  /** Whether times are relative to the first packet. */
  readonly relative: boolean;
}

/** Probability below which a pair is not a link. */
export const LINK_THRESHOLD = 0.5;

export const NOT_PROOF = 'Scores for investigation, never proof of identity.';

/** Address types in words. */
export const TYPE_WORDS: Readonly<Record<string, string>> = {
  public: 'public',
  random_static: 'random static',
  rpa: 'resolvable private',
  nrpa: 'non-resolvable private',
  unknown: 'unknown',
};

/**
 * Reads a result that was validated against the tool's schema. Each list is read when it is first used and then cached. A part that the
 * result of another version lacks is empty.
 */
export function analyzerOutput(result: ToolResult): AnalyzerOutput {
  const output = record(result.structured_output);
  const read = <T>(member: string, item: (fields: Fields) => T): readonly T[] => list(output[member]).map((each) => item(record(each)));
  const listed = output['candidate_links'] !== undefined;
  const addresses = lazy(() => read('address_classification', readAddress));
  const clusters = lazy(() =>
    [...read('probabilistic_links', readCluster)]
      .sort((a, b) => b.addresses.length - a.addresses.length)
      .map((cluster, at) => ({ ...cluster, letter: deviceLetter(at) })),
  );
  const candidates = lazy(() => (listed ? read('candidate_links', readCandidate) : clusters().flatMap(stepsOf)));
  const ambiguous = lazy(() => read('ambiguous_groups', readGroup));
  const segments = lazy(() => read('timeline_segments', readSegment));
  return {
    get addresses() {
      return addresses();
    },
    get clusters() {
      return clusters();
    },
    get candidates() {
      return candidates();
    },
    get ambiguous() {
      return ambiguous();
    },
    get segments() {
      return segments();
    },
    relative: result.warnings.some((warning) => warning.code === 'NO_WALL_CLOCK'),
  };
}

/** The probability of each step from one address of a cluster to the next, in the order of the tool. */
export function stepProbabilities(cluster: Cluster): readonly number[] {
  return cluster.addresses.slice(1).map((_, index) => cluster.matrix[index]?.[index + 1] ?? 0);
}

/** Returns the pair of two addresses: the tool's candidate in either direction, otherwise one from their cluster's matrix. */
export function pairOf(output: AnalyzerOutput, from: string, to: string): CandidateLink {
  const listed = output.candidates.find((pair) => (pair.from === from && pair.to === to) || (pair.from === to && pair.to === from));
  if (listed) return listed;
  const cluster = output.clusters.find(({ addresses }) => addresses.includes(from) && addresses.includes(to));
  const probability = cluster?.matrix[cluster.addresses.indexOf(from)]?.[cluster.addresses.indexOf(to)] ?? 0;
  return { from, to, probability, shown: false, gap_s: null, evidence: [] };
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
  asks: item['only_asks'] === true,
});

const readCluster = (item: Fields): Omit<Cluster, 'letter'> => ({
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
