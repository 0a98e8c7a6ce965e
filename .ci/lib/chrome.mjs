import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fromRoot, run, runTool, say } from './command.mjs';

const NAMES = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome'];

/** Usual locations of browsers, by platform. @returns {string[]} */
function usualPlaces() {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  if (process.platform === 'darwin') {
    const apps = ['/Applications', join(homedir(), 'Applications')];
    const names = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
    return [...apps.flatMap((folder) => names.map((name) => join(folder, `${name}.app/Contents/MacOS/${name}`))), ...onPath];
  }
  if (process.platform === 'win32') {
    const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].filter(
      (root) => root !== undefined,
    );
    const tails = ['Google/Chrome/Application/chrome.exe', 'Chromium/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
    return roots.flatMap((root) => tails.map((tail) => join(root, tail)));
  }
  return [...onPath, '/opt/google/chrome/chrome', '/snap/bin/chromium', '/usr/lib/chromium/chromium'];
}

/** The browser that Playwright downloaded earlier, if it did. @returns {Promise<string | undefined>} */
async function playwrightsOwn() {
  if (!existsSync(fromRoot('node_modules/@playwright/test'))) return undefined;
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  if (existsSync(own)) return own;
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache/ms-playwright');
  if (!existsSync(cache)) return undefined;
  return readdirSync(cache)
    .filter((name) => name.startsWith('chromium-'))
    .map((name) => join(cache, name, 'chrome-linux/chrome'))
    .find(existsSync);
}

/** @returns {Promise<string | undefined>} */
async function find() {
  if (process.env.CHROME_PATH) {
    if (existsSync(process.env.CHROME_PATH)) return process.env.CHROME_PATH;
    throw new Error(`CHROME_PATH names ${process.env.CHROME_PATH}, which does not exist`);
  }
  return usualPlaces().find(existsSync) ?? (await playwrightsOwn());
}

/** Whether this is root on a Debian-like system, where packages may be installed. */
export const mayUseApt = () => process.getuid?.() === 0 && ['/usr/bin/apt-get', '/bin/apt-get'].some(existsSync);

/** @param {readonly string[]} packages @returns {Promise<boolean>} */
export async function aptInstall(packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, quiet: true });
  const { code } = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env, quiet: true });
  return code === 0;
}

/**
 * Finds a Chrome or Chromium for the tests: CHROME_PATH, the usual locations, Playwright's own; otherwise installs one (with Playwright,
 * then with apt if permitted). Prints what it does.
 * @returns {Promise<string>} path of the executable
 */
export async function ensureChrome() {
  const found = await find();
  if (found) return found;
  say('no Chrome or Chromium found; asking Playwright to install one');
  await runTool('@playwright/test/cli.js', ['install', 'chromium']);
  const own = await playwrightsOwn();
  if (own) return own;
  if (mayUseApt()) {
    say('Playwright could not; installing the chromium package with apt-get');
    await aptInstall(['chromium']);
    const packaged = await find();
    if (packaged) return packaged;
  }
  throw new Error('no Chrome or Chromium, and none could be installed: install one, or set CHROME_PATH to its executable');
}
