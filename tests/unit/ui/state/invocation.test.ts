import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import { InvocationState } from '../../../../src/ui/state/invocation.svelte.ts';
import { type FakePort, fakePort } from '../../../support/fake-port.ts';

let port: FakePort;
let results: ToolResult[];
let call: InvocationState;

beforeEach(() => {
  vi.useFakeTimers();
  port = fakePort();
  results = [];
  call = new InvocationState(port, () => (result) => results.push(result));
});

const value = (): Record<string, unknown> => JSON.parse(call.text) as Record<string, unknown>;

describe('invocation editor', () => {
  it('follows the captures until somebody types', () => {
    call.prefill(['a']);
    expect(value()['capture_selection']).toMatchObject({ capture_ids: ['a'] });
    call.edit(call.text.replace('"both"', '"linkage"'));
    call.prefill(['a', 'b']);
    expect(value()['capture_selection']).toMatchObject({ capture_ids: ['a'] });
    call.draft('bluetooth_address_analyzer', ['b']);
    expect(value()['capture_selection']).toMatchObject({ capture_ids: ['b'] });
  });

  it('starts with a tool that fits what is open, until somebody chooses one', () => {
    call.prefill(['a'], 'summary_stats_tool');
    expect([call.tool, call.canUndo]).toEqual(['summary_stats_tool', false]);
    call.prefill(['a', 'b'], 'bluetooth_address_analyzer');
    expect(call.tool).toBe('bluetooth_address_analyzer');
    call.draft('anova_tool', ['a']);
    call.prefill(['b'], 'summary_stats_tool');
    expect(call.tool).toBe('anova_tool');
  });

  it('checks once after typing stops', async () => {
    call.edit('{"a":1}');
    call.edit('{"a":2}');
    expect(port.validated).toEqual([]);
    await vi.advanceTimersByTimeAsync(250);
    expect(port.validated).toEqual([{ a: 2 }]);
    expect(call.blocked).toBe('');
  });

  it('drops the verdict on a text that has changed since', async () => {
    let answer: () => void = () => undefined;
    const late = { ...port.report, valid: false, errors: [{ code: 'INVALID_VALUE', message: 'old' }] };
    port.validate = () => new Promise((resolve) => (answer = () => resolve(late)));
    call.edit('{"a":1}');
    const checking = call.validate();
    call.edit('{"a":2}');
    answer();
    await checking;
    expect(call.report).toBeNull();
    expect(call.problems).toEqual([]);
  });

  it('says why Run is off', async () => {
    expect(call.blocked).toContain('no call');
    call.prefill([]);
    expect(call.blocked).toBe('Open a capture first.');
    call.edit('{');
    expect(call.blocked).toBe('The text is not valid JSON.');
    port.report = { ...port.report, valid: false, errors: [{ code: 'INVALID_VALUE', message: 'm' }] };
    call.edit('{}');
    await call.validate();
    expect(call.blocked).toBe('1 error to fix first.');
  });

  it('gives every run a fresh request id and keeps the rest of the text', async () => {
    call.prefill(['a']);
    await call.run();
    const first = value()['request_id'];
    await call.run();
    expect(value()['request_id']).not.toBe(first);
    expect(port.runs.map((run) => (run as { request_id: string }).request_id)).toEqual([first, value()['request_id']]);
    expect(value()['timeout_ms']).toBe(60000);
    expect(results).toHaveLength(2);
  });

  it('names the accepted repairs that still stand when the call runs, and none of a call before', async () => {
    const given: unknown[] = [];
    const run = port.run.bind(port);
    port.run = (invocation, options) => {
      given.push(options?.repairs);
      return run(invocation, options);
    };
    const loss = { field: 'arguments.own', pointer: '/arguments/own', before: 1, why: 'unknown', class: 'loss' as const };
    call.accept('{"request_id": "r", "arguments": {}}', [loss, { ...loss, pointer: '/request_id', after: 'r' }]);
    await call.run();
    call.edit('{"request_id": "r", "arguments": {"own": 1}}');
    await call.run();
    call.undo();
    await call.run();
    call.draft(call.tool, ['a']);
    await call.run();
    expect(given).toEqual([[loss], [], [loss], []]);
  });

  it('does not run what the check refuses', async () => {
    port.report = { ...port.report, valid: false, errors: [{ code: 'INVALID_VALUE', message: 'm' }] };
    call.prefill(['a']);
    await call.run();
    expect(port.runs).toEqual([]);
    expect(call.running).toBe(false);
  });

  it('leaves a request id of the wrong type to the check', async () => {
    call.edit('{"request_id": 7}');
    await call.run();
    expect(value()['request_id']).toBe(7);
  });

  it('cancels what runs, and tells what went wrong', async () => {
    let signal: AbortSignal | undefined;
    port.run = (_, options) =>
      new Promise((_resolve, reject) => {
        signal = options?.signal;
        signal?.addEventListener('abort', () => {
          reject(new Error('gone'));
        });
      });
    call.prefill(['a']);
    const running = call.run();
    await vi.advanceTimersByTimeAsync(0);
    expect(call.running).toBe(true);
    expect(call.blocked).toBe('A call is running.');
    call.cancel();
    await running;
    expect(signal?.aborted).toBe(true);
    expect(call.failure).toBe('gone');
    expect(call.running).toBe(false);
  });

  it('goes to the place an error of a result names', () => {
    call.edit('{"arguments": {"linkage_window_s": 1}}');
    call.revealItem({ code: 'INVALID_VALUE', message: 'm', field: 'arguments.linkage_window_s' });
    expect(call.text.slice(call.target?.from, call.target?.to)).toBe('1');
  });

  it('takes steps of the form and of the text back and forth, those of one field together', () => {
    call.prefill(['a']);
    const drafted = call.text;
    expect(call.canUndo).toBe(false);
    call.edit('{"a": 1}', 'form /a');
    call.edit('{"a": 12}', 'form /a');
    call.edit('{"a": 12, "b": 1}', 'json');
    call.undo();
    expect(call.text).toBe('{"a": 12}');
    call.undo();
    expect([call.text, call.canUndo]).toEqual([drafted, false]);
    call.redo();
    call.redo();
    expect([call.text, call.canRedo]).toEqual(['{"a": 12, "b": 1}', false]);
    call.draft('bluetooth_address_analyzer', ['b']);
    call.undo();
    expect(call.text).toBe('{"a": 12, "b": 1}');
    call.edit('{}');
    expect(call.canRedo).toBe(false);
  });

  it('takes steps apart when somebody pauses', () => {
    call.edit('{"a": 1}', 'json');
    call.edit('{"a": 12}', 'json');
    vi.advanceTimersByTime(5000);
    call.edit('{"a": 123}', 'json');
    call.undo();
    expect(call.text).toBe('{"a": 12}');
  });

  it('does not run while a field holds what is no value', () => {
    call.edit('{}');
    call.hold('/arguments/alpha', 'Expected a number.');
    expect(call.blocked).toContain('incomplete');
    call.hold('/arguments/alpha', '');
    expect(call.blocked).toBe('');
  });

  it('puts a pasted call in the place of the text, says what it took out, and takes it back', () => {
    call.edit('{"mine": 1}');
    expect(call.paste('just words')).toBe(false);
    expect(call.paste('```json\n{"tool_name": "t",}\n```')).toBe(true);
    expect([call.text, call.note]).toEqual(['{"tool_name": "t"}', 'Pasted without a code fence and a trailing comma.']);
    call.undo();
    expect([call.text, call.note]).toEqual(['{"mine": 1}', '']);
  });
});
