import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeLine, LineReader } from '../../../src/live/serial/base64-lines.ts';
import { NrfSniffer } from '../../../src/live/serial/nrf-sniffer.ts';
import { encodeSlip, SlipReader } from '../../../src/live/serial/slip.ts';
import type { SnifferFrame, SnifferProtocol } from '../../../src/live/serial/sniffer.ts';
import { Sniffle } from '../../../src/live/serial/sniffle.ts';
import { advertisingFrame, advInd, concat, hex } from '../../support/packet-file.ts';
import { nrfEvent, nrfPacket, sniffleFrame, sniffleVersion } from '../../support/live/sniffer-streams.ts';
import type { HeardFrame } from '../../support/live/sniffer-streams.ts';

const pdus = fc
  .uint8Array({ minLength: 0, maxLength: 80 })
  .chain((payload) => fc.integer({ min: 0, max: 255 }).map((first) => concat([[first, payload.length], payload])));
const heard: fc.Arbitrary<HeardFrame> = fc.record({
  frame: pdus.map((pdu) => advertisingFrame(pdu)),
  channel: fc.integer({ min: 37, max: 39 }),
  rssi: fc.integer({ min: -127, max: -1 }),
  time: fc.integer({ min: 0, max: 2 ** 30 - 1 }),
  crcOk: fc.constant(true),
  coding: fc.integer({ min: 0, max: 1 }),
});

interface Taken {
  readonly frames: SnifferFrame[];
  readonly protocol: SnifferProtocol;
}

function read(protocol: SnifferProtocol, chunks: readonly Uint8Array[]): Taken {
  const frames: SnifferFrame[] = [];
  for (const chunk of chunks) protocol.push(chunk, (frame) => frames.push(frame));
  return { frames, protocol };
}

const streams = {
  'nRF Sniffer 2': { make: () => new NrfSniffer(), write: (all: HeardFrame[]) => all.map((each, i) => nrfEvent(each, 2, i)) },
  'nRF Sniffer 3': { make: () => new NrfSniffer(), write: (all: HeardFrame[]) => all.map((each, i) => nrfEvent(each, 3, i)) },
  Sniffle: { make: () => new Sniffle(), write: (all: HeardFrame[]) => all.map(sniffleFrame) },
};

describe.each(Object.entries(streams))('%s', (name, { make, write }) => {
  it('gives the same whatever the pieces: cut at every offset', () => {
    fc.assert(
      fc.property(fc.array(heard, { minLength: 1, maxLength: 3 }), (all) => {
        const stream = concat(write(all));
        const whole = read(make(), [stream]);
        expect(whole.frames).toHaveLength(all.length);
        for (let cut = 0; cut <= stream.length; cut++) {
          const halves = read(make(), [stream.subarray(0, cut), stream.subarray(cut)]);
          expect(halves.frames).toEqual(whole.frames);
          expect(halves.protocol.counters).toEqual(whole.protocol.counters);
        }
        const octets = read(
          make(),
          Array.from(stream, (octet) => Uint8Array.of(octet)),
        );
        expect(octets.frames).toEqual(whole.frames);
      }),
      { numRuns: 15 },
    );
  });

  it('gives back what our own encoder wrote', () => {
    fc.assert(
      fc.property(fc.array(heard, { maxLength: 8 }), (all) => {
        const { frames, protocol } = read(make(), write(all));
        expect(frames.map(({ rssi, channel }) => ({ rssi, channel }))).toEqual(all.map(({ rssi, channel }) => ({ rssi, channel })));
        frames.forEach(({ bytes, stamp }, i) => {
          const { frame, time } = all[i]!;
          expect(Buffer.from(bytes.subarray(-frame.length)).toString('hex')).toBe(Buffer.from(frame).toString('hex'));
          expect(stamp).toBe(name === 'nRF Sniffer 2' ? NaN : time);
        });
        expect(protocol.counters).toEqual({ frames: all.length, lost: name === 'Sniffle' ? null : 0, damaged: 0 });
      }),
    );
  });

  it('finds its way back after bytes that are nothing, and counts them', () => {
    fc.assert(
      fc.property(heard, fc.uint8Array({ minLength: 1, maxLength: 40 }), (each, noise) => {
        const [first, second, third] = write([each, each, each]);
        const { frames, protocol } = read(make(), [first!, noise, second!, third!]);
        expect(frames.length).toBeGreaterThanOrEqual(2);
        expect(frames.length).toBeLessThanOrEqual(3);
        expect(protocol.counters.damaged).toBeGreaterThanOrEqual(frames.length === 3 && noise.every((octet) => octet === 0x0d) ? 0 : 1);
      }),
    );
  });

  it('takes any bytes whatever without an error', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (chunks) => {
        const { frames } = read(make(), chunks);
        expect(frames.length).toBeLessThan(chunks.length * 300 + 1);
      }),
    );
  });
});

