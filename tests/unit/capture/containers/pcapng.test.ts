import { describe, expect, it } from 'vitest';
import { openBytes } from '../../../support/captures.ts';
import {
  advInd,
  block,
  concat,
  enhancedPacket,
  hex,
  interfaceBlock,
  option,
  section,
  simplePacket,
  u64,
} from '../../../support/packet-file.ts';

const frame = advInd('C1:02:03:04:05:06', hex('020106'));
const second = advInd('C1:02:03:04:05:07', hex('020106'));
const SECONDS = 1_700_000_000n;

describe('pcapng', () => {
  it('reads several sections of either byte order, interfaces counted anew in each', async () => {
    const file = concat([
      section(true),
      interfaceBlock(251),
      enhancedPacket(0, SECONDS * 1_000_000n + 5n, frame),
      section(false),
      interfaceBlock(1, [], false),
      interfaceBlock(251, [], false),
      enhancedPacket(1, SECONDS * 1_000_000n + 6n, second, false),
    ]);
    const { columns, problems, summary } = await openBytes(file, 'x');
    expect(columns['ts_us']).toEqual([SECONDS * 1_000_000n + 5n, SECONDS * 1_000_000n + 6n]);
    expect(columns['receiver']).toEqual(['0', '2:1']);
    expect(problems).toEqual([]);
    expect(summary).toMatchObject({ link_types: [251], sensors: ['0', '2:1'] });
  });

  it.each([
    ['seconds', option(9, [0]), SECONDS, 0n],
    ['milliseconds', option(9, [3]), SECONDS * 1000n + 7n, 7000n],
    ['nanoseconds', option(9, [9]), SECONDS * 1_000_000_000n + 7999n, 7n],
    ['picoseconds since an offset', [...option(9, [12]), ...option(14, u64(SECONDS))], 7_999_999n, 7n],
    ['2^-10 s', option(9, [0x8a]), SECONDS * 1024n + 512n, 500_000n],
    ['an offset', [...option(9, [6]), ...option(14, u64(100n))], (SECONDS - 100n) * 1_000_000n + 3n, 3n],
    ['a negative offset', option(14, u64(BigInt.asUintN(64, -100n))), (SECONDS + 100n) * 1_000_000n + 3n, 3n],
  ])('understands time in %s', async (_name, options, ticks, us) => {
    const { columns } = await openBytes(concat([section(), interfaceBlock(251, options), enhancedPacket(0, ticks, frame)]), 'x');
    expect(columns['ts_us']).toEqual([SECONDS * 1_000_000n + us]);
  });

  it('has no time where the clock is beyond all reason', async () => {
    const options = option(14, u64(2n ** 62n));
    const file = concat([
      section(),
      interfaceBlock(251, options),
      enhancedPacket(0, 1n, frame),
      section(),
      interfaceBlock(251),
      enhancedPacket(0, 2n ** 64n - 1n, frame),
    ]);
    const { columns, summary } = await openBytes(file, 'x');
    expect(columns['ts_us']).toEqual([null, null]);
    expect(summary.time_range).toBeNull();
  });

  it('has no time for simple packets, which are cut at the snap length', async () => {
    const long = concat([frame, new Uint8Array(60)]);
    const { columns, summary } = await openBytes(concat([section(), interfaceBlock(251, [], true, frame.length), simplePacket(long)]), 'x');
    expect(columns['ts_us']).toEqual([null]);
    expect(columns['crc_ok']).toEqual([true]);
    expect(summary).toMatchObject({ time_base: 'none', time_range: null });
  });

  it('passes over blocks it does not know, however large they say they are', async () => {
    const unknown = block(0x0bad, new Uint8Array(3_000_000));
    const file = concat([section(), interfaceBlock(251), unknown, block(5, new Uint8Array(20)), enhancedPacket(0, 1n, frame)]);
    const { summary } = await openBytes(file, 'x');
    expect(summary).toMatchObject({ row_count: 1, problem_count: 0 });
  });

  it('reads on behind a damaged block', async () => {
    const damaged = enhancedPacket(0, 2n, frame);
    damaged.set([0xfd, 0xff, 0, 0], 4);
    const file = concat([section(), interfaceBlock(251), enhancedPacket(0, 1n, frame), damaged, enhancedPacket(0, 3n, second)]);
    const { columns, problems } = await openBytes(file, 'x');
    expect(columns['advertiser_addr']).toEqual(['C1:02:03:04:05:06', 'C1:02:03:04:05:07']);
    expect(problems.map(({ code }) => code)).toEqual(['BLOCK_DAMAGED']);
  });

  it('reports packets of interfaces that do not exist and lengths beyond the block', async () => {
    const long = enhancedPacket(0, 1n, frame);
    long.set([0xff, 0xff, 0, 0], 20);
    const file = concat([section(), interfaceBlock(251), enhancedPacket(7, 1n, frame), long, enhancedPacket(0, 3n, second)]);
    const { columns, problems } = await openBytes(file, 'x');
    expect(columns['packet_no']).toEqual([3]);
    expect(problems.map(({ code, record }) => [code, record])).toEqual([
      ['INTERFACE', 1],
      ['PACKET_LENGTH', 2],
    ]);
  });

  it('opens up to any cut, or says why not', async () => {
    const file = concat([section(), interfaceBlock(251), enhancedPacket(0, 1n, frame), enhancedPacket(0, 2n, second)]);
    for (let length = 0; length < file.length; length++) {
      const outcome = await openBytes(file.slice(0, length), 'x').then(
        ({ summary }) => summary.row_count,
        (error: unknown) => (error as { code: string }).code,
      );
      expect(length < 48 ? ['UNREADABLE_FILE'] : [0, 1]).toContain(outcome);
    }
  });

  it('declines a capture of something else by name', async () => {
    const file = concat([section(), interfaceBlock(1), enhancedPacket(0, 1n, frame), enhancedPacket(0, 1n, frame)]);
    await expect(openBytes(file, 'x')).rejects.toThrow(/found a pcapng file with 2 packets of link type 1 \(Ethernet\)/);
    await expect(openBytes(concat([section()]), 'x')).rejects.toThrow(/0 packets and no capture interface/);
  });
});
