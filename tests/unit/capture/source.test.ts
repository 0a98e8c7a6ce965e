import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { abortError } from '../../../src/base/failure.ts';
import { PROBE_BYTES, WINDOW_BYTES } from '../../../src/capture/decoder.ts';
import { fileSource } from '../../../src/capture/source.ts';
import type { FileSource } from '../../../src/capture/source.ts';

const bytes = new Uint8Array(65 * 1024 * 1024);
for (let i = 0; i < bytes.length; i += 97) bytes[i] = i >> 8;
const sha256 = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');
const open = (data: Uint8Array<ArrayBuffer>, check: () => void = () => undefined): FileSource =>
  fileSource(new Blob([data]), 'x.bin', { check, timings: { read: 0, hash: 0 } });

describe.each([
  ['held in one buffer', bytes.slice(0, 20_000_000)],
  ['read ahead in windows', bytes],
])('a file %s', (_name, data) => {
  it('comes in bounded windows that add up, and hashes as it was', async () => {
    const source = open(data);
    const hash = createHash('sha256');
    let length = 0;
    for await (const window of source.windows()) {
      expect(window.length).toBeLessThanOrEqual(WINDOW_BYTES);
      hash.update(window);
      length += window.length;
    }
    expect(length).toBe(data.length);
    expect(hash.digest('hex')).toBe(sha256(data));
    expect(await source.sha256()).toBe(sha256(data));
  });

  it('gives the first window when no more than the next one was asked for', async () => {
    const asked: number[] = [];
    class Recorded extends Blob {
      override slice(start?: number, end?: number): Blob {
        asked.push(end ?? this.size);
        return super.slice(start, end);
      }
    }
    const source = fileSource(new Recorded([data]), 'x.bin', { check: () => undefined, timings: { read: 0, hash: 0 } });
    await source.bytes(0, 4);
    expect(Math.max(...asked)).toBeLessThanOrEqual(PROBE_BYTES);
    for await (const _window of source.windows()) break;
    expect(Math.max(...asked)).toBe(2 * WINDOW_BYTES);
  });

  it('gives the same bytes by place before, while and after its windows are read', async () => {
    const source = open(data);
    const places = [0, WINDOW_BYTES - 2, WINDOW_BYTES, data.length - 4];
    const same = async (): Promise<void> => {
      for (const at of places) expect([...(await source.bytes(at, at + 4))]).toEqual([...data.subarray(at, at + 4)]);
    };
    for await (const window of source.windows()) if (window.length < WINDOW_BYTES) await same();
    await same();
    const hash = createHash('sha256');
    for await (const window of source.windows()) hash.update(window);
    expect(hash.digest('hex')).toBe(sha256(data));
  });

  it('hashes the whole file when only a part was read, and when windows were read twice', async () => {
    const source = open(data);
    expect([...(await source.bytes(5, 9))]).toEqual([...data.subarray(5, 9)]);
    for (let pass = 0; pass < 2; pass++) {
      for await (const window of source.windows()) {
        expect(window.length).toBeGreaterThan(0);
        break;
      }
    }
    expect(await source.sha256()).toBe(sha256(data));
  });

  it('stops reading when the caller gives up', async () => {
    const source = open(data, () => {
      throw abortError('opening');
    });
    await expect(source.windows()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ name: 'AbortError' });
  });
});

it('a held file is hashed early when its reader has nothing to do, and not before it is there', async () => {
  const source = open(bytes.slice(0, 20_000_000));
  source.hashAhead();
  await source.bytes(0, bytes.length);
  source.hashAhead();
  source.hashAhead();
  expect(await source.sha256()).toBe(sha256(bytes.slice(0, 20_000_000)));
});

it('a file too large to hold that is read by place is hashed by somebody else, once', async () => {
  const hashed: Blob[] = [];
  const blob = new Blob([bytes]);
  const hashBlob = (given: Blob): Promise<string> => {
    hashed.push(given);
    return Promise.resolve('elsewhere');
  };
  const source = fileSource(blob, 'x.parquet', { check: () => undefined, timings: { read: 0, hash: 0 }, hashBlob });
  await source.bytes(0, 4);
  expect(hashed).toEqual([]);
  await source.bytes(0, bytes.length);
  await source.bytes(0, bytes.length);
  expect(hashed).toEqual([blob]);
  expect(await source.sha256()).toBe('elsewhere');
});
