import { readFileSync, rmSync } from 'node:fs';
import { fromRoot } from './command.mjs';

/** @typedef {{ passed: number, failed: number }} Counts */

/** @param {string} path @returns {any} the report, or undefined when the runner did not get as far as writing it */
export function takeReport(path) {
  try {
    const text = readFileSync(fromRoot(path), 'utf8');
    rmSync(fromRoot(path));
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @param {any} report of vitest's json reporter
 * @param {number} code exit code of the run
 * @returns {Counts} a file that does not load counts as one failure, and so does an error outside of any test
 */
export function vitestCounts(report, code) {
  if (!report) return { passed: 0, failed: 1 };
  /** @type {{ status: string, assertionResults: unknown[] }[]} */
  const files = report.testResults;
  const unloaded = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  const failed = report.numFailedTests + unloaded;
  return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed };
}

/** @param {any} report of Playwright's json reporter @param {number} code @returns {Counts} a flaky test is a failed one */
export function playwrightCounts(report, code) {
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = report.stats;
  const failed = unexpected + flaky;
  return { passed: expected, failed: code !== 0 && failed === 0 ? 1 : failed };
}

/**
 * Journeys that ended well in one run, but for a task that held a thread, are judged by the next.
 * @param {Counts} first @param {number} suspected of its journeys @param {Counts} second @returns {Counts}
 */
export function judged(first, suspected, second) {
  const unseen = Math.max(0, suspected - second.passed - second.failed);
  return { passed: first.passed - suspected + second.passed, failed: first.failed + second.failed + unseen };
}

/** @param {readonly Counts[]} parts @returns {Counts} */
export const sum = (parts) =>
  parts.reduce((total, part) => ({ passed: total.passed + part.passed, failed: total.failed + part.failed }), { passed: 0, failed: 0 });
