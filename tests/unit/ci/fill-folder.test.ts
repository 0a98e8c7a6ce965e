import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fillFolder, installTrino } from '../../../.ci/lib/fill-folder.mjs';

let root: string;
let place: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fill-'));
  place = join(root, 'trino');
});
afterEach(() => rmSync(root, { recursive: true }));

/** Maven and tar, of which one may fail after half of its work. */
const tools = (failing?: string) => (_: string, program: string, args: readonly string[]) => {
  const folder = `${place}.partial`;
  if (program === 'mvn') {
    for (const name of ['repository', 'repository/org']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'trino-server-1.tar.gz'), 'archive');
  } else {
    expect(args).toEqual(['xzf', join(folder, 'trino-server-1.tar.gz'), '-C', folder, '--strip-components=1']);
    for (const name of ['lib', 'plugin/hive', 'plugin/kafka']) mkdirSync(join(folder, name), { recursive: true });
  }
  return Promise.resolve(program !== failing);
};

it('keeps of Trino what reads files', async () => {
  expect(await installTrino(place, '1', tools())).toBe(true);
  expect(readdirSync(root)).toEqual(['trino']);
  expect([readdirSync(place).sort(), readdirSync(join(place, 'plugin'))]).toEqual([['lib', 'plugin'], ['hive']]);
});

it.each(['mvn', 'tar'])('leaves nothing of Trino where %s fails, so that the next run installs it', async (program) => {
  expect(await installTrino(place, '1', tools(program))).toBe(false);
  expect(readdirSync(root)).toEqual([]);
  expect(await installTrino(place, '1', tools())).toBe(true);
});

it('does not accept what a killed run left', async () => {
  mkdirSync(`${place}.partial/old`, { recursive: true });
  expect(await fillFolder(place, (folder) => Promise.resolve(!existsSync(join(folder, 'old'))))).toBe(true);
  expect(readdirSync(place)).toEqual([]);
  expect(await fillFolder(place, () => Promise.reject(new Error('a complete folder is not filled again')))).toBe(true);
});

it('leaves nothing where filling throws', async () => {
  await expect(fillFolder(place, () => Promise.reject(new Error('no space')))).rejects.toThrow('no space');
  expect(readdirSync(root)).toEqual([]);
});