const frame = advInd('C1:02:03:04:05:06', hex('020106'));
const plain: HeardFrame = { frame, channel: 38, rssi: -61, time: 77, crcOk: true, coding: 0 };

describe('the framings', () => {
  it('SLIP: escapes its three markers', () => {
    expect([...encodeSlip(Uint8Array.of(1, 0xab, 0xbc, 0xcd))]).toEqual([0xab, 1, 0xcd, 0xac, 0xcd, 0xbd, 0xcd, 0xce, 0xbc]);
  });

  it('SLIP: an endless packet, a wrong escape and one that ends escaping are dropped and counted', () => {
    const reader = new SlipReader();
    const taken: number[][] = [];
    const take = (packet: Uint8Array): number => taken.push([...packet]);
    for (const bytes of [
      [0xab, ...Array<number>(600).fill(1), 0xbc],
      [0xab, 0xcd, 0x01, 0xbc],
      [0xab, 1, 0xcd, 0xbc],
      [0xab, 7, 0xbc],
    ])
      reader.push(Uint8Array.from(bytes), take);
    expect(taken).toEqual([[7]]);
    expect(reader.damaged).toBe(3);
  });

  it('lines: base64 as any other encoder writes it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 1, maxLength: 300 }), (octets) => {
        const words = Math.ceil((octets.length + 1) / 3);
        expect(Buffer.from(encodeLine(octets)).toString('latin1')).toBe(`${Buffer.from([words, ...octets]).toString('base64')}\r\n`);
      }),
    );
  });

  it('lines: an endless one, a wrong count and foreign characters are dropped and counted', () => {
    const reader = new LineReader();
    const taken: number[][] = [];
    const take = (message: Uint8Array): number => taken.push([...message]);
    for (const line of [`${'A'.repeat(5000)}\r\n`, `${Buffer.from([9, 1, 2]).toString('base64')}\r\n`, 'AR*A\r\n'])
      reader.push(Buffer.from(line, 'latin1'), take);
    reader.push(encodeLine([0x12, 3]), take);
    expect(taken).toEqual([[0x12, 3]]);
    expect(reader.damaged).toBe(3);
  });
});

describe('nRF Sniffer', () => {
  it('asks, starts, follows and stops in the words of the firmware', () => {
    const commands = (bytes: Uint8Array): number[][] => {
      const found: number[][] = [];
      new SlipReader().push(bytes, (packet) => found.push([...packet]));
      return found;
    };
    const sniffer = new NrfSniffer();
    expect(commands(sniffer.hello())).toEqual([
      [6, 0, 1, 0, 0, 0x0d],
      [6, 0, 1, 1, 0, 0x1b],
    ]);
    expect(commands(sniffer.start({ channels: [38, 39], rssi_min: null, follow: null }))).toEqual([
      [6, 4, 1, 2, 0, 0x17, 2, 38, 39, 37],
      [6, 1, 1, 3, 0, 0x07, 3],
      [6, 16, 1, 4, 0, 0x0c, ...Array<number>(16).fill(0)],
    ]);
    const follow = { address: 'C1:02:03:04:05:06', random: true };
    expect(commands(sniffer.start({ channels: [37], rssi_min: null, follow }))[1]).toEqual([
      6, 8, 1, 6, 0, 0x00, 0xc1, 2, 3, 4, 5, 6, 1, 0,
    ]);
    expect(commands(sniffer.stop())).toEqual([[6, 0, 1, 8, 0, 0xfe]]);
  });

  it('takes a number that goes back as a firmware that began again, and counts on from there', () => {
    const { protocol } = read(new NrfSniffer(), [nrfEvent(plain, 3, 300), nrfEvent(plain, 3, 0), nrfEvent(plain, 3, 2)]);
    expect(protocol.counters).toEqual({ frames: 3, lost: 1, damaged: 0 });
  });

  it('says what the firmware says of itself, and counts what is missing between two numbers', () => {
    const { protocol } = read(new NrfSniffer(), [
      nrfPacket(0x0e, [], 3, 0xfffe),
      nrfPacket(0x1c, Buffer.from('4.1.1'), 3, 0xffff),
      nrfEvent(plain, 3, 2),
    ]);
    expect(protocol).toMatchObject({ recognised: true, firmware: 'nRF Sniffer 4.1.1, protocol 3', counters: { frames: 1, lost: 2 } });
  });

  it('puts the board in front and leaves the padding out, as in a capture file', () => {
    const { frames } = read(new NrfSniffer(), [nrfEvent(plain, 3, 258)]);
    const size = 10 + frame.length;
    const head = [0, size & 255, size >> 8, 3, 2, 1, 2, 10, 1, 38, 61, 0, 0, 77, 0, 0, 0];
    expect([...frames[0]!.bytes]).toEqual([...head, ...frame]);
  });

  it.each([1, 4])('refuses protocol version %d', (version) => {
    const { frames, protocol } = read(new NrfSniffer(), [nrfPacket(6, new Uint8Array(40), version, 0)]);
    expect(frames).toEqual([]);
    expect(protocol).toMatchObject({ recognised: false, counters: { damaged: 1 } });
  });
});

