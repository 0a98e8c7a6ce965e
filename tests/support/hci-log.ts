import { concat, hex, u16, u32, u64 } from './packet-file.ts';

/** µs from the year 0 to 1970, and one moment of 2023. */
const START_US = 0x00e03ab44a676000n - 946_684_800_000_000n + 1_700_000_000_000_000n;

/** A btsnoop file of H4 packets, one a second. */
export function btsnoop(packets: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return concat([
    hex('6274736e6f6f7000'),
    u32(1, false),
    u32(1002, false),
    ...packets.flatMap((packet, i) => [
      u32(packet.length, false),
      u32(packet.length, false),
      u32(packet[0] === 1 ? 2 : 0, false),
      u32(0, false),
      u64(START_US + BigInt(i) * 1_000_000n, false),
      packet,
    ]),
  ]);
}

const little = (text: string): Uint8Array => hex(text.replaceAll(':', '')).reverse();

/** LE Add Device To Resolving List (Vol 4 Part E 7.8.38) of a public identity address. Keys most significant octet first. */
export const addToResolvingList = (identity: string, peer: string, own: string): Uint8Array =>
  concat([[0x01, 0x27, 0x20, 39, 0x00], little(identity), little(peer), little(own)]);

/** A Security Manager packet on L2CAP channel 6 of a connection. */
function security(handle: number, body: ArrayLike<number>): Uint8Array {
  return concat([[0x02], u16(0x2000 | handle), u16(body.length + 4), u16(body.length), u16(6), body]);
}

/** Identity Information (Vol 3 Part H 3.6.4). */
export const identityInformation = (handle: number, key: string): Uint8Array => security(handle, concat([[0x08], little(key)]));

/** Identity Address Information (Vol 3 Part H 3.6.5) of a public address. */
export const identityAddress = (handle: number, address: string): Uint8Array => security(handle, concat([[0x09, 0x00], little(address)]));
