/** @typedef {{ passed: number, failed: number, names: string[] }} Counts what failed by name, with the first line of the reason */
import { readFileSync, rmSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { fromRoot } from './command.mjs';

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

/** @param {string | undefined} text @returns {string} its first line without colours */
const firstLine = (text) => stripVTControlCharacters(text ?? '').split('\n')[0] ?? '';

/** @param {number} code exit code of a run that names no failure @returns {string[]} */
const unnamed = (code) => [`the run ended with code ${code}; see its output`];

/**
 * @param {any} report of vitest's json reporter
 * @param {number} code exit code of the run
 * @returns {Counts} a file that does not load counts as one failure, as does an error outside any test
 */
export function vitestCounts(report, code) {
  if (!report) return { passed: 0, failed: 1, names: unnamed(code) };
  /** @type {{ name: string, status: string, message: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[]} */
  const files = report.testResults;
  const names = files.flatMap((file) => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed');
    if (file.status === 'failed' && file.assertionResults.length === 0) return [`${file.name}: ${firstLine(file.message)}`];
    return tests.map((test) => `${test.fullName}: ${firstLine(test.failureMessages[0])}`);
  });
  if (code !== 0 && names.length === 0) names.push(...unnamed(code));
  return { passed: report.numPassedTests, failed: names.length, names };
}

/** @param {any} suite of Playwright's json reporter @returns {any[]} its tests, with those of the suites in it */
const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

/** @param {any} report of Playwright's json reporter @param {number} code @returns {Counts} a flaky test counts as failed */
export function playwrightCounts(report, code) {
  if (!report) return { passed: 0, failed: 1, names: unnamed(code) };
  const tests = report.suites
    .flatMap(specsOf)
    .flatMap((/** @type {any} */ spec) => spec.tests.map((/** @type {any} */ test) => ({ spec, test })));
  const names = tests
    .filter((/** @type {any} */ { test }) => test.status === 'unexpected' || test.status === 'flaky')
    .map(
      (/** @type {any} */ { spec, test }) =>
        `${test.projectName}, ${spec.file}, ${spec.title}: ${firstLine(test.results[0]?.error?.message)}`,
    );
  if (code !== 0 && names.length === 0) names.push(...report.errors.map((/** @type {any} */ { message }) => firstLine(message)));
  if (code !== 0 && names.length === 0) names.push(...unnamed(code));
  return { passed: report.stats.expected, failed: names.length, names };
}

/** @param {readonly Counts[]} parts @returns {Counts} */
const sum = (parts) => ({
  passed: parts.reduce((total, { passed }) => total + passed, 0),
  failed: parts.reduce((total, { failed }) => total + failed, 0),
  names: parts.flatMap(({ names }) => names),
});

/** Prints what failed and, as the last line, the counts; a failure is the exit code. @param {readonly Counts[]} parts */
export function finish(parts) {
  const { passed, failed, names } = sum(parts);
  for (const name of names) console.log(`FAILED: ${name}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
