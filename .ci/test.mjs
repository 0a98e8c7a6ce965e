/**
 * `npm test`: architecture, unit, contract, differential and chaos tests in Node; the build and tests of its output;
 * journeys in a real Chromium. Installs what is missing. The last line is "N passed, N failed".
 * `--only node|build|e2e` runs one part. `--only long` (`npm run test:long`) runs the files named `.long.`, which `npm test` leaves out: rules
 * repeated over every capture, the built command, and the journeys beside the main ones. `--only screens` (`npm run screens`) compares
 * every kept picture of the screens with the page of the last build. Further arguments go to Playwright.
 * No test fails because a machine is slow: `npm run bench` reports times.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall, ensureChrome, mayUseApt } from './lib/chrome.mjs';
import { fail, run, runTool, say } from './lib/command.mjs';
import { finish, playwrightCounts, takeReport, vitestCounts } from './lib/counts.mjs';
import { setUp } from './setup.mjs';

/** @typedef {import('./lib/counts.mjs').Counts} Counts */

const onPath = (/** @type {string} */ name) => (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

/** tshark, the reference dissector, is optional: tests that compare with it are skipped where it is missing. */
async function offerTshark() {
  if (onPath('tshark')) return;
  if (process.env.CI && mayUseApt()) {
    say('installing tshark with apt-get, for comparisons');
    await aptInstall(['tshark']);
  }
  if (!onPath('tshark')) say('SKIPPED: comparisons with tshark, which is not installed');
}

/** The permission prompt of a Bluetooth scan is a browser window, so the one journey that answers it needs a screen and a keyboard. */
async function offerScreen() {
  const missing = () => ['Xvfb', 'xdotool'].filter((program) => !onPath(program));
  if (missing().length === 0) return;
  if (process.env.CI && mayUseApt()) {
    say('installing xvfb and xdotool with apt-get, for a browser with a screen');
    await aptInstall(['xvfb', 'xdotool']);
  }
  if (missing().length > 0) say(`SKIPPED: requestLEScan in a browser with a screen, which needs ${missing().join(' and ')}`);
}

/** @param {string} name @param {readonly string[]} projects @returns {Promise<Counts>} */
async function vitest(name, projects) {
  const report = `.cache/reports/${name}.json`;
  const args = ['run', ...projects.flatMap((project) => ['--project', project])];
  const { code } = await runTool('vitest/vitest.mjs', [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  return vitestCounts(takeReport(report), code);
}

/** @param {readonly string[]} projects @returns {Promise<Counts>} */
async function inNode(projects) {
  say(`tests in Node: ${projects.join(', ')}`);
  await offerTshark();
  if (!process.env.WORKBENCH_DATA)
    say('SKIPPED: the larger set of captures (WORKBENCH_DATA names no folder); the fixtures of the repository are used');
  return vitest('node', projects);
}

/** Builds, then tests what was built. @param {string} project @returns {Promise<Counts>} */
async function built(project) {
  const { code } = await run(process.execPath, ['.ci/build.mjs', '--both']);
  if (code !== 0) return { passed: 0, failed: 1, names: ['the build'] };
  say('tests of the build');
  return vitest('build', [project]);
}

/** @param {readonly string[]} projects of Playwright @param {readonly string[]} args @returns {Promise<Counts>} */
async function inBrowser(projects, args) {
  const chrome = await ensureChrome();
  await offerScreen();
  say(`${projects.join(', ')}: journeys in ${chrome}`);
  const chosen = projects.flatMap((project) => ['--project', project]);
  const config = ['test', '--config', 'tests/e2e/playwright.config.ts', ...chosen, ...args];
  const { code } = await runTool('@playwright/test/cli.js', config, { env: { CHROME_PATH: chrome } });
  return playwrightCounts(takeReport('.cache/reports/e2e.json'), code);
}

const [flag, only, ...rest] = process.argv.slice(2);
/** @param {string} part @param {boolean} usual whether `npm test` runs it */
const wanted = (part, usual = true) => (flag === '--only' ? only === part : usual);

try {
  await setUp();
  /** @type {Counts[]} */
  const parts = [];
  if (wanted('node')) parts.push(await inNode(['arch', 'unit', 'contract', 'differential', 'chaos']));
  if (wanted('build')) parts.push(await built('build'));
  if (wanted('e2e')) parts.push(await inBrowser(['site', 'file'], rest));
  if (wanted('long', false)) {
    parts.push(await inNode(['long']), await built('build-long'));
    parts.push(await inBrowser(['site-long', 'file-long'], rest));
  }
  if (wanted('screens', false)) parts.push(await inBrowser(['screens'], rest));
  finish(parts);
} catch (error) {
  fail(error);
  console.log('0 passed, 1 failed');
}
