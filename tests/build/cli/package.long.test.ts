import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { NATIVE_DUCKDB } from '../../../.ci/lib/native-duckdb.mjs';
import { PACKAGE_VERSION } from '../../../src/cli/engine/native/node-bindings.ts';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { CALL, SAMPLE, folder } from './command.ts';

const place = folder();
afterAll(() => place.remove());

/** Runs a program in the folder of this test. */
function ran(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: place.path, encoding: 'utf8', maxBuffer: 1 << 28 });
  expect([program, args, status, status === 0 ? '' : stderr]).toEqual([program, args, 0, '']);
  return stdout;
}
const read = (path: string): Record<string, unknown> => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

const installed = place.at('node_modules/.bin/capture-workbench');

test('the command is packed and installed as a package, and runs from there without a network', () => {
  const { version, license, engines } = read('package.json');
  expect(read('dist/cli/package.json')).toMatchObject({
    version,
    license,
    engines,
    optionalDependencies: { '@duckdb/node-api': PACKAGE_VERSION },
  });
  expect(NATIVE_DUCKDB.version).toBe(PACKAGE_VERSION);

  ran('npm', 'pack', resolve('dist/cli'), '--silent', '--offline');
  const packed = readdirSync(place.path).filter((name) => name.endsWith('.tgz'));
  expect(packed).toEqual([`capture-workbench-${String(version)}.tgz`]);
  writeFileSync(place.at('package.json'), '{ "private": true }');
  ran('npm', 'install', '--offline', '--omit=optional', '--no-audit', '--no-fund', `./${packed[0]!}`);

  expect(ran(installed, 'tools')).toContain('capture_overview');
  writeFileSync(place.at('call.json'), JSON.stringify(CALL));
  const answers = [[installed], [process.execPath, resolve('dist/cli/capture-workbench.mjs')]].map(([program, ...before]) => {
    const result = JSON.parse(ran(program!, ...before, 'run', 'call.json', resolve(SAMPLE), '--json', '--quiet')) as ToolResult;
    return [result.status, result.metadata.result_hash];
  });
  expect(answers[0]?.[0]).toBe('ok');
  expect(answers[0]).toEqual(answers[1]);
});

test('the installed package has the page, which it shares and serves', async () => {
  ran(installed, 'share', resolve(SAMPLE), '-o', 'shared.html', '-q');
  expect(ran(installed, 'verify', 'shared.html')).toBe('shared.html: intact\n');
  const child = spawn(installed, ['serve', '--port', '0'], { cwd: place.path });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const answered = await fetch(line.toString().trim());
  expect([answered.status, await answered.text()]).toEqual([200, readFileSync('dist/offline/capture-workbench.html', 'utf8')]);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([143, null]);
});
