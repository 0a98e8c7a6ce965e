import type { Form } from './attacker-forms.ts';

/** Forms that were written after the mask and were not run while it was built. */
const text = (name: string, written: string): Form => ({ name, octets: Buffer.from(written), text: written });
const binary = (name: string, octets: ArrayLike<number>): Form => ({ name, octets: Buffer.from(Array.from(octets, (each) => each & 255)) });

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function inBits(octets: Buffer, width: number, alphabet: string): string {
  const bits = [...octets].map((octet) => octet.toString(2).padStart(8, '0')).join('');
  return (bits.match(new RegExp(`.{1,${String(width)}}`, 'g')) ?? [])
    .map((each) => alphabet[Number.parseInt(each.padEnd(width, '0'), 2)])
    .join('');
}

function inBase(octets: Buffer, alphabet: string): string {
  let rest = BigInt(`0x${octets.toString('hex')}`);
  let out = '';
  for (; rest > 0n; rest /= BigInt(alphabet.length)) out = `${alphabet[Number(rest % BigInt(alphabet.length))]!}${out}`;
  return out;
}

const utf32 = (written: string, little: boolean): Buffer =>
  Buffer.concat(
    [...written].map((each) => (little ? Buffer.from([each.charCodeAt(0), 0, 0, 0]) : Buffer.from([0, 0, 0, each.charCodeAt(0)]))),
  );
const rotated = (written: string): string =>
  written.replaceAll(/[a-z]/gi, (each) => {
    const base = each <= 'Z' ? 65 : 97;
    return String.fromCharCode(((each.charCodeAt(0) - base + 13) % 26) + base);
  });

/** @param address `AA:BB:CC:DD:EE:FF` */
export function unseenAddressForms(address: string): Form[] {
  const octets = Buffer.from(address.replaceAll(':', ''), 'hex');
  const digits = octets.toString('hex');
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = octets;
  const eui64 = Buffer.from([a ^ 2, b, c, 0xff, 0xfe, d, e, f]);
  const value = BigInt(`0x${digits}`);
  const hexOf = (each: bigint): Buffer => Buffer.from((each & 0xffff_ffff_ffffn).toString(16).padStart(12, '0'), 'hex');
  const groups = digits.match(/..../g) ?? [];
  return [
    text('Cisco groups', groups.join('.')),
    text('groups with colons', groups.join(':').toUpperCase()),
    text('halves', `${digits.slice(0, 6)}-${digits.slice(6)}`),
    text('octal octets', [...octets].map((each) => each.toString(8)).join('.')),
    text('octal number', value.toString(8)),
    text('binary digits', value.toString(2).padStart(48, '0')),
    text('binary octets', [...octets].map((each) => each.toString(2).padStart(8, '0')).join(' ')),
    text('base 36', value.toString(36)),
    text('Base32', inBits(octets, 5, BASE32)),
    text('Base32 of Crockford', inBits(octets, 5, CROCKFORD)),
    text('Base58', inBase(octets, BASE58)),
    text('quoted printable', [...octets].map((each) => `=${each.toString(16).toUpperCase().padStart(2, '0')}`).join('')),
    text('HTML entities', [...octets].map((each) => `&#${String(each)};`).join('')),
    text('C array', [...octets].map((each) => `0x${each.toString(16)}`).join(', ')),
    text('Unicode escapes', [...octets].map((each) => `\\u00${each.toString(16).padStart(2, '0')}`).join('')),
    text('EUI-64', eui64.toString('hex')),
    text('IPv6 address', `fe80::${eui64.toString('hex').replace(/(.{4})(?=.)/g, '$1:')}`),
    text('ROT13 of text', rotated(address)),
    text('Base64 of text', Buffer.from(address).toString('base64')),
    text('hexadecimal of text', Buffer.from(address).toString('hex')),
    text('middle four octets', address.slice(3, 14)),
    text('decimal halves', `${String(octets.readUIntBE(0, 3))} ${String(octets.readUIntBE(3, 3))}`),
    text('decimal words', [0, 2, 4].map((at) => String(octets.readUInt16BE(at))).join(' ')),
    text('negative decimal', String(value - 2n ** 48n)),
    text('JSON list', JSON.stringify([...octets])),
    text('mixed case', [...address].map((each, at) => (at % 2 ? each.toLowerCase() : each)).join('')),
    text('full-width digits', [...digits].map((each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0)).join('')),
    text('with a path', `/dev_${address.replaceAll(':', '_')}/service`),
    binary('EUI-64', eui64),
    binary('words swapped', [b, a, d, c, f, e]),
    binary('halves swapped', [d, e, f, a, b, c]),
    binary('doubled', hexOf(value * 2n)),
    binary('halved', hexOf(value / 2n)),
    binary('complement plus one', hexOf(-value)),
    binary('padded to 64 bits', [0, 0, a, b, c, d, e, f]),
    binary('with zeros between', [a, 0, b, 0, c, 0, d, 0, e, 0, f, 0]),
    binary('every octet twice', [a, a, b, b, c, c, d, d, e, e, f, f]),
    binary('middle four octets', [b, c, d, e]),
    binary(
      'sorted',
      [...octets].sort((one, other) => one - other),
    ),
    binary(
      'running XOR',
      octets.map((_, at) => octets.subarray(0, at + 1).reduce((sum, each) => sum ^ each, 0)),
    ),
    binary('UTF-32 LE', utf32(address, true)),
    binary('UTF-32 BE', utf32(address, false)),
    binary(
      'text with the top bit set',
      Buffer.from(address).map((each) => each | 0x80),
    ),
    binary('packed decimal', Buffer.from(value.toString().padStart(16, '0'), 'hex')),
  ].map((form) => ({ ...form, name: `${address}: ${form.name}, unseen` }));
}

export function unseenNameForms(name: string): Form[] {
  return [
    text('ROT13', rotated(name)),
    text('Base32', inBits(Buffer.from(name), 5, BASE32)),
    text('letters apart', [...name].join(' ')),
    text('letters with dots', [...name].join('.')),
    text('words swapped', name.split(' ').reverse().join(' ')),
    text('possessive', `${name}’s`),
    text('in a host name', `${name.replaceAll(' ', '-').toLowerCase()}.local`),
    text('in an address of mail', `${name.replaceAll(' ', '.').toLowerCase()}@example.org`),
    text('middle letters', name.slice(2, -2)),
    text(
      'camel case',
      name
        .split(' ')
        .map((each) => each[0]!.toUpperCase() + each.slice(1))
        .join(''),
    ),
    text('HTML entities', [...name].map((each) => `&#${String(each.charCodeAt(0))};`).join('')),
    text('Unicode escapes', [...name].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')),
    text('twice', `${name}${name}`),
    text('hexadecimal with spaces', (Buffer.from(name).toString('hex').match(/../g) ?? []).join(' ')),
    text('decimal octets', [...Buffer.from(name)].join(' ')),
    binary('UTF-32 LE', utf32(name, true)),
    binary('UTF-32 BE', utf32(name, false)),
    binary(
      'top bit set',
      Buffer.from(name).map((octet) => octet | 0x80),
    ),
    binary(
      'nibbles swapped',
      Buffer.from(name).map((octet) => ((octet & 15) << 4) | (octet >> 4)),
    ),
    binary(
      'octets minus 1',
      Buffer.from(name).map((octet) => octet - 1),
    ),
  ].map((form) => ({ ...form, name: `${name}: ${form.name}, unseen` }));
}
