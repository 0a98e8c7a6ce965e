import type { FeatureTable } from '../../../kernels/contract.ts';
import { adLayout, stablePayload } from '../../../ble/ad/layout.ts';
import type { SelectedRows, ToolCapabilities } from '../../definition.ts';
import type { AddressColumns, RadioClock } from './relation.ts';
import { addressesSql, clocksSql, coverageSql, payloadsSql, sentSql, sightings, uncheckedSql } from './relation.ts';

/** What is known of one address before any inference. Times in seconds since the first row. */
export interface Observed {
  readonly address: string;
  /** Frames that name it, its own included. */
  readonly frames: number;
  /** Frames it sent itself. */
  readonly sent: number;
  readonly advertised: number;
  readonly saidRandom: number;
  readonly saidPublic: number;
  readonly pdus: string;
  readonly name: string | null;
  readonly payload: PayloadKind;
}

/** The shape of what an address mostly advertises. */
export interface PayloadKind {
  /** PDU type and the bytes that should outlive a change of address; empty when it advertises nothing. */
  readonly content: string;
  /** PDU type and AD structure with lengths. */
  readonly layout: string;
  /** The same without lengths and without Apple's messages: what survives a change of state. */
  readonly family: string;
}

/** A span in which the selection has no row at all. */
export interface Hole {
  readonly start: number;
  readonly end: number;
}

export interface Observation {
  readonly addresses: readonly Observed[];
  readonly features: FeatureTable;
  readonly holes: readonly Hole[];
  /** Microseconds since 1970 of second 0. */
  readonly baseUs: number;
  /** Seconds from the first row to the last. */
  readonly span: number;
  readonly rows: number;
  /** Sightings below: frames of all addresses. */
  readonly frames: number;
}

/** A silence of everything is a hole when longer than both: seconds, and mean spacings of all rows. */
const HOLE = { minimum_s: 5, factor: 20 };
/** A silence of one address ends its segment when longer than both: seconds, and its own mean spacings. */
export const SILENCE = { minimum_s: 30, factor: 10 };

/** Reads the selection once and measures every address in it. */
export async function observe(columns: AddressColumns, capabilities: ToolCapabilities): Promise<Observation> {
  const { selection } = capabilities;
  const clocks = await readClocks(selection, capabilities);
  const unchecked = await readUnchecked(selection, capabilities);
  const { holes, baseUs, span, rows } = await readCoverage(selection, clocks, capabilities);
  const relation = sightings(selection, columns, { clocks, unchecked });
  const heads = await readAddresses(relation, capabilities);
  capabilities.progress({ phase: 'reading frames', done: 0, total: rows, unit: 'rows' });
  const sent = await ask(capabilities, sentSql(relation, baseUs));
  const features = await capabilities.kernels.features(
    {
      addresses: heads.length,
      time: Float64Array.from(sent.column('time').values as ArrayLike<number>),
      address: Uint32Array.from(sent.column('number').values as ArrayLike<number>),
      radio: Float64Array.from(sent.column('radio').values as ArrayLike<number>),
      level: Int8Array.from(sent.column('level').values as ArrayLike<number>),
      channel: Uint8Array.from(sent.column('channel').values as ArrayLike<number>),
      holes: Float64Array.from(holes.flatMap(({ start, end }) => [start, end])),
      silence: SILENCE,
    },
    { signal: capabilities.signal, onProgress: (progress) => capabilities.progress(progress) },
  );
  const payloads = await readPayloads(relation, baseUs, heads.length, capabilities);
  const addresses = heads.map((head, number) => ({ ...head, payload: payloads[number]! }));
  return { addresses, features, holes, baseUs, span, rows, frames: heads.reduce((sum, head) => sum + head.frames, 0) };
}

const ask = (capabilities: ToolCapabilities, sql: string) =>
  capabilities.query.answer(sql, capabilities.selection.values, { signal: capabilities.signal });

async function readClocks(selection: SelectedRows, capabilities: ToolCapabilities): Promise<RadioClock[]> {
  const sql = clocksSql(selection);
  if (sql === null) return [];
  const answer = await ask(capabilities, sql);
  const cell = (name: string, row: number): unknown => answer.column(name).values[row];
  return Array.from({ length: answer.rows }, (_, row) => ({
    capture_id: String(cell('capture_id', row)),
    receiver: String(cell('receiver', row)),
    lag_us: Number(cell('lag_us', row)),
    live: Number(cell('live', row)),
  }));
}

async function readUnchecked(selection: SelectedRows, capabilities: ToolCapabilities): Promise<string[]> {
  const sql = uncheckedSql(selection);
  if (sql === null) return [];
  return Array.from((await ask(capabilities, sql)).column('capture_id').values as ArrayLike<string>);
}

