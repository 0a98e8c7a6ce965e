import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** `npm run new` in a copy of the repository: what it writes works as written, and its own tests pass. */
let copy = '';
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'new-'));
  const parts = [
    '.ci',
    '.prettierrc',
    '.editorconfig',
    'assembly',
    'docs',
    'package-lock.json',
    'package.json',
    'public',
    'src',
    'tests',
    'tsconfig.json',
    'vite.config.ts',
  ];
  for (const part of parts) cpSync(part, join(copy, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function node(...args: readonly string[]): { readonly code: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  return { code: status, output: stdout + stderr };
}

test.each([
  ['tool', ['row_counter', 'Row counter'], ['tests/unit/tools/catalog/row_counter.test.ts']],
  ['format', ['blog'], ['tests/unit/capture/containers/blog.test.ts']],
  ['chart', ['capture_overview'], ['tests/unit/answers/statistics/capture-overview-plots.test.ts']],
])('new %s writes files whose tests pass', { timeout: 600_000 }, (kind, names, tests) => {
  expect(node('.ci/new.mjs', kind, ...names)).toMatchObject({ code: 0 });
  expect(node('node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...tests)).toMatchObject({ code: 0 });
  expect(node('.ci/new.mjs', kind, ...names).output).toContain('exists');
});

test('an unknown kind, a wrong name and a chart of an unknown tool are refused with the usage', () => {
  for (const args of [
    ['view', 'x'],
    ['format', 'No Format'],
    ['tool', 'row'],
    ['chart', 'no_such_tool'],
  ])
    expect(node('.ci/new.mjs', ...args)).toMatchObject({ code: 1, output: expect.stringContaining('npm run new format NAME') as string });
});
