import { defineConfig } from '@playwright/test';
import type { Home } from '../support/page.ts';

/** Quiet flags: the browser itself must not talk to anybody while requests are counted. */
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
  // The longest journey takes 85 s with both cores to itself.
  timeout: 300_000,
  // Two browsers on two cores: what takes a second alone can take ten.
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../../.cache/reports/e2e.json' }]],
  projects: [
    { name: 'site', use: { home: 'site' } },
    // The journeys that a colleague's copy has to make as well.
    { name: 'file', use: { home: 'file' }, grep: /@offline/ },
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    // Recording every journey slows all of them; `--trace on` records one that is looked into.
    trace: 'off',
    launchOptions: { ...(executablePath === undefined ? {} : { executablePath }), args: [...QUIET, ...asRoot] },
  },
});
