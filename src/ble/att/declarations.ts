import { unsigned } from '../octet-fields.ts';

/** Attribute types that structure a server. Core specification 5.4, Vol 3 Part G 3.4. */
export const DECLARATION = { PRIMARY: '2800', SECONDARY: '2801', INCLUDE: '2802', CHARACTERISTIC: '2803' } as const;

export interface CharacteristicDeclaration {
  readonly properties: number;
  readonly valueHandle: number;
  readonly uuidAt: number;
  readonly uuidOctets: number;
}

/** Parses the value of a characteristic declaration: properties 1 octet, value handle 2, UUID 2 or 16 (Vol 3 Part G 3.3.1). */
export function characteristicDeclaration(bytes: Uint8Array, at: number, end: number): CharacteristicDeclaration | null {
  const uuidOctets = end - at - 3;
  if (uuidOctets !== 2 && uuidOctets !== 16) return null;
  return { properties: bytes[at] ?? 0, valueHandle: unsigned(bytes, at + 1, 2), uuidAt: at + 3, uuidOctets };
}

export interface IncludeDeclaration {
  readonly handle: number;
  readonly endHandle: number;
  readonly uuidAt: number;
  /** 0 if the service has a 128-bit UUID, because the declaration then omits it. */
  readonly uuidOctets: number;
}

/** Parses the value of an include declaration: first and last handle of the service, and its UUID if it has 16 bits (3.2). */
export function includeDeclaration(bytes: Uint8Array, at: number, end: number): IncludeDeclaration | null {
  const length = end - at;
  if (length !== 4 && length !== 6) return null;
  return { handle: unsigned(bytes, at, 2), endHandle: unsigned(bytes, at + 2, 2), uuidAt: at + 4, uuidOctets: length - 4 };
}

const PROPERTIES = ['broadcast', 'read', 'write without response', 'write', 'notify', 'indicate', 'signed write', 'extended'];

/** Returns the names of the bits that are set in a characteristic's properties (3.3.1.1). */
export const propertyNames = (properties: number): string => PROPERTIES.filter((_, bit) => (properties >> bit) & 1).join(', ');
