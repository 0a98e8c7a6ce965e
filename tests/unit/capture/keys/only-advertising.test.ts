import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { pcapDecoder } from '../../../../src/capture/decoders/pcap.ts';
import { holdsOnlyAdvertising } from '../../../../src/capture/keys/only-advertising.ts';
import { withoutKeyMaterial } from '../../../../src/capture/keys/without-keys.ts';
import { fileSource } from '../../../../src/capture/source.ts';
import { corpus } from '../../../fuzz/corpus.ts';
import { mutant } from '../../../fuzz/decode-mutants.ts';
import { everyCapture } from '../../../support/every-capture.ts';
import { advInd, concat, pcap, u16, u32 } from '../../../support/packet-file.ts';
import { randomSource } from '../../../support/random.ts';
import { roomCapture } from '../../../support/room-capture.ts';

const hooks = { check: () => undefined, timings: { read: 0, hash: 0 } };
const proven = (bytes: Uint8Array<ArrayBuffer>): Promise<boolean> =>
  holdsOnlyAdvertising(fileSource(new Blob([bytes]), 'x.pcap', hooks), hooks.check);

/** Whether the removal itself, which reads every record, keeps every octet. */
async function keepsAll(bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  // Of a compressed file the removal does not look for the proof.
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  const blob = await new Response(stream).blob();
  const kept = await withoutKeyMaterial(blob, 'x.pcap.gz');
  return kept === blob;
}

/** RF header of channel 37, −60 dBm, with flags. */
const rf = (flags: number): Uint8Array<ArrayBuffer> => concat([[0, 0xc4, 0, 0], u32(0), u16(flags)]);
const frame = advInd('01:02:03:04:05:06', Uint8Array.of(2, 1, 6));
const file = (data: Uint8Array, linkType = 256): Uint8Array<ArrayBuffer> =>
  pcap(
    [concat([linkType === 256 ? rf(2) : [], frame]), data].map((each, seconds) => ({ seconds, data: each })),
    { linkType },
  );

describe('a file of nothing but whole advertising PDUs', () => {
  it('is known without decoding it', async () => {
    const decode = vi.spyOn(pcapDecoder, 'decode');
    const blob = new Blob([Uint8Array.from(roomCapture({ packets: 20_000, seed: 41 }))]);
    expect(await withoutKeyMaterial(blob, 'room.pcap')).toBe(blob);
    expect(decode).not.toHaveBeenCalled();
    decode.mockRestore();
    for (const linkType of [251, 256]) expect(await proven(file(concat([linkType === 256 ? rf(2) : [], frame]), linkType))).toBe(true);
  });

  it.each([
    ['octets behind the CRC', concat([rf(2), frame, [7]])],
    ['another access address', concat([rf(2), u32(0x12345678), frame.subarray(4)])],
    ['a data PDU of a central', concat([rf(2 | (2 << 7)), frame])],
    ['the coded PHY', concat([rf(2 | (2 << 14)), frame])],
    ['a frame that is too short', concat([rf(2), frame.subarray(0, 5)])],
    ['an empty record', new Uint8Array(0)],
  ])('is not one with %s', async (_, data) => {
    expect(await proven(file(data))).toBe(false);
  });

  it('is no file that is cut, and none of another link type', async () => {
    const bytes = file(concat([rf(2), frame]));
    for (let end = 0; end < bytes.length; end++)
      expect(await proven(bytes.slice(0, end)), `${end} octets`).toBe(end === 24 || end === 24 + 16 + 10 + frame.length);
    expect(await proven(file(frame, 272))).toBe(false);
  });

  it('keeps every octet when all records are read', async () => {
    const files = everyCapture().filter((path) => path.endsWith('.pcap')).map((path) => new Uint8Array(readFileSync(path))); // prettier-ignore
    const seeds = corpus().filter(({ name }) => name.endsWith('.pcap'));
    for (let seed = 0; seed < 300; seed++) files.push(Uint8Array.from(mutant(seeds, randomSource(seed)).bytes));
    const room = Uint8Array.from(roomCapture({ packets: 40, seed: 3 }));
    const chance = randomSource(77);
    for (let round = 0; round < 300; round++) {
      const bytes = room.slice();
      for (let change = 0; change < 2; change++) bytes[24 + chance.below(bytes.length - 24)] = chance.below(256);
      files.push(bytes);
    }
    let count = 0;
    for (const bytes of files) {
      if (!(await proven(bytes))) continue;
      count++;
      expect(await keepsAll(bytes)).toBe(true);
    }
    expect(count).toBeGreaterThan(100);
  });
});
