import { gzipSync as fastGzip } from 'node:zlib';
import { gzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openBytes } from '../../../support/captures.ts';
import { advInd, concat, hex, pcap } from '../../../support/packet-file.ts';

const records = Array.from({ length: 500 }, (_, i) => ({
  seconds: 1_700_000_000 + i,
  data: advInd(`C1:02:03:04:${(i >> 8).toString(16).padStart(2, '0')}:${(i & 255).toString(16).padStart(2, '0')}`, hex('020106')),
}));
const capture = pcap(records);
const bytes = (data: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(data);

describe('gzip', () => {
  it('opens by content, whatever the name; the hash is of the file as it was', async () => {
    const plain = await openBytes(capture, 'a.pcap');
    const packed = bytes(gzipSync(capture));
    const opened = await openBytes(packed, 'no-extension');
    expect(opened.columns).toEqual(plain.columns);
    expect(opened.header.format).toBe('pcap');
    expect(opened.summary.bytes).toBe(packed.length);
    expect(opened.summary.sha256).not.toBe(plain.summary.sha256);
  });

  it('joins members that follow each other', async () => {
    const opened = await openBytes(concat([gzipSync(capture.subarray(0, 3000)), gzipSync(capture.subarray(3000))]), 'a.gz');
    expect(opened.summary.row_count).toBe(500);
  });

  it('keeps what stands before the damage', async () => {
    const packed = bytes(gzipSync(capture));
    const { summary, problems } = await openBytes(packed.slice(0, packed.length - 200), 'a.gz');
    expect(summary.row_count).toBeGreaterThan(400);
    expect(problems.map(({ code }) => code)).toContain('ARCHIVE_DAMAGED');
  });

  it('refuses what is made to fill memory', async () => {
    const bomb = bytes(fastGzip(concat([Buffer.from('a,b\n'), new Uint8Array(300_000_000).fill(0x78)]), { level: 9 }));
    await expect(openBytes(bomb, 'a.csv.gz')).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringMatching(
        /^expected at most 200 bytes of content per byte past 256 MiB in the gzip file, found .* unpack it first$/,
      ) as string,
    });
  });

  it('says when nothing comes out', async () => {
    await expect(openBytes(bytes(hex('1f8b0800000000000003ffffffff')), 'a.gz')).rejects.toThrow(/found a damaged stream/);
  });
});

describe('zip', () => {
  it.each([0, 6] as const)('opens the capture inside, level %d', async (level) => {
    const { summary, header } = await openBytes(bytes(zipSync({ 'folder/a.pcap': capture }, { level })), 'a.zip');
    expect(header.format).toBe('pcap');
    expect(summary).toMatchObject({ row_count: 500, warnings: [] });
  });

  it('passes over what operating systems add, and names what it did not open', async () => {
    const file = zipSync({ '__MACOSX/._a.pcap': hex('00'), '.DS_Store': hex('00'), 'a.pcap': capture, 'b.pcap': capture });
    const { summary } = await openBytes(bytes(file), 'a.zip');
    expect(summary.row_count).toBe(500);
    expect(summary.warnings).toEqual([{ code: 'ARCHIVE_SEVERAL', message: expect.stringContaining('"b.pcap"') as string }]);
  });

  it('opens compressed captures inside, but no archive inside an archive', async () => {
    const packed = zipSync({ 'a.pcap.gz': gzipSync(capture) });
    expect((await openBytes(bytes(packed), 'a.zip')).summary.row_count).toBe(500);
    await expect(openBytes(bytes(zipSync({ 'b.zip': packed })), 'a.zip')).rejects.toThrow(/"b.zip", which is an archive inside an archive/);
    const often = [1, 2, 3, 4].reduce((inner) => gzipSync(inner), capture as Uint8Array);
    await expect(openBytes(bytes(often), 'a.gz')).rejects.toThrow(/at most 3 archives/);
  });

  it('takes the capture out of what lies beside it', async () => {
    const text = new TextEncoder().encode('Read me first. This is no capture.\n');
    const { summary } = await openBytes(bytes(zipSync({ 'README.txt': text, 'a.pcap': capture })), 'a.zip');
    expect(summary.row_count).toBe(500);
    expect(summary.warnings).toEqual([{ code: 'ARCHIVE_SKIPPED', message: expect.stringContaining('"README.txt"') as string }]);
  });

  it('says why there is nothing to open', async () => {
    await expect(openBytes(bytes(zipSync({})), 'a.zip')).rejects.toThrow(/no file in it/);
    const encrypted = zipSync({ 'a.pcap': capture }, { level: 0 });
    const directory = encrypted.length - 22 - (46 + 6);
    encrypted[directory + 8] = 1;
    await expect(openBytes(bytes(encrypted), 'a.zip')).rejects.toThrow(/"a.pcap", which is encrypted/);
    await expect(openBytes(bytes(encrypted.slice(0, 200)), 'a.zip')).rejects.toThrow(/directory at the end/);
  });
});
