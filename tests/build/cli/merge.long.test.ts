import { readdirSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import type { MergeInfo } from '../../../src/tables/merges.ts';
import { SAMPLE, command, folder } from './command.ts';

const place = folder();
afterAll(() => place.remove());

const [UBERTOOTH, NORDIC] = ['anechoic_ubertooth_90', 'anechoic_nrf52_90'] as const;
const pathOf = (name: string): string => `tests/fixtures/captures/mitll/${name}.pcapng`;
const PATHS = [pathOf(UBERTOOTH), pathOf(NORDIC)];
const SENSOR = ['--sensor', `${NORDIC}=hall`];

test('merge names the view, its sensors and where each was placed, and calls run over it', async () => {
  const shown = await command(['merge', ...PATHS, ...SENSOR, '--json', '-q']);
  expect([shown.code, shown.stderr]).toEqual([0, '']);
  const { capture, members, duplicates } = JSON.parse(shown.stdout) as MergeInfo;
  expect(capture).toMatchObject({ capture_id: 'merged', sensors: [UBERTOOTH, 'hall'], file_name: `${UBERTOOTH} + ${NORDIC}` });
  expect(members).toMatchObject([
    { capture_id: UBERTOOTH, sensor: null, state: 'reference' },
    { capture_id: NORDIC, sensor: 'hall', state: 'aligned', common_packets: duplicates },
  ]);
  const statement = 'SELECT receiver, count(*) FILTER (duplicate) AS n FROM site GROUP BY 1 ORDER BY 1';
  const rows = await command(['query', statement, ...PATHS, ...SENSOR, '--merge', 'site', '-q', '--format', 'csv']);
  expect(rows.stdout).toBe(`receiver,n\r\n${UBERTOOTH},0\r\nhall,${String(duplicates)}\r\n`);
});

test('the merged rows are written once each, and read again with their sensors', async () => {
  const output = place.at('both.parquet');
  const { code, stdout, stderr } = await command(['merge', ...PATHS, ...SENSOR, '--name', 'site', '--to', 'parquet', '-o', output]);
  expect([code, readdirSync(place.path)]).toEqual([0, ['both.parquet']]);
  expect(stdout).toMatch(/^site: \d+ rows, \d+ transmissions, \d+ duplicates$/m);
  const counts = await command([
    'query',
    'SELECT count(*), count(DISTINCT transmission_no), count(*) FILTER (duplicate), count(DISTINCT receiver) FROM "both"',
    output,
    '-q',
    '--format',
    'csv',
  ]);
  const numbers = /^site: (\d+) rows, (\d+) transmissions, (\d+)/m.exec(stdout)!.slice(1).join(',');
  expect(counts.stdout.split('\r\n')[1]).toBe(`${numbers},2`);
  expect(stderr).toContain('rows written to');
});

test('captures that cannot be aligned end with 5 and no rows, unless they are placed by hand; wrong requests end with 2', async () => {
  const output = place.at('unaligned.csv');
  const strange = ['public/samples/one_phone_one_hour.pcapng', pathOf(NORDIC)];
  const refused = await command(['merge', ...strange, '--to', 'csv', '-o', output]);
  expect(refused.code).toBe(5);
  expect(refused.stderr).toMatch(/anechoic_nrf52_90 could not be aligned: .*--offset/);
  expect((await command(['query', 'SELECT 1', ...strange, '--merge', 'all', '-q'])).code).toBe(5);
  expect(readdirSync(place.path)).not.toContain('unaligned.csv');
  expect((await command(['merge', ...strange, '--offset', `${NORDIC}=0`, '--to', 'csv', '-o', output, '-q'])).code).toBe(0);
  expect(readdirSync(place.path)).toContain('unaligned.csv');
  for (const [args, message] of [
    [[SAMPLE], /2 to 16 captures/],
    [[...PATHS, '--offset', `${NORDIC}=soon`], /whole microseconds, found soon/],
    [[...PATHS, '--offset', 'elsewhere=1'], /offsets of the captures to merge/],
    [[...PATHS, '--sensor', 'hall'], /--sensor CAPTURE=VALUE/],
    [[...PATHS, '--to', 'csv'], /expected --output/],
  ] as const) {
    const { code, stdout, stderr } = await command(['merge', ...args]);
    expect([args, code, stdout]).toEqual([args, 2, '']);
    expect(stderr).toMatch(message);
  }
});
