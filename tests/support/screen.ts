import { chromium, type Browser } from '@playwright/test';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A virtual screen with a keyboard and mouse that a test controls, for the browser's own windows. */
export interface Screen {
  readonly display: string;
  /** A click of the mouse at a point of the screen. */
  click(x: number, y: number): void;
  /** Keys by their names for `xdotool`, one after the other. */
  press(...keys: readonly string[]): void;
  close(): void;
}

/** The required programs that are missing; empty if a screen can be started. */
export function missingForScreen(): string[] {
  return ['Xvfb', 'xdotool'].filter((program) => {
    try {
      execFileSync('which', [program], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
}

/** Starts Xvfb on a display that is free. */
export async function startScreen(): Promise<Screen> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    let text = '';
    server.stdio[3]?.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1');
      if (text.includes('\n')) resolve(text.trim());
    });
    server.once('error', reject);
    server.once('exit', (code) => {
      reject(new Error(`Xvfb ended with ${String(code)}`));
    });
  });
  const display = `:${number}`;
  const xdotool = (...args: readonly string[]): void =>
    void execFileSync('xdotool', [...args], { env: { ...process.env, DISPLAY: display } });
  return {
    display,
    click: (x, y) => xdotool('mousemove', String(Math.round(x)), String(Math.round(y)), 'click', '1'),
    press: (...keys) => xdotool('key', '--delay', '150', ...keys),
    close: () => void server.kill(),
  };
}

/** A browser with real page focus on that screen; Playwright's own browser reports focus to every page. */
export async function browserOn(screen: Screen, flags: readonly string[]): Promise<{ browser: Browser; close: () => Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'screen-'));
  const program = process.env['CHROME_PATH'] ?? chromium.executablePath();
  const args = ['--remote-debugging-port=0', `--user-data-dir=${profile}`, '--no-default-browser-check', ...flags, 'about:blank'];
  const child = spawn(program, args, {
    env: { ...process.env, DISPLAY: screen.display },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stderr.on('data', (bytes: Buffer) => {
      text += bytes.toString();
      const found = /ws:\S+/.exec(text);
      if (found) resolve(found[0]);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the browser ended with ${String(code)}: ${text.slice(-500)}`)));
  });
  const browser = await chromium.connectOverCDP(address, { noDefaults: true });
  const close = async (): Promise<void> => {
    await browser.close();
    // The whole group: processes that the browser started outlive it, and write into the profile while it is removed.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 100 });
  };
  return { browser, close };
}
