/** Ways to write an identifier, and the octets that a search for each looks for. */
export interface Form {
  readonly name: string;
  readonly octets: Buffer;
  /** Text that is searched without regard to case, and that calls can hold. */
  readonly text?: string;
}

const text = (name: string, written: string): Form => ({ name, octets: Buffer.from(written), text: written });
const binary = (name: string, octets: ArrayLike<number>): Form => ({ name, octets: Buffer.from(Array.from(octets, (each) => each & 255)) });

const bigEndian = (address: string): Buffer => Buffer.from(address.replaceAll(':', ''), 'hex');
const reversed = (octets: Buffer): Buffer => Buffer.from(octets).reverse();
const added = (octets: Buffer, difference: number): Buffer => {
  const value = (BigInt(`0x${octets.toString('hex')}`) + BigInt(difference)) & 0xffff_ffff_ffffn;
  return Buffer.from(value.toString(16).padStart(12, '0'), 'hex');
};
const swapNibbles = (octet: number): number => (octet >> 4) | ((octet & 15) << 4);
const reverseBits = (octet: number): number => Number.parseInt(octet.toString(2).padStart(8, '0').split('').reverse().join(''), 2);
const utf16 = (written: string, little: boolean): Buffer => {
  const octets = Buffer.from(written, 'utf16le');
  return little ? octets : octets.swap16();
};

function texts(address: string): Form[] {
  const octets = address.split(':');
  const out: Form[] = [];
  for (const [label, separator] of [
    ['colons', ':'],
    ['dashes', '-'],
    ['dots', '.'],
    ['spaces', ' '],
    ['underscores', '_'],
    ['digits', ''],
  ] as const) {
    out.push(text(`text, ${label}, upper case`, octets.join(separator)));
    out.push(text(`text, ${label}, lower case`, octets.join(separator).toLowerCase()));
    out.push(text(`text reversed by octets, ${label}`, octets.toReversed().join(separator)));
  }
  for (const count of [3, 4, 5])
    for (const separator of [':', '', '-']) {
      out.push(text(`text, first ${String(count)} octets, "${separator}"`, octets.slice(0, count).join(separator)));
      out.push(text(`text, last ${String(count)} octets, "${separator}"`, octets.slice(-count).join(separator).toLowerCase()));
    }
  out.push(text('text reversed by characters', address.split('').reverse().join('')));
  out.push(text('escaped text', octets.map((each) => `\\x${each}`).join('')));
  out.push(text('percent encoding', octets.map((each) => `%${each}`).join('')));
  out.push(text('hexadecimal number', `0x${octets.join('')}`));
  return out;
}

function numbers(address: string): Form[] {
  const octets = bigEndian(address);
  const [forward, backward] = [octets, reversed(octets)];
  const out: Form[] = [];
  for (const [label, value] of [
    ['big-endian', forward],
    ['little-endian', backward],
  ] as const) {
    out.push(binary(`binary, ${label}`, value));
    out.push(text(`decimal, ${label}`, BigInt(`0x${value.toString('hex')}`).toString()));
    out.push(text(`decimal octets with dots, ${label}`, [...value].join('.')));
    out.push(text(`decimal octets with commas, ${label}`, [...value].join(', ')));
    out.push(text(`Base64, ${label}`, value.toString('base64')));
    out.push(text(`Base64 for URLs, ${label}`, value.toString('base64url')));
    out.push(binary(`nibbles swapped, ${label}`, value.map(swapNibbles)));
    out.push(binary(`bits reversed, ${label}`, value.map(reverseBits)));
    for (const count of [3, 4, 5]) {
      out.push(binary(`binary, first ${String(count)} octets, ${label}`, value.subarray(0, count)));
      out.push(binary(`binary, last ${String(count)} octets, ${label}`, value.subarray(6 - count)));
    }
    for (const key of [0x01, 0x55, 0xaa, 0xff])
      out.push(
        binary(
          `XOR ${key.toString(16)}, ${label}`,
          value.map((octet) => octet ^ key),
        ),
      );
  }
  for (const difference of [-4, -3, -2, -1, 1, 2, 3, 4]) {
    const near = added(octets, difference);
    out.push(binary(`plus ${String(difference)}, big-endian`, near));
    out.push(binary(`plus ${String(difference)}, little-endian`, reversed(near)));
  }
  for (const little of [true, false])
    for (const written of [address, address.toLowerCase(), address.replaceAll(':', '')])
      out.push(binary(`UTF-16 ${little ? 'LE' : 'BE'} of ${written === address ? 'text' : written}`, utf16(written, little)));
  return out;
}

