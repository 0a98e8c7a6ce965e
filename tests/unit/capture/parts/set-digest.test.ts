import { beforeAll, describe, expect, test } from 'vitest';
import { joinFiles } from '../../../../src/base/join-files.ts';
import { gatherParts } from '../../../../src/capture/parts/gather.ts';
import { partsWithin } from '../../../../src/capture/parts/parts-file.ts';
import { captureSha256 } from '../../../../src/core/captures/stream-hash.ts';
import { openBytes } from '../../../support/captures.ts';
import { convertedFiles, isPart } from '../../../support/converted-set.ts';
import { nodeAssets } from '../../../support/decode-table.ts';
import { roomCapture } from '../../../support/room-capture.ts';

const room = (seed: number, name = 'room.pcap'): File => new File([new Uint8Array(roomCapture({ packets: 4_000, seed }))], name);
const renamed = (files: readonly File[]): File[] => files.map((file, at) => new File([file], `${String(97 - at)} of mine`));

/** The digest of the one capture that files are, which is the same by reading it and by its file alone. */
async function digestOf(files: readonly File[]): Promise<string> {
  const [file, ...more] = await gatherParts(files, joinFiles);
  expect(more).toEqual([]);
  const { summary } = await openBytes(new Uint8Array(await file!.arrayBuffer()), file!.name, { assets: nodeAssets });
  expect(await captureSha256(file!)).toBe(summary.sha256);
  return summary.sha256;
}

describe('the digest of a converted capture', () => {
  let files: File[];
  let digest: string;
  beforeAll(async () => {
    files = await convertedFiles([room(3)], 1_000);
    digest = await digestOf(files);
  });

  test('does not depend on names, order and copies of its files', async () => {
    expect(await digestOf(renamed(files))).toBe(digest);
    expect(await digestOf(files.toReversed())).toBe(digest);
    expect(await digestOf([...files, ...renamed(files.filter(isPart).slice(1))])).toBe(digest);
    expect(await digestOf(renamed([...files, ...files]).toReversed())).toBe(digest);
  });

  test('does not depend on the folder of the set, and converting again gives it again', async () => {
    const [twice] = await gatherParts(await convertedFiles([room(4, 'room 4.pcap'), room(3)], 1_000), joinFiles).then((all) =>
      all.filter(({ name }) => name === 'room.pcap'),
    );
    expect(await captureSha256(twice!)).toBe(digest);
  });

  test('is another one without a part, without the manifest, and of other packets, sizes of parts or names of the source', async () => {
    const others = [
      files.filter((file) => file !== files.filter(isPart)[1]),
      files.filter(isPart),
      await convertedFiles([room(4)], 1_000),
      await convertedFiles([room(3)], 900),
      await convertedFiles([room(3, 'yard.pcap')], 1_000),
    ];
    const digests = await Promise.all(others.map(digestOf));
    expect(new Set([digest, ...digests]).size).toBe(others.length + 1);
  });

  test('is another one with a changed byte of a part, or a changed time in the index', async () => {
    const [file] = await gatherParts(files.filter(isPart), joinFiles);
    const whole = await captureSha256(file!);
    const bytes = new Uint8Array(await file!.arrayBuffer());
    const text = new TextDecoder('latin1').decode(bytes);
    for (const at of [bytes.length - 2_000, text.indexOf('"times":["') + 15]) {
      const changed = bytes.slice();
      changed[at] = changed[at]! ^ 1;
      expect(await captureSha256(new Blob([changed]))).not.toBe(whole);
    }
  });

  test('of a time window is that of its parts', async () => {
    const [file] = await gatherParts(files, joinFiles);
    const [again] = await gatherParts(renamed(files).toReversed(), joinFiles);
    const { summary } = await openBytes(new Uint8Array(await file!.arrayBuffer()), file!.name, { assets: nodeAssets });
    const window = { start_ms: summary.time_range!.start_ms, end_ms: summary.time_range!.start_ms + 1 };
    const [one, other] = await Promise.all([file!, again!].map((each) => partsWithin(each, window, joinFiles)));
    expect(await captureSha256(one!)).toBe(await captureSha256(other!));
    expect(await captureSha256(one!)).not.toBe(digest);
  });
});
