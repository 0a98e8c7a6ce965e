import { CONNECTION_WORDS } from '../../selection/page-sql.ts';
import { whyNone } from '../../tables/conversation/why-none.ts';
import { classOf, knownColumns } from '../../selection/columns.ts';
import type { CaptureInfo, ColumnInfo } from '../../tables/captures.ts';
import { isTimeColumn, timeColumn } from '../../tables/capture-time.ts';
import { packetInfo, packetTone, type PacketCells, type PacketTone } from '../../ble/kind/packet-info.ts';
import { valueTerm } from '../../selection/terms.ts';
import { hexBytes } from './frame.ts';
import type { GridColumn, GridRow } from '../../base/table.ts';

/** A column of the table of packets. */
export interface PacketColumn extends GridColumn {
  /** Name of the capture's column, or `delta_t`, `info` or `device_name`. Sessions store it. */
  readonly id: string;
  /** Columns of the capture from which the column is computed. The first one is used to sort and filter. */
  readonly from: readonly string[];
  /** Returns the text of a cell. `cells`: values of the columns in `from`; `before`: those of the row above, for differences. */
  readonly text: (cells: readonly unknown[], before: readonly unknown[] | null) => unknown;
}

export const DELTA = 'delta_t';
export const INFO = 'info';
/** Id of the column with the names that a person gave to advertisers. */
export const NAME = 'device_name';

/** Columns shown by default, the most important first, as a narrow pane hides the last. Columns that have no value are left out. */
const FIRST = ['packet_no', 'ts_us', 'advertiser_addr', NAME, 'device_id', 'adv_type', 'rssi', 'channel', INFO, DELTA, 'length', 'crc_ok'];
/** Columns on a phone, in lines of two: who and when, what and how strong. Of each list, the first column that the capture has is shown. */
const FIRST_NARROW = [['advertiser_addr', 'device_id', 'packet_no'], ['ts_us'], [INFO], ['rssi', 'channel', 'length'], [NAME]];
/** Maximum number of columns of a table that are shown by default. */
const MOST_OF_TABLE = 16;

const TITLES: Readonly<Record<string, readonly [title: string, detail: string, width: number]>> = {
  packet_no: ['No.', '', 72],
  ts_us: ['Time', '', 0],
  time_us: ['Time', '', 0],
  channel: ['Ch.', '', 56],
  rssi: ['RSSI', 'dBm', 64],
  adv_type: ['PDU', '', 166],
  advertiser_addr: ['Advertiser', '', 158],
  length: ['Length', 'B', 76],
  crc_ok: ['CRC', '', 64],
};

/** Title of the column with the timestamps of the file, in a capture whose times were corrected. */
const STAMP = ['Stamp', '', 0] as const;

/**
 * Returns every column that can be shown.
 *
 * @param company finds the name of a company id; undefined until the lists of names are loaded
 * @param given finds the name that a person gave to the device of an address; absent if no device has one
 */
export function packetColumns(
  capture: CaptureInfo,
  company: (id: number) => string | undefined,
  given?: (address: string) => string | undefined,
): readonly PacketColumn[] {
  const own = capture.columns.map((column) => ownColumn(capture, column));
  if (capture.kind === 'table') return own;
  const time = timeColumn(capture);
  const behind = (id: string): readonly PacketColumn[] => {
    if (id === time) return [{ ...DELTA_COLUMN, from: [time] }];
    return id === 'advertiser_addr' && given ? [nameColumn(given)] : [];
  };
  return own.flatMap((column) => [column, ...behind(column.id)]).concat(infoColumn(company, whyNone(capture) === undefined));
}

/**
 * Returns the ids of the columns that are shown by default.
 *
 * @param narrow whether the page is as narrow as a phone
 * @param named whether a person gave names to devices
 */
