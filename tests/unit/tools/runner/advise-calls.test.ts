import { describe, expect, it, test } from 'vitest';
import { adviseCalls, nextRequestId, predictedTime, wholeCaptures, widened } from '../../../../src/tools/runner/advice.ts';
import { correctedCalls } from '../../../../src/tools/runner/corrections.ts';
import { capture, lookup } from '../../../support/tools.ts';
import { advisor, draft, error, installed } from './hint-facts.ts';

const actionsOf = (drafts: Parameters<typeof adviseCalls>[0], change: Parameters<typeof advisor>[0] = {}) =>
  adviseCalls(drafts, advisor(change)).map(({ action }) => action);

describe('a call that is advised', () => {
  it('is complete, with what it costs and brings', () => {
    expect(adviseCalls([draft('slow_tool')], advisor())).toEqual([
      {
        action: {
          action: 'slow-tool-now',
          priority: 'medium',
          data: {
            tool_name: 'slow_tool',
            tool_version: '1.0.0',
            capture_selection: { capture_id: 'lab' },
            arguments: { factor: 2 },
            request_id: 'req-1.next-1',
            timeout_ms: 60_000,
          },
          description: 'Call slow_tool.',
          estimatedTime: 101,
          estimatedCost: 3,
          category: 'exploration',
          expectedOutcome: 'A number.',
          reversible: true,
          confidence: 0.9,
        },
        benefit: { measure: 'rows_selected', share: 0.4 },
        effort: 0.0198,
      },
    ]);
  });

  it('names the captures of its own, and none where its tool reads none', () => {
    const [own, none] = actionsOf([draft('slow_tool', { selection: { capture_ids: ['lab'] } }), draft('search_catalog')]);
    expect(own?.data).toMatchObject({ capture_selection: { capture_ids: ['lab'] } });
    expect(none?.data).toMatchObject({ request_id: 'req-1.next-2' });
    expect((none?.data as Record<string, unknown>)['capture_selection']).toEqual({});
  });

  it('is the corrected call as it is, under a new id', () => {
    const invocation = { tool_name: 'fast_tool', arguments: {}, request_id: 'old', timeout_ms: 7 };
    expect(actionsOf([draft('fast_tool', { invocation })])[0]?.data).toEqual({ ...invocation, request_id: 'req-1.next-1' });
  });

  it('takes as long as the policy leaves it, and two minutes at most', () => {
    expect(actionsOf([draft('fast_tool')], { mostTime_ms: 500 })[0]?.data).toMatchObject({ timeout_ms: 500 });
  });

  test.each([
    [0.5, 'high', 0.5],
    [0.4999, 'medium', 0.4999],
    [0.1, 'medium', 0.1],
    [0.09, 'low', 0.09],
    [2, 'high', 1],
    [-1, 'low', 0],
    [0.333333, 'medium', 0.3333],
  ])('that brings %d is of %s priority', (share, priority, rounded) => {
    const [advised] = adviseCalls([draft('fast_tool', { benefit: { measure: 'rows_selected', share } })], advisor());
    expect([advised?.action.priority, advised?.benefit.share]).toEqual([priority, rounded]);
  });

  it('comes once per tool, six at most, of installed tools, in their order', () => {
    const names = ['slow_tool', 'fast_tool', 'slow_tool', 'gone_tool', 'row_multiplier'];
    expect(actionsOf(names.map((name) => draft(name))).map(({ action }) => action)).toEqual([
      'slow-tool-now',
      'fast-tool-now',
      'multiply-rows',
    ]);
    const all = ['row_multiplier', 'list_captures', 'describe_capture', 'search_catalog', 'fast_tool', 'slow_tool'];
    expect(actionsOf(all.map((name) => draft(name)))).toHaveLength(6);
    let asked = 0;
    const faults = () => {
      asked += 1;
      return [];
    };
    actionsOf(
      [...all, 'slow_tool'].map((name) => draft(name)),
      { faults },
    );
    expect(asked).toBe(6);
  });

  it('is left out where it would be refused, which is noted unless the place is to blame', () => {
    const noted: unknown[] = [];
    const unusable = (data: unknown) => noted.push(data);
    expect(actionsOf([draft('fast_tool')], { faults: () => [error('INVALID_VALUE')], unusable })).toEqual([]);
    expect(noted).toMatchObject([{ tool_name: 'fast_tool' }]);
    for (const code of [
      'POLICY_DENIED',
      'PERMISSION_DENIED',
      'MISSING_CONNECTION',
      'CONNECTION_DENIED',
      'CAPABILITY_UNAVAILABLE',
      'DEPTH_LIMIT',
      'PAYLOAD_TOO_LARGE',
    ])
      expect(actionsOf([draft('fast_tool')], { faults: () => [error('INVALID_VALUE'), error(code)], unusable })).toEqual([]);
    expect(noted).toHaveLength(1);
  });
});

