import { addressText } from '../../ble/ad/gap.ts';
import { describeStructure } from '../../ble/ad/describe.ts';
import { isAssignedAdType, NO_NAMES } from '../../ble/ad/names.ts';
import { walkAd } from '../../ble/ad/structure.ts';
import type { Identifiers } from './identifiers.ts';
import { type KeptOctets, keptOfManufacturer, keptOfMeshBeacon, keptOfService } from './kept-octets.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** AD types whose values stay unchanged or are masked in their own way (Assigned Numbers 2.3; Core specification supplement, Part A 1). */
const FLAGS = 0x01;
const TX_POWER = 0x0a;
const APPEARANCE = 0x19;
const DEVICE_ADDRESS = 0x1b;
const ROLE = 0x1c;
const MESH_BEACON = 0x2b;
const COMPANY = 0xff;
const NAMES: ReadonlySet<number> = new Set([0x08, 0x09, 0x30]);
const TARGETS: ReadonlySet<number> = new Set([0x17, 0x18]);
const UUID_LISTS: ReadonlyMap<number, number> = new Map([
  ...[0x02, 0x03, 0x14].map((type) => [type, 2] as const),
  ...[0x04, 0x05, 0x1f].map((type) => [type, 4] as const),
  ...[0x06, 0x07, 0x15].map((type) => [type, 16] as const),
]);
const SERVICE_DATA: ReadonlyMap<number, number> = new Map([
  [0x16, 2],
  [0x20, 4],
  [0x21, 16],
]);
const ASSIGNED_FLAGS = 0x1f;
const MOST_ROLES = 3;
const ADDRESS_OCTETS = 6;
const FREE_TYPES = Array.from({ length: 256 }, (_, type) => type).filter((type) => type > 0 && !isAssignedAdType(type));

export interface PayloadMaskDependencies {
  readonly pseudonyms: Pseudonyms;
  readonly identifiers: Identifiers;
  /** Masks an address `AA:BB:CC:DD:EE:FF` to another address. */
  readonly address: (text: string) => string;
}

interface Value {
  readonly data: Uint8Array;
  readonly out: Uint8Array;
  readonly type: number;
  readonly from: number;
  readonly end: number;
}

/**
 * Masks advertising data. What stays unchanged is listed: lengths of AD structures, assigned types, flags, TX power, role, assigned
 * appearances, company identifiers and UUIDs, and the types and lengths inside known formats. Every other octet is replaced by one that
 * depends on the key and on the position and content of its field. Octets after the end of the data become zero. So does all data that its
 * structures do not fill, because their lengths and types could be arbitrary.
 */
export class PayloadMask {
  constructor(private readonly dependencies: PayloadMaskDependencies) {}

  /** Masks the whole advertising data of a packet. */
  structures(data: Uint8Array): Uint8Array<ArrayBuffer> {
    const out = new Uint8Array(data.length);
    const { structures, stopped } = walkAd(data);
    if (stopped !== undefined && data[stopped.at] !== 0) return out;
    for (const { type, start, value, end } of structures) {
      out[start] = end - start - 1;
      // Do not keep the types of empty structures: several of them in a row would be unmasked data.
      if (end > value) this.structure({ data, out, type, from: value, end });
    }
    return out;
  }

  /** Masks the manufacturer data of a company. Both `data` and the result are without the company identifier. */
  manufacturer(company: number, data: Uint8Array): Uint8Array {
    return this.alone(COMPANY, Uint8Array.of(company & 0xff, company >> 8), data);
  }

  /** Masks service data, without the UUID. @param uuid 2, 4 or 16 octets, least significant first */
  service(uuid: Uint8Array, data: Uint8Array): Uint8Array {
    const type = [...SERVICE_DATA].find(([, width]) => width === uuid.length)?.[0] ?? 0;
    return this.alone(type, uuid, data);
  }

  private alone(type: number, head: Uint8Array, body: Uint8Array): Uint8Array {
    const data = Uint8Array.from([...head, ...body]);
    const out = new Uint8Array(data.length);
    this.value({ data, out, type, from: 0, end: data.length });
    return out.subarray(head.length);
  }

  private structure(value: Value): void {
    const { type, out, from } = value;
    const other = FREE_TYPES[this.dependencies.pseudonyms.number('type', Uint8Array.of(type), FREE_TYPES.length)] ?? 0;
    out[from - 1] = isAssignedAdType(type) ? type : other;
    this.value(value);
  }

