import { fields } from '../octet-fields.ts';
import type { OctetField } from '../octet-fields.ts';

/** Codes of the Security Manager. Core specification 5.4, Vol 3 Part H 3.5 and 3.6. */
export const SMP = {
  PAIRING_REQ: 1,
  PAIRING_RSP: 2,
  CONFIRM: 3,
  RANDOM: 4,
  FAILED: 5,
  ENCRYPTION_INFORMATION: 6,
  CENTRAL_IDENTIFICATION: 7,
  IDENTITY_ADDRESS: 9,
  SECURITY_REQ: 11,
  PUBLIC_KEY: 12,
} as const;

const FEATURES = 'io_capability:u8 oob_data:u8 auth_req:u8 max_key_size:u8 initiator_keys:u8 responder_keys:u8';

/** PDUs with their number of octets. A layout is empty to keep keys, and values from which keys can be derived, out of all rows. */
const PDUS: readonly (readonly [code: number, name: string, octets: number, layout: string])[] = [
  [0x01, 'Pairing Request', 6, FEATURES],
  [0x02, 'Pairing Response', 6, FEATURES],
  [0x03, 'Pairing Confirm', 16, ''],
  [0x04, 'Pairing Random', 16, ''],
  [0x05, 'Pairing Failed', 1, 'reason:u8'],
  [0x06, 'Encryption Information', 16, ''],
  [0x07, 'Central Identification', 10, ''],
  [0x08, 'Identity Information', 16, ''],
  [0x09, 'Identity Address Information', 7, 'identity_address_type:u8 identity_addr:addr'],
  [0x0a, 'Signing Information', 16, ''],
  [0x0b, 'Security Request', 1, 'auth_req:u8'],
  [0x0c, 'Pairing Public Key', 64, ''],
  [0x0d, 'Pairing DHKey Check', 16, ''],
  [0x0e, 'Pairing Keypress Notification', 1, 'keypress_type:u8'],
];
const NONE: readonly OctetField[] = [];
const known = new Map(PDUS.map(([code, name, octets, layout]) => [code, { name, octets, fields: fields(layout) }]));

export const smpName = (code: number): string | undefined => known.get(code)?.name;
export const smpFields = (code: number): readonly OctetField[] => known.get(code)?.fields ?? NONE;
/** Returns the number of octets after the code; undefined for unknown codes. */
export const smpOctets = (code: number): number | undefined => known.get(code)?.octets;

const REASONS: readonly string[] = [
  '',
  'Passkey Entry Failed',
  'OOB Not Available',
  'Authentication Requirements',
  'Confirm Value Failed',
  'Pairing Not Supported',
  'Encryption Key Size',
  'Command Not Supported',
  'Unspecified Reason',
  'Repeated Attempts',
  'Invalid Parameters',
  'DHKey Check Failed',
  'Numeric Comparison Failed',
  'BR/EDR pairing in progress',
  'Cross-transport Key Derivation/Generation Not Allowed',
  'Key Rejected',
  'Busy',
];

/** Returns the reason of a Pairing Failed by its code (3.5.5). */
export const smpReason = (reason: number): string | undefined => REASONS[reason] || undefined;
