import { randomSource } from '../../support/random.ts';
import type { Forecast } from '../score.ts';
import { calibrationOf } from '../score.ts';
import { type Counts, type DeviceResult, heardDevices, measureDevices } from './measure.ts';
import { DEVICE_WORLDS, drawnWorld, type DeviceWorld } from './world.ts';

/** Seeds from here on are held out: nothing was set on them. Seeds from 1 on are for development. */
const HELD_OUT = 100;
const SURE = 0.9;

/**
 * Compares whole devices with the truth in worlds whose devices have several parts, and returns the figures as Markdown.
 *
 * @param only part of the names of the worlds
 * @param seeds how many seeds of each world
 * @param heldOut whether to draw seeds on which nothing was set
 * @param first the first seed, instead of the one that `heldOut` means
 */
export async function evaluateDevices(options: {
  readonly only: string;
  readonly seeds: number;
  readonly heldOut: boolean;
  readonly first?: number;
  readonly say: (line: string) => void;
}): Promise<string> {
  const { only, seeds, heldOut, first = heldOut ? HELD_OUT : 1, say } = options;
  const worlds: { readonly name: string; readonly of: (seed: number) => DeviceWorld }[] = [
    ...DEVICE_WORLDS.map((world) => ({ name: world.name, of: () => world })),
    { name: 'drawn', of: (seed) => drawnWorld(randomSource(seed * 31 + 5)) },
  ];
  const rows: (readonly [string, readonly DeviceResult[]])[] = [];
  for (const { name, of } of worlds.filter((world) => world.name.includes(only))) {
    const results: DeviceResult[] = [];
    for (let n = 0; n < seeds; n++) {
      const seed = first + n;
      results.push(await measureDevices(await heardDevices(of(seed), seed)));
    }
    rows.push([name, results]);
    say(line(name, results));
  }
  const all = rows.flatMap(([, results]) => results);
  return [
    '| world | devices | emitters | pairs F1, changes alone | whole devices | false joins per 100 devices | calibration error | p > 0.9 and false |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(([name, results]) => line(name, results)),
    '',
    binned(all),
    '',
    termLines(all),
  ].join('\n');
}

function line(name: string, results: readonly DeviceResult[]): string {
  const sum = (of: (result: DeviceResult) => number): number => results.reduce((total, result) => total + of(result), 0);
  const f1 = (of: (result: DeviceResult) => Counts): string => {
    const [claimed, owed, right] = [sum((r) => of(r).claimed), sum((r) => of(r).owed), sum((r) => of(r).right)];
    return claimed + owed === 0 ? '1.00' : ((2 * right) / (claimed + owed)).toFixed(2);
  };
  const forecasts = results.flatMap((result) => result.forecasts);
  const sure = forecasts.filter(({ probability }) => probability > SURE);
  const cells = [
    name,
    sum((r) => r.devices),
    sum((r) => r.emitters),
    f1((r) => r.linked),
    f1((r) => r.whole),
    ((100 * sum((r) => r.falseJoins)) / sum((r) => r.devices)).toFixed(1),
    forecasts.length === 0 ? '–' : calibrationOf(forecasts).error.toFixed(3),
    `${String(sure.filter(({ happened }) => !happened).length)} of ${String(sure.length)}`,
  ];
  return `| ${cells.map(String).join(' | ')} |`;
}

const BOUNDS = [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1.01] as const;

function binned(results: readonly DeviceResult[]): string {
  const forecasts: Forecast[] = results.flatMap((result) => result.forecasts);
  const lines = BOUNDS.slice(1).map((to, at) => {
    const own = forecasts.filter(({ probability }) => probability >= BOUNDS[at]! && probability < to);
    const mean = own.reduce((sum, { probability }) => sum + probability, 0) / Math.max(1, own.length);
    const rate = own.filter(({ happened }) => happened).length / Math.max(1, own.length);
    return `| ${String(BOUNDS[at])}–${String(Math.min(1, to))} | ${mean.toFixed(2)} → ${rate.toFixed(2)} | ${String(own.length)} |`;
  });
  return ['| all worlds: probability | mean → came true | pairs |', '| --- | --- | --- |', ...lines].join('\n');
}

/** What each kind of evidence says on average, in decibans, of pairs of one device and of two. */
function termLines(results: readonly DeviceResult[]): string {
  const names = [...new Set(results.flatMap(({ terms }) => [...terms.keys()]))];
  const mean = (list: readonly number[]): string =>
    list.length === 0 ? '–' : ((list.reduce((sum, each) => sum + each, 0) / list.length) * 4.343).toFixed(1);
  const lines = names.map((name) => {
    const lists = results.flatMap(({ terms }) => terms.get(name) ?? []);
    const [one, two] = [lists.flatMap((each) => each.one), lists.flatMap((each) => each.two)];
    return `| ${name} | ${mean(one)} (${String(one.length)}) | ${mean(two)} (${String(two.length)}) |`;
  });
  return ['| term | decibans of one device (pairs) | of two |', '| --- | --- | --- |', ...lines].join('\n');
}