/** @param address `AA:BB:CC:DD:EE:FF` */
export const addressForms = (address: string): Form[] =>
  [...texts(address), ...numbers(address)].map((form) => ({ ...form, name: `${address}: ${form.name}` }));

/** @param name of at least six letters, with a space */
export function nameForms(name: string): Form[] {
  const swapped = name.split('').map((each) => (each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase()));
  const words = name.split(' ');
  return [
    text('as sent', name),
    text('upper case', name.toUpperCase()),
    text('lower case', name.toLowerCase()),
    text('case swapped', swapped.join('')),
    text('reversed', name.split('').reverse().join('')),
    text('first four letters', name.slice(0, 4)),
    text('first five letters', name.slice(0, 5)),
    text('without the last letter', name.slice(0, -1)),
    text('last five letters', name.slice(-5)),
    text('without the first letter', name.slice(1)),
    text('first word', words[0] ?? ''),
    text('last word', words.at(-1) ?? ''),
    text('without spaces', words.join('')),
    text('underscores', words.join('_')),
    text('dashes', words.join('-')),
    text('Base64', Buffer.from(name).toString('base64')),
    text('hexadecimal', Buffer.from(name).toString('hex')),
    text('percent encoding', encodeURIComponent(name)),
    text('with a prefix', `my-${name}`),
    text('with a suffix', `${name}-2`),
    binary('UTF-16 LE', utf16(name, true)),
    binary('UTF-16 BE', utf16(name, false)),
    binary(
      'XOR 20',
      Buffer.from(name).map((octet) => octet ^ 0x20),
    ),
    binary(
      'octets plus 1',
      Buffer.from(name).map((octet) => octet + 1),
    ),
  ].map((form) => ({ ...form, name: `${name}: ${form.name}` }));
}

/** Structures of formats with identifiers in them, and which octets identify. */
export interface PayloadIdentifier {
  readonly name: string;
  /** AD structure with its length. */
  readonly structure: Buffer;
  readonly identifier: Buffer;
}

const structure = (type: number, head: string, identifier: Buffer, tail = ''): Buffer => {
  const body = Buffer.concat([Buffer.from(head.replaceAll(' ', ''), 'hex'), identifier, Buffer.from(tail, 'hex')]);
  return Buffer.concat([Buffer.from([body.length + 1, type]), body]);
};

