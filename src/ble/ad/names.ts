/** Names of AD types: Bluetooth Assigned Numbers, section 2.3 Common Data Types. */
const AD_TYPE_NAMES: Readonly<Record<number, string>> = {
  0x01: 'Flags',
  0x02: 'Incomplete List of 16-bit Service UUIDs',
  0x03: 'Complete List of 16-bit Service UUIDs',
  0x04: 'Incomplete List of 32-bit Service UUIDs',
  0x05: 'Complete List of 32-bit Service UUIDs',
  0x06: 'Incomplete List of 128-bit Service UUIDs',
  0x07: 'Complete List of 128-bit Service UUIDs',
  0x08: 'Shortened Local Name',
  0x09: 'Complete Local Name',
  0x0a: 'Tx Power Level',
  0x0d: 'Class of Device',
  0x0e: 'Simple Pairing Hash C-192',
  0x0f: 'Simple Pairing Randomizer R-192',
  0x10: 'Security Manager TK Value or Device ID',
  0x11: 'Security Manager Out of Band Flags',
  0x12: 'Peripheral Connection Interval Range',
  0x14: 'List of 16-bit Service Solicitation UUIDs',
  0x15: 'List of 128-bit Service Solicitation UUIDs',
  0x16: 'Service Data - 16-bit UUID',
  0x17: 'Public Target Address',
  0x18: 'Random Target Address',
  0x19: 'Appearance',
  0x1a: 'Advertising Interval',
  0x1b: 'LE Bluetooth Device Address',
  0x1c: 'LE Role',
  0x1d: 'Simple Pairing Hash C-256',
  0x1e: 'Simple Pairing Randomizer R-256',
  0x1f: 'List of 32-bit Service Solicitation UUIDs',
  0x20: 'Service Data - 32-bit UUID',
  0x21: 'Service Data - 128-bit UUID',
  0x22: 'LE Secure Connections Confirmation Value',
  0x23: 'LE Secure Connections Random Value',
  0x24: 'URI',
  0x25: 'Indoor Positioning',
  0x26: 'Transport Discovery Data',
  0x27: 'LE Supported Features',
  0x28: 'Channel Map Update Indication',
  0x29: 'PB-ADV',
  0x2a: 'Mesh Message',
  0x2b: 'Mesh Beacon',
  0x2c: 'BIGInfo',
  0x2d: 'Broadcast_Code',
  0x2e: 'Resolvable Set Identifier',
  0x2f: 'Advertising Interval - long',
  0x30: 'Broadcast_Name',
  0x31: 'Encrypted Advertising Data',
  0x32: 'Periodic Advertising Response Timing Information',
  0x34: 'Electronic Shelf Label',
  0x3d: '3D Information Data',
  0xff: 'Manufacturer Specific Data',
};

export const isAssignedAdType = (type: number): boolean => Object.hasOwn(AD_TYPE_NAMES, type);

export const adTypeName = (type: number): string => AD_TYPE_NAMES[type] ?? `AD type 0x${type.toString(16).padStart(2, '0').toUpperCase()}`;

/** Looks up names of assigned numbers; see `../assigned`. */
export interface AssignedNames {
  company(id: number): string | undefined;
  /** `uuid` as `180D` or in the dashed 128-bit form, upper case. */
  service(uuid: string): string | undefined;
  appearance(value: number): string | undefined;
}

/** Returns no names; used until the tables are loaded. */
export const NO_NAMES: AssignedNames = {
  company: () => undefined,
  service: () => undefined,
  appearance: () => undefined,
};
