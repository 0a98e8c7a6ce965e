import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { WorkbenchError } from '../../../../src/base/failure.ts';
import type { ConvertCapture } from '../../../../src/capture/convert/convert-capture.ts';
import { convertFile, MOST_DOWNLOAD } from '../../../../src/core/exports/convert-file.ts';
import { ConvertedSet } from '../../../../src/core/exports/converted-set.ts';
import type { DestinationHost } from '../../../../src/core/host.ts';
import type { Destination } from '../../../../src/export/destination.ts';
import { convertHere } from '../../../support/converted.ts';
import { memoryDestination, type MemoryFiles } from '../../../support/memory-destination.ts';
import { roomCapture } from '../../../support/room-capture.ts';

const file = (name: string, packets = 3_000): File => new File([new Uint8Array(roomCapture({ packets, seed: 3 }))], name);
/** On this thread, in small batches. */
const convert: ConvertCapture = (blob, capture_id, take) => convertHere(blob, blob.name, take, { capture_id, batch_rows: 1_000 });

const destinationOf = (files: MemoryFiles): Promise<Destination> =>
  memoryDestination(files, 'folder')({ kind: 'folder', name: 'set', mime_type: '' });

test('two captures with the same name get different ids, and the manifest lists what was written', async () => {
  const files: MemoryFiles = new Map();
  const set = new ConvertedSet(await destinationOf(files), convert);
  const first = await set.add(file('room.pcap'), {});
  const second = await set.add(file('room.pcap', 1_500), {});
  expect([first.capture_id, second.capture_id]).toEqual(['room', 'room_2']);
  expect(files.size).toBe(0);
  await set.finish();
  const manifest = JSON.parse(new TextDecoder().decode(files.get('provenance.json'))) as {
    rows: number;
    records: object[];
    files: { path: string; bytes: number; sha256: string; rows: number }[];
  };
  expect(manifest).toMatchObject({
    rows: 4_500,
    records: [
      { capture_id: 'room', read: 3_000 },
      { capture_id: 'room_2', read: 1_500 },
    ],
  });
  for (const { path, bytes, sha256 } of first.files) {
    const written = files.get(path)!;
    expect([written.length, createHash('sha256').update(written).digest('hex')]).toEqual([bytes, sha256]);
  }
  expect(manifest.files.reduce((sum, { rows }) => sum + rows, 0)).toBe(4_500);
});

test('one file is written at a time, and further rows are decoded only afterwards', async () => {
  let [open, most, closed] = [0, 0, 0];
  const destination: Destination = {
    place: 'folder',
    name: 'set',
    open: () => {
      most = Math.max(most, ++open);
      return Promise.resolve({
        write: () => new Promise((resolve) => setTimeout(resolve, 5)),
        close: () => Promise.resolve(void ((open -= 1), (closed += 1))),
      });
    },
    commit: () => Promise.resolve(),
    abort: () => Promise.resolve(),
  };
  const { files } = await new ConvertedSet(destination, convert).add(file('room.pcap'), {});
  expect([most, closed]).toEqual([1, files.length]);
  expect(files.length).toBeGreaterThan(2);
});

/** A host whose disk is full at the given file. */
function hostOf(place: 'folder' | 'download', full = Infinity): DestinationHost & { readonly ended: string[] } {
  const ended: string[] = [];
  let opened = 0;
  return {
    ended,
    choose: ({ name }) => Promise.resolve({ id: 1, place, name }),
    open: () => Promise.resolve(void opened++),
    write: () => (opened === full ? Promise.reject(new WorkbenchError('WRITE_FAILED', 'the disk is full')) : Promise.resolve()),
    closeFile: () => Promise.resolve(),
    commit: () => Promise.resolve(void ended.push('commit')),
    abort: () => Promise.resolve(void ended.push('abort')),
  };
}
const options = { signal: new AbortController().signal, onProgress: () => undefined };

test('a full disk ends the conversion and removes the set', async () => {
  const host = hostOf('folder', 2);
  await expect(convertFile(file('room.pcap'), host, convert, options)).rejects.toMatchObject({ code: 'WRITE_FAILED' });
  expect(host.ended).toEqual(['abort']);
});

test('a cancelled conversion waits for the file that is being written, and removes the set', async () => {
  const host = hostOf('folder');
  const controller = new AbortController();
  const cancelled: ConvertCapture = (blob, id, take, given) =>
    convert(blob, id, async (...part) => (controller.abort(), take(...part)), given); // prettier-ignore
  const converting = convertFile(file('room.pcap'), host, cancelled, { ...options, signal: controller.signal });
  await expect(converting).rejects.toMatchObject({ name: 'AbortError' });
  expect(host.ended).toEqual(['abort']);
});

test('a large capture is rejected without a folder picker, and the message contains the command to use instead', async () => {
  const host = hostOf('download');
  const large = Object.defineProperty(file('night.pcapng'), 'size', { value: MOST_DOWNLOAD + 1 });
  await expect(convertFile(large, host, convert, options)).rejects.toThrow(
    'capture-workbench convert "night.pcapng" --to parquet --output night-parquet',
  );
  expect(host.ended).toEqual(['abort']);
  await convertFile(file('room.pcap'), hostOf('download'), convert, options);
});
