/**
 * What the threads of pages did, task by task, from Chromium's own trace. The time is the thread's processor time, so a machine
 * that is busy with others does not count; what the driver of a test or of the bench ran in the page itself is taken off. What it leaves
 * running there after its command (timers, promises) stands between two marks.
 */

import { gunzipSync } from 'node:zlib';
import { eventsOf } from './trace-events.mjs';

/** @typedef {{ name: string, ph: string, ts: number, dur?: number, tdur?: number, pid: number, tid: number, args?: Record<string, any> }} TraceEvent */
/** @typedef {{ name: string, ms: number }} Part */
/** @typedef {{ ms: number, parts: readonly Part[] }} Task processor time in ms; what took it, without what that called, longest first */

const CATEGORIES = ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'mojom', 'blink.user_timing', '__metadata'];
const DRIVER = /DevTools/;
/** Names of `performance.mark`. */
export const DRIVER_MARKS = { begin: 'driver begins', end: 'driver ends' };

/** The most of a trace that one message carries, in bytes. */
const PIECE = 1 << 24;

/**
 * Follows the threads of every page from now on. Recording costs little; what costs is that the browser writes the trace out, so
 * who has seen enough by other means drops it.
 *
 * @param {import('@playwright/test').Browser} browser
 * @returns {Promise<{ tasks(least?: number): Promise<Task[]>, drop(): Promise<void> }>} one of the two ends it; tasks of `least` ms and more, longest first
 */
export async function startTasks(browser) {
  const session = await browser.newBrowserCDPSession();
  await session.send('Tracing.start', {
    transferMode: 'ReturnAsStream',
    streamFormat: 'proto',
    streamCompression: 'gzip',
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] },
  });
  return {
    async tasks(least = 0) {
      /** @type {Promise<{ stream?: string, dataLossOccurred: boolean }>} */
      const complete = new Promise((settle) => session.once('Tracing.tracingComplete', settle));
      await session.send('Tracing.end');
      const { stream, dataLossOccurred } = await complete;
      if (stream === undefined || dataLossOccurred) throw new Error('expected a whole trace of the browser, found one with gaps');
      const trace = gunzipSync(await piecesOf(session, stream));
      await session.detach();
      return tasksOf(eventsOf(trace), least);
    },
    // A trace ends with its session, unread.
    drop: () => session.detach(),
  };
}

/** @param {import('@playwright/test').CDPSession} session @param {string} handle */
async function piecesOf(session, handle) {
  const pieces = [];
  for (let last = false; !last;) {
    const { data, base64Encoded, eof } = await session.send('IO.read', { handle, size: PIECE });
    pieces.push(Buffer.from(data, base64Encoded ? 'base64' : 'utf8'));
    last = eof;
  }
  await session.send('IO.close', { handle });
  return Buffer.concat(pieces);
}

/** @param {readonly TraceEvent[]} events @param {number} [least] ms @returns {Task[]} longest first */
export function tasksOf(events, least = 0) {
  const pages = new Set(events.filter((event) => event.name === 'thread_name' && event.args?.['name'] === 'CrRendererMain').map(thread));
  /** @type {Map<string, TraceEvent[]>} */
  const lists = new Map([...pages].map((page) => [page, []]));
  const marks = Object.values(DRIVER_MARKS);
  for (const event of events) if (event.ph === 'X' || marks.includes(event.name)) lists.get(thread(event))?.push(event);
  return [...lists.values()].flatMap((list) => tasksOfThread(list, least)).sort((a, b) => b.ms - a.ms);
}

const thread = (/** @type {TraceEvent} */ { pid, tid }) => `${String(pid)} ${String(tid)}`;
/** Where the trace does not know the thread's own time, that of the clock. */
const spent = (/** @type {TraceEvent} */ { dur = 0, tdur = dur }) => tdur / 1000;

/** @param {TraceEvent[]} events @param {number} least @returns {Task[]} */
function tasksOfThread(events, least) {
  events.sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const tasks = [];
  let driven = false;
  for (let at = 0; at < events.length;) {
    const task = events[at];
    if (!task) break;
    let end = at + 1;
    const until = task.ts + (task.dur ?? 0);
    while (end < events.length && (events[end]?.ts ?? Infinity) < until) end += 1;
    const within = events.slice(at, end);
    if (within.some(({ name }) => name === DRIVER_MARKS.begin)) driven = true;
    if (task.name === 'RunTask' && !driven && spent(task) >= least) tasks.push(taskOf(within));
    if (within.some(({ name }) => name === DRIVER_MARKS.end)) driven = false;
    at = end;
  }
  return tasks.filter(({ ms }) => ms >= least);
}

/** @param {readonly TraceEvent[]} events a task and what lies in it, in order @returns {Task} */
function taskOf(events) {
  /** @type {Map<string, number>} */
  const parts = new Map();
  /** @type {{ event: TraceEvent, own: number }[]} */
  const open = [];
  const close = () => {
    const last = open.pop();
    if (last) parts.set(label(last.event), (parts.get(label(last.event)) ?? 0) + last.own);
  };
  let driver = 0;
  let within = -Infinity;
  for (const event of events) {
    while (open.length > 0 && event.ts >= endOf(open.at(-1)?.event)) close();
    if (event.ts < within) continue;
    const above = open.at(-1);
    if (above) above.own -= spent(event);
    if (DRIVER.test(event.args?.['chrome_mojo_event_info']?.mojo_interface_tag ?? '')) {
      driver += spent(event);
      within = endOf(event);
    } else open.push({ event, own: spent(event) });
  }
  while (open.length > 0) close();
  const longest = [...parts].map(([name, ms]) => ({ name, ms })).sort((a, b) => b.ms - a.ms);
  return { ms: spent(/** @type {TraceEvent} */ (events[0])) - driver, parts: longest.slice(0, 6) };
}

const endOf = (/** @type {TraceEvent | undefined} */ event) => (event ? event.ts + (event.dur ?? 0) : Infinity);

/** @param {TraceEvent} event */
function label({ name, args }) {
  const tag = args?.['chrome_mojo_event_info']?.mojo_interface_tag;
  if (tag !== undefined) return `${name} ${tag}`;
  const { functionName = '', url = '', lineNumber = '', columnNumber = '' } = args?.['data'] ?? {};
  return url === '' ? name : `${name} ${functionName} ${String(url).split('/').at(-1) ?? ''}:${lineNumber}:${columnNumber}`;
}

/** Processor time of `work` in a fresh process on the machine that limits were set on (2 cores, AMD EPYC, load 10): median of five, ms. */
const REFERENCE_MS = 15;

/**
 * How many times slower a thread of this machine is now, 1 at least: the same work, by the processor time that it takes here. It
 * grows where a core is shared or slow, which grows the time of a page's tasks alike.
 */
export function slowness() {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.max(1, (times.sort((a, b) => a - b)[2] ?? REFERENCE_MS) / REFERENCE_MS);
}

/** What pages do: objects, texts, numbers in order. */
function work() {
  const rows = Array.from({ length: 20_000 }, (_, at) => ({ at: (at * 7919) % 20_011, text: `row ${String(at)}` }));
  rows.sort((a, b) => a.at - b.at);
  return JSON.stringify(JSON.parse(JSON.stringify(rows))).length;
}
