import { describe, expect, it } from 'vitest';
import { MemoryCount, batchBytes } from '../../../src/capture/memory-count.ts';
import { readCapture } from '../../../src/capture/read-capture.ts';
import { BLOCKS_AHEAD } from '../../../src/capture/sink-output.ts';
import { Batch } from '../../../src/tables/batch.ts';
import { EndlessCapture } from '../../support/endless-file.ts';

const MEBIBYTE = 2 ** 20;

describe('memory in flight', () => {
  it('stays within 256 MiB however large the file is and however slow the engine', async () => {
    const file = new EndlessCapture(300 * MEBIBYTE);
    let open = 0;
    let blocks = 0;
    const sink = {
      header: () => Promise.resolve(),
      rows: async (ipc: Uint8Array) => {
        blocks = Math.max(blocks, (open += ipc.byteLength));
        await new Promise((resolve) => setTimeout(resolve, 1));
        open -= ipc.byteLength;
      },
      problems: () => Promise.resolve(),
    };
    const summary = await readCapture(file, 'endless.pcap', sink);
    expect(summary.row_count).toBe(file.packets);
    expect(summary.bytes).toBe(file.size);
    // What the sink saw in flight is part of what the reader counted.
    expect(summary.peak_bytes).toBeGreaterThan(blocks);
    expect(summary.peak_bytes).toBeLessThan(256 * MEBIBYTE);
    expect(blocks).toBeLessThan((BLOCKS_AHEAD + 1) * 32 * MEBIBYTE);
  });

  it('is counted by holder, and remembers the most', () => {
    const memory = new MemoryCount();
    memory.set('windows', 10);
    memory.add('blocks', 5);
    memory.add('blocks', 7);
    memory.add('blocks', -12);
    memory.set('windows', 1);
    expect(memory.peak_bytes).toBe(22);
  });

  it('counts memory that columns share once', () => {
    const specs = [
      { name: 'a', type: 'INTEGER' },
      { name: 'b', type: 'DOUBLE' },
    ] as const;
    expect(batchBytes(new Batch(specs, 800))).toBe(800 * 4 + 800 * 8 + 2 * 100);
    const shared = new ArrayBuffer(MEBIBYTE);
    let next = 0;
    const allocate = (bytes: number) => new Uint8Array(shared, (next += 8192) - 8192, bytes);
    expect(batchBytes(new Batch(specs, 800, { allocate, bytesPerRow: 0 }))).toBe(MEBIBYTE);
  });
});
