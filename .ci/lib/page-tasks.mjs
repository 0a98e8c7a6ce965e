/**
 * Tasks of the main threads of pages, from Chromium's own trace. Times are processor time of the thread, so waiting for a busy core
 * does not count. Work of the DevTools protocol, which drives the tests and the bench, is subtracted.
 */

import { gunzipSync } from 'node:zlib';
import { eventsOf } from './trace-events.mjs';

/** @typedef {{ name: string, ph: string, ts: number, dur?: number, tdur?: number, pid: number, tid: number, args?: Record<string, any> }} TraceEvent */
/** @typedef {{ name: string, ms: number, internal: boolean }} Part own time of one kind of event, without the events nested in it */
/** @typedef {{ ms: number, own: number, parts: readonly Part[], ts: number, dur: number }} Task `ms` in all; `own` without browser internals; parts, longest first; `ts` and `dur` by the clock, µs */

const CATEGORIES = ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'blink', 'mojom', 'v8', 'v8.execute', '__metadata'];
const DRIVER = /DevTools/;

/** Bytes of a trace per message. */
const PIECE = 1 << 24;

/**
 * Starts a trace of all pages.
 *
 * @param {import('@playwright/test').Browser} browser
 * @returns {Promise<{ tasks(): Promise<Task[]> }>} `tasks` ends the trace and returns its tasks, longest first
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
    async tasks() {
      /** @type {Promise<{ stream?: string, dataLossOccurred: boolean }>} */
      const complete = new Promise((settle) => session.once('Tracing.tracingComplete', settle));
      await session.send('Tracing.end');
      const { stream, dataLossOccurred } = await complete;
      if (stream === undefined || dataLossOccurred) throw new Error('expected a complete trace of the browser, found one with gaps');
      const trace = gunzipSync(await readStream(session, stream));
      await session.detach();
      return tasksOf(eventsOf(trace));
    },
  };
}

/** @param {import('@playwright/test').CDPSession} session @param {string} handle */
async function readStream(session, handle) {
  const pieces = [];
  for (let last = false; !last;) {
    const { data, base64Encoded, eof } = await session.send('IO.read', { handle, size: PIECE });
    pieces.push(Buffer.from(data, base64Encoded ? 'base64' : 'utf8'));
    last = eof;
  }
  await session.send('IO.close', { handle });
  return Buffer.concat(pieces);
}

/** Chromium draws parts of its own window, such as the list below its address bar, as pages in separate processes. */
const OWN_PAGE = /^chrome:/;

/** @param {readonly TraceEvent[]} events @returns {Task[]} longest first */
export function tasksOf(events) {
  const pages = new Set(events.filter((event) => event.name === 'thread_name' && event.args?.['name'] === 'CrRendererMain').map(thread));
  for (const event of events) if (OWN_PAGE.test(event.args?.['data']?.['url'] ?? '')) pages.delete(thread(event));
  /** @type {Map<string, TraceEvent[]>} */
  const lists = new Map([...pages].map((page) => [page, []]));
  for (const event of events) if (event.ph === 'X' && !LEFT_OUT.test(event.name)) lists.get(thread(event))?.push(event);
  return [...lists.values()].flatMap(tasksOfThread).sort((a, b) => b.ms - a.ms);
}

const thread = (/** @type {TraceEvent} */ { pid, tid }) => `${String(pid)} ${String(tid)}`;
/** Wall-clock time where the trace has no processor time. */
const spent = (/** @type {TraceEvent} */ { dur = 0, tdur = dur }) => tdur / 1000;

/** @param {TraceEvent[]} events @returns {Task[]} */
function tasksOfThread(events) {
  events.sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const tasks = [];
  for (let at = 0; at < events.length;) {
    const task = events[at];
    if (!task) break;
    let end = at + 1;
    while (end < events.length && (events[end]?.ts ?? Infinity) < endOf(task)) end += 1;
    if (task.name === 'RunTask') tasks.push(taskOf(events.slice(at, end)));
    at = end;
  }
  return tasks;
}

/** @param {readonly TraceEvent[]} events a task and the events nested in it, in order @returns {Task} */
function taskOf(events) {
  /** @type {Map<string, Part>} */
  const parts = new Map();
  /** @type {{ event: TraceEvent, own: number }[]} */
  const open = [];
  const close = () => {
    const last = open.pop();
    if (!last) return;
    const internal = internalOf(last.event);
    const name = internal ?? label(last.event);
    const part = parts.get(name) ?? { name, ms: 0, internal: internal !== undefined };
    parts.set(name, { ...part, ms: part.ms + last.own });
  };
  let driver = 0;
  let within = -Infinity;
  for (const event of events) {
    while (open.length > 0 && event.ts >= endOf(open.at(-1)?.event)) close();
    if (event.ts < within) continue;
    const above = open.at(-1);
    if (above) above.own -= spent(event);
    if (DRIVER.test(interfaceOf(event) ?? '')) {
      driver += spent(event);
      within = endOf(event);
    } else open.push({ event, own: spent(event) });
  }
  while (open.length > 0) close();
  const longest = [...parts.values()].sort((a, b) => b.ms - a.ms);
  const own = longest.filter(({ internal }) => !internal).reduce((sum, { ms }) => sum + ms, 0);
  const [task] = /** @type {[TraceEvent]} */ (events);
  return { ms: spent(task) - driver, own, parts: longest, ts: task.ts, dur: task.dur ?? 0 };
}

const endOf = (/** @type {TraceEvent | undefined} */ event) => (event ? event.ts + (event.dur ?? 0) : Infinity);

/** @param {TraceEvent} event @returns {string | undefined} the Mojo interface of a message between processes */
const interfaceOf = ({ args }) => args?.['chrome_mojo_event_info']?.mojo_interface_tag;

/**
 * Work of the browser that is not script of the page, by name. The remaining events count as script. A task's time outside every event
 * is the browser's, because script always runs within one.
 * @type {readonly (readonly [string, RegExp])[]}
 */
const INTERNALS = [
  ['structured clone', /^SerializedScriptValueFactory/],
  ['garbage collection', /^(MinorGC|MajorGC|BlinkGC|CppGC|V8\.GC)/],
  ['compilation', /^(V8\.|v8\.(compile|produce|wasm|parse|deserialize))/],
  [
    'style, layout and paint',
    /^(Blink\.|\w*StyleRecalculation|UpdateLayoutTree|Layout|InvalidateLayout|UpdateLayer|PrePaint|Paint|CullRect|Layerize|Commit|Composite|HitTest|ParseAuthorStyleSheet|\w*Font|Decode)/,
  ],
  ['HTML parser', /^(ParseHTML|HTMLParser)/],
  ['browser', /^(RunTask|DecompressionStream |AsyncTask|ThreadPool|SimpleWatcher|Resource|ContextCreated|InstallConditional)/],
];

/** Events of the category "blink" to omit; their time counts for the surrounding event. */
const LEFT_OUT = /^(?!SerializedScriptValueFactory)\w+::/;

/** @param {TraceEvent} event @returns {string | undefined} */
function internalOf(event) {
  const tag = interfaceOf(event);
  return tag === undefined ? INTERNALS.find(([, names]) => names.test(event.name))?.[0] : `message ${tag}`;
}

/** @param {TraceEvent} event the name, and for a function its place in the built file */
function label({ name, args }) {
  const { functionName = '', url = '', lineNumber = '', columnNumber = '' } = args?.['data'] ?? {};
  return url === '' ? name : `${name} ${functionName} ${String(url).split('/').at(-1) ?? ''}:${lineNumber}:${columnNumber}`;
}
