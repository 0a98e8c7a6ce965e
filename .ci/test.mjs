/**
 * `npm test`: architecture, unit, contract and differential tests in Node; the build and tests of what it wrote;
 * journeys in a real Chromium. Sets everything up by itself. The last line is "N passed, N failed".
 * `--only node|build|e2e` runs one part; further arguments go to Playwright.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall, ensureChrome, mayUseApt } from './lib/chrome.mjs';
import { fail, fromRoot, run, runTool, say } from './lib/command.mjs';
import { judged, playwrightCounts, sum, takeReport, vitestCounts } from './lib/counts.mjs';
import { setUp } from './setup.mjs';

/** @typedef {import('./lib/counts.mjs').Counts} Counts */

const onPath = (/** @type {string} */ name) => (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

/** The reference dissector is optional: the tests that compare with it pass over where it is absent. */
async function offerTshark() {
  if (onPath('tshark')) return;
  if (process.env.CI && mayUseApt()) {
    say('installing tshark with apt-get, to compare with');
    await aptInstall(['tshark']);
  }
  if (!onPath('tshark')) say('NOT SEEN: comparisons with tshark, which is not installed');
}

/** The prompt of a Bluetooth scan is a window of the browser; the one journey that answers it takes a screen and its keys. */
async function offerScreen() {
  const missing = () => ['Xvfb', 'xdotool'].filter((program) => !onPath(program));
  if (missing().length === 0) return;
  if (process.env.CI && mayUseApt()) {
    say('installing xvfb and xdotool with apt-get, for a browser with a screen');
    await aptInstall(['xvfb', 'xdotool']);
  }
  if (missing().length > 0) say(`NOT SEEN: requestLEScan in a browser with a screen, which takes ${missing().join(' and ')}`);
}

/** @param {string} name @param {readonly string[]} projects @returns {Promise<Counts>} */
async function vitest(name, projects) {
  const report = `.cache/reports/${name}.json`;
  const args = ['run', ...projects.flatMap((project) => ['--project', project])];
  const { code } = await runTool('vitest/vitest.mjs', [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  return vitestCounts(takeReport(report), code);
}

/** @returns {Promise<Counts>} */
async function inNode() {
  say('architecture, unit, contract and differential tests');
  await offerTshark();
  if (!process.env.WORKBENCH_DATA)
    say('NOT SEEN: the larger set of captures (WORKBENCH_DATA names no folder); the fixtures of the clone are used');
  return vitest('node', ['arch', 'unit', 'contract', 'differential']);
}

/** @returns {Promise<Counts>} */
async function built() {
  const { code } = await run(process.execPath, ['.ci/build.mjs', '--both']);
  if (code !== 0) return { passed: 0, failed: 1 };
  say('tests of the build');
  return vitest('build', ['build']);
}

/** Journeys in which a task held a thread for longer than it may. */
const SUSPECTED = '.cache/reports/held-threads.txt';
const AGAIN = '.cache/reports/held-again.txt';
/**
 * A task that is long by itself is long every time; one that had to share its core and its caches is not. The last run judges, so one that is
 * long in every second run passes nearly always: `npm run bench -- --only responsiveness` tells how long tasks are.
 */
const RUNS_ALONE = 3;

/** @param {readonly string[]} args @returns {Promise<Counts>} */
async function inBrowser(args) {
  const chrome = await ensureChrome();
  await offerScreen();
  const journeys = async (/** @type {readonly string[]} */ given, /** @type {Record<string, string | undefined>} */ env) => {
    const config = ['test', '--config', 'tests/e2e/playwright.config.ts', ...given];
    const { code } = await runTool('@playwright/test/cli.js', config, { env: { CHROME_PATH: chrome, ...env } });
    return playwrightCounts(takeReport('.cache/reports/e2e.json'), code);
  };
  mkdirSync(fromRoot('.cache/reports'), { recursive: true });
  rmSync(fromRoot(SUSPECTED), { force: true });
  say(`journeys in ${chrome}`);
  let counts = await journeys(args, { LOOK_AGAIN: fromRoot(SUSPECTED) });
  for (let left = RUNS_ALONE - 1; left >= 0 && existsSync(fromRoot(SUSPECTED)); left -= 1) {
    const list = readFileSync(fromRoot(SUSPECTED), 'utf8');
    const suspected = list.split('\n').filter((line) => line.startsWith('[')).length;
    say(`in ${suspected} of them a task held the thread of a page; they run again, one at a time:\n${list}`);
    renameSync(fromRoot(SUSPECTED), fromRoot(AGAIN));
    const again = await journeys(['--workers', '1', '--test-list', AGAIN], { LOOK_AGAIN: left > 0 ? fromRoot(SUSPECTED) : undefined });
    counts = judged(counts, suspected, again);
  }
  return counts;
}

const [flag, only, ...rest] = process.argv.slice(2);
const wanted = (/** @type {string} */ part) => flag !== '--only' || only === part;

try {
  await setUp();
  /** @type {Counts[]} */
  const parts = [];
  if (wanted('node')) parts.push(await inNode());
  if (wanted('build')) parts.push(await built());
  if (wanted('e2e')) parts.push(await inBrowser(rest));
  const { passed, failed } = sum(parts);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
} catch (error) {
  fail(error);
  console.log('0 passed, 1 failed');
}
