import { expect, test } from 'vitest';
import { DRIVER_MARKS, slowness, tasksOf } from '../../../.ci/lib/page-tasks.mjs';

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
const driver = { chrome_mojo_event_info: { mojo_interface_tag: 'blink.mojom.DevToolsSession' } };
const call = { data: { functionName: 'draw', url: 'http://127.0.0.1/assets/index.js', lineNumber: 3, columnNumber: 9 } };

test('a task that holds the thread is found, with what took it, longest first', () => {
  const events = [
    thread,
    event('RunTask', 0, 60, 60),
    event('RunTask', 100, 90, 80),
    event('FunctionCall', 105, 70, 65, call),
    event('Layout', 110, 20, 20),
    event('RunTask', 300, 5, 5),
  ];
  const tasks = tasksOf(events, 50);
  expect(tasks.map(({ ms }) => ms)).toEqual([80, 60]);
  expect(tasks[0]?.parts.slice(0, 2)).toEqual([
    { name: 'FunctionCall draw index.js:3:9', ms: 45 },
    { name: 'Layout', ms: 20 },
  ]);
});

test('neither waiting for a core, nor what the driver ran, nor another thread counts', () => {
  const events = [
    thread,
    event('RunTask', 0, 400, 12),
    event('RunTask', 500, 200, 200),
    event('Receive mojo message', 510, 180, 180, driver),
    event('FunctionCall', 520, 100, 100, call),
    event('RunTask', 0, 900, 900, {}, { pid: 7, tid: 2 }),
  ];
  expect(tasksOf(events, 30)).toEqual([]);
  expect(tasksOf(events).map(({ ms }) => ms)).toEqual([20, 12]);
});

test('what the driver leaves running between its marks does not count', () => {
  const mark = (name: string, ts: number): object => ({ ...event(name, ts, 0, 0), ph: 'I' });
  const events = [
    thread,
    event('RunTask', 0, 70, 70),
    event('RunTask', 100, 60, 60),
    mark(DRIVER_MARKS.begin, 110),
    event('RunTask', 200, 900, 900),
    event('RunTask', 1200, 80, 80),
    mark(DRIVER_MARKS.end, 1210),
    event('RunTask', 1300, 55, 55),
  ];
  expect(tasksOf(events as Parameters<typeof tasksOf>[0], 50).map(({ ms }) => ms)).toEqual([70, 55]);
});

test('a machine is never taken for faster than it is wanted', () => {
  expect(slowness()).toBeGreaterThanOrEqual(1);
});
