/** Names of the functions that a task of a page spends its time in, from V8's sampling profiler and, where the build has them, source maps. */

import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';

/** µs between two samples. */
const INTERVAL_US = 500;

/** @typedef {{ functionName: string, url: string, lineNumber: number, columnNumber: number }} Frame 0-based */
/** @typedef {{ nodes: { id: number, callFrame: Frame }[], startTime: number, samples?: number[], timeDeltas?: number[] }} Profile times in µs */

/**
 * Starts to sample the main thread of a page.
 *
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<() => Promise<Profile>>} ends it
 */
export async function startProfile(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: INTERVAL_US });
  await session.send('Profiler.start');
  return async () => {
    const { profile } = await session.send('Profiler.stop');
    await session.detach();
    return profile;
  };
}

/**
 * @param {Profile} profile
 * @param {{ ts: number, dur: number }} span of a task, µs of the same clock
 * @param {(frame: Frame) => string} nameOf
 * @returns {string[]} the functions with the most time of their own in it, first the longest
 */
export function functionsIn({ nodes, startTime, samples = [], timeDeltas = [] }, { ts, dur }, nameOf) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  /** @type {Map<string, number>} */
  const spent = new Map();
  let at = startTime;
  samples.forEach((id, index) => {
    at += timeDeltas[index] ?? 0;
    const frame = frames.get(id);
    if (at < ts || at > ts + dur || !frame || frame.url === '') return;
    const name = nameOf(frame);
    spent.set(name, (spent.get(name) ?? 0) + (timeDeltas[index + 1] ?? 0));
  });
  return [...spent].sort(([, a], [, b]) => b - a).map(([name, us]) => `${name} ${(us / 1000).toFixed(1)} ms`);
}

/** @param {string} dist folder of the build @returns {(frame: Frame) => string} the place in the source, else the one in the built file */
export function sourcesOf(dist) {
  /** @type {Map<string, SourceMap | null>} */
  const maps = new Map();
  return ({ functionName, url, lineNumber, columnNumber }) => {
    const file = new URL(url).pathname.slice(1);
    if (!maps.has(file)) {
      const path = join(dist, `${file}.map`);
      maps.set(file, existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : null);
    }
    const entry = /** @type {{ originalSource?: string, originalLine?: number } | undefined} */ (
      maps.get(file)?.findEntry(lineNumber, columnNumber)
    );
    const source = entry?.originalSource?.replace(/^(?:\.\.\/)+|.*node_modules\//g, '');
    if (source !== undefined) return `${functionName} ${source}:${String((entry?.originalLine ?? 0) + 1)}`;
    return `${functionName} ${file.split('/').at(-1) ?? ''}:${String(lineNumber + 1)}:${String(columnNumber + 1)}`;
  };
}
