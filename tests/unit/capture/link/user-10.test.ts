import { describe, expect, it } from 'vitest';
import { openBytes } from '../../../support/captures.ts';
import { advInd, concat, hex, pcap, u16, u32 } from '../../../support/packet-file.ts';

const frame = advInd('C1:02:03:04:05:06', hex('020106'));
const nordic = (counter: number): Uint8Array =>
  concat([[11], u16(10 + frame.length), [2], u16(counter), [6], [10, 1, 37, 60, 0, 0], u32(99), frame]);
const file = (frames: readonly Uint8Array[], linkType: number): Uint8Array<ArrayBuffer> =>
  pcap(
    frames.map((data, i) => ({ seconds: 1_700_000_000 + i, data })),
    { linkType },
  );

describe('link type 157, for private use', () => {
  it('holds what link type 272 holds where it is of the nRF Sniffer', async () => {
    const frames = [nordic(1), nordic(2), nordic(3)];
    const [old, own] = [await openBytes(file(frames, 157), 'x.pcap'), await openBytes(file(frames, 272), 'x.pcap')];
    expect(old.columns).toEqual(own.columns);
    expect(old.summary).toMatchObject({ row_count: 3, problem_count: 0, link_types: [157] });
  });

  it('reports the frames that are of something else', async () => {
    const { summary, problems } = await openBytes(file([nordic(1), hex('6d61632d6e72' + '00'.repeat(40))], 157), 'x.pcap');
    expect([summary.row_count, problems.map(({ code, record }) => [code, record])]).toEqual([1, [['NORDIC_VERSION', 2]]]);
  });

  it('is refused by name where no frame is of the nRF Sniffer', async () => {
    const other = file([hex('6d61632d6e72' + '00'.repeat(40)), hex('00'.repeat(60))], 157);
    await expect(openBytes(other, 'x.pcap')).rejects.toThrow(
      /^expected Bluetooth LE \(link type 157 of the nRF Sniffer, 187, .*\), found a pcap file with 2 packets of link type 157 \(private use\)$/,
    );
  });
});
