import type { DataPdu } from './every-procedure.ts';
import { linkCapture, SENT_BY } from './every-procedure.ts';
import { concat, hex, u16 } from './packet-file.ts';

/**
 * Procedures octet by octet from the Core specification 5.4, without the layouts of the decoder: enhanced and credit-based channels, ATT
 * with several values in a PDU, rejections, and control PDUs of subrating, power control, classification, periodic sync and streams.
 */
const { CENTRAL, PERIPHERAL } = SENT_BY;

const frame = (channel: number, text: string): Uint8Array => {
  const payload = hex(text);
  return concat([u16(payload.length), u16(channel), payload]);
};

/** A sender and what it sends, by channel; `ll` is a control PDU. */
const LINES = `
c ll 14 fb00 4808 1b00 4801
p ll 15 7b00 5004 fb00 9042
c ll 16 07 03
p ll 17 03 02
c ll 18 02 00 9001
p ll 19 03 05
p ll 0f 0600 0c00 0400 f401 02 1000 0100 0200 0300 0400 0500 0600
c ll 10 0600 0600 0400 f401 00 1000 ffff ffff ffff ffff ffff ffff
p ll 11 0f 3b
p ll 07 3c
p ll 0d 1a
c ll 12
p ll 13
c ll 1a 42
p ll 1b
c ll 1c 0700 2345 5000 ffffffff7f 71764129 010203 1000 4000 3f00 27 02 0605040302c1 4100
c ll 1d 03
p ll 1e 05
c ll 1f 01 02 02 01 6400 7880 102700 204e00 7800 3c00 03 d00700 21 02 03 0800 e80300 b80b00 2a00
p ll 20 dc0500 c40900 2b00
c ll 21 e6c5a391 dc0500 881300 a00f00 2c00
c ll 22 01 02 13
c ll 23 01 fb 08
p ll 24 01 fb 03 0a
p ll 25 02 02 05 f6
p ll 26 0100 0a00 0200 0100 6400
c ll 27 0400 3000 0100 0200 2c01
c ll 28 01 05 32
p ll 29 55aa0fc3996655aa0fc3
c att 02 0002
p att 03 f700
c att 20 0300 0500 0700
p att 21 0200 aabb 0000 0300 010203
p att 23 0300 0200 aabb 0500 0300 010203
p att 23 0300 0000 0500 0100 ff
c att 16 0b00 0000 010203
p att 17 0b00 0000 010203
c att 16 0b00 0300 0405
p att 17 0b00 0300 0405
c att 18 00
p att 19
c att 16 0b00 0600 07
p att 01 16 0b00 09
c att 18 01
p att 01 18 0b00 0d
c att 0c 0b00 1600
p att 0d
c att 0e 0300 0500 0700
p att 01 0e 0500 05
c att 06 0100 ffff 0028 9f5c509e83c4474884483b1d9cc09c00
p att 07 1000 1500 2000 ffff
c att 10 0100 ffff 0128
p att 11 14 2000 2f00 009cc09c1d3b488448 3847c48a5c503b9e
c att 10 3000 ffff 0128
p att 01 10 3000 0a
c att 04 0100 0200
p att 05 02 0100 009cc09c1d3b48844838c48a5c503b9e
c att 08 0100 ffff 029cc09c1d3b48844838c48a5c503b9e
p att 09 05 0300 aabbcc 0900 ddeeff
c att 0a ffff
p att 01 0a ffff 80
c att d2 0300 0102 010000001122334455667788
p att 1d 0300 01
c att 1e
c att 3f 0102
p att 01 3f 0000 06
c att 08 0100 ffff 009cc0
p att 01 08 0100 04
c att 10 0100 ffff 00289c
p att 01 10 0100 04
c att 0c 0300 01
p att 01 0c 0300 04
c att 16 0300 00
p att 01 16 0300 04
c att d2 0300 0102
c att 04 0100 0200
p att 05 03 0300 002a
p sig 12 01 0800 0600 0c00 0000 f401
c sig 13 01 0200 0000
p sig 12 02 0800 0300 0c00 0000 f401
c sig 13 02 0200 0100
c sig 14 03 0a00 8100 4000 0001 4000 0500
p sig 15 03 0a00 4100 8000 3000 0a00 0000
c sig 16 04 0400 4000 0300
p sig 16 05 0400 4100 0100
c 41 0600 010203040506
p 40 0200 aabb
c sig 06 06 0400 4100 4000
p sig 07 06 0400 4100 4000
c sig 14 07 0a00 8300 4200 1700 1700 0100
p sig 15 07 0a00 0000 0000 0000 0000 0200
c sig 17 08 1200 2700 4000 4000 0500 5000 5100 5200 5300 5400
p sig 18 08 1200 4000 4000 0500 0400 6000 6100 6200 0000 0000
c sig 19 09 0a00 8000 6000 5000 5100 5200
p sig 1a 09 0200 0000
c sig 17 0a 0a00 2700 3000 4000 0500 5800
p sig 18 0a 0a00 0000 0000 0000 0c00 0000
c sig 19 0b 0600 2000 6000 5000
p sig 1a 0b 0200 0100
c 60 0300 0a 0300
p 50 0400 0b 010203
p 50 0600 1b 0500 aabbcc
c sig 14 0c 0a00 2500 6000 0001 4000 0500
p sig 01 0c 0200 0000
p sig 14 0d 0a00 2500 6000 0001 4000 0500
c sig 01 0d 0400 0100 1700
c sig 06 0e 0400 7000 7100
p sig 01 0e 0600 0200 7000 7100
c sig 3a 0f 0000
p sig 01 0f 0200 0000
p smp 0b 0d
c smp 01 03 00 0d 10 0f 0f
p smp 02 04 01 05 07 03 05
c smp 05 08
p smp 0e 03
c smp 0a 00 0605040302c1
c ll 02 13`;

const CHANNELS: Readonly<Record<string, number>> = { att: 4, sig: 5, smp: 6 };

const pdus = (): DataPdu[] =>
  LINES.trim()
    .split('\n')
    .map((line) => {
      const [, from = '', channel = '', text = ''] = /^(\w) (\w+) (.*)$/.exec(line) ?? [];
      const sender = from === 'c' ? CENTRAL : PERIPHERAL;
      if (channel === 'll') return { llid: 3, sender, payload: hex(text) };
      return { llid: 2, sender, payload: frame(CHANNELS[channel] ?? parseInt(channel, 16), text) };
    });

/** A pcap of link type 256. */
export const furtherProcedures = (): Uint8Array<ArrayBuffer> => linkCapture(pdus());
