import { walkContinuity } from '../ad/apple.ts';
import { byteText } from '../ad/byte-text.ts';
import { APPLE } from '../ad/manufacturer.ts';
import { walkAd } from '../ad/structure.ts';
import { uuidText } from '../ad/uuids.ts';

/** What a device says about itself in its advertising data, collected from several payloads. */
export interface Said {
  readonly names: readonly string[];
  /** A code of Assigned Numbers 2.6; null if absent or 0 ("unknown"). */
  readonly appearance: number | null;
  readonly companies: ReadonlySet<number>;
  /** UUIDs of the listed services, as `180D` or in the dashed 128-bit form. */
  readonly services: ReadonlySet<string>;
  /**
   * Formats in the data: `apple:10` (Continuity type), `microsoft:1:9` (scenario, device), `data:FEAA:00` (service data, first byte),
   * `ad:2A`.
   */
  readonly formats: ReadonlySet<string>;
  /** Absent if the device was in no connection. */
  readonly revealed?: Revealed | undefined;
}

/** What a device revealed in connections. */
export interface Revealed {
  /** UUIDs of its services, as discovered by the other side. */
  readonly services: readonly string[];
  /** Values that it gave for the attributes that describe it. `code`: the appearance as a number; `packet`: the packet with the value. */
  readonly stated: readonly {
    readonly what: 'name' | 'appearance' | 'model' | 'maker';
    readonly text: string;
    readonly code: number | undefined;
    readonly packet: number;
  }[];
  /** Its roles in connections, with the number of packets that it sent in the role, and the first connection. */
  readonly roles: readonly { readonly role: 'central' | 'peripheral'; readonly packets: number; readonly connection: number }[];
}

const WIDTHS: Readonly<Record<number, number>> = { 0x02: 2, 0x03: 2, 0x04: 4, 0x05: 4, 0x06: 16, 0x07: 16 };
const DATA_WIDTHS: Readonly<Record<number, number>> = { 0x16: 2, 0x20: 4, 0x21: 16 };
/** AD types that identify the kind of device by themselves: mesh (Mesh Protocol 3.3) and shelf labels. */
const IDENTIFYING_TYPES: ReadonlySet<number> = new Set([0x29, 0x2a, 0x2b, 0x34]);

/**
 * Collects what payloads report.
 *
 * @param payloads advertising data of one address
 * @param columns  further values from the rows of the address
 */
export function gatherSaid(
  payloads: readonly Uint8Array[],
  columns: Pick<Said, 'names' | 'appearance' | 'revealed'> & {
    readonly companies: readonly number[];
    readonly services: readonly string[];
  },
): Said {
  const { revealed } = columns;
  const companies = new Set(columns.companies);
  const services = new Set([...columns.services, ...(revealed?.services ?? [])]);
  const stated = (what: 'name' | 'appearance') => revealed?.stated.filter((each) => each.what === what) ?? [];
  const names = [...new Set([...columns.names, ...stated('name').map(({ text }) => text)])];
  const appearance = columns.appearance === 0 ? null : columns.appearance;
  const formats = new Set<string>();
  for (const bytes of payloads) {
    for (const { type, value, end } of walkAd(bytes).structures) {
      if (type === 0xff && end - value >= 2) readMaker(bytes, value, end, companies, formats);
      if (IDENTIFYING_TYPES.has(type)) formats.add(`ad:${byteText(type)}`);
      const width = WIDTHS[type] ?? 0;
      if (width > 0) for (let at = value; at + width <= end; at += width) services.add(uuidText(bytes, at, width));
      const data = DATA_WIDTHS[type] ?? 0;
      if (data > 0 && value + data <= end) formats.add(`data:${uuidText(bytes, value, data)}:${byteText(bytes[value + data] ?? 0)}`);
    }
  }
  return { names, appearance: appearance ?? (stated('appearance')[0]?.code || null), companies, services, formats, revealed };
}

function readMaker(bytes: Uint8Array, value: number, end: number, companies: Set<number>, formats: Set<string>): void {
  const company = (bytes[value] ?? 0) | ((bytes[value + 1] ?? 0) << 8);
  companies.add(company);
  const body = value + 2;
  if (bytes[body] === 0xbe && bytes[body + 1] === 0xac) formats.add('altbeacon');
  else if (company === APPLE)
    for (const message of walkContinuity(bytes, body, end)) {
      formats.add(`apple:${byteText(message.type)}`);
      // The Find My message of 25 bytes is the separated form (Heinrich et al., PoPETs 2021).
      if (message.type === 0x12 && message.end - message.value >= 25) formats.add('apple:12:away');
    }
  else if (company === 0x0006) formats.add(`microsoft:${String(bytes[body] ?? 0)}:${String((bytes[body + 1] ?? 0) & 31)}`);
}
