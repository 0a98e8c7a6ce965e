import type { WebAdvert } from './web-advert.ts';

/**
 * Version of the file format for Web Bluetooth scans: one JSON object per line, of which the first describes the file. Lines are appended
 * during the scan, so a truncated file loses only its last line.
 */
export const SCAN_LOG_VERSION = 1;
const MARK = 'capture_workbench_scan';

/** Writes the first line of a file. */
export const scanLogHead = (source: string, startedMs: number): string =>
  `${JSON.stringify({ [MARK]: SCAN_LOG_VERSION, source, started: new Date(startedMs).toISOString() })}\n`;

export const scanLogLine = (advert: WebAdvert): string =>
  `${JSON.stringify({
    ts_us: advert.us,
    device_id: advert.device_id,
    rssi: advert.rssi ?? undefined,
    name: advert.name ?? undefined,
    tx_power: advert.tx_power ?? undefined,
    appearance: advert.appearance ?? undefined,
    uuids: advert.uuids.length > 0 ? advert.uuids : undefined,
    manufacturer: advert.manufacturer.length > 0 ? advert.manufacturer.map(([id, data]) => [id, hexOf(data)]) : undefined,
    service: advert.service.length > 0 ? advert.service.map(([uuid, data]) => [uuid, hexOf(data)]) : undefined,
  })}\n`;

/** Reads the version and source in a first line; null if it is not the first line of such a file. */
export function readScanLogHead(line: string): { readonly version: number; readonly source: string } | null {
  const value = parsed(line);
  const version = value?.[MARK];
  const source = value?.['source'];
  return typeof version === 'number' && typeof source === 'string' ? { version, source } : null;
}

/** Reads a line; if it is invalid, returns an error message. */
export function readScanLogLine(line: string): WebAdvert | string {
  const value = parsed(line);
  if (value === null) return 'expected a JSON object on the line';
  const { ts_us: us, device_id: device } = value;
  if (typeof us !== 'number' || !Number.isSafeInteger(us)) return 'expected "ts_us", whole microseconds';
  if (typeof device !== 'string' || device === '' || device.length > 64) return 'expected "device_id", a text of 1 to 64 characters';
  const [manufacturer, service] = [pairs(value['manufacturer'], isCompany), pairs(value['service'], isText)];
  if (manufacturer === null || service === null) return 'expected lists of an id and its data in hexadecimal digits';
  return {
    us,
    device_id: device,
    name: isText(value['name']) ? value['name'] : null,
    rssi: whole(value['rssi'], -128, 127),
    tx_power: whole(value['tx_power'], -128, 127),
    appearance: whole(value['appearance'], 0, 0xffff),
    uuids: Array.isArray(value['uuids']) ? value['uuids'].filter(isText) : [],
    manufacturer,
    service,
  };
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 1024;
const isCompany = (value: unknown): value is number => whole(value, 0, 0xffff) !== null;
const whole = (value: unknown, low: number, high: number): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high ? value : null;

function pairs<T>(value: unknown, isId: (id: unknown) => id is T): (readonly [T, Uint8Array])[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > 64) return null;
  const out: (readonly [T, Uint8Array])[] = [];
  for (const pair of value as unknown[]) {
    const [id, digits] = Array.isArray(pair) ? (pair as unknown[]) : [];
    if (!isId(id) || typeof digits !== 'string' || digits.length > 508 || !/^(?:[0-9a-f]{2})*$/.test(digits)) return null;
    out.push([id, Uint8Array.from(digits.match(/../g) ?? [], (octet) => Number.parseInt(octet, 16))]);
  }
  return out;
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (octet) => octet.toString(16).padStart(2, '0')).join('');
