import { appendFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openFile } from '../support/captures.ts';
import { framesOf } from '../support/frames.ts';
import { FRAME_FIELDS, dissect, tsharkVersion } from '../support/tshark.ts';
import type { Frame } from '../support/tshark.ts';
import { CIPHERTEXT, compare, mostDeviating } from './compare.ts';
import type { Deviation } from './compare.ts';

/**
 * Row-for-row equality with tshark. Golden files hold what tshark said about the fixtures; write them anew with
 * `GOLDEN=write npx vitest run --project differential`. `deviations.tsv` beside them names every frame in which tshark is
 * wrong, field and reason; a run with GOLDEN=write adds what is missing. Where tshark is installed and WORKBENCH_DATA names the larger
 * set, the small captures there are compared live; WORKBENCH_DIFFERENTIAL=all takes every one.
 */
const FIXTURES = join(import.meta.dirname, '../fixtures/captures');
const GOLDEN = join(import.meta.dirname, '../golden/tshark');
const SMALL_BYTES = 300_000;

const captures = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(pcap|pcapng)$/.test(name))
    .sort()
    .map((name) => join(folder, name));

const named = (folder: string, paths: readonly string[]): [string, string][] => paths.map((path) => [relative(folder, path), path]);

const goldenPath = (capture: string): string => join(GOLDEN, `${relative(FIXTURES, capture).replaceAll(/[\\/]/g, '__')}.tsv.gz`);

function readGolden(path: string): { version: string; frames: Frame[] } {
  if (!existsSync(path)) throw new Error(`no ${basename(path)}: write it with GOLDEN=write, where tshark is installed`);
  const [version = '', , ...lines] = gunzipSync(readFileSync(path)).toString('utf8').replace(/\n$/, '').split('\n');
  const frames = lines.map((line) => Object.fromEntries(line.split('\t').map((cell, i) => [FRAME_FIELDS[i], cell])) as unknown as Frame);
  return { version, frames };
}

function writeGolden(path: string, frames: readonly Frame[]): void {
  const lines = [
    tsharkVersion() ?? '',
    FRAME_FIELDS.join('\t'),
    ...frames.map((frame) => FRAME_FIELDS.map((field) => frame[field]).join('\t')),
  ];
  writeFileSync(path, gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
}

const DEVIATIONS = join(GOLDEN, 'deviations.tsv');
const deviationLines = (name: string, deviations: readonly Deviation[]): string[] =>
  deviations.map(({ frame, field, reason }) => [name, frame, field, reason].join('\t'));
const recorded = readFileSync(DEVIATIONS, 'utf8').split('\n');

async function expectEqual(name: string, capture: string, theirs: readonly Frame[], version: string): Promise<void> {
  const { compared, silent, deviations, differences } = compare(theirs, framesOf(await openFile(capture)));
  const reasons = [...Object.entries(silent), ...counts(deviations.map(({ reason }) => reason))];
  console.log(
    [
      `${name}: ${String(compared)} frames compared with ${version}`,
      ...reasons.map(([reason, count]) => `${String(count)} not compared: ${reason}`),
    ].join('\n  '),
  );
  expect(differences.length, differences.slice(0, 10).join('\n')).toBe(0);
  const odd = deviations.filter(({ reason }) => reason !== CIPHERTEXT).map(({ frame }) => frame);
  expect(new Set(odd).size).toBeLessThanOrEqual(mostDeviating(compared));
  const lines = deviationLines(name, deviations);
  const known = recorded.filter((line) => line.startsWith(`${name}\t`));
  if (process.env['GOLDEN'] === 'write') for (const line of lines) if (!known.includes(line)) appendFileSync(DEVIATIONS, `${line}\n`);
  if (process.env['GOLDEN'] !== 'write') expect(lines).toEqual(known);
}

const counts = (texts: readonly string[]): [string, number][] =>
  [...new Set(texts)].map((text) => [text, texts.filter((other) => other === text).length]);

describe('fixtures against what tshark said', () => {
  it.each(named(FIXTURES, captures(FIXTURES)))('%s', async (name, capture) => {
    const path = goldenPath(capture);
    if (process.env['GOLDEN'] === 'write') writeGolden(path, dissect(capture));
    const { version, frames } = readGolden(path);
    expect(frames.length).toBeGreaterThan(0);
    await expectEqual(name, capture, frames, version);
  });
});

const data = process.env['WORKBENCH_DATA'];
const version = tsharkVersion();
const live = data === undefined || version === null || !existsSync(data) ? [] : liveSet(data);

/** What the tests cover elsewhere: containers of another link type, and PPI frames that tshark leaves undecoded. */
function liveSet(folder: string): string[] {
  const all = process.env['WORKBENCH_DIFFERENTIAL'] === 'all';
  return captures(join(folder, 'captures')).filter(
    (path) => !/[\\/]containers[\\/]|pairing_and_ltk/.test(path) && (all || readFileSync(path).length <= SMALL_BYTES),
  );
}

describe.runIf(live.length > 0)('the larger set against tshark itself', () => {
  it.each(named(data ?? '', live))('%s', async (name, capture) => {
    await expectEqual(name, capture, dissect(capture), version ?? '');
  });
});