test.each([
  ['req-1', 0, 'req-1.next-1'],
  ['req-1.next-1', 0, 'req-1.next-1-1'],
  ['req-1.next-1-2', 4, 'req-1.next-1-2-5'],
  ['', 0, 'call.next-1'],
  ['x'.repeat(113), 0, `${'x'.repeat(113)}.next-1`],
])('the call after %j has the id %3$j', (id, position, next) => {
  expect(nextRequestId(id, position)).toBe(next);
});

it('ids of long chains stay short and differ', () => {
  const long = 'x'.repeat(120);
  const ids = [nextRequestId(long, 0), nextRequestId(long, 1), nextRequestId(`y${long}`, 0), nextRequestId(`${long}y`, 0)];
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(id).toMatch(/^next-[0-9a-f]{8,16}\.next-[12]$/);
  expect(nextRequestId(nextRequestId(long, 0), 2)).toBe(`${ids[0] ?? ''}-3`);
});

test.each([
  ['fast', 1_000_000, 5],
  ['medium', 10_000, 50],
  ['slow', 10_000, 200],
] as const)('a %s call over %i rows takes %i ms', (responseTime, rows, ms) => {
  expect(predictedTime({ responseTime }, rows)).toBe(ms);
});

describe('a selection of no row', () => {
  it('is asked again over the whole captures, if it had a limit', () => {
    const limited = { capture_id: 'lab', note: 1, selectors: {}, time_window: {}, filter_expression: 'x', time_base: 'epoch' };
    expect(wholeCaptures(limited)).toEqual({ capture_id: 'lab', note: 1 });
    for (const key of ['selectors', 'time_window', 'filter_expression', 'time_base'])
      expect(wholeCaptures({ capture_id: 'lab', [key]: 1 })).toEqual({ capture_id: 'lab' });
    expect(wholeCaptures({ capture_id: 'lab' })).toBeUndefined();
    const warnings = [
      { code: 'OTHER', message: '' },
      { code: 'EMPTY_SELECTION', message: '' },
    ] as never[];
    const narrow = advisor({ selection: limited });
    expect(widened(warnings, 'fast_tool', { a: 1 }, narrow)).toMatchObject([
      {
        tool: 'fast_tool',
        arguments: { a: 1 },
        selection: { capture_id: 'lab', note: 1 },
        benefit: { measure: 'rows_selected', share: 1 },
        category: 'correction',
        likelihood: 1,
      },
    ]);
    expect(widened(warnings.slice(0, 1), 'fast_tool', {}, narrow)).toEqual([]);
    expect(widened(warnings, 'fast_tool', {}, advisor())).toEqual([]);
  });
});

