import type { Answer } from '../../engine/engine.ts';
import type { FeatureTable } from '../../kernels/contract.ts';
import { adLayout, stablePayload } from '../../ble/ad/layout.ts';
import type { SelectedRows, ToolCapabilities } from '../definition.ts';
import type { AddressColumns, Listening, RadioClock } from './relation.ts';
import { clocksSql, coverageSql, kindsSql, lossesSql, sentSql, sightings, uncheckedSql } from './relation.ts';
import type { Times } from './times.ts';

/** What was observed of one address, before any inference. Times are in seconds since the first row. */
export interface Observed {
  readonly address: string;
  /** Frames that contain the address, including those it sent. */
  readonly frames: number;
  /** Number of frames that the address sent itself. */
  readonly sent: number;
  readonly advertised: number;
  readonly saidRandom: number;
  readonly saidPublic: number;
  readonly name: string | null;
  readonly payload: PayloadKind;
}

/** The kind of payload that an address advertises most often. */
export interface PayloadKind {
  /** PDU type and the payload bytes that should survive a change of address; empty if the address advertises nothing. */
  readonly content: string;
  /** PDU type and AD structures with their lengths. */
  readonly layout: string;
  /** PDU type and AD structures without lengths and without Apple's messages, which survive a change of the device's state. */
  readonly family: string;
}

/** A span in which the selection has no row at all. */
export interface Hole {
  readonly start: number;
  readonly end: number;
  /**
   * Estimated seconds in which the sniffer lost frames and which the timestamps from `start` to `end` do not include; absent if the
   * timestamps are right.
   */
  readonly hidden?: number;
}

export const hiddenIn = ({ hidden = 0 }: Hole): number => hidden;

export interface Observation {
  readonly addresses: readonly Observed[];
  readonly features: FeatureTable;
  readonly holes: readonly Hole[];
  /** Time of second 0 in µs since 1970. */
  readonly baseUs: number;
  /** Seconds from the first row to the last. */
  readonly span: number;
  readonly rows: number;
  /** Number of sightings: one per address and frame. */
  readonly frames: number;
}

/** A gap in all rows counts as a hole if it exceeds both limits: in seconds, and in mean spacings of all rows. */
const HOLE = { minimum_s: 5, factor: 20 };
/** A gap of one address ends a segment of it if it exceeds both limits: in seconds, and in the address's own mean spacings. */
export const SILENCE = { minimum_s: 30, factor: 10 };

/** When the selection was recorded, and the `WITH` clauses of a statement over its sightings. */
export type Recording = Pick<Observation, 'holes' | 'baseUs' | 'span' | 'rows'> & {
  readonly relation: string;
  /** Whether a sniffer in the selection has a clock of its own. */
  readonly clocked: boolean;
};

/** Finds the gaps of the selected rows on the one time base of their captures. */
export async function listen(
  columns: AddressColumns,
  capabilities: ToolCapabilities,
  { from, losses }: Pick<Times, 'from' | 'losses'>,
): Promise<Recording> {
  const { selection } = capabilities;
  const clocks = await readClocks(selection, capabilities, losses);
  const unchecked = await readUnchecked(selection, capabilities);
  const { holes: silent, baseUs, span, rows } = await readCoverage({ clocks, from }, capabilities);
  const holes = withLosses(silent, await readLosses({ clocks, from }, baseUs, capabilities));
  return { relation: sightings(selection, columns, { clocks, from, unchecked }), holes, baseUs, span, rows, clocked: clocks.length > 0 };
}

/** Reads the selection once and measures every address in it. */
export async function observe(
  columns: AddressColumns,
  capabilities: ToolCapabilities,
  times: Pick<Times, 'from' | 'losses'>,
): Promise<Observation & { readonly relation: string }> {
  const tell = (phase: string): void => capabilities.progress({ phase, done: 0, total: 0, unit: 'rows' });
  tell('looking for gaps');
  const { relation, holes, baseUs, span, rows, clocked } = await listen(columns, capabilities, times);
  tell('telling addresses apart');
  const { addresses, keys, salt } = await readAddresses(relation, capabilities);
  tell('reading frames');
  const sent = await ask(capabilities, sentSql(relation, baseUs, salt, clocked));
  const features = await capabilities.kernels.features(
    {
      addresses: addresses.length,
      // These arrays may be modified, because their memory belongs to this answer alone.
      time: sent.column('time').values as Float64Array,
      address: { keys, of: sent.column('key').values as BigUint64Array },
      radio: clocked ? (sent.column('radio').values as Float64Array) : null,
      level: sent.column('level').values as Int8Array,
      channel: sent.column('channel').values as Uint8Array,
      holes: Float64Array.from(holes.flatMap(({ start, end }) => [start, end])),
      silence: SILENCE,
    },
    { signal: capabilities.signal, onProgress: (progress) => capabilities.progress(progress) },
  );
  return { relation, addresses, features, holes, baseUs, span, rows, frames: addresses.reduce((sum, each) => sum + each.frames, 0) };
}