async function readCoverage(selection: SelectedRows, clocks: readonly RadioClock[], capabilities: ToolCapabilities) {
  const answer = await ask(capabilities, coverageSql(selection, clocks));
  const first = answer.column('first_us').values as ArrayLike<number>;
  const last = answer.column('last_us').values as ArrayLike<number>;
  const counts = answer.column('rows').values as ArrayLike<number>;
  const rows = Array.from(counts).reduce((sum, count) => sum + count, 0);
  const seconds = Array.from({ length: answer.rows }, (_, row) => ({ first: first[row]!, last: last[row]! }));
  return { ...holesBetween(seconds, rows), baseUs: seconds[0]?.first ?? 0, rows };
}

/**
 * Spans without any row, from the first and last row of every second that has one (µs, ascending).
 *
 * @param rows how many rows there are in all
 */
export function holesBetween(
  seconds: readonly { readonly first: number; readonly last: number }[],
  rows: number,
): { readonly holes: readonly Hole[]; readonly span: number } {
  const baseUs = seconds[0]?.first ?? 0;
  const span = ((seconds.at(-1)?.last ?? 0) - baseUs) / 1e6;
  const limit = Math.max(HOLE.minimum_s, (HOLE.factor * span) / rows);
  const holes: Hole[] = [];
  for (let at = 1; at < seconds.length; at++) {
    const start = (seconds[at - 1]!.last - baseUs) / 1e6;
    const end = (seconds[at]!.first - baseUs) / 1e6;
    if (end - start > limit) holes.push({ start, end });
  }
  return { holes, span };
}

async function readAddresses(relation: string, capabilities: ToolCapabilities): Promise<Omit<Observed, 'payload'>[]> {
  const answer = await ask(capabilities, addressesSql(relation));
  const text = (name: string, row: number): string | null => (answer.column(name).values[row] as string | null | undefined) ?? null;
  const number = (name: string, row: number): number => Number(answer.column(name).values[row]);
  return Array.from({ length: answer.rows }, (_, row) => ({
    address: text('addr', row)!,
    frames: number('frames', row),
    sent: number('sent', row),
    advertised: number('advertised', row),
    saidRandom: number('said_random', row),
    saidPublic: number('said_public', row),
    pdus: text('pdus', row) ?? '',
    name: text('local_name', row),
  }));
}

const NO_PAYLOAD: PayloadKind = { content: '', layout: '', family: '' };

async function readPayloads(relation: string, baseUs: number, count: number, capabilities: ToolCapabilities): Promise<PayloadKind[]> {
  const answer = await ask(capabilities, payloadsSql(relation, baseUs));
  const numbers = answer.column('number').values as ArrayLike<number>;
  const types = answer.column('adv_type').values as ArrayLike<string | null>;
  const data = answer.column('adv_data').values as ArrayLike<Uint8Array>;
  const frames = answer.column('frames').values as ArrayLike<number>;
  return payloadKinds(count, rows());

  function* rows(): Generator<PayloadRow> {
    for (let row = 0; row < answer.rows; row++) {
      const type = types[row] ?? '';
      yield {
        number: numbers[row]!,
        layout: `${type} ${adLayout(data[row]!)}`,
        content: `${type} ${stablePayload(data[row]!)}`,
        // Scan responses count only where there is nothing else.
        frames: type === 'SCAN_RSP' ? frames[row]! * 1e-9 : frames[row]!,
      };
    }
  }
}

/** One payload of an address: its texts as in `PayloadKind`, and how many frames carried it. */
interface PayloadRow {
  readonly number: number;
  readonly layout: string;
  readonly content: string;
  readonly frames: number;
}

/** What most frames of each of `count` addresses say. */
export function payloadKinds(count: number, rows: Iterable<PayloadRow>): PayloadKind[] {
  const kinds = Array.from({ length: count }, () => ({ contents: new Map<string, number>(), layouts: new Map<string, number>() }));
  for (const { number, content, layout, frames } of rows) {
    add(kinds[number]!.contents, content, frames);
    add(kinds[number]!.layouts, layout, frames);
  }
  return kinds.map(({ contents, layouts }) => {
    const layout = heaviest(layouts);
    return layout === '' ? NO_PAYLOAD : { content: heaviest(contents), layout, family: familyOf(layout) };
  });
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

/** `ADV_IND 01:1|FF:15(004C,10:5)` → `ADV_IND 01|FF(004C)`. */
export function familyOf(layout: string): string {
  return layout.replace(/\(004C[^)]*\)/g, '(004C)').replace(/([0-9A-F]{2}):\d+/g, '$1');
}
