import { deflateRawSync } from 'node:zlib';
import { gzipSync, zipSync } from 'fflate';
import type { Zippable } from 'fflate';
import { describe, expect, it } from 'vitest';
import { unpackCaptures } from '../../../../src/capture/wrapped/unpack.ts';
import { advInd, concat, hex, pcap, u16, u32 } from '../../../support/packet-file.ts';

const capture = (address: string): Uint8Array<ArrayBuffer> =>
  pcap(Array.from({ length: 50 }, (_, i) => ({ seconds: 1_700_000_000 + i, data: advInd(address, hex('020106')) })));
const a = capture('C1:02:03:04:05:06');
const b = capture('C1:02:03:04:05:07');
const text = new TextEncoder().encode('Notes about the recording, nothing to open.\n');
const unpack = (files: Zippable, name = 'set.zip') => unpackCaptures(new Blob([new Uint8Array(zipSync(files))]), name);

/** Files that all point at the same compressed bytes: a capture and five megabytes of nothing. */
function sharedBytes(files: number): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(5_000_000);
  content.set(a);
  const packed = deflateRawSync(content, { level: 9 });
  const sizes = [...u32(0), ...u32(packed.length), ...u32(content.length)];
  const name = (i: number): number[] => [...Buffer.from(`${String(i).padStart(2, '0')}.pcap`)];
  const local = concat([u32(0x04034b50), u16(20), u16(0), u16(8), u32(0), sizes, u16(7), u16(0), name(0), packed]);
  const central = Array.from({ length: files }, (_, i) =>
    concat([u32(0x02014b50), u16(20), u16(20), u16(0), u16(8), u32(0), sizes, u16(7), new Uint8Array(16), name(i)]),
  );
  const directory = concat(central);
  return concat([local, directory, u32(0x06054b50), u32(0), u16(files), u16(files), u32(directory.length), u32(local.length), u16(0)]);
}

describe('a zip file', () => {
  it.each([0, 6] as const)('with several captures gives each of them, level %d', async (level) => {
    const found = await unpack({ 'x/a.pcap': [a, { level }], 'b.pcap.gz': [gzipSync(b), { level }], 'notes.txt': [text, { level }] });
    expect(found?.members.map(({ file_name }) => file_name)).toEqual(['set.zip/x/a.pcap', 'set.zip/b.pcap.gz']);
    const { content } = found!.members[0]!;
    // What is stored as it is stays where it is.
    expect(content instanceof Blob).toBe(level !== 0);
    const archive = zipSync({ 'x/a.pcap': [a, { level }], 'b.pcap.gz': [gzipSync(b), { level }], 'notes.txt': [text, { level }] });
    expect(content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : archive.slice(content.start, content.end)).toEqual(a);
    expect(found?.skipped).toEqual([{ name: 'notes.txt', reason: expect.stringContaining('is no capture or table') as string }]);
  });

  it('with one capture, or none, opens as it is', async () => {
    expect(await unpack({ 'a.pcap': a, 'notes.txt': text })).toBeNull();
    expect(await unpack({ 'notes.txt': text })).toBeNull();
    expect(await unpackCaptures(new Blob([a]), 'a.pcap')).toBeNull();
  });

  it('is found inside gzip too', async () => {
    const blob = new Blob([new Uint8Array(gzipSync(zipSync({ 'a.pcap': a, 'b.pcap': b })))]);
    expect((await unpackCaptures(blob, 'set.zip.gz'))?.members).toHaveLength(2);
  });

  it('skips archives inside it, encrypted and empty files, and says so', async () => {
    const found = await unpack({ 'a.pcap': a, 'b.pcap': b, 'more.zip': zipSync({ 'a.pcap': a }), 'void.pcap': new Uint8Array(0) });
    expect(found?.members).toHaveLength(2);
    expect(found?.skipped).toEqual([
      { name: 'more.zip', reason: 'is an archive inside an archive: unpack it first' },
      { name: 'void.pcap', reason: 'is empty' },
    ]);
  });

  it('says which of its captures is damaged', async () => {
    const file = zipSync({ 'a.pcap': a, 'b.pcap': b }, { level: 9 });
    // The end of the second file's compressed bytes, where its last records are.
    const directory = file.length - 22 - 2 * (46 + 6);
    file.fill(0xff, directory - 30, directory - 2);
    const found = await unpackCaptures(new Blob([new Uint8Array(file)]), 'set.zip');
    expect(found?.members.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([[], ['ARCHIVE_DAMAGED']]);
  });

  it('refuses what is made to fill memory, also when it is spread over many files', async () => {
    await expect(unpackCaptures(new Blob([sharedBytes(60)]), 'set.zip')).rejects.toMatchObject({ code: 'TOO_LARGE' });
  });

  it('may have any number of files', async () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`notes/${String(i)}.txt`, text]));
    const found = await unpack({ ...many, 'a.pcap': a, 'z/b.pcap': b });
    expect(found?.members.map(({ file_name }) => file_name)).toEqual(['set.zip/a.pcap', 'set.zip/z/b.pcap']);
    expect([found?.skipped_count, found?.skipped.length]).toEqual([20_000, 20]);
  }, 60_000);

  it('gives the first 200 captures of more, and says so', async () => {
    const captures = Object.fromEntries(Array.from({ length: 203 }, (_, i) => [`${String(i).padStart(3, '0')}.pcap`, a]));
    const found = await unpack(captures);
    expect([found?.members.length, found?.skipped_count]).toEqual([200, 3]);
    expect(found?.skipped[0]).toEqual({ name: '200.pcap', reason: expect.stringContaining('the first 200 captures') as string });
  });

  it('stops when it is cancelled', async () => {
    const controller = new AbortController();
    controller.abort();
    const blob = new Blob([new Uint8Array(zipSync({ 'a.pcap': a, 'b.pcap': b }))]);
    await expect(unpackCaptures(blob, 'set.zip', { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});
