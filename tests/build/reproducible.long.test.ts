import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** What a build reads. */
const FOLDERS = ['src', 'public', 'docs', '.ci'];
const FILES = ['index.html', 'package.json', 'package-lock.json', 'vite.config.ts', 'tsconfig.json', 'LICENSE'];

test('a second build in another folder is equal byte for byte', () => {
  const folder = resolve('.cache/second-build');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const path of [...FOLDERS, ...FILES]) cpSync(path, join(folder, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  execFileSync(process.execPath, ['.ci/build.mjs'], { cwd: folder, stdio: 'pipe' });
  for (const sums of ['SHA256SUMS', 'capture-workbench.zip.sha256', 'offline/capture-workbench.html.sha256']) {
    expect(readFileSync(join(folder, 'dist', sums), 'utf8')).toBe(readFileSync(join('dist', sums), 'utf8'));
  }
  rmSync(folder, { recursive: true });
});
