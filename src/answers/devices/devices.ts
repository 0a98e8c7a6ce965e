import { type AddressClass, canonicalAddress, classifyAddress } from '../../ble/address.ts';
import { deviceKind, type DeviceKind } from '../../ble/kind/device-kind.ts';
import { gatherSaid, type Revealed } from '../../ble/kind/said.ts';
import type { AssignedNames } from '../../ble/ad/names.ts';
import type { QueryResult } from '../../tables/result-set.ts';
import { formatAmount, formatCount } from '../../base/format.ts';
import { kindWords } from './kind-words.ts';

export type { DeviceKind };

/** An address in the table of devices. Times are in µs on the capture's clock, RSSI is in dBm. */
export interface Device {
  readonly address: string;
  /** Class of the address; null if it is an opaque device id or another text. */
  readonly kind: AddressClass | null;
  /** What the device is, according to its own data. */
  readonly what: DeviceKind;
  /** Vendor by the company id in advertisements; without one, for a public address, by its OUI. */
  readonly vendor: string | null;
  readonly names: string | null;
  /** Services that it advertises, by name or, if unknown, by UUID. */
  readonly services: string | null;
  readonly packets: number;
  /** Number of requests that other devices sent to it. */
  readonly requests: number;
  readonly first_us: number | null;
  readonly last_us: number | null;
  readonly rssi: { readonly mean: number; readonly least: number; readonly most: number } | null;
  readonly interval_ms: number | null;
  readonly channels: string | null;
  readonly pdu_types: string | null;
  readonly connectable: boolean | null;
}

/** A row of the answer to `devicesSql`, by column name. */
type Fields = Readonly<Record<string, unknown>>;

/** Reads the devices from an answer to `devicesSql`. @param revealed what connections reveal about devices, by address */
export function readDevices(
  { columns, rows }: QueryResult,
  names: AssignedNames,
  revealed?: ReadonlyMap<string, Revealed>,
): readonly Device[] {
  const keys = columns.map(({ name }) => name);
  return rows.map((row) => {
    const fields = Object.fromEntries(keys.map((key, at) => [key, row[at]]));
    return readDevice(fields, names, revealed?.get(String(fields['address'])));
  });
}

function readDevice(row: Fields, names: AssignedNames, revealed: Revealed | undefined): Device {
  const address = text(row['address']) ?? '';
  const least = row['random_least'];
  // If packets disagree about the type bit of the address, it is not used.
  const random = typeof least === 'boolean' && least === row['random_most'] ? least : null;
  const kind = canonicalAddress(address) === null ? null : classifyAddress(address, random);
  const [mean, low, high] = [number(row['rssi_mean']), number(row['rssi_least']), number(row['rssi_most'])];
  return {
    address,
    kind,
    what: whatOf(row, names, revealed),
    vendor: vendorOf(row, names) ?? (kind === 'public' ? `OUI ${address.slice(0, 8)}` : null),
    names: namesOf(row, revealed),
    services: servicesOf(row, names, revealed),
    packets: number(row['packets']) ?? 0,
    requests: number(row['requests']) ?? 0,
    first_us: number(row['first_us']),
    last_us: number(row['last_us']),
    rssi: mean === null || low === null || high === null ? null : { mean, least: low, most: high },
    interval_ms: number(row['interval_ms']),
    channels: text(row['channels']),
    pdu_types: text(row['pdu_types']),
    connectable: typeof row['connectable'] === 'boolean' ? row['connectable'] : null,
  };
}

function whatOf(row: Fields, names: AssignedNames, revealed: Revealed | undefined): DeviceKind {
  const words = (key: string, between: string): string[] => text(row[key])?.split(between) ?? [];
  const payloads = [...new Set(words('payloads', ' '))].map(fromHex);
  const reported = gatherSaid(payloads, {
    names: words('names', ' · '),
    appearance: number(row['appearance']),
    companies: words('companies', ' ').map(Number),
    services: words('services', ' '),
    revealed,
  });
  const kind = deviceKind(reported, names);
  const [side] = revealed?.roles ?? [];
  if (kind.text === null && side && side.packets > 0)
    return {
      text: `${side.role === 'central' ? 'Central' : 'Peripheral'} of a connection`,
      evidence: [`it sent ${formatAmount(side.packets, 'packet')}, first in connection ${formatCount(side.connection)}`],
    };
  const [packets, requests] = [number(row['packets']) ?? 0, number(row['requests']) ?? 0];
  return kind.text === null && packets === 0 && requests > 0
    ? {
        text: 'Only addressed by others',
        evidence: [`${formatAmount(requests, 'packet')} of other devices address it; none from it was received`],
      }
    : kind;
}

const fromHex = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (octet) => Number.parseInt(octet, 16));

function vendorOf(row: Fields, names: AssignedNames): string | null {
  const company = number(row['company_id']);
  return company === null ? null : (names.company(company) ?? `company 0x${company.toString(16).toUpperCase().padStart(4, '0')}`);
}

/** The names that a device advertised, and the one that it gave in a connection. */
function namesOf(row: Fields, revealed: Revealed | undefined): string | null {
  const given = revealed?.stated.flatMap(({ what, text }) => (what === 'name' ? [text] : [])) ?? [];
  const all = [...new Set([...(text(row['names'])?.split(' · ') ?? []), ...given])];
  return all.length === 0 ? null : all.join(' · ');
}

function servicesOf(row: Fields, names: AssignedNames, revealed: Revealed | undefined): string | null {
  const uuids = [...new Set([...(text(row['services'])?.split(' ') ?? []), ...(revealed?.services ?? [])])];
  return uuids.length === 0 ? null : uuids.map((uuid) => names.service(uuid) ?? uuid).join(' · ');
}

/** Summarises the table in a sentence. */
export function devicesFinding(devices: readonly Device[]): string {
  if (devices.length === 0) return 'No frame with a valid checksum contains an address.';
  const counts = new Map<string, number>();
  let [named, silent] = [0, 0];
  for (const { kind, names, packets } of devices) {
    const words = kindWords(kind);
    counts.set(words, (counts.get(words) ?? 0) + 1);
    if (names !== null) named++;
    if (packets === 0) silent++;
  }
  const kinds = [...counts].sort(([, left], [, right]) => right - left).map(([words, count]) => `${formatCount(count)} ${words}`);
  const parts = [
    ...(named > 0 ? [`${formatCount(named)} ${named === 1 ? 'sends' : 'send'} a name`] : []),
    ...(silent > 0 ? [`${formatCount(silent)} only addressed by others`] : []),
  ];
  const whole = counts.size === 1 && counts.has('device id') ? formatAmount(devices.length, 'device id') : null;
  const head = whole ?? `${formatAmount(devices.length, 'address', 'addresses')}: ${kinds.join(', ')}`;
  return `${[head, ...parts].join('; ')}.`;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Reads a number. Counts and times are texts if a double cannot represent them. */
function number(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  const read = Number(value);
  return Number.isFinite(read) ? read : null;
}