const ask = (capabilities: ToolCapabilities, sql: string) =>
  capabilities.query.answer(sql, capabilities.selection.values, { signal: capabilities.signal });

async function readClocks(selection: SelectedRows, capabilities: ToolCapabilities, losses: boolean): Promise<RadioClock[]> {
  const sql = clocksSql(selection);
  if (sql === null) return [];
  const answer = await ask(capabilities, sql);
  const cell = (name: string, row: number): unknown => answer.column(name).values[row];
  let number = 1;
  return Array.from({ length: answer.rows }, (_, row) => {
    const capture_id = String(cell('capture_id', row));
    const receiver = String(cell('receiver', row));
    const capture = selection.captures.find((each) => each.capture_id === capture_id);
    const own = losses ? (capture?.losses ?? []).filter((loss) => loss.receiver === receiver) : [];
    const clock = { capture_id, receiver, lag_us: Number(cell('lag_us', row)), live: Number(cell('live', row)), number, losses: own };
    number += 1 + own.length;
    return clock;
  });
}

/** Losses of frames that are shorter than this, in s, count as ordinary missed frames. */
const SHORTEST_LOSS_S = 1;

async function readLosses(listening: Pick<Listening, 'clocks' | 'from'>, baseUs: number, capabilities: ToolCapabilities): Promise<Hole[]> {
  if (listening.clocks.every(({ losses }) => losses.length === 0)) return [];
  const answer = await ask(capabilities, lossesSql(capabilities.selection, listening));
  const number = (name: string, row: number): number => Number(answer.column(name).values[row]);
  const holes: Hole[] = [];
  for (let row = 0; row < answer.rows; row++) {
    const start = (number('before_us', row) - baseUs) / 1e6;
    const end = (number('next_us', row) - baseUs) / 1e6;
    const hidden = number('seconds', row) - (end - start);
    if (hidden >= SHORTEST_LOSS_S) holes.push({ start, end, hidden });
  }
  return holes;
}

/** Merges silences and losses of frames, in order of time; a loss inside a silence lengthens it. */
export function withLosses(silent: readonly Hole[], lost: readonly Hole[]): Hole[] {
  const all = [...silent, ...lost].sort((a, b) => a.start - b.start || a.end - b.end);
  const merged: Hole[] = [];
  for (const hole of all) {
    const before = merged.at(-1);
    if (before === undefined || hole.start >= before.end) merged.push(hole);
    else
      merged[merged.length - 1] = {
        start: before.start,
        end: Math.max(before.end, hole.end),
        hidden: hiddenIn(before) + hiddenIn(hole),
      };
  }
  return merged;
}

async function readUnchecked(selection: SelectedRows, capabilities: ToolCapabilities): Promise<string[]> {
  const sql = uncheckedSql(selection);
  if (sql === null) return [];
  return Array.from((await ask(capabilities, sql)).column('capture_id').values as ArrayLike<string>);
}

async function readCoverage(listening: Pick<Listening, 'clocks' | 'from'>, capabilities: ToolCapabilities) {
  const answer = await ask(capabilities, coverageSql(capabilities.selection, listening));
  const first = answer.column('first_us').values as ArrayLike<number>;
  const last = answer.column('last_us').values as ArrayLike<number>;
  const counts = answer.column('rows').values as ArrayLike<number>;
  const rows = sum(counts, 0, answer.rows);
  return { ...holesBetween(first, last, rows), baseUs: first[0] ?? 0, rows };
}

/**
 * Finds the spans without any row.
 * @param first time in µs of the first row in each second that has rows, ascending
 * @param last time in µs of the last row in each of these seconds
 * @param rows total number of rows
 */
export function holesBetween(
  first: ArrayLike<number>,
  last: ArrayLike<number>,
  rows: number,
): { readonly holes: readonly Hole[]; readonly span: number } {
  const baseUs = first[0] ?? 0;
  const span = ((last[last.length - 1] ?? 0) - baseUs) / 1e6;
  const limit = Math.max(HOLE.minimum_s, (HOLE.factor * span) / rows);
  const holes: Hole[] = [];
  for (let at = 1; at < first.length; at++) {
    const start = (last[at - 1]! - baseUs) / 1e6;
    const end = (first[at]! - baseUs) / 1e6;
    if (end - start > limit) holes.push({ start, end });
  }
  return { holes, span };
}