describe('Sniffle', () => {
  const commands = (bytes: Uint8Array): string[] => {
    const found: string[] = [];
    new LineReader().push(bytes, (message) => found.push(Buffer.from(message).toString('hex')));
    return found;
  };

  it('asks, starts and follows in the words of the firmware', () => {
    const sniffer = new Sniffle();
    expect(commands(sniffer.hello())).toEqual(['1840', '24']);
    const scan = ['1026d6be898e0055555500', '12bf', '1100', '1500', '1601', '13', '2601'];
    // A command that fills no group of three ends where its octets end.
    expect(commands(sniffer.start({ channels: [38], rssi_min: -65, follow: null }))).toEqual(scan);
    const follow = { address: 'C1:02:03:04:05:06', random: true };
    expect(commands(sniffer.start({ channels: [37, 38, 39], rssi_min: null, follow })).slice(3)).toEqual([
      '1501',
      '1601',
      '130605040302c1',
      '14',
      '2601',
    ]);
    expect(sniffer.stop()).toHaveLength(0);
  });

  it('says what the firmware says of itself', () => {
    expect(read(new Sniffle(), [sniffleVersion()]).protocol).toMatchObject({ recognised: true, firmware: 'Sniffle 1.10.1, API level 1' });
  });

  it('makes the pseudo header of link type 256, and a CRC that is as right as the sniffer says', () => {
    const coded = concat([frame.subarray(0, 4), [1], frame.subarray(4)]);
    const { frames } = read(new Sniffle(), [sniffleFrame(plain), sniffleFrame({ ...plain, frame: coded, crcOk: false, coding: 3 })]);
    const [good, bad] = frames.map(({ bytes }) => Buffer.from(bytes).toString('hex'));
    expect(good).toBe(`0cc38000d6be898e130c${Buffer.from(frame).toString('hex')}`);
    expect(bad).toMatch(/^0cc38000d6be898e1384d6be898e014009/);
    expect(bad!.slice(-6)).not.toBe(good!.slice(-6));
  });

  it('knows the access address of the connection that it follows, and leaves it on a primary channel', () => {
    const request = concat([[0x05, 34], hex('060504030201'), hex('1615141312c1'), hex('78563412'), hex('010203'), new Uint8Array(15)]);
    const listen = (following: boolean): string[] => {
      const sniffer = new Sniffle();
      sniffer.start({ channels: [37], rssi_min: null, follow: following ? { address: 'C1:12:13:14:15:16', random: true } : null });
      const say = (pdu: Uint8Array, channel: number): Uint8Array => sniffleFrame({ ...plain, frame: advertisingFrame(pdu), channel });
      const stream = [say(request, 37), say(hex('0100'), 5), say(hex('070100'), 37), say(hex('070100'), 5)];
      return read(sniffer, stream).frames.map(({ bytes }) => Buffer.from(bytes.subarray(10, 14)).toString('hex'));
    };
    const advertising = 'd6be898e';
    expect(listen(true)).toEqual([advertising, '78563412', advertising, advertising]);
    expect(listen(false)).toEqual(Array(4).fill(advertising));
  });
});
