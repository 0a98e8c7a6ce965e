import { formatExactSpan } from '../../../base/format.ts';
import type { RiskFactor, ToolError, ToolWarning } from '../../contract/index.ts';
import type { LeftOut } from './bounds.ts';
import { MOST } from './bounds.ts';
import type { Candidate, Linkage } from '../../linkage/linkage.ts';
import { hiddenIn, type Observation } from '../../linkage/observe.ts';
import { instant } from '../../linkage/instant.ts';

/** Warnings, assumptions and errors about what may be misleading in an answer (S0 §7.3, §7.5); each is given only if it applies. */
export interface Caveats {
  readonly partial: boolean;
  readonly warnings: readonly ToolWarning[];
  readonly errors: readonly ToolError[];
  readonly risks: readonly RiskFactor[];
}

export interface CaveatInput {
  readonly observation: Observation;
  readonly minimum: number;
  readonly window_s: number;
  /** The result of the linkage; null if the call requested classes only. */
  readonly linkage: Linkage | null;
  readonly links: readonly Candidate[];
  readonly left: LeftOut;
}

/** A linkage window of at least this many seconds is longer than the shortest common rotation interval. */
const WIDE_WINDOW_S = 300;
/** If more seconds than this lie between two addresses, a link needs evidence other than the moment of the change. */
const LONG_GAP_S = 10;

export function caveatsOf(input: CaveatInput): Caveats {
  const sparse = sparseness(input);
  const alike = input.linkage === null ? null : lookalikes(input);
  const pairs = [
    cut(input),
    clockGaps(input),
    lostTime(input),
    ...(input.linkage === null ? [] : [noMembers(input), alike, blindSpots(input), wideWindow(input)]),
  ];
  const found = pairs.filter((caveat) => caveat !== null);
  return {
    partial: sparse !== null || isCut(input.left),
    warnings: [...(sparse === null ? [] : [sparse.warning]), ...found.map((caveat) => caveat.warning)],
    errors: sparse === null ? [] : [sparse.error],
    risks: found.flatMap((caveat) => caveat.risk ?? []),
  };
}

interface Caveat {
  readonly warning: ToolWarning;
  readonly risk?: RiskFactor;
}

/** The status is partial only if no address has enough frames, or most frames belong to addresses that have too few (S0-7a.25). */
function sparseness({ observation, minimum }: CaveatInput): { warning: ToolWarning; error: ToolError } | null {
  const below = observation.addresses.filter((observed) => observed.frames < minimum);
  const frames = below.reduce((sum, observed) => sum + observed.frames, 0);
  const all = below.length === observation.addresses.length;
  if (!all && frames * 2 <= observation.frames) return null;
  const message = `${String(below.length)} of ${String(observation.addresses.length)} addresses, with ${String(frames)} of ${String(observation.frames)} frames, were seen in fewer than ${String(minimum)} frames; they are listed as unknown and not linked`;
  const place = { field: 'arguments.min_observation_count' };
  return {
    warning: { code: 'INSUFFICIENT_DATA', message, ...place },
    error: {
      code: 'INSUFFICIENT_DATA',
      message,
      ...place,
      key: 'min_observation_count',
      pointer: '/arguments/min_observation_count',
      fatal: false,
    },
  };
}

const isCut = ({ classes, clusters, segments, groups }: LeftOut): boolean => classes + clusters + segments + groups > 0;

/** Warns that lists were cut: says how many items were found but not listed. */
function cut({ left }: CaveatInput): Caveat | null {
  if (!isCut(left)) return null;
  return {
    warning: {
      code: 'RESULT_CUT',
      message: `The result is too long to list whole: ${String(left.classes)} classes, ${String(left.clusters)} clusters, ${String(left.segments)} segments and ${String(left.groups)} ambiguous groups were found and are left out; select a shorter time or fewer addresses to see them`,
      details: {
        classes_left_out: left.classes,
        clusters_left_out: left.clusters,
        segments_left_out: left.segments,
        groups_left_out: left.groups,
        most_classes: MOST.classes,
        most_matrix_cells: MOST.cells,
        most_segments: MOST.segments,
        most_groups: MOST.groups,
        most_addresses_in_a_group: MOST.inAGroup,
      },
    },
  };
}

const LISTED_GAPS = 20;

function clockGaps({ observation }: CaveatInput): Caveat | null {
  const { baseUs } = observation;
  const holes = observation.holes.filter((hole) => hole.end - hole.start > hiddenIn(hole));
  if (holes.length === 0) return null;
  const at = (time: number): string => instant(baseUs + time * 1e6);
  const gaps = holes
    .slice(0, LISTED_GAPS)
    .map((hole) => ({ start_ts: at(hole.start), end_ts: at(hole.end), seconds: Number((hole.end - hole.start).toFixed(3)) }));
  const total = holes.reduce((sum, hole) => sum + hole.end - hole.start, 0);
  return {
    warning: {
      code: 'CLOCK_GAP',
      message: `The selection is silent ${holes.length === 1 ? `once, for ${formatExactSpan(total)}` : `${String(holes.length)} times, for ${formatExactSpan(total)} in all`}; segments end there, and what happened inside is unknown`,
      details: { gaps, gap_count: holes.length, gap_seconds: Number(total.toFixed(3)) },
    },
    risk: {
      type: 'accuracy',
      severity: 'medium',
      description: 'Missing stretches of the capture cut segments and can look like handovers',
      probability: 0.3,
      impact: 0.4,
      mitigation: 'Select a stretch without gaps, or trust links across a gap less',
    },
  };
}

