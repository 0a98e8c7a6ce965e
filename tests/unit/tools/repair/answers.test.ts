/** What follows from the error that a call was answered with, and from nothing in the call. */
import { describe, expect, it, test } from 'vitest';
import { toolError } from '../../../../src/tools/contract/errors.ts';
import { repair } from '../../../../src/tools/repair/repair.ts';
import { benches } from './habits.ts';

const { facts } = benches.several;
const BLE = { capture_id: 'chamber_four_phones' };
const call = (tool_name: string, args: object, selection: object = BLE, more: object = {}) => ({
  tool_name,
  tool_version: facts.registry.get(tool_name)?.manifest.version,
  capture_selection: selection,
  arguments: args,
  request_id: 'r-1',
  timeout_ms: 30_000,
  ...more,
});
const after = (code: string, given: object, more: Parameters<typeof toolError>[3] & { path?: (string | number)[] } = {}) => {
  const { path = [], ...rest } = more;
  return repair(given, { status: 'error', errors: [toolError(code, 'x', path, rest)] }, facts);
};
/** Each proposal as its class and its edits. */
const proposed = (fixed: ReturnType<typeof repair>) =>
  (fixed?.proposals ?? []).map(({ class: kind, changes }) => [
    kind,
    ...changes.filter(({ field }) => field !== 'request_id').map(({ field, after: now }) => `${field} = ${JSON.stringify(now)}`),
  ]);
const changed = (fixed: ReturnType<typeof repair>) => fixed?.changes.map(({ field, after: now }) => `${field} = ${JSON.stringify(now)}`);
const window = { start_ms: 1000, end_ms: 60_000 };

test.each([
  'DUPLICATE_REQUEST_ID',
  'RATE_LIMITED',
  'CANCELLED',
  'SYSTEM_ERROR',
  'DESTINATION_DENIED',
  'WRITE_FAILED',
  'STEP_LIMIT',
  'DEPENDENCY_FAILED',
  'DEPTH_LIMIT',
])('after %s the same call is sent again under a new id', (code) => {
  const fixed = after(code, call('capture_overview', {}));
  expect(fixed).toMatchObject({ determinable: true, proposals: [] });
  expect(fixed?.changes.map(({ field }) => field)).toEqual(['request_id']);
  expect(fixed?.invocation).toMatchObject({ tool_name: 'capture_overview', request_id: expect.stringMatching(/^req-/) as string });
  expect(fixed?.patch).toEqual([{ op: 'replace', path: '/request_id', value: (fixed?.invocation as { request_id: string }).request_id }]);
});

describe('an answer over too few rows', () => {
  it('is proposed with each limit of the selection left out, as a loss', () => {
    const selection = { ...BLE, time_window: window, selectors: { channels: ['37'], filters: ['crc_ok'] } };
    expect(proposed(after('INSUFFICIENT_DATA', call('capture_overview', {}, selection)))).toEqual([
      ['loss', 'capture_selection.selectors.filters = undefined'],
      ['loss', 'capture_selection.selectors.channels = undefined'],
      ['loss', 'capture_selection.time_window = undefined'],
    ]);
    const other = { ...BLE, filter_expression: 'crc_ok', selectors: { time_range: window } };
    expect(proposed(after('INSUFFICIENT_DATA', call('capture_overview', {}, other)))).toEqual([
      ['loss', 'capture_selection.filter_expression = undefined'],
      ['loss', 'capture_selection.selectors.time_range = undefined'],
    ]);
    expect(after('INSUFFICIENT_DATA', call('capture_overview', {}))).toBeUndefined();
  });

  it('is proposed with a lower threshold', () => {
    const args = { linkage_window_s: 60, min_observation_count: 10, rpa_rotation_model: 'spec_default' };
    expect(proposed(after('INSUFFICIENT_DATA', call('device_id_analyzer', args)))).toEqual([
      ['loss', 'arguments.min_observation_count = 2'],
    ]);
  });
});

describe('an answer that is too large or takes too long', () => {
  it('is proposed over half of the time, or over one capture', () => {
    const selection = { capture_ids: ['chamber_four_phones', 'lab'], time_window: window };
    const half = ['loss', 'capture_selection.time_window.end_ms = 30500'];
    const one = ['loss', 'capture_selection.capture_ids = ["chamber_four_phones"]'];
    expect(proposed(after('OUT_OF_MEMORY', call('capture_overview', {}, selection)))).toEqual([half, one]);
    const inner = { ...BLE, selectors: { time_range: window } };
    expect(proposed(after('OUT_OF_MEMORY', call('capture_overview', {}, inner)))).toEqual([
      ['loss', 'capture_selection.selectors.time_range.end_ms = 30500'],
    ]);
    expect(after('OUT_OF_MEMORY', call('capture_overview', {}))).toBeUndefined();
    const large = after('RESULT_TOO_LARGE', call('capture_overview', { top: 50, time_bins: 4 }, selection));
    expect(proposed(large)).toEqual([['loss', 'arguments.top = 5'], ['loss', 'arguments.time_bins = 1'], half, one]);
  });

  it('gets more time, up to the limit of the tool', () => {
    const most = facts.registry.get('capture_overview')?.manifest.execution_constraints.max_timeout_ms ?? 0;
    const timed = (timeout_ms: number) => after('TIMEOUT', call('capture_overview', {}, BLE, { timeout_ms }));
    expect(changed(timed(most - 1))?.[0]).toBe(`timeout_ms = ${String(most)}`);
    const short = timed(50);
    expect(short?.determinable).toBe(true);
    expect((short?.invocation as { timeout_ms: number }).timeout_ms).toBeGreaterThan(200);
    expect(timed(most)).toBeUndefined();
    const narrower = after('TIMEOUT', call('capture_overview', {}, { ...BLE, time_window: window }, { timeout_ms: most }));
    expect(proposed(narrower)).toEqual([['loss', 'capture_selection.time_window.end_ms = 30500']]);
  });
});