export function firstColumns(capture: CaptureInfo, narrow = false, named = false): readonly string[] {
  const { kind, columns, channels, link_types, format } = capture;
  if (kind === 'table') return columns.slice(0, MOST_OF_TABLE).map(({ name }) => name);
  const names = columns.filter(({ empty }) => empty !== true).map(({ name }) => name);
  // A Web Bluetooth scan has device ids instead of addresses. HCI records have neither channel nor CRC.
  const scan = format === 'live' && link_types.length === 0;
  const missing = [
    ...(named ? [] : [NAME]),
    scan ? 'advertiser_addr' : 'device_id',
    ...(channels.length === 0 ? ['channel', 'crc_ok'] : []),
  ];
  const time = timeColumn(capture);
  const has = (id: string): boolean => (names.includes(id) || [DELTA, INFO, NAME].includes(id)) && !missing.includes(id);
  const held = (ids: readonly string[]): string[] => ids.map((id) => (id === 'ts_us' ? time : id)).filter(has);
  return narrow ? FIRST_NARROW.flatMap((ids) => held(ids).slice(0, 1)) : held(FIRST);
}

const plain = ([value]: readonly unknown[]): unknown => value;

const DELTA_COLUMN: PacketColumn = {
  id: DELTA,
  from: ['ts_us'],
  title: 'Δt',
  detail: 'ms',
  align: 'end',
  width: 100,
  text: ([now], before) => {
    const past = before?.[0];
    return typeof now === 'number' && typeof past === 'number' ? ((now - past) / 1000).toFixed(3) : '';
  },
};

const nameColumn = (given: (address: string) => string | undefined): PacketColumn => ({
  id: NAME,
  from: ['advertiser_addr'],
  title: 'Device',
  detail: 'your name',
  width: 120,
  sortable: true,
  text: ([address]) => (typeof address === 'string' ? (given(address) ?? null) : null),
});

/** Columns of the capture from which the Info text is written. Those that a filter can use come first. */
const INFO_FROM = ['local_name', 'company_id', 'adv_type', 'crc_ok', 'advertiser_addr', 'adv_data', 'opcode'];

/** Converts the cells of `INFO_FROM` to the argument of `packetInfo`. */
function readInfo([name, company, pdu, crc_ok, advertiser, data, opcode]: readonly unknown[]): PacketCells {
  const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
  return {
    pdu: text(pdu),
    crc_ok: typeof crc_ok === 'boolean' ? crc_ok : null,
    advertiser: text(advertiser),
    name: text(name),
    company: typeof company === 'number' ? company : null,
    data: hexBytes(data),
    opcode: text(opcode),
  };
}

/** How a row is marked (damaged, request), determined from the cells of its Info column. */
export const toneOf = (cells: readonly unknown[]): PacketTone => packetTone(readInfo(cells));

const infoColumn = (company: (id: number) => string | undefined, connections: boolean): PacketColumn => ({
  id: INFO,
  from: connections ? [...INFO_FROM, CONNECTION_WORDS] : INFO_FROM,
  title: 'Info',
  width: 240,
  sortable: true,
  text: (cells) => cells[INFO_FROM.length] ?? packetInfo(readInfo(cells), { company }),
});

function ownColumn(capture: CaptureInfo, { name, type, unit, role }: ColumnInfo): PacketColumn {
  const stamp = name === 'ts_us' && timeColumn(capture) !== name;
  const known = capture.kind !== 'ble' ? undefined : stamp ? STAMP : TITLES[name];
  const holds = classOf(type);
  const clock = capture.kind === 'ble' && isTimeColumn(name) ? clockOf(capture) : null;
  // Times of a table are shown in UTC, even if they have another zone.
  const zone = role === 'time' && holds === 'time' && capture.time_base === 'epoch' ? 'UTC' : undefined;
  return {
    id: name,
    from: [name],
    title: known?.[0] ?? name,
    detail: clock ? clock.detail : (known?.[1] ?? zone ?? unit ?? type),
    align: holds === 'number' && clock?.epoch !== true ? 'end' : 'start',
    mono: holds === 'time' || holds === 'other' || name.endsWith('_addr') || role === 'address' || clock?.epoch === true,
    ...(known && { width: clock?.width ?? known[2] }),
    sortable: holds !== 'other',
    text: clock ? ([us]) => clock.text(us) : name === 'crc_ok' ? crcText : plain,
  };
}