describe('calls after an error', () => {
  const failure = (codes: readonly string[], change: object = {}) => ({
    tool: installed('row_multiplier'),
    errors: codes.map((code) => error(code)),
    calledAs: 'row_multiplier',
    arguments: { factor: 3 },
    ...change,
  });
  const drafts = (codes: readonly string[], change: object = {}, own = advisor()) => correctedCalls(failure(codes, change), [], own);
  const tools = (...given: Parameters<typeof drafts>) => drafts(...given).map(({ tool }) => tool);

  it('begin with the same question in the words of the tool', () => {
    const invocation = { tool_name: 'fast_tool', arguments: { factor: 1 } };
    const changes = [
      { field: '', pointer: '', why: 'read as JSON', class: 'lossless' },
      { field: 'arguments.factor', pointer: '', why: 'a number', class: 'lossless' },
      { field: 'request_id', pointer: '', why: 'a new one', class: 'lossless' },
    ] as const;
    const corrected = (change: object) => () => ({ invocation, changes, determinable: true, proposals: [], ...change });
    const [first] = drafts(['INVALID_TYPE'], {}, advisor({ corrected: corrected({}) }));
    expect(first).toEqual({
      tool: 'fast_tool',
      arguments: { factor: 1 },
      invocation,
      why: 'Send the call in the tool’s own words. the call: read as JSON; arguments.factor: a number.',
      expectedOutcome: 'The answer to the question that failed.',
      benefit: { measure: 'question_answered', share: 1 },
      category: 'correction',
      likelihood: 1,
    });
    const again = drafts(['RATE_LIMITED'], {}, advisor({ corrected: corrected({ changes: changes.slice(2) }) }));
    expect(again[0]?.why).toBe('Send the same call again, under a new request_id.');
    expect(tools(['RATE_LIMITED'], {}, advisor({ corrected: corrected({ determinable: false }) }))).not.toContain('fast_tool');
    const odd = drafts(['INVALID_TYPE'], {}, advisor({ corrected: corrected({ invocation: { tool_name: 5, arguments: 'x' } }) }));
    expect(odd[0]).toMatchObject({ tool: '', arguments: {} });
    expect(drafts(['INVALID_TYPE'], {}, advisor({ corrected: corrected({ invocation: 'text' }) }))[0]).toMatchObject({ tool: '' });
  });

  it('go on with the first of several readings, and never with a loss', () => {
    const reading = (name: string, kind: 'choice' | 'loss') => ({ class: kind, why: `it is ${name}`, invocation: { tool_name: name } });
    const proposing = (...proposals: ReturnType<typeof reading>[]) =>
      advisor({ corrected: () => ({ invocation: {}, changes: [], determinable: false, proposals }) });
    const [only] = drafts(['INVALID_VALUE'], {}, proposing(reading('slow_tool', 'loss'), reading('fast_tool', 'choice')));
    expect(only).toMatchObject({
      tool: 'fast_tool',
      why: 'The only reading that is near, for a person to choose: it is fast_tool.',
      benefit: { measure: 'question_answered', share: 0.5 },
      likelihood: 0.5,
      category: 'correction',
    });
    const [first] = drafts(['INVALID_VALUE'], {}, proposing(reading('fast_tool', 'choice'), reading('slow_tool', 'choice')));
    expect(first).toMatchObject({ why: expect.stringContaining('The first of 2 readings') as string, likelihood: 1 / 3 });
    expect(tools(['INVALID_VALUE'], {}, proposing(reading('slow_tool', 'loss')))).not.toContain('slow_tool');
  });

  it('use the tool that answers with less where data are missing', () => {
    const lacking = (more: object) => ({
      tool: {
        ...installed('row_multiplier'),
        manifest: { ...installed('row_multiplier').manifest, fallback: 'fast_tool' },
        definition: { ...installed('row_multiplier').definition, fallbackArguments: (args: object) => ({ ...args, less: 1 }) },
        ...more,
      },
    });
    expect(drafts(['INSUFFICIENT_DATA'], lacking({}))[0]).toMatchObject({
      tool: 'fast_tool',
      arguments: { factor: 3, less: 1 },
      benefit: { measure: 'question_answered', share: 0.5 },
      category: 'correction',
      likelihood: 0.8,
    });
    expect(tools(['INVALID_VALUE'], lacking({}))).not.toContain('fast_tool');
    expect(tools(['INSUFFICIENT_DATA'], lacking({ definition: installed('row_multiplier').definition }))).not.toContain('fast_tool');
    expect(tools(['INSUFFICIENT_DATA'], lacking({ manifest: installed('row_multiplier').manifest }))).not.toContain('fast_tool');
    expect(tools(['INVALID_VALUE', 'INSUFFICIENT_DATA'], lacking({}))).toContain('fast_tool');
  });

  it('end with what shows the columns and captures that a call can name', () => {
    const [described, listed] = drafts(['INVALID_VALUE', 'EXECUTION_FAILED']);
    expect(described).toMatchObject({
      tool: 'describe_capture',
      arguments: { examples: 3 },
      selection: { capture_ids: ['lab'] },
      why: 'See the columns, times and values that a call can name.',
      benefit: { measure: 'errors_explained', share: 0.5 },
      category: 'correction',
      likelihood: 0.5,
    });
    expect(listed).toMatchObject({ tool: 'list_captures', arguments: {} });
    expect(tools(['INSUFFICIENT_DATA'])).toEqual(['describe_capture', 'list_captures']);
    expect(tools(['EXECUTION_FAILED'])).toEqual([]);
    expect(tools(['NO_SUCH_CODE'])).toEqual([]);
    expect(tools([])).toEqual([]);
  });

  it('name no tool that just failed, and describe only captures that are open', () => {
    expect(tools(['INVALID_VALUE'], { tool: installed('describe_capture') })).toEqual(['list_captures']);
    expect(tools(['INVALID_VALUE'], { tool: installed('list_captures') })).toEqual(['describe_capture']);
    expect(tools(['INVALID_VALUE'], { tool: installed('search_catalog') })).toEqual(['list_captures']);
    const two = advisor({ selection: { capture_ids: ['gone', 'lab', 5] }, captures: lookup([capture()]) });
    expect(drafts(['INVALID_VALUE'], {}, two)[0]?.selection).toEqual({ capture_ids: ['lab'] });
    expect(tools(['INVALID_VALUE'], {}, advisor({ selection: { capture_id: 'gone' } }))).toEqual(['list_captures']);
  });

  it('list the captures first where the selection names none that is open', () => {
    const none = advisor({ selection: {} });
    const about = (code: string, pointer?: string) => ({
      errors: [error('INVALID_VALUE'), error(code, pointer === undefined ? {} : { pointer })],
    });
    const place = '/capture_selection/capture_id';
    expect(tools([], about('INVALID_CAPTURE_SELECTION', place), none)).toEqual(['list_captures']);
    expect(tools([], about('MISSING_REQUIRED_ARGUMENT', place), none)).toEqual(['list_captures']);
    expect(tools([], about('INVALID_CAPTURE_SELECTION', place))).toEqual(['describe_capture', 'list_captures']);
    const denied = { errors: [error('POLICY_DENIED')] };
    expect(tools([], denied, none)).toEqual([]);
  });

  it('search for a tool that does not exist by the words of its name', () => {
    const unknown = { tool: undefined, calledAs: 'link-my_phones!' };
    expect(drafts(['UNKNOWN_TOOL'], unknown)[0]).toMatchObject({
      tool: 'search_catalog',
      arguments: { text: 'link my phones', kinds: ['tool'] },
      why: 'See the tools that a call can name.',
      benefit: { measure: 'errors_explained', share: 1 },
    });
    expect(tools(['UNKNOWN_TOOL'], unknown)).toEqual(['search_catalog', 'list_captures']);
    expect(tools(['UNKNOWN_TOOL'], { ...unknown, calledAs: '_x' })).toEqual(['list_captures']);
    expect(tools(['INVALID_VALUE'], unknown)).toEqual(['list_captures']);
  });
});
