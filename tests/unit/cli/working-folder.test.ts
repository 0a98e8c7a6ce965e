import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { workingFolder } from '../../../src/cli/engine/native/working-folder.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'folders-'));
});
afterEach(() => {
  rmSync(base, { recursive: true, force: true });
});

/** A process that uses a folder as the engine does, with a table in it. */
async function user(name: string) {
  const folder = join(base, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'tables.duckdb'), 'rows');
  const listen = `require('node:net').createServer((s) => s.destroy()).listen(${JSON.stringify(join(folder, 'lock'))}, () => console.log('ready'))`;
  const child = spawn(process.execPath, ['-e', listen], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return {
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

test('the folder of a killed process is removed; that of a running one, and what is no such folder, stays', async () => {
  const [killed, running] = [await user('capture-workbench-killed'), await user('capture-workbench-running')];
  await killed.kill();
  mkdirSync(join(base, 'capture-workbench-starting'));
  mkdirSync(join(base, 'other'));
  symlinkSync(join(base, 'other'), join(base, 'capture-workbench-link'));
  writeFileSync(join(base, 'capture-workbench-file'), '');
  const folder = await workingFolder(base);
  expect(readdirSync(base).filter((name) => join(base, name) !== folder.path)).toEqual([
    'capture-workbench-file',
    'capture-workbench-link',
    'capture-workbench-running',
    'capture-workbench-starting',
    'other',
  ]);
  folder.remove();
  await running.kill();
  (await workingFolder(base)).remove();
  expect(readdirSync(base)).toEqual(['capture-workbench-file', 'capture-workbench-link', 'capture-workbench-starting', 'other']);
});

test('folders of one process do not remove each other, and each is removed once', async () => {
  const [first, second] = [await workingFolder(base), await workingFolder(base)];
  expect(readdirSync(base)).toHaveLength(2);
  first.remove();
  first.remove();
  expect(readdirSync(second.path)).toContain('lock');
  second.remove();
  expect(readdirSync(base)).toEqual([]);
});
