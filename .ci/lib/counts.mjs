import { readFileSync, rmSync } from 'node:fs';
import { fromRoot } from './command.mjs';

/** @typedef {{ passed: number, failed: number }} Counts */

/** @param {string} path @returns {any} the report, or undefined if the runner ended before it wrote one */
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
 * @returns {Counts} a file that does not load counts as one failure, as does an error outside any test
 */
export function vitestCounts(report, code) {
  if (!report) return { passed: 0, failed: 1 };
  /** @type {{ status: string, assertionResults: unknown[] }[]} */
  const files = report.testResults;
  const unloaded = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  const failed = report.numFailedTests + unloaded;
  return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed };
}

/** @param {any} report of Playwright's json reporter @param {number} code @returns {Counts} a flaky test counts as failed */
export function playwrightCounts(report, code) {
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = report.stats;
  const failed = unexpected + flaky;
  return { passed: expected, failed: code !== 0 && failed === 0 ? 1 : failed };
}

/** @param {readonly Counts[]} parts @returns {Counts} */
export const sum = (parts) =>
  parts.reduce((total, part) => ({ passed: total.passed + part.passed, failed: total.failed + part.failed }), { passed: 0, failed: 0 });
