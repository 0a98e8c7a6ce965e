import { describe, expect, it } from 'vitest';
import { openBytes } from '../../../support/captures.ts';
import type { Opened } from '../../../support/captures.ts';
import { acl, event, HCI_FILES } from '../../../support/hci-packet.ts';
import type { HciPacket } from '../../../support/hci-packet.ts';
import { linkCapture, SENT_BY } from '../../../support/every-procedure.ts';
import type { DataPdu } from '../../../support/every-procedure.ts';
import { concat, hex, u16 } from '../../../support/packet-file.ts';
import { randomSource } from '../../../support/random.ts';
import type { RandomSource } from '../../../support/random.ts';

interface Frame {
  readonly fromServer: boolean;
  readonly channel: number;
  readonly data: Uint8Array;
}

const long = (head: string, octets: number): Uint8Array => concat([hex(head), Array.from({ length: octets }, (_, i) => i & 255)]);
const FRAMES: readonly Frame[] = [
  { fromServer: false, channel: 4, data: hex('02 f701') },
  { fromServer: true, channel: 4, data: hex('03 f701') },
  { fromServer: false, channel: 4, data: hex('08 0100 ffff 0328') },
  { fromServer: true, channel: 4, data: hex('09 07 0200 12 0300 372a 0400 0a 0500 382a') },
  { fromServer: true, channel: 4, data: long('1b 0300', 400) },
  { fromServer: false, channel: 6, data: hex('01 03 00 0d 10 07 07') },
  { fromServer: true, channel: 6, data: hex('02 00 00 05 10 07 07') },
  { fromServer: true, channel: 5, data: hex('12 01 0800 0600 0c00 0000 c800') },
  { fromServer: false, channel: 5, data: hex('13 01 0200 0000') },
  { fromServer: true, channel: 0x45, data: long('', 90) },
];

/** Where a frame of a length is cut, by chance: also inside its header, and into single octets. */
function cutsOf(random: RandomSource, length: number): number[] {
  const count = random.below(8);
  return [...new Set(Array.from({ length: count }, () => 1 + random.below(length - 1)))].sort((a, b) => a - b);
}

function hostLog(random: RandomSource | null): Uint8Array<ArrayBuffer> {
  const packets: HciPacket[] = [event(0x3e, hex('01 00 4000 00 01 060504030241 1800 0000 4800 00'))];
  for (const { fromServer, channel, data } of FRAMES)
    packets.push(...acl(0x40, channel, data, random === null ? [] : cutsOf(random, data.length + 4), fromServer));
  return HCI_FILES['btsnoop 1002']!(packets);
}

function sniffed(random: RandomSource | null): Uint8Array<ArrayBuffer> {
  const pdus: DataPdu[] = [];
  for (const { fromServer, channel, data } of FRAMES) {
    const frame = concat([u16(data.length), u16(channel), data]);
    const sender = fromServer ? SENT_BY.PERIPHERAL : SENT_BY.CENTRAL;
    // A PDU of the link layer has at most 251 octets.
    const own = random === null ? [] : cutsOf(random, frame.length);
    const edges = [...new Set([0, ...own, ...(frame.length > 251 ? [251] : []), frame.length])].sort((a, b) => a - b);
    edges.slice(1).forEach((end, i) => {
      const pdu = { llid: i === 0 ? 2 : 1, sender, payload: frame.subarray(edges[i], end) };
      pdus.push(pdu);
      // Empty PDUs and packets that are sent again lie between pieces.
      if (random !== null && random.below(3) === 0) pdus.push({ ...pdu, again: true });
      if (random !== null && random.below(3) === 0) pdus.push({ llid: 1, sender, payload: [] });
    });
  }
  return linkCapture(pdus);
}

/** Rows without what says in which packets they came. */
function withoutPackets(tables: Opened['tables']): unknown {
  const own = new Set(['packet_no', 'first_packet_no', 'pieces', 'ts_us', 'request_packet_no', 'latency_us']);
  const kept = ['l2cap', 'att', 'gatt', 'smp'].map((name) =>
    (tables[name] ?? []).map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !own.has(column)))),
  );
  return kept;
}

describe.each([
  ['host logs', hostLog, 'log.btsnoop'],
  ['link-layer captures', sniffed, 'link.pcap'],
] as const)('any fragmentation of the frames of %s gives the same tables', (_, write, name) => {
  it('with pieces of any length', async () => {
    const whole = await openBytes(write(null), name);
    expect(whole.tables['att']).toHaveLength(6);
    expect(whole.tables['l2cap']).toHaveLength(FRAMES.length);
    for (let seed = 1; seed <= 60; seed++) {
      const { tables } = await openBytes(write(randomSource(seed)), name);
      expect(withoutPackets(tables), `seed ${String(seed)}`).toEqual(withoutPackets(whole.tables));
    }
  });
});
