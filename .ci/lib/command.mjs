import { spawn } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root; every script runs there, wherever it was called from. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** @param {string} path relative to the root */
export const fromRoot = (path) => join(ROOT, path);

/** Prints the current step, so that a long first run shows progress. @param {string} text */
export const say = (text) => console.log(`· ${text}`);

/** Ends a script that cannot continue, with the reason and without a stack. @param {unknown} error */
export function fail(error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/**
 * Runs a program from the root with its output shown. stdin is closed, so that the program cannot wait for input.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string | undefined>, quiet?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>} the exit code (1 when the program is missing) and what it printed
 */
export function run(program, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && program === 'npm',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => {
        output += text;
        if (!options.quiet) process.stdout.write(text);
      });
    }
    child.on('error', (error) => done({ code: 1, output: `${output}${program}: ${error.message}\n` }));
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}

/** Runs a tool of node_modules with this Node. @param {string} bin path under node_modules @param {readonly string[]} args @param {Parameters<typeof run>[2]} [options] */
export const runTool = (bin, args, options) => run(process.execPath, [fromRoot(join('node_modules', bin)), ...args], options);

/** Runs a script of the repository; rejects when it fails. @param {string} script @param {readonly string[]} [args] */
export async function runScript(script, args = []) {
  const { code } = await run(process.execPath, [fromRoot(script), ...args]);
  if (code !== 0) throw new Error(`${script} failed (exit ${code})`);
}
