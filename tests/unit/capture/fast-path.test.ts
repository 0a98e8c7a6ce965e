import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { pcapDecoder } from '../../../src/capture/decoders/pcap.ts';
import { pcapngDecoder } from '../../../src/capture/decoders/pcapng.ts';
import { Packets } from '../../../src/capture/packets.ts';
import { WorkbenchError } from '../../../src/base/failure.ts';
import { corpus } from '../../fuzz/corpus.ts';
import { mutant } from '../../fuzz/decode-mutants.ts';
import { decodeTable } from '../../support/decode-table.ts';
import type { DecodedTable } from '../../support/decode-table.ts';
import { randomSource } from '../../support/random.ts';
import { expectSame } from '../../support/same.ts';
import { syntheticCapture } from '../../support/synthetic-capture.ts';

/** The kernel reads the plain records, the decoders of `link/` every record: both must give the same. */
const FIXTURES = join(import.meta.dirname, '../../fixtures/captures');
const MUTANTS = 600;

interface Reading {
  readonly bytes: Uint8Array;
  readonly window?: number;
  readonly batchRows?: number;
}

async function read({ bytes, window = 1 << 20, batchRows = 10_000 }: Reading, kernel: boolean): Promise<DecodedTable | string> {
  const decoder = pcapngDecoder.probe({ bytes, complete: true, file_name: 'x' }) === null ? pcapDecoder : pcapngDecoder;
  try {
    return await decodeTable(decoder, bytes, { window, batchRows, kernel });
  } catch (error) {
    if (!(error instanceof WorkbenchError)) throw error;
    return error.message;
  }
}

async function readBoth(reading: Reading, label: string): Promise<DecodedTable | string> {
  const [fast, slow] = [await read(reading, true), await read(reading, false)];
  expectSame(fast, slow, label);
  return fast;
}

const captures = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' }).filter((name) => /\.pcap(?:ng)?$/.test(name));

describe('rows of the kernel and of the decoders', () => {
  it.each(captures)('are the same for %s', async (name) => {
    const bytes = new Uint8Array(readFileSync(join(FIXTURES, name)));
    const table = await readBoth({ bytes, batchRows: 4_000 }, name);
    expect(typeof table === 'string' ? 0 : table.rows.length).toBeGreaterThan(20);
  });

  it('come from the kernel, but for first meetings of an address', async () => {
    const packet = vi.spyOn(Packets.prototype, 'packet');
    const table = await read({ bytes: syntheticCapture({ packets: 9_000, seed: 7, emitters: 20 }) }, true);
    expect(typeof table === 'string' ? 0 : table.rows.length).toBe(9_000);
    expect(packet.mock.calls.length).toBeLessThan(200);
    packet.mockRestore();
  });

  it('are the same in small windows and batches', async () => {
    const bytes = syntheticCapture({ packets: 9_000, seed: 7 });
    const reference = await read({ bytes }, false);
    for (const window of [997, 65_537, 300_000]) {
      expectSame(await read({ bytes, window, batchRows: 700 }, true), reference, `windows of ${String(window)} bytes`);
    }
  });

  it('are the same for damaged files', async () => {
    const seeds = corpus().filter(({ name }) => /\.pcap(?:ng)?$/.test(name));
    for (let seed = 0; seed < MUTANTS; seed++) {
      const { parent, bytes } = mutant(seeds, randomSource(seed));
      await readBoth({ bytes, window: 1 + (seed % 3) * 500, batchRows: 512 }, `mutant ${String(seed)} of ${parent.name}`);
    }
  });
});
