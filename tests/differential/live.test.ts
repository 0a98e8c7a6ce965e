import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { channelIndexOfRf } from '../../src/ble/channel.ts';
import { pcapngDecoder } from '../../src/capture/decoders/pcapng.ts';
import { NrfSniffer } from '../../src/live/serial/nrf-sniffer.ts';
import { Sniffle } from '../../src/live/serial/sniffle.ts';
import { openFile } from '../support/captures.ts';
import { decodeTable } from '../support/decode-table.ts';
import { framesOf } from '../support/frames.ts';
import { scanDecoder } from '../support/live/scan-decoder.ts';
import { nrfEvent, sniffleFrame } from '../support/live/sniffer-streams.ts';
import type { HeardFrame } from '../support/live/sniffer-streams.ts';
import { expectSame } from '../support/same.ts';
import { dissect, tsharkVersion } from '../support/tshark.ts';
import { compare } from './compare.ts';

/**
 * A scan that was saved says the same as while it ran, to us and to tshark. The frames are of a recording of real air (link type
 * 256), sent once more through the firmware's framing.
 */
const CAPTURE = join(import.meta.dirname, '../fixtures/captures/hackrf/adv38.pcap');
const MOST = 2000;

function airOf(path: string): HeardFrame[] {
  const file = readFileSync(path);
  const heard: HeardFrame[] = [];
  for (let at = 24; at + 16 <= file.length && heard.length < MOST;) {
    const size = file.readUInt32LE(at + 8);
    const packet = file.subarray(at + 16, at + 16 + size);
    at += 16 + size;
    // What a sniffer would not hand over: a frame that is cut.
    const pdu = (packet[15] ?? 0) + 2;
    if (packet.length !== 10 + 4 + pdu + 3) continue;
    heard.push({
      frame: packet.subarray(10),
      channel: channelIndexOfRf(packet[0] ?? 0),
      rssi: Math.min(packet.readInt8(1), -1),
      time: 1000 + heard.length * 20_000,
      crcOk: true,
      coding: 0,
    });
  }
  return heard;
}

describe.runIf(tsharkVersion() !== null)('a saved scan against tshark', () => {
  const heard = airOf(CAPTURE);
  it.each([
    ['nRF Sniffer 3', () => new NrfSniffer(), heard.map((each, i) => nrfEvent(each, 3, i)), 272],
    ['nRF Sniffer 2', () => new NrfSniffer(), heard.map((each, i) => nrfEvent(each, 2, i)), 272],
    ['Sniffle', () => new Sniffle(), heard.map(sniffleFrame), 256],
  ] as const)('%s', async (_, make, stream, linkType) => {
    expect(heard.length).toBeGreaterThan(500);
    const { decoder, saved } = scanDecoder(make(), stream, 100);
    const live = await decodeTable(decoder, '');
    expect(live.end.link_types).toEqual([linkType]);
    const file = await decodeTable(pcapngDecoder, saved());
    expectSame(file.rows, live.rows);
    const folder = mkdtempSync(join(tmpdir(), 'saved-scan-'));
    try {
      const path = join(folder, 'scan.pcapng');
      writeFileSync(path, saved());
      const { compared, deviations, differences } = compare(dissect(path), framesOf(await openFile(path)));
      expect(differences.slice(0, 10)).toEqual([]);
      expect([compared, live.rows.length]).toEqual([heard.length, heard.length]);
      expect(deviations.length).toBeLessThan(heard.length / 100);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
