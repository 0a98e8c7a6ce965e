import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFolders, type Folders } from '../../../src/cli/mcp/folders.ts';
import { randomSource } from '../../support/random.ts';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'folders-')));
const at = (...names: string[]): string => join(base, ...names);
let folders: Folders;

beforeAll(async () => {
  mkdirSync(at('night', 'deep'), { recursive: true });
  mkdirSync(at('night', '.hidden'));
  mkdirSync(at('night-shift'));
  mkdirSync(at('other', 'night'), { recursive: true });
  for (const name of ['secret.csv', 'night-shift/secret.csv', 'night/.env', 'night/.hidden/secret.csv']) writeFileSync(at(name), 'secret');
  for (const name of ['night/lab.csv', 'night/deep/ä b%2e.csv', 'other/night/lab.csv']) writeFileSync(at(name), 'inside');
  symlinkSync(at('secret.csv'), at('night', 'link.csv'));
  symlinkSync(base, at('night', 'up'));
  symlinkSync(at('night', 'lab.csv'), at('night', 'within.csv'));
  symlinkSync('/dev', at('night', 'devices'));
  symlinkSync(at('night'), at('alias'));
  execFileSync('mkfifo', [at('night', 'pipe.csv')]);
  folders = await openFolders([at('night'), at('other', 'night'), at('alias')]);
});
afterAll(() => {
  rmSync(base, { recursive: true });
});

test('folders are listed by name, each once, and files by their paths', async () => {
  expect(await folders.list(undefined)).toEqual({
    entries: [
      { path: 'night', kind: 'folder' },
      { path: 'night_2', kind: 'folder' },
    ],
    left_out: 0,
  });
  expect(await folders.list('night')).toEqual({
    entries: [
      { path: 'night/deep', kind: 'folder' },
      { path: 'night/lab.csv', kind: 'file', bytes: 6 },
    ],
    left_out: 0,
  });
  const { entries } = (await folders.list('night/deep'))!;
  expect(await folders.find(entries[0]!.path)).toBe(at('night', 'deep', 'ä b%2e.csv'));
  expect(await folders.find('night_2/lab.csv')).toBe(at('other', 'night', 'lab.csv'));
});

test.each([
  '',
  '/',
  '.',
  '..',
  'night',
  'night/',
  'night/deep',
  'night//lab.csv',
  '/night/lab.csv',
  './night/lab.csv',
  'night/./lab.csv',
  'night/../secret.csv',
  'night/deep/../lab.csv',
  'night/deep/../../secret.csv',
  'night-shift/secret.csv',
  'night/../night-shift/secret.csv',
  'night/link.csv',
  'night/within.csv',
  'night/up/secret.csv',
  'night/up/night/lab.csv',
  'night/devices/null',
  'night/devices/zero',
  'night/pipe.csv',
  'night/.env',
  'night/.hidden/secret.csv',
  'alias/lab.csv',
  'NIGHT/lab.csv',
  'night/LAB.CSV',
  'night/lab.csv/',
  'night/lab.csv/..',
  'night/lab.csv\0',
  'night/lab.csv\0.pcap',
  'night\\lab.csv',
  'night\\..\\secret.csv',
  'night/..\\secret.csv',
  '%2e%2e/secret.csv',
  'night/%2e%2e/secret.csv',
  'night/%2E%2E%2Fsecret.csv',
  'night%2flab.csv',
  'night/..%2fsecret.csv',
  'night/%252e%252e/secret.csv',
  'night/..%c0%af/secret.csv',
  'night/\u2025/secret.csv',
  'night/\uff0e\uff0e/secret.csv',
  'night/\uff0fsecret.csv',
  'night/lab\u200b.csv',
  'night/lab.csv:stream',
  'C:\\secret.csv',
  'C:/secret.csv',
  '\\\\host\\share\\secret.csv',
  '//host/share/secret.csv',
  'file:///etc/passwd',
  `file://${at('secret.csv')}`,
  at('secret.csv'),
  at('night', 'lab.csv'),
  '/etc/passwd',
  '/proc/self/environ',
  '~/secret.csv',
  '$HOME/secret.csv',
  'night_3/lab.csv',
  '__proto__/lab.csv',
  `night/${'a/'.repeat(600)}lab.csv`,
  `night/${'a'.repeat(2000)}`,
])('nothing is found at %j', async (path) => {
  expect(await folders.find(path)).toBeUndefined();
});

test.each([
  '/',
  '..',
  'night/..',
  'night/up',
  'night/devices',
  'night/.hidden',
  'night/lab.csv',
  'night-shift',
  '/etc',
  at('night'),
  'Night',
])('no list of %j', async (path) => {
  expect(await folders.list(path)).toBeUndefined();
});

test('no path that is put together from pieces leaves the folders', async () => {
  const pieces = ['..', '.', '/', '\\', '%2e', '%2f', 'night', 'deep', 'up', 'secret.csv', 'lab.csv', 'link.csv', 'other', '\0', '~', ':'];
  pieces.push(base, 'night/', '/night', 'night/deep/', '/..', '../', '//', 'alias', 'NIGHT', 'within.csv', '.env');
  const random = randomSource(20_261_126);
  let found = 0;
  for (let i = 0; i < 10_000; i++) {
    const path =
      (random.below(2) === 0 ? 'night/' : '') +
      Array.from({ length: 1 + random.below(6) }, () => pieces[random.below(pieces.length)]).join('');
    const place = await folders.find(path);
    if (place === undefined) continue;
    found++;
    expect([path, relative(at('night'), place).startsWith('..'), readFileSync(place, 'utf8')]).toEqual([path, false, 'inside']);
  }
  // The pieces do reach what is allowed.
  expect(found).toBeGreaterThan(10);
});

test('a hard link is a file of the folder that it is in', async () => {
  linkSync(at('night', 'lab.csv'), at('night', 'same.csv'));
  expect(await folders.find('night/same.csv')).toBe(at('night', 'same.csv'));
});

test('what is swapped for a link after it was listed is not found', async () => {
  writeFileSync(at('night', 'swapped.csv'), 'inside');
  expect((await folders.list('night'))!.entries.map(({ path }) => path)).toContain('night/swapped.csv');
  rmSync(at('night', 'swapped.csv'));
  symlinkSync(at('secret.csv'), at('night', 'swapped.csv'));
  expect(await folders.find('night/swapped.csv')).toBeUndefined();
});

test('a folder that is missing, or is a file, ends the command', async () => {
  await expect(openFolders([at('nowhere')])).rejects.toMatchObject({ exit: 3 });
  await expect(openFolders([at('secret.csv')])).rejects.toMatchObject({ exit: 3 });
});
