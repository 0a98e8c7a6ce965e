import { expect, test } from 'vitest';
import { tasksOf } from '../../../.ci/lib/page-tasks.mjs';

const PAGE = { pid: 7, tid: 1 };
const event = (name: string, ts: number, dur: number, tdur: number, args: object = {}, where = PAGE) => ({
  name,
  ph: 'X',
  ts: ts * 1000,
  dur: dur * 1000,
  tdur: tdur * 1000,
  args,
  ...where,
});
const thread = { name: 'thread_name', ph: 'M', ts: 0, args: { name: 'CrRendererMain' }, ...PAGE };
const message = (tag: string) => ({ chrome_mojo_event_info: { mojo_interface_tag: tag } });
const call = { data: { functionName: 'draw', url: 'http://127.0.0.1/assets/index.js', lineNumber: 3, columnNumber: 9 } };

test('tasks are listed with their parts, longest first', () => {
  const events = [
    thread,
    event('RunTask', 0, 60, 60),
    event('RunTask', 100, 90, 80),
    event('FunctionCall', 105, 70, 65, call),
    event('Layout', 110, 20, 20),
    event('RunTask', 300, 5, 5),
  ];
  const tasks = tasksOf(events);
  expect(tasks.map(({ ms }) => ms)).toEqual([80, 60, 5]);
  expect(tasks[0]?.parts).toEqual([
    { name: 'FunctionCall draw index.js:3:9', ms: 45, internal: false },
    { name: 'style, layout and paint', ms: 20, internal: true },
    { name: 'browser', ms: 15, internal: true },
  ]);
});

test('own time is script alone, without work of the browser nested in it', () => {
  const events = [
    thread,
    event('RunTask', 0, 100, 100),
    event('Receive mojo message', 0, 95, 95, message('blink.mojom.DedicatedWorkerHost')),
    event('HandlePostMessage', 5, 85, 85),
    event('SerializedScriptValueFactory::deserialize', 10, 40, 40),
    event('V8.GC_SCAVENGER', 20, 10, 10),
    event('Document::recalcStyle', 55, 10, 10),
    event('v8.compile', 70, 5, 5),
  ];
  const [task] = tasksOf(events);
  expect(task?.own).toBe(40);
  expect(task?.parts.map(({ name, ms }) => [name, ms])).toEqual([
    ['HandlePostMessage', 40],
    ['structured clone', 30],
    ['garbage collection', 10],
    ['message blink.mojom.DedicatedWorkerHost', 10],
    ['compilation', 5],
    ['browser', 5],
  ]);
});

test('waiting for a core, work of the DevTools protocol and other threads do not count', () => {
  const events = [
    thread,
    event('RunTask', 0, 400, 12),
    event('RunTask', 500, 200, 200),
    event('Receive mojo message', 510, 180, 180, message('blink.mojom.DevToolsSession')),
    event('FunctionCall', 520, 100, 100, call),
    event('RunTask', 0, 900, 900, {}, { pid: 7, tid: 2 }),
  ];
  expect(tasksOf(events).map(({ ms }) => ms)).toEqual([20, 12]);
});

test('pages of the browser’s own window are left out', () => {
  const own = { pid: 8, tid: 1 };
  const popup = { data: { url: 'chrome://omnibox-popup.top-chrome/app.js' } };
  const events = [
    thread,
    { ...thread, ...own },
    event('RunTask', 0, 50, 50, {}, own),
    event('v8.evaluateModule', 5, 40, 40, popup, own),
    event('RunTask', 0, 10, 10),
  ];
  expect(tasksOf(events).map(({ ms }) => ms)).toEqual([10]);
});