interface Heads {
  readonly addresses: Observed[];
  /** The keys (64-bit hashes) of the addresses in the rows. */
  readonly keys: BigUint64Array;
  readonly salt: string;
}

/** Reads frame counts and payloads of each address, ordered by address. */
async function readAddresses(relation: string, capabilities: ToolCapabilities): Promise<Heads> {
  for (let salt = ''; ; salt += 'x') {
    const answer = await ask(capabilities, kindsSql(relation, salt));
    const keys = answer.column('key').values as BigUint64Array;
    const text = (name: string): ArrayLike<string | null> => answer.column(name).values as ArrayLike<string | null>;
    const [names, others] = [text('addr'), text('other')];
    const starts: number[] = [];
    for (let row = 0; row < answer.rows; row++) {
      if (row > 0 && names[row] === names[row - 1]) continue;
      starts.push(row);
    }
    const own = BigUint64Array.from(starts, (row) => keys[row]!);
    if (allDiffer(own) && Array.prototype.every.call(others, (other, row) => other === names[row]))
      return { addresses: headsOf(answer, starts), keys: own, salt };
  }
}

function allDiffer(keys: BigUint64Array): boolean {
  const sorted = keys.slice().sort();
  return sorted.every((key, at) => at === 0 || key !== sorted[at - 1]);
}

function headsOf(answer: Answer, starts: readonly number[]): Observed[] {
  const column = <T>(name: string): ArrayLike<T> => answer.column(name).values as ArrayLike<T>;
  const types = column<string | null>('adv_type');
  const data = column<Uint8Array | null>('adv_data');
  const names = column<string | null>('local_name');
  const addr = column<string>('addr');
  const counts = ['frames', 'sent', 'advertised', 'said_random', 'said_public'].map((name) => column<number>(name));
  const out: Observed[] = [];
  for (let at = 0; at < starts.length; at++) {
    const [from, to] = [starts[at]!, starts[at + 1] ?? answer.rows];
    const [frames = 0, sent = 0, advertised = 0, saidRandom = 0, saidPublic = 0] = counts.map((values) => sum(values, from, to));
    const payloads: PayloadRow[] = [];
    let name: string | null = null;
    for (let row = from; row < to; row++) {
      const own = names[row] ?? null;
      if (own !== null && (name === null || own < name)) name = own;
      const bytes = data[row] ?? null;
      if (bytes === null) continue;
      const type = types[row] ?? '';
      // Give scan responses almost no weight, so that they count only if there is no other payload.
      const weight = counts[0]![row]! * (type === 'SCAN_RSP' ? 1e-9 : 1);
      payloads.push({ layout: `${type} ${adLayout(bytes)}`, content: `${type} ${stablePayload(bytes)}`, frames: weight });
    }
    out.push({ address: addr[from]!, frames, sent, advertised, saidRandom, saidPublic, name, payload: payloadKind(payloads) });
  }
  return out;
}

function sum(values: ArrayLike<number>, from: number, to: number): number {
  let total = 0;
  for (let row = from; row < to; row++) total += values[row]!;
  return total;
}

const NO_PAYLOAD: PayloadKind = { content: '', layout: '', family: '' };

/** One payload of an address: its texts as in `PayloadKind`, and how many frames carried it. */
export interface PayloadRow {
  readonly layout: string;
  readonly content: string;
  readonly frames: number;
}

/** Returns the most frequent kind of payload, weighted by frames. */
export function payloadKind(rows: readonly PayloadRow[]): PayloadKind {
  const contents = new Map<string, number>();
  const layouts = new Map<string, number>();
  for (const { content, layout, frames } of rows) {
    add(contents, content, frames);
    add(layouts, layout, frames);
  }
  const layout = heaviest(layouts);
  return layout === '' ? NO_PAYLOAD : { content: heaviest(contents), layout, family: familyOf(layout) };
}

function add(weights: Map<string, number>, key: string, weight: number): void {
  weights.set(key, (weights.get(key) ?? 0) + weight);
}

function heaviest(weights: ReadonlyMap<string, number>): string {
  let best = '';
  let most = 0;
  for (const [key, weight] of weights) {
    if (weight > most || (weight === most && key < best)) {
      best = key;
      most = weight;
    }
  }
  return best;
}

/** Removes lengths and Apple's messages from a layout: `ADV_IND 01:1|FF:15(004C,10:5)` becomes `ADV_IND 01|FF(004C)`. */
export function familyOf(layout: string): string {
  return layout.replace(/\(004C[^)]*\)/g, '(004C)').replace(/([0-9A-F]{2}):\d+/g, '$1');
}