it('a call that is too large loses its largest optional argument, if a person accepts it', () => {
  const args = { sql: `SELECT ${'1, '.repeat(50)}1`, columns: ['channel', 'rssi'], limit: 3 };
  expect(proposed(after('PAYLOAD_TOO_LARGE', call('capture_query', args)))).toEqual([['loss', 'arguments.columns = undefined']]);
  expect(after('PAYLOAD_TOO_LARGE', call('capture_query', { sql: 'SELECT 1' }))).toBeUndefined();
});

describe('a value that the tool refused', () => {
  const regression = (target: string) =>
    call('statistical_regression_tool', { operation: 'linear_regression', target, features: ['channel'] });
  const refused = (target: string, allowed: string[]) =>
    after('INVALID_VALUE', regression(target), { path: ['arguments', 'target'], allowed });

  it('takes the name that it spells, or leaves near ones to a person', () => {
    expect(changed(refused('RSSI (dBm)', ['rssi', 'length']))?.[0]).toBe('arguments.target = "rssi"');
    expect(proposed(refused('lenth_', ['rssi', 'length']))).toEqual([]);
    expect(changed(refused('lenth_', ['rssi', 'length']))?.[0]).toBe('arguments.target = "length"');
    expect(proposed(refused('len', ['rssi', 'length']))[0]).toEqual(['choice', 'arguments.target = "length"']);
  });

  it('is left where the error is about another part of the call', () => {
    expect(
      after('INVALID_VALUE', regression('rssi'), { path: ['capture_selection', 'capture_id'], allowed: ['lab'] })?.determinable ?? false,
    ).toBe(false);
    expect(after('INVALID_VALUE', regression('rssi'), { allowed: ['length'] })?.determinable ?? false).toBe(false);
  });
});

describe('a statement that the engine refused', () => {
  const query = (sql: string) => call('capture_query', { sql });
  const fixedSql = (sql: string, more: object = {}) => {
    const fixed = after('SQL_ERROR', query(sql), { path: ['arguments', 'sql'], ...more });
    return [fixed?.determinable ?? false, (fixed?.invocation as { arguments?: { sql: string } } | undefined)?.arguments?.sql];
  };

  test.each([
    ['```sql\nSELECT 1\n```', 'SELECT 1'],
    ['SELECT 1;;', 'SELECT 1'],
    ['sql: SELECT 1', 'SELECT 1'],
    ['SELECT `a b` FROM `t`', 'SELECT "a b" FROM "t"'],
    ['SELECT [rssi] FROM t', 'SELECT "rssi" FROM t'],
    ['SELECT 1 FROM t WHERE a == 1 && b === 2', 'SELECT 1 FROM t WHERE a = 1  AND  b = 2'],
    ['SELECT 1 FROM t WHERE a = NULL', 'SELECT 1 FROM t WHERE a IS NULL'],
    ['SELECT 1 FROM t WHERE a != null OR b <>  NULL', 'SELECT 1 FROM t WHERE a IS NOT NULL OR b IS NOT NULL'],
    ["SELECT '= NULL;' FROM t;", "SELECT '= NULL;' FROM t"],
    ['SELECT 1 FROM t WHERE a = ’x’', "SELECT 1 FROM t WHERE a = 'x'"],
  ])('%j is written %j', (sql, tidy) => {
    expect(fixedSql(sql)).toEqual([true, tidy]);
  });

  it('takes the one name that is meant at its place', () => {
    expect(fixedSql('SELECT rsi FROM lab', { offset: 7, allowed: ['rssi', 'channel'] })).toEqual([true, 'SELECT rssi FROM lab']);
    expect(fixedSql('SELECT "rsi" FROM lab', { offset: 7, allowed: ['rs si'] })[0]).toBe(true);
    expect(fixedSql('SELECT 1 FROM capture', { offset: 14, allowed: [] })).toEqual([true, 'SELECT 1 FROM chamber_four_phones']);
    expect(fixedSql('SELECT 1 FROM t WHERE a = "x y"', { offset: 26, allowed: ['abc'] })).toEqual([
      true,
      "SELECT 1 FROM t WHERE a = 'x y'",
    ]);
    expect(fixedSql('SELECT 1 FROM t WHERE a IN ("x")', { offset: 28, allowed: ['abc'] })).toEqual([
      true,
      "SELECT 1 FROM t WHERE a IN ('x')",
    ]);
    expect(fixedSql('SELECT nothing FROM lab', { offset: 7, allowed: ['rssi', 'channel', 'length', 'phy'] })[0]).toBe(false);
    const left = after('SQL_ERROR', query('SELECT nothing FROM lab'), {
      path: ['arguments', 'sql'],
      offset: 7,
      allowed: ['a b', 'c', 'd', 'e'],
    });
    expect(proposed(left)).toEqual([
      ['choice', 'arguments.sql = "SELECT \\"a b\\" FROM lab"'],
      ['choice', 'arguments.sql = "SELECT c FROM lab"'],
      ['choice', 'arguments.sql = "SELECT d FROM lab"'],
    ]);
    expect(fixedSql('SELECT 1 FROM lab')[0]).toBe(false);
  });
});
