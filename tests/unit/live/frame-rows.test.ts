import { describe, expect, it } from 'vitest';
import { pcapngDecoder } from '../../../src/capture/decoders/pcapng.ts';
import { HostClock } from '../../../src/live/host-clock.ts';
import { NrfSniffer } from '../../../src/live/serial/nrf-sniffer.ts';
import { Sniffle } from '../../../src/live/serial/sniffle.ts';
import { ADVERT_COLUMNS } from '../../../src/tables/adverts.ts';
import { decodeTable } from '../../support/decode-table.ts';
import { scanDecoder, START_US } from '../../support/live/scan-decoder.ts';
import { nrfEvent, sniffleFrame } from '../../support/live/sniffer-streams.ts';
import type { HeardFrame } from '../../support/live/sniffer-streams.ts';
import { advInd, hex } from '../../support/packet-file.ts';

const heard: HeardFrame[] = Array.from({ length: 40 }, (_, i) => ({
  frame: advInd(`C1:02:03:04:05:${(i % 7).toString(16).padStart(2, '0')}`, hex('020106')),
  channel: 37 + (i % 3),
  rssi: -40 - i,
  time: 1000 + i * 20_000,
  crcOk: i % 5 !== 0,
  coding: 0,
}));
describe.each([
  ['nRF Sniffer', () => new NrfSniffer(), heard.map((each, i) => nrfEvent(each, 3, i)), 272],
  ['Sniffle', () => new Sniffle(), heard.map(sniffleFrame), 256],
] as const)('%s', (_, make, stream, linkType) => {
  it('gives the rows that its capture file gives, and what a capture amounts to', async () => {
    const { decoder, saved } = scanDecoder(make(), stream, 7);
    const live = await decodeTable(decoder, '');
    const file = await decodeTable(pcapngDecoder, saved());
    expect(live.rows).toEqual(file.rows);
    expect(live.rows).toHaveLength(heard.length);
    expect(live.end).toEqual(file.end);
    expect(live.end).toMatchObject({ link_types: [linkType], channels: ['37', '38', '39'], time_base: 'epoch' });
    const column = (name: string): unknown[] => live.rows.map((row) => row[ADVERT_COLUMNS.findIndex((each) => each.name === name)]);
    expect(column('rssi')).toEqual(heard.map(({ rssi }) => rssi));
    expect(column('crc_ok')).toEqual(heard.map(({ crcOk }) => crcOk));
    expect(column('ts_us')).toEqual(heard.map((_each, i) => BigInt(START_US + i * 20_000)));
  });
});

describe('the clock', () => {
  it('goes by the stamps over their wrap, and never into the future', () => {
    const clock = new HostClock();
    const modulus = 2 ** 30;
    expect(clock.at(modulus - 10, modulus, 5000)).toBe(5000);
    // 30 µs later by the sniffer, 400 µs later by the port.
    expect(clock.at(20, modulus, 5400)).toBe(5030);
    // Out of the buffer at once: the frames before were late.
    expect(clock.at(1020, modulus, 5900)).toBe(5900);
    expect(clock.at(1120, modulus, 6900)).toBe(6000);
  });

  it('starts anew where the sniffer did, and takes the arrival where there is no stamp', () => {
    const clock = new HostClock();
    expect(clock.at(10, 2 ** 32, 1_000_000)).toBe(1_000_000);
    expect(clock.at(20, 2 ** 32, 9_000_000)).toBe(9_000_000);
    expect(clock.resets).toBe(1);
    // The page's clock has fractions of a microsecond, which neither a row nor a file can hold.
    expect(clock.at(NaN, 2 ** 32, 9_500_000.3)).toBe(9_500_000);
  });
});