/** @param random octets without a pattern, other ones at every call */
export function payloadIdentifiers(random: (length: number) => Buffer): PayloadIdentifier[] {
  const rows: readonly (readonly [string, number, string, number | string, string?])[] = [
    ['iBeacon UUID', 0xff, '4c00 0215', 16, '00010002c5'],
    ['iBeacon UUID, major and minor', 0xff, '4c00 0215', 20, 'c5'],
    ['Find My key', 0xff, '4c00 1219 10', 22, '0100'],
    ['Find My key, short', 0xff, '4c00 1219', 24, '00'],
    ['Proximity pairing payload', 0xff, '4c00 0719 01 0e20 2b8f 01 0004', 16],
    ['Handoff payload', 0xff, '4c00 0c0e 00 3412', 11],
    ['Nearby information tag', 0xff, '4c00 1005 1b1c', 3],
    ['AirDrop hashes', 0xff, '4c00 0512 0000000000000000 01', 8, '00'],
    ['HomeKit device id', 0xff, '4c00 060d 01', 6, '0a000100010200'.slice(0, 12)],
    ['Tethering id', 0xff, '4c00 0d04', 4],
    ['Unknown Continuity message', 0xff, '4c00 1609', 9],
    ['Eddystone UID namespace and instance', 0x16, 'aafe 00eb', 16],
    ['Eddystone UID instance', 0x16, 'aafe 00eb 00112233445566778899', 6],
    ['Eddystone URL', 0x16, 'aafe 10eb 01', 'annaslamp'],
    ['Eddystone EID', 0x16, 'aafe 30eb', 8],
    ['Eddystone telemetry', 0x16, 'aafe 2000', 12],
    ['Find Hub identifier', 0x16, 'aafe 40', 20],
    ['Exposure notification RPI', 0x16, '6ffd', 16, 'a1a2a3a4'],
    ['Exposure notification RPI and AEM', 0x16, '6ffd', 20],
    ['Fast Pair account filter', 0x16, '2cfe 00 60', 6, '11aa'],
    ['Fast Pair model id', 0x16, '2cfe', 3],
    ['Tile id', 0x16, 'edfe 0200', 8],
    ['SmartTag privacy id', 0x16, '5afd 13 010203', 8, '20000000a1a2a3a4'],
    ['SmartTag signature', 0x16, '5afd 13 010203 1112131415161718 20000000', 4],
    ['Unwanted-tracker payload', 0x16, 'b2fc 01 01', 18],
    ['Mesh provisioning UUID', 0x16, '2718', 16, '0000'],
    ['Mesh proxy hash', 0x16, '2818 01', 16],
    ['Service data of a vendor', 0x16, '95fe', 10],
    ['Service data of an unassigned UUID', 0x16, 'cdab', 10],
    ['Service data, 32 bits', 0x20, '78563412', 12],
    ['Service data, 128 bits', 0x21, '', 24],
    ['Swift Pair name', 0xff, '0600 0300 80', 'Annas Mouse'],
    ['Microsoft device hash', 0xff, '0600 0109 2002', 19],
    ['AltBeacon id', 0xff, '1801 beac', 20, 'c500'],
    ['Manufacturer data', 0xff, '7500', 20],
    ['Manufacturer data of no company', 0xff, 'fefe', 20],
    ['128-bit UUID', 0x07, '', 16],
    ['128-bit UUID, incomplete list', 0x06, '', 16],
    ['Solicited 128-bit UUID', 0x15, '', 16],
    ['32-bit UUIDs', 0x05, '', 8],
    ['LE device address', 0x1b, '', 6, '01'],
    ['Random target address', 0x18, '', 6],
    ['Public target address', 0x17, '', 12],
    ['Simple Pairing hash', 0x0e, '', 16],
    ['Device id', 0x10, '', 8],
    ['Secure Connections random value', 0x23, '', 16],
    ['URI', 0x24, '17', '//annas.example/lamp'],
    ['Indoor positioning', 0x25, '7f', 10],
    ['Transport discovery', 0x26, '0102', 10],
    ['Mesh message', 0x2a, '68', 18],
    ['Mesh beacon UUID', 0x2b, '00', 16, '0000'],
    ['PB-ADV link id', 0x29, '', 4, '0000'],
    ['BIGInfo', 0x2c, '', 20],
    ['Resolvable set identifier', 0x2e, '', 6],
    ['Encrypted advertising data', 0x31, '', 20],
    ['Electronic shelf label', 0x34, '', 12],
    ['Unassigned type', 0xc3, '', 14],
    ['Class of device and more', 0x0d, '', 3],
    ['Flags that are too long', 0x01, '06', 6],
    ['Power that is too long', 0x0a, '04', 6],
    ['Appearance that is too long', 0x19, '4103', 6],
  ];
  return rows.map(([name, type, head, size, tail]) => {
    const identifier = typeof size === 'string' ? Buffer.from(size) : random(size);
    return { name, structure: structure(type, head, identifier, tail), identifier };
  });
}
