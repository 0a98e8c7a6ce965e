import { afterAll, beforeAll, expect, test } from 'vitest';
import { Merges } from '../../src/core/captures/merges.ts';
import { combine } from '../../src/merge/combine.ts';
import type { MergeMember } from '../../src/tables/merges.ts';
import { openFile, type Opened } from '../support/captures.ts';
import { fixture, largeSet } from '../support/fixtures.ts';
import { nodeWorkbench, type NodeWorkbench } from '../support/node-workbench.ts';

/**
 * The alignment of two real sniffers against a computation that shares no code with it: every difference of every pair
 * of equal frames in one histogram of 1 ms, the highest bar, nearest neighbours within 0.3 ms, ordinary least squares.
 */
const UBERTOOTH = 'mitll/anechoic_ubertooth_90.pcapng';
const NORDIC = 'mitll/anechoic_nrf52_90.pcapng';

interface Heard {
  readonly at: number;
  readonly bytes: string;
}

function heard({ columns }: Opened, clock: 'ts_us' | 'radio_ts_us'): Heard[] {
  const out: Heard[] = [];
  for (let row = 0; row < columns['ts_us']!.length; row++) {
    const cell = (name: string): unknown => columns[name]![row];
    if (cell('crc_ok') === false || cell('advertiser_addr') === null) continue;
    const data = cell('adv_data');
    const bytes = [
      cell('channel'),
      cell('adv_type'),
      cell('advertiser_addr'),
      cell('scanner_addr'),
      data instanceof Uint8Array ? [...data] : '',
    ].join();
    out.push({ at: Number(cell(clock)), bytes });
  }
  return out;
}

function bruteForce(a: readonly Heard[], b: readonly Heard[]): { ppm: number; common: number } {
  const byBytes = new Map<string, Heard[]>();
  for (const it of a) {
    const same = byBytes.get(it.bytes);
    if (same) same.push(it);
    else byBytes.set(it.bytes, [it]);
  }
  const bars = new Map<number, number>();
  for (const { at, bytes } of b)
    for (const other of byBytes.get(bytes) ?? []) {
      const bar = Math.floor((other.at - at) / 1000);
      bars.set(bar, (bars.get(bar) ?? 0) + 1);
    }
  const [bar] = [...bars].reduce((most, next) => (next[1] > most[1] ? next : most));
  const middle = (bar + 0.5) * 1000;
  const pairs = b.flatMap(({ at, bytes }) => {
    const near = (byBytes.get(bytes) ?? []).map((other) => other.at - at - middle).filter((distance) => Math.abs(distance) < 2000);
    const best = near.reduce((least, next) => (Math.abs(next) < Math.abs(least) ? next : least), Infinity);
    return best === Infinity ? [] : [{ at: at - b[0]!.at, best }];
  });
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(pairs.map(({ at }) => at)), mean(pairs.map(({ best }) => best))];
  const slope = mean(pairs.map(({ at, best }) => (at - x) * (best - y))) / mean(pairs.map(({ at }) => (at - x) ** 2));
  return { ppm: slope * 1e6, common: pairs.length };
}

let workbench: NodeWorkbench;
let merges: Merges;
beforeAll(async () => {
  workbench = await nodeWorkbench();
  merges = new Merges(
    workbench.engine,
    workbench.captures,
    () => undefined,
    async (sensors) => combine(sensors),
  );
});
afterAll(() => workbench.close());

async function aligned(first: string, second: string): Promise<MergeMember> {
  const captures = [await workbench.openFile(first), await workbench.openFile(second)].map(({ capture_id }) => capture_id);
  const { members } = await merges.merge(captures);
  for (const id of captures) {
    await merges.closeOver(id);
    await workbench.captures.close(id);
  }
  return members[1]!;
}

test('two sniffers of the clone: drift and common packets as by brute force, residuals of radio clocks', async () => {
  const [ubertooth, nordic] = await Promise.all([openFile(fixture(UBERTOOTH)), openFile(fixture(NORDIC))]);
  const expected = bruteForce(heard(ubertooth, 'ts_us'), heard(nordic, 'radio_ts_us'));
  const member = await aligned(fixture(UBERTOOTH), fixture(NORDIC));
  console.log(
    `${NORDIC}: ${member.common_packets} common (brute force ${expected.common}), ${member.drift_ppm.toFixed(2)} ppm (${expected.ppm.toFixed(2)}), ` +
      `residual median ${member.residual_us?.median.toFixed(1)} µs, 95 % ${member.residual_us?.p95.toFixed(1)} µs`,
  );
  expect(member).toMatchObject({ state: 'aligned', clock: 'radio_ts_us' });
  expect(Math.abs(member.drift_ppm - expected.ppm)).toBeLessThan(1);
  expect(Math.abs(member.common_packets - expected.common)).toBeLessThan(0.01 * expected.common);
  expect(member.chance_packets).toBeLessThan(0.01 * member.common_packets);
  // Two crystals of at most 50 ppm each, stamps of a few µs; the rest is how they wander in half a minute.
  expect(Math.abs(member.drift_ppm)).toBeLessThan(100);
  expect(member.residual_us?.median).toBeLessThan(50);
  expect(member.residual_us?.p95).toBeLessThan(100);
});

test('a recording of another day has nothing in common', async () => {
  const member = await aligned(fixture(UBERTOOTH), fixture('mitll/screen_room_nrf52_0.pcapng'));
  expect(member).toMatchObject({ state: 'unaligned', offset_us: 0, common_packets: 0 });
});

const POSES = ['90', '135', '135_3', '180', '225', '270', '315'] as const;
/** Recorded one after the other: the same phones, the same payloads, other moments. */
const STRANGERS = [
  ['180', '90'],
  ['135_3', '180'],
  ['135_2', '135'],
  ['45', '45'],
] as const;
const pair = (ubertooth: string, nordic: string): [string, string] | null => {
  const files = [
    largeSet(`captures/mitll/anechoic-ubertooth/ubertooth_capture_${ubertooth}.pcapng`),
    largeSet(`captures/mitll/anechoic-nrf52/nrf52_capture_${nordic}.pcapng`),
  ];
  return files[0] && files[1] ? [files[0], files[1]] : null;
};

test('the larger set: recordings of one moment meet, those of different moments do not', async () => {
  let seen = 0;
  for (const [ubertooth, nordic, together] of [
    ...POSES.map((pose) => [pose, pose, true] as const),
    ['45_2', '45', true] as const,
    ...STRANGERS.map((names) => [...names, false] as const),
  ]) {
    const files = pair(ubertooth, nordic);
    if (!files) continue;
    seen++;
    const member = await aligned(...files);
    const { state, common_packets, comparable_rows, drift_ppm, residual_us } = member;
    console.log(
      `ubertooth ${ubertooth}, nrf52 ${nordic}: ${state}, ${common_packets} of ${comparable_rows}, ${drift_ppm.toFixed(1)} ppm, ` +
        (residual_us ? `${residual_us.median.toFixed(1)} µs, 95 % ${residual_us.p95.toFixed(0)} µs` : (member.reason ?? '')),
    );
    expect(state, `${ubertooth} and ${nordic}`).toBe(together ? 'aligned' : 'unaligned');
    if (!together) continue;
    expect(common_packets).toBeGreaterThan(1000);
    expect(Math.abs(drift_ppm)).toBeLessThan(100);
    expect(residual_us?.p95).toBeLessThan(500);
  }
  if (seen === 0) console.log('not seen: the larger set of recordings (WORKBENCH_DATA names no folder)');
  expect([0, POSES.length + 1 + STRANGERS.length]).toContain(seen);
});