/** How times are shown. If all are of one day, the head of the column shows the day and the cells only the time. */
function clockOf({ time_base, time_range }: CaptureInfo) {
  if (time_base !== 'epoch') return { epoch: false, detail: 's from the first', width: 130, text: (us: unknown) => timeText(us, false) };
  const [first, last] = [time_range?.start_ms, time_range?.end_ms].map((ms) => String(timeText((ms ?? 0) * 1000, true)).slice(0, 10));
  if (first !== last) return { epoch: true, detail: 'UTC', width: 232, text: (us: unknown) => timeText(us, true) };
  const ofDay = (us: unknown): unknown => (typeof us === 'number' ? String(timeText(us, true)).slice(11) : us);
  return { epoch: true, detail: `${first ?? ''} UTC`, width: 146, text: ofDay };
}

const crcText = ([ok]: readonly unknown[]): unknown => (ok === true ? 'ok' : ok === false ? 'wrong' : null);

/** Writes µs as date and time of day with six decimals, or as seconds. */
export function timeText(us: unknown, epoch: boolean): unknown {
  if (typeof us !== 'number') return us;
  if (!epoch) return (us / 1e6).toFixed(6);
  const ms = Math.floor(us / 1000);
  const instant = new Date(ms);
  if (Number.isNaN(instant.getTime())) return us;
  return `${instant.toISOString().replace('T', ' ').slice(0, 23)}${String(us - ms * 1000).padStart(3, '0')}`;
}

/** Names of the capture's columns from which the shown columns are computed; null for all. */
export function chosenNames(capture: CaptureInfo, shown: readonly string[] | null): readonly string[] | null {
  if (shown === null) return null;
  const own = capture.columns.map(({ name }) => name);
  const columns = packetColumns(capture, () => undefined);
  return namesOf(shown.flatMap((id) => columns.find((column) => column.id === id) ?? [])).filter((name) => own.includes(name));
}

export const namesOf = (columns: readonly PacketColumn[]): readonly string[] => [...new Set(columns.flatMap(({ from }) => from))];

/**
 * Reads fetched rows, which are a row number followed by the values of the columns `names`; others are empty. `values` returns the
 * values from which a shown column is computed, `texts` the shown texts of a row. `before` is the row above, if it is loaded.
 */
export function cellReader(columns: readonly PacketColumn[], names: readonly string[]) {
  const places = columns.map(({ from }) => from.map((name) => names.indexOf(name)));
  const values = (row: GridRow, column: number): readonly unknown[] => (places[column] ?? []).map((at) => (at < 0 ? null : row[at + 1]));
  const texts = (row: GridRow, before: GridRow | undefined): GridRow =>
    columns.map(({ text }, at) => text(values(row, at), before ? values(before, at) : null));
  return { values, texts };
}

/** Filter term that keeps (or removes) the rows with the value of this cell; null if filters cannot express it. */
export function cellTerm(capture: CaptureInfo, { from, id }: PacketColumn, cells: readonly unknown[], keep: boolean): string | null {
  if (id === DELTA) return null;
  const at = Math.max(
    0,
    cells.findIndex((value) => value !== null && value !== undefined),
  );
  const [name, value] = [from[at], cells[at]];
  if (name === undefined) return null;
  const holds = knownColumns(capture).get(name.toLowerCase())?.holds;
  if (holds === undefined || (holds === 'other' && value !== null)) return null;
  if (holds !== 'number' || typeof value !== 'string') return valueTerm(name, value, keep);
  // Integers that a double cannot represent arrive as text. A filter has no word for NaN.
  return /^-?\d+$/.test(value) ? valueTerm(name, BigInt(value), keep) : null;
}
