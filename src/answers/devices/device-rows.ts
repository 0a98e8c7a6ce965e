import { type DeviceName, namesByAddress } from '../../base/device-name.ts';
import { formatCount, formatFixed } from '../../base/format.ts';
import type { GridColumn, GridRow } from '../../base/table.ts';
import { hasValues, type CaptureInfo } from '../../tables/captures.ts';
import type { Device } from './devices.ts';
import { kindWords } from './kind-words.ts';

/** Indices of the columns that are not drawn as plain text. */
export const COLUMN = {
  address: 0,
  what: 1,
  given: 2,
  packets: 3,
  mean: 4,
  trace: 5,
  interval: 6,
  kind: 7,
  vendor: 8,
  names: 9,
  services: 10,
  first: 11,
  last: 12,
  least: 13,
  most: 14,
} as const;

/** @param relative whether times are relative to the first packet instead of since 1970 */
export function deviceColumns(relative: boolean): readonly GridColumn[] {
  const time = relative ? 's since the first packet' : 'UTC';
  return [
    { title: 'Address', mono: true, width: 156 },
    { title: 'What it is', detail: 'self-described', width: 200 },
    { title: 'Name', detail: 'yours', width: 104 },
    { title: 'Packets', detail: 'sent; click to see', align: 'end' as const, width: 116 },
    { title: 'Mean RSSI', detail: 'dBm', align: 'end' as const, width: 98 },
    { title: 'RSSI over time', detail: 'one scale for all', width: 144 },
    { title: 'Interval', detail: 'median on a channel, ms', align: 'end' as const, width: 166 },
    { title: 'Type', detail: 'of the address', width: 176 },
    { title: 'Vendor', detail: 'company id; public: or OUI', width: 190 },
    { title: 'Names', detail: 'its own', width: 150 },
    { title: 'Services', detail: 'its own', width: 180 },
    { title: 'First seen', detail: time, mono: true, width: relative ? 160 : 232 },
    { title: 'Last seen', detail: time, mono: true, width: relative ? 160 : 232 },
    { title: 'Least', detail: 'dBm', align: 'end' as const, width: 68 },
    { title: 'Most', detail: 'dBm', align: 'end' as const, width: 68 },
    { title: 'Channels', width: 120 },
    { title: 'PDU types', width: 220 },
    { title: 'Connectable', detail: 'legacy PDUs', width: 112 },
    { title: 'Requests', detail: 'from others', align: 'end' as const, width: 122 },
  ].map((column, at) => ({ ...column, sortable: at !== COLUMN.trace }));
}

const COUNT = deviceColumns(false).length;
const RSSI_COLUMNS: ReadonlySet<number> = new Set([COLUMN.mean, COLUMN.trace, COLUMN.least, COLUMN.most]);

/**
 * Indices of the columns to draw. Those of RSSI are drawn only if the capture has RSSI; on a phone, only a few in two lines.
 * @param named whether a person gave names to devices
 */
export function drawnColumns(
  capture: CaptureInfo,
  { phone, named }: { readonly phone: boolean; readonly named: boolean },
): readonly number[] {
  const rssi = hasValues(capture, 'rssi');
  if (phone) return [COLUMN.what, COLUMN.packets, COLUMN.address, rssi ? COLUMN.mean : COLUMN.interval, ...(named ? [COLUMN.given] : [])];
  return Array.from({ length: COUNT }, (_, at) => at).filter((at) => rssi || !RSSI_COLUMNS.has(at));
}

/** The name by which a device is called: that given by the person, otherwise its own, otherwise the end of its address. */
export function calledBy(row: GridRow): string {
  const [given, ownName, address] = [row[COLUMN.given], row[COLUMN.names], row[COLUMN.address]];
  if (typeof given === 'string') return given;
  return typeof ownName === 'string' && ownName !== '' ? `“${ownName}”` : `…${String(address).slice(-5)}`;
}

/**
 * Describes a device in a few words: its name, then what it is. Empty if neither is known.
 * @param given name that the person gave the device
 */
export function deviceWords(row: GridRow, given?: string): string {
  const [ownName, what] = [row[COLUMN.names], row[COLUMN.what]];
  const own = typeof ownName === 'string' && ownName !== '' ? `“${ownName}”` : '';
  return [given ?? own, typeof what === 'string' ? what : ''].filter(Boolean).join(', ');
}

/** A row of the table, with the text in which a search looks. */
export interface DeviceEntry {
  readonly address: string;
  /** The text in lower case. */
  readonly searchText: string;
  readonly row: GridRow;
}

export function deviceEntry(device: Device, relative: boolean): DeviceEntry {
  const { address, vendor, names, services, kind, what } = device;
  const searchText = `${address} ${vendor ?? ''} ${names ?? ''} ${services ?? ''} ${kindWords(kind)} ${what.text ?? ''}`;
  return { address, searchText: searchText.toLowerCase(), row: rowOf(device, relative) };
}

/** The rows that match the words of a search, in their order, optionally limited to some addresses. */
export function foundRows(
  entries: readonly DeviceEntry[],
  {
    find,
    only,
    names,
  }: { readonly find: string; readonly only: readonly string[] | null; readonly names?: readonly DeviceName[] | undefined },
): readonly GridRow[] {
  const words = find.trim().toLowerCase();
  const kept = only && new Set(only);
  const given = namesByAddress(names ?? []);
  return entries.flatMap(({ address, searchText, row }) => {
    const name = given.get(address);
    if (kept?.has(address) === false) return [];
    if (words !== '' && !searchText.includes(words) && name?.toLowerCase().includes(words) !== true) return [];
    return [name === undefined ? row : row.with(COLUMN.given, name)];
  });
}

function rowOf(device: Device, relative: boolean): GridRow {
  const rounded = (value: number | undefined, digits: number): number | null =>
    value === undefined ? null : Number(value.toFixed(digits));
  return [
    device.address,
    device.what.text,
    null,
    device.packets,
    rounded(device.rssi?.mean, 1),
    null,
    rounded(device.interval_ms ?? undefined, 1),
    kindWords(device.kind),
    device.vendor,
    device.names,
    device.services,
    timeText(device.first_us, relative),
    timeText(device.last_us, relative),
    device.rssi?.least ?? null,
    device.rssi?.most ?? null,
    device.channels,
    device.pdu_types,
    device.connectable === null ? null : device.connectable ? 'yes' : 'no',
    device.requests === 0 ? null : device.requests,
  ];
}

/** Writes a time so that texts sort like times: `2020-05-01 18:48:36.352123`, or seconds as a number. */
function timeText(us: number | null, relative: boolean): string | number | null {
  if (us === null) return null;
  if (relative) return Number((us / 1e6).toFixed(6));
  const instant = new Date(Math.floor(us / 1000));
  if (Number.isNaN(instant.getTime())) return `${String(us)} µs`;
  const micros = String(((us % 1000) + 1000) % 1000).padStart(3, '0');
  return instant.toISOString().replace('T', ' ').replace('Z', micros);
}

const DIGITS: Readonly<Record<number, number>> = { [COLUMN.mean]: 1, [COLUMN.interval]: 1 };

/** Writes a value for people: with thousands separators, and at most one decimal. */
export function showCell(value: unknown, column: number): string {
  if (typeof value !== 'number') return String(value);
  const digits = DIGITS[column];
  if (digits !== undefined) return formatFixed(value, digits);
  return column === COLUMN.first || column === COLUMN.last ? value.toFixed(6) : formatCount(value);
}