  private value(value: Value): void {
    const { data, out, type, from, end } = value;
    const { pseudonyms, identifiers } = this.dependencies;
    const first = data[from] ?? 0;
    const list = UUID_LISTS.get(type);
    const service = SERVICE_DATA.get(type);
    if (NAMES.has(type)) out.set(pseudonyms.letters(data.subarray(from, end), end - from), from);
    else if (TARGETS.has(type)) this.addresses(value);
    else if (type === DEVICE_ADDRESS) this.deviceAddress(value);
    else if (list !== undefined) this.uuidList(value, list);
    else if (service !== undefined) this.serviceData(value, service);
    else if (type === COMPANY) this.companyData(value);
    else if (type === FLAGS && end === from + 1) out[from] = first & ASSIGNED_FLAGS;
    else if (type === TX_POWER && end === from + 1) out[from] = first;
    else if (type === ROLE && end === from + 1) out[from] = Math.min(first, MOST_ROLES);
    else if (type === APPEARANCE && end === from + 2) putShort(out, from, identifiers.appearance(shortAt(data, from)));
    else this.fields(value, type === MESH_BEACON ? keptOfMeshBeacon(data, from, end) : new Set(), '');
  }

  private addresses(value: Value): void {
    let at = value.from;
    for (; at + ADDRESS_OCTETS <= value.end; at += ADDRESS_OCTETS) this.addressAt(value, at);
    this.replace(value, at, value.end, 'rest');
  }

  private deviceAddress(value: Value): void {
    const { data, out, from, end } = value;
    const flag = from + ADDRESS_OCTETS;
    if (flag > end) return this.replace(value, from, end, 'rest');
    this.addressAt(value, from);
    if (flag < end) out[flag] = (data[flag] ?? 0) & 1;
    this.replace(value, flag + 1, end, 'rest');
  }

  private addressAt({ data, out }: Value, at: number): void {
    const octets = this.dependencies.address(addressText(data, at)).split(':').reverse();
    for (const [i, octet] of octets.entries()) out[at + i] = Number.parseInt(octet, 16);
  }

  private uuidList(value: Value, width: number): void {
    let at = value.from;
    for (; at + width <= value.end; at += width) value.out.set(this.dependencies.identifiers.uuid(value.data.subarray(at, at + width)), at);
    this.replace(value, at, value.end, 'rest');
  }

  private serviceData(value: Value, width: number): void {
    const { data, out, from, end } = value;
    const { identifiers } = this.dependencies;
    if (from + width > end) return this.replace(value, from, end, 'rest');
    const given = data.subarray(from, from + width);
    const masked = identifiers.uuid(given);
    out.set(masked, from);
    const short = width < 16 && masked.every((octet, at) => octet === given[at]) ? shortAt(data, from) : null;
    const kept = short === null ? new Set<number>() : keptOfService(short, data, from + width, end);
    this.fields({ ...value, from: from + width }, kept, hexOf(given), width);
  }

  private companyData(value: Value): void {
    const { data, out, from, end } = value;
    if (from + 2 > end) return this.replace(value, from, end, 'rest');
    const company = shortAt(data, from);
    putShort(out, from, this.dependencies.identifiers.company(company));
    this.fields({ ...value, from: from + 2 }, keptOfManufacturer(company, data, from + 2, end), String(company), 2);
  }

  /**
   * Replaces a value field by field, with the fields that decoders use: so a field that does not change between packets has the same
   * replacement in all of them.
   * @param head number of octets before `from` that belong to the value
   */
  private fields(value: Value, kept: KeptOctets, context: string, head = 0): void {
    const { data, out, type, from, end } = value;
    const { fields } = describeStructure(data, { type, start: from - head, value: from - head, end }, NO_NAMES);
    let at = from;
    const run = (to: number, name: string): void => {
      for (let start = at; start < to;) {
        let stop = start;
        while (stop < to && kept.has(stop) === kept.has(start)) stop++;
        if (kept.has(start)) out.set(data.subarray(start, stop), start);
        else this.replace(value, start, stop, `${context} ${name}`);
        start = stop;
      }
      at = Math.max(at, to);
    };
    for (const field of fields) {
      if (field.end <= at) continue;
      run(field.start, 'rest');
      run(Math.min(field.end, end), field.name);
    }
    run(end, 'rest');
  }

  private replace({ data, out, type }: Value, from: number, end: number, context: string): void {
    if (from < end) out.set(this.dependencies.pseudonyms.octets(`${String(type)} ${context}`, data.subarray(from, end)), from);
  }
}

const shortAt = (data: Uint8Array, at: number): number => (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8);

function putShort(out: Uint8Array, at: number, value: number): void {
  out[at] = value & 0xff;
  out[at + 1] = value >> 8;
}

const hexOf = (octets: Uint8Array): string => Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join('');
