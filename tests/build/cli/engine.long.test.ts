import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PACKAGE, PACKAGE_VERSION } from '../../../src/cli/engine/native/node-bindings.ts';
import { seesNative } from '../../support/native-engine.ts';
import { COMMAND, SAMPLE, folder } from './command.ts';

const place = folder();
/** The command on its own, where no package lies above it. */
const ALONE = place.at('cli/capture-workbench.mjs');
const temporary = place.at('temporary');
beforeAll(() => {
  cpSync('dist/cli', place.at('cli'), { recursive: true });
  mkdirSync(temporary);
});
afterAll(() => place.remove());

const run = (program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: temporary, ...env },
  });
  return { code: status, stdout, stderr };
};
const COUNT = ['query', 'SELECT adv_type, count(*) AS n FROM chamber_four_phones GROUP BY 1', SAMPLE, '-q', '--format', 'csv'];

test('native without its package ends with 2 and says what to install, and auto goes on without it', () => {
  const missing = run(ALONE, [...COUNT, '--engine', 'native']);
  expect(missing).toMatchObject({ code: 2, stdout: '' });
  expect(missing.stderr).toContain(`npm install --no-save ${PACKAGE}@${PACKAGE_VERSION}`);
  expect(run(ALONE, COUNT, { CAPTURE_WORKBENCH_ENGINE: 'native' }).code).toBe(2);
  const usual = run(ALONE, COUNT);
  expect(usual.code).toBe(0);
  expect(run(ALONE, [...COUNT, '--engine', 'auto'])).toEqual(usual);
});

test('a package with another DuckDB is refused, and one in the current folder is not looked at', () => {
  const planted = (at: string) => {
    mkdirSync(join(at, 'node_modules', PACKAGE), { recursive: true });
    writeFileSync(join(at, 'node_modules', PACKAGE, 'index.js'), 'exports.library_version = () => "v9.9.9";');
  };
  planted(place.at('elsewhere'));
  const here = { cwd: place.at('elsewhere'), encoding: 'utf8' } as const;
  const looked = spawnSync(process.execPath, [ALONE, 'query', 'SELECT 1', '--engine', 'native'], here);
  expect(looked.stderr).toContain('needs the package');
  planted(place.path);
  const other = run(ALONE, [...COUNT, '--engine', 'native']);
  expect(other).toMatchObject({ code: 2, stdout: '' });
  expect(other.stderr).toContain('found v9.9.9');
});

test('another word ends with 2', () => {
  const { code, stderr } = run(COMMAND, [...COUNT, '--engine', 'sqlite']);
  expect([code, stderr.includes('wasm, native, auto')]).toEqual([2, true]);
});

test.runIf(await seesNative())('native gives the bytes of the other engine, and leaves no temporary file', () => {
  expect(run(COMMAND, [...COUNT, '--engine', 'native'])).toEqual(run(COMMAND, COUNT));
  expect(readdirSync(temporary)).toEqual([]);
});

test.runIf(await seesNative())(
  'the temporary file of a killed command is removed by the next one, that of a running one is not',
  async () => {
    const serving = () =>
      spawn(process.execPath, [COMMAND, 'mcp', SAMPLE, '-q', '--engine', 'native'], { env: { ...process.env, TMPDIR: temporary } });
    const folders = (): string[] => readdirSync(temporary).filter((name) => readdirSync(join(temporary, name)).includes('tables.duckdb'));
    const killed = serving();
    await vi.waitUntil(() => folders().length === 1, { timeout: 30_000 });
    const left = folders();
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(folders()).toEqual(left);
    const running = serving();
    await vi.waitUntil(() => folders().length === 1 && folders()[0] !== left[0], { timeout: 30_000 });
    const used = folders();
    expect(run(COMMAND, [...COUNT, '--engine', 'native']).code).toBe(0);
    expect(folders()).toEqual(used);
    running.stdin.end();
    await once(running, 'exit');
    expect(readdirSync(temporary)).toEqual([]);
  },
);