/** Warns of places where a sniffer lost frames: timestamps do not show how long that took. */
function lostTime({ observation }: CaveatInput): Caveat | null {
  const { baseUs } = observation;
  const lost = observation.holes.filter((hole) => hiddenIn(hole) > 0);
  if (lost.length === 0) return null;
  const total = lost.reduce((sum, hole) => sum + hiddenIn(hole), 0);
  const places = lost
    .slice(0, LISTED_GAPS)
    .map((hole) => ({ at_ts: instant(baseUs + hole.start * 1e6), seconds: Number(hiddenIn(hole).toFixed(1)) }));
  return {
    warning: {
      code: 'LOST_TIME',
      message: `The sniffer lost frames ${lost.length === 1 ? 'in one place' : `in ${String(lost.length)} places`}, which took about ${formatExactSpan(Math.round(total))} that the times do not show, or more; silence there is no evidence`,
      details: { places, place_count: lost.length, seconds: Number(total.toFixed(1)) },
    },
    risk: {
      type: 'accuracy',
      severity: 'medium',
      description: 'Addresses that follow one another where frames were lost may be minutes apart',
      probability: 0.3,
      impact: 0.4,
      mitigation: 'Trust links across lost frames only for what they rest on besides the gap',
    },
  };
}

function noMembers({ linkage }: CaveatInput): Caveat | null {
  if (linkage === null || linkage.members.length > 1) return null;
  return {
    warning: {
      code: 'LINKAGE_OMITTED',
      message: `Linking needs two private addresses that transmit; the selection has ${String(linkage.members.length)}`,
    },
  };
}

/** Warns if addresses with the same payload structure were active at the same time: these are several devices that look alike. */
function lookalikes({ observation, linkage, links }: CaveatInput): Caveat | null {
  if (linkage === null || links.length === 0) return null;
  const { First, Last } = observation.features.columns;
  const linked = new Set(links.flatMap((pair) => [pair.from, pair.to]));
  const byLayout = new Map<string, number[]>();
  for (const number of linkage.members) {
    const { layout } = observation.addresses[number]!.payload;
    const alike = byLayout.get(layout);
    if (alike === undefined) byLayout.set(layout, [number]);
    else alike.push(number);
  }
  let together = 0;
  for (const numbers of byLayout.values()) {
    if (!numbers.some((number) => linked.has(number))) continue;
    const times = (column: Float64Array): Float64Array => Float64Array.from(numbers, (number) => column[number]!).sort();
    together = Math.max(together, mostAtOnce(times(First), times(Last)));
  }
  if (together < 2) return null;
  return {
    warning: {
      code: 'LOOKALIKE_DEVICES',
      message: `Up to ${String(together)} addresses with one payload structure were active at the same time: similar devices may have been merged, with overstated probability`,
      details: { active_at_once: together },
    },
    risk: {
      type: 'accuracy',
      severity: together > 4 ? 'high' : 'medium',
      description: 'Devices with the same payload structure and behaviour can be merged into one cluster with overstated probability',
      probability: Math.min(0.1 * together, 0.9),
      impact: 0.6,
      mitigation: 'Narrow linkage_window_s and read the rationale for competing addresses',
    },
  };
}

/** Largest number of spans that overlap at one time, given their starts and ends, both ascending. Spans that only touch do not count. */
function mostAtOnce(starts: Float64Array, ends: Float64Array): number {
  let ended = 0;
  let most = 0;
  for (const [begun, start] of starts.entries()) {
    while (ended < ends.length && ends[ended]! <= start) ended += 1;
    most = Math.max(most, begun + 1 - ended);
  }
  return most;
}

function blindSpots({ observation, links }: CaveatInput): Caveat | null {
  const { First, Last } = observation.features.columns;
  const long = links.filter((pair) => First[pair.to]! - Last[pair.from]! > LONG_GAP_S).length;
  if (long === 0) return null;
  return {
    warning: {
      code: 'UNOBSERVED_INTERVAL',
      message: `${String(long)} of ${String(links.length)} links join addresses more than ${String(LONG_GAP_S)} s apart: what happened between was not observed`,
      details: { links: long },
    },
    risk: {
      type: 'accuracy',
      severity: 'medium',
      description: 'Links across unobserved intervals rest on what did not change, not on a handover that was seen',
      probability: Math.min(long / links.length, 1),
      impact: 0.5,
      mitigation: 'Use a smaller linkage_window_s, or a second receiver',
    },
  };
}

function wideWindow({ window_s }: CaveatInput): Caveat | null {
  if (window_s <= WIDE_WINDOW_S) return null;
  return {
    warning: {
      code: 'WIDE_LINKAGE_WINDOW',
      message: `linkage_window_s is ${String(window_s)}; beyond ${String(WIDE_WINDOW_S)} s more true links are found and more false ones too`,
      field: 'arguments.linkage_window_s',
    },
    risk: {
      type: 'accuracy',
      severity: 'low',
      description: 'A wide linkage window raises recall and may merge more clusters wrongly',
      probability: 0.3,
      impact: 0.4,
      mitigation: `Compare with linkage_window_s of ${String(WIDE_WINDOW_S)} or less`,
    },
  };
}
