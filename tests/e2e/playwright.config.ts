import { defineConfig } from '@playwright/test';
import type { Home } from '../support/page.ts';

/**
 * A limit only ends a journey that hangs: a page, a control or a value that never comes. Ten times what a journey takes on a busy
 * machine, so that no journey fails because the machine is slow.
 */
const STEP_MS = 180_000;
const JOURNEY_MS = 600_000;

/** Journeys of `npm run test:long`; the others are those of `npm test`. */
const LONG = '**/*.long.spec.ts';

/** Every screen in three widths and both themes against its kept picture: `npm run screens`. */
const SCREENS = '**/screens*.spec.ts';

/** Flags that stop the browser's own requests, because journeys count requests. */
const QUIET = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const executablePath = process.env['CHROME_PATH'];

export default defineConfig<{ home: Home }>({
  testDir: '.',
  outputDir: '../../test-results',
  snapshotPathTemplate: '{testDir}/screens/{arg}{ext}',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: JOURNEY_MS,
  expect: { timeout: STEP_MS, toPass: { timeout: STEP_MS } },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../../.cache/reports/e2e.json' }]],
  projects: [
    { name: 'site', use: { home: 'site' }, testIgnore: [SCREENS, LONG] },
    { name: 'site-long', use: { home: 'site' }, testMatch: LONG },
    // Journeys that the one-file build opened from disk must pass too.
    { name: 'file', use: { home: 'file' }, grep: /@offline/, testIgnore: [SCREENS, LONG] },
    { name: 'file-long', use: { home: 'file' }, grep: /@offline/, testMatch: LONG },
    { name: 'screens', use: { home: 'site' }, testMatch: SCREENS },
  ],
  use: {
    actionTimeout: STEP_MS,
    navigationTimeout: STEP_MS,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    // Recording slows every journey; use `--trace on` for one under investigation.
    trace: 'off',
    launchOptions: { ...(executablePath === undefined ? {} : { executablePath }), args: [...QUIET, ...asRoot] },
  },
});
