import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../src/tools/catalog/bluetooth_address_analyzer/schema.ts';
import { withLosses } from '../../../../../src/tools/linkage/observe.ts';
import type { NodeWorkbench } from '../../../../support/node-workbench.ts';
import { nodeWorkbench } from '../../../../support/node-workbench.ts';
import { advInd, concat, hex, pcap, u16, u32 } from '../../../../support/packet-file.ts';

const BEFORE = '4A:02:03:04:05:06';
const AFTER = '5B:12:13:14:15:16';
const STAYS = '6C:22:23:24:25:26';

/**
 * A minute of a sniffer: one address sends until second 20, another from there on, a third all the time; ten events a second each.
 *
 * @param lost frames that the sniffer's counter skips at second 20
 */
function recording(lost: number): Uint8Array<ArrayBuffer> {
  const events = Array.from({ length: 600 }, (_, n) => n).flatMap((n) => [
    { ms: n * 100, address: n < 200 ? BEFORE : AFTER },
    { ms: n * 100 + 37, address: STAYS },
  ]);
  let last = 0;
  return pcap(
    events.map(({ ms, address }, at) => {
      const body = advInd(address, hex('02011A0AFF4C00100503181122AA'));
      const delta = at === 0 ? 0 : (ms - last) * 1000 - 8 * (1 + body.length);
      last = ms;
      const counter = (at + (ms >= 20_000 ? lost : 0)) & 0xffff;
      const event = concat([[10, 1, 37, 60, 0, 0], u32(delta), body]);
      return { seconds: 1_700_000_000 + ms / 1000, data: concat([[11], u16(event.length), [2], u16(counter), [6], event]) };
    }),
    { linkType: 272 },
  );
}

describe('a sniffer that lost frames', () => {
  let workbench: NodeWorkbench;
  beforeAll(async () => {
    workbench = await nodeWorkbench();
  });
  afterAll(() => workbench.close());

  async function analysed(version: string, lost: number) {
    const capture = await workbench.open(recording(lost), `lost-${String(lost)}.pcap`);
    const result = await workbench.run({
      tool: 'bluetooth_address_analyzer',
      version,
      captures: [capture],
      arguments: {
        address_columns: { advertiser_addr: 'advertiser_addr', initiator_addr: 'initiator_addr' },
        analysis_mode: 'both',
        linkage_window_s: 180,
        min_observation_count: 5,
        rpa_rotation_model: 'spec_default',
      },
    });
    await workbench.captures.close(capture.capture_id);
    const output = result.structured_output as unknown as Answer;
    const pair = output.candidate_links.find(({ from_address: from, to_address: to }) => from === BEFORE && to === AFTER);
    const gap = pair?.evidence.find(({ term }) => term === 'Gap')?.decibans ?? NaN;
    return { output, result, gap, probability: pair?.probability ?? 0 };
  }

  it.each(['1.4.0', '1.5.0'])('may have lost minutes there: the short silence is no evidence (%s)', async (version) => {
    const sound = await analysed(version, 0);
    const broken = await analysed(version, 4000);
    expect(sound.gap).toBeGreaterThan(5);
    expect(broken.gap).toBeLessThan(0);
    expect(broken.probability).toBeLessThan(sound.probability);
    expect(broken.output.linkage_model.version).toBe(version.slice(0, 3));
    const warning = broken.result.warnings.find(({ code }) => code === 'LOST_TIME');
    // 4,000 frames at about 20 a second: the stamps are of whole seconds.
    expect(warning?.message).toMatch(/^The sniffer lost frames in one place, which took about (19|20)\d s/);
    expect(sound.result.warnings.some(({ code }) => code === 'LOST_TIME')).toBe(false);
  });

  it('cuts segments where frames were lost', async () => {
    const of = async (lost: number): Promise<number> =>
      (await analysed('1.3.0', lost)).output.timeline_segments.filter(({ address }) => address === STAYS).length;
    expect(await of(0)).toBe(1);
    expect(await of(4000)).toBe(2);
  });
});

describe('holes with losses', () => {
  it('stay apart where they do not overlap, in order of time', () => {
    const [silent, lost] = [
      { start: 10, end: 20 },
      { start: 3, end: 4, hidden: 60 },
    ];
    expect(withLosses([silent], [lost])).toEqual([lost, silent]);
    expect(withLosses([silent], [{ start: 20, end: 21, hidden: 5 }])).toHaveLength(2);
  });

  it('are one where a loss lies inside a silence', () => {
    expect(withLosses([{ start: 10, end: 20 }], [{ start: 10, end: 20, hidden: 7 }])).toEqual([{ start: 10, end: 20, hidden: 7 }]);
  });
});
