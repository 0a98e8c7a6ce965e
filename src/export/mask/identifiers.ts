import type { AssignedNames } from '../../ble/ad/names.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** Masks company identifiers and UUIDs. Those that the Bluetooth SIG assigned stay unchanged; others are replaced. */
export interface Identifiers {
  company(id: number): number;
  uuid16(uuid: number): number;
  isAssigned16(uuid: number): boolean;
  /** Masks a UUID of 2, 4 or 16 octets, least significant first. */
  uuid(octets: Uint8Array): Uint8Array;
  /** Masks a UUID in the form `180D`, eight digits, or dashed. */
  uuidText(text: string): string;
  appearance(value: number): number;
}

/** The range of company identifiers and UUIDs that replace others: none in it is assigned. */
const UNASSIGNED = { first: 0xc000, count: 0x2000 } as const;
const SUBCATEGORY = 0x3f;

export function createIdentifiers(assigned: AssignedNames, { number, octets }: Pseudonyms): Identifiers {
  const unassigned = (context: string, value: number): number => {
    const other = UNASSIGNED.first + number(context, Uint8Array.of(value & 0xff, value >> 8), UNASSIGNED.count);
    return other === value ? other ^ 1 : other;
  };
  const isAssigned16 = (uuid: number): boolean => assigned.service(uuid.toString(16).padStart(4, '0')) !== undefined;
  const uuid16 = (uuid: number): number => (isAssigned16(uuid) ? uuid : unassigned('uuid', uuid));
  const uuid = (given: Uint8Array): Uint8Array => {
    if (given.length === 2) return littleEndian(uuid16((given[0] ?? 0) | ((given[1] ?? 0) << 8)));
    const short = given.length === 4 && given[2] === 0 && given[3] === 0;
    return short && isAssigned16((given[0] ?? 0) | ((given[1] ?? 0) << 8)) ? given : octets('uuid', given);
  };
  return {
    company: (id) => (assigned.company(id) === undefined ? unassigned('company', id) : id),
    uuid16,
    isAssigned16,
    uuid,
    uuidText(text) {
      const digits = text.replaceAll('-', '').match(/[0-9A-Fa-f]{2}/g) ?? [];
      if (digits.length !== 2 && digits.length !== 4 && digits.length !== 16) return '';
      const other = uuid(Uint8Array.from(digits, (octet) => Number.parseInt(octet, 16)).reverse());
      const written = Array.from(other, (octet) => octet.toString(16).padStart(2, '0'))
        .reverse()
        .join('')
        .toUpperCase();
      return written.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
    appearance(value) {
      const category = value & ~SUBCATEGORY;
      const name = assigned.appearance(value);
      if (name === undefined) return 0;
      return name === assigned.appearance(category) ? category : value;
    },
  };
}

const littleEndian = (value: number): Uint8Array => Uint8Array.of(value & 0xff, value >> 8);
