import { describe, expect, it, test, vi } from 'vitest';
import { createRegistry } from '../../../../src/tools/registry.ts';
import { grantedTo, missingCapabilities, requireBound } from '../../../../src/tools/runner/capabilities.ts';
import { coerceArguments } from '../../../../src/tools/runner/coerce.ts';
import { deepFreeze } from '../../../../src/tools/runner/freeze.ts';
import { copyOptions, readRunOptions, requireRunOptions } from '../../../../src/tools/runner/options.ts';
import { anomaliesIn } from '../../../../src/tools/runner/plausible.ts';
import { redact } from '../../../../src/tools/runner/redact.ts';
import { rowsNamed } from '../../../../src/tools/runner/rows-named.ts';
import { selectRows } from '../../../../src/tools/runner/select.ts';
import { defaultPolicy } from '../../../../src/tools/policy/default-policy.ts';
import { capture, compileAll, lookup, multiplier, testClock } from '../../../support/tools.ts';

describe('texts that are read as what they were meant', () => {
  const schema = (node: object) => ({ type: 'object', properties: { v: { 'x-coerce': true, ...node } } });
  const read = (v: unknown, node: object) => (coerceArguments({ v }, schema(node)).value as { v: unknown }).v;

  test.each([
    ['integer', '0', 0],
    ['integer', '-7', -7],
    ['integer', '123456789012345', 123_456_789_012_345],
    ['integer', '1234567890123456', '1234567890123456'],
    ['integer', '007', '007'],
    ['integer', '1.0', '1.0'],
    ['integer', '1x', '1x'],
    ['integer', 'x1', 'x1'],
    ['integer', '', ''],
    ['number', '5', 5],
    ['number', '-12.25', -12.25],
    ['number', '0.5', 0.5],
    ['number', '.5', '.5'],
    ['number', '1.', '1.'],
    ['number', '1.123456789012345', '1.123456789012345'],
    ['number', '1.5x', '1.5x'],
    ['number', 'x1.5', 'x1.5'],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['boolean', 'TRUE', 'TRUE'],
    ['string', '5', '5'],
    ['array', '5', '5'],
  ])('as %s %j is %j', (type, text, value) => {
    expect(read(text, { type })).toBe(value);
  });

  it('never where a list, a pattern or the name of an id decides, or nothing says so', () => {
    for (const node of [{ enum: [5] }, { pattern: '5' }, { 'x-coerce': false }, { 'x-coerce': 'true' }])
      expect(read('5', { type: 'integer', ...node })).toBe('5');
    const named = (name: string) =>
      (
        coerceArguments({ [name]: '5' }, { type: 'object', properties: { [name]: { type: 'integer', 'x-coerce': true } } }).value as Record<
          string,
          unknown
        >
      )[name];
    expect(['id', 'ID', 'row_id', 'row_ids', 'ids', 'idea', 'grid', 'id_count'].map(named)).toEqual(['5', '5', '5', '5', '5', 5, 5, 5]);
  });

  it('with a warning that says before and after', () => {
    expect(coerceArguments({ v: '5' }, schema({ type: 'integer' })).warnings).toEqual([
      { code: 'COERCED_ARGUMENT', message: 'arguments.v: read "5" as 5', field: 'arguments.v', details: { before: '5', after: 5 } },
    ]);
    expect(
      coerceArguments(
        { a: { b: ['1'] }, c: 1 },
        { properties: { a: { properties: { b: { items: { type: 'integer', 'x-coerce': true } } } } } },
      ).value,
    ).toEqual({
      a: { b: [1] },
      c: 1,
    });
  });
});

describe('values that cannot be', () => {
  const table = { type: 'object', properties: { columns: {}, rows: {} } };
  const column = (name: unknown, cell: unknown, captures = [capture()]) =>
    anomaliesIn({ columns: [{ name }], rows: [[cell], 'x', [0]] }, table, { captures }).map(({ message }) => message);

  test.each([
    ['rssi', -127, true],
    ['rssi', 20, true],
    ['rssi', -127.5, false],
    ['rssi', 20.5, false],
    ['mean_rssi', 21, false],
    ['rssi_max', 21, false],
    ['tx_dbm', 21, false],
    ['rssix', 21, true],
    ['xrssi', 21, true],
    ['dbm', 21, true],
    ['channel', -1, false],
    ['channel', 39, true],
    ['adv_channel', 40, false],
    ['channels', 40, true],
    ['xchannel', 40, true],
    ['ts_us', -1, false],
    ['ts_us', 4_102_444_800_000_000, true],
    ['first_ts_us', 4_102_444_800_000_001, false],
    ['xts_us', -1, true],
    ['ts_us_x', -1, true],
    ['rssi', '21', false],
    ['rssi', '', true],
    ['rssi', 'many', true],
    ['rssi', null, true],
    ['rssi', [21], true],
    [5, 21, true],
    [undefined, 21, true],
  ])('in a column %j, %j is plausible: %s', (name, cell, plausible) => {
    expect(column(name, cell).length === 0).toBe(plausible);
  });

  it('are channels only where every capture is one of Bluetooth LE', () => {
    expect(column('channel', 40)).toHaveLength(1);
    expect(column('channel', 40, [])).toEqual([]);
    expect(column('channel', 40, [capture(), capture({ kind: 'table' })])).toEqual([]);
    expect(column('rssi', 40, [])).toHaveLength(1);
  });

  it('are found at any depth of what the schema describes, and told once per name', () => {
    const schema = {
      type: 'object',
      properties: {
        a: { properties: { list: { items: { properties: { rssi: {} } } } } },
        b: { items: table },
        rssi: {},
        c: { properties: { x: {} } },
      },
    };
    const output = { a: { list: [{ rssi: 0 }, { rssi: 99 }] }, b: [{ columns: [{ name: 'ts_us' }], rows: [[-5]] }], rssi: 50, c: { x: 1 } };
    expect(anomaliesIn(output, schema, { captures: [capture()] })).toEqual([
      {
        code: 'ANOMALOUS_VALUE',
        message: 'rssi: expected -127 to 20 dBm, found 99 and 1 more; the capture or its decoding may be wrong',
        field: 'structured_output.a.list[1].rssi',
        details: { name: 'rssi', low: -127, high: 20, first: 99, count: 2 },
      },
      {
        code: 'ANOMALOUS_VALUE',
        message: 'ts_us: expected 0 to 4102444800000000 µs (year 1970 to 2100), found -5; the capture or its decoding may be wrong',
        field: 'structured_output.b[0].rows[0][0]',
        details: { name: 'ts_us', low: 0, high: 4_102_444_800_000_000, first: -5, count: 1 },
      },
    ]);
    expect(anomaliesIn(output, schema, { captures: [capture()] })).toHaveLength(2);
    expect(anomaliesIn({ rssi: 99 }, { properties: { rssi: {} } }, { captures: [] })).toHaveLength(1);
    expect(anomaliesIn({ columns: [{ name: 'rssi' }], rows: [[99]] }, { properties: { columns: {} } }, { captures: [] })).toEqual([]);
    expect(anomaliesIn({ columns: [null, 'rssi', 5], rows: [[99, 99, 99]] }, table, { captures: [] })).toEqual([]);
    expect(anomaliesIn(undefined, schema, { captures: [] })).toEqual([]);
  });
});

describe('options of a call, read once', () => {
  test.each([
    [null, 'options: expected a plain object, got null'],
    [[], 'options: expected a plain object, got an array'],
    ['x', 'options: expected a plain object, got another string'],
    [new Date(0), 'options: expected a plain object, got another object'],
    [{ signal: 5 }, 'signal: expected an AbortSignal, got another number'],
    [{ onProgress: {} }, 'onProgress: expected a function, got another object'],
  ])('%j is refused: %s', (given, message) => {
    const { options, errors } = readRunOptions(given);
    expect(errors.map((error) => [error.code, error.message])).toEqual([['INVALID_TYPE', message]]);
    expect(options).toEqual({ context: { agent: { id: 'unidentified', version: 'unknown' } } });
    expect(() => requireRunOptions(given)).toThrow(message);
  });

  it('that cannot be read are refused', () => {
    const throwing = Object.defineProperty({}, 'entry', {
      enumerable: true,
      get: () => {
        throw new Error('x');
      },
    });
    const message = 'options: expected data that can be read, got a getter or proxy that throws';
    expect(readRunOptions(throwing).errors).toMatchObject([{ code: 'INVALID_VALUE', message }]);
    expect(() => copyOptions(throwing)).toThrow(message);
    expect(copyOptions({ a: 1 })).toEqual({ a: 1 });
    expect(readRunOptions(undefined)).toEqual({ options: {}, errors: [] });
  });

  it('keep a signal of their own, and the callback', () => {
    const controller = new AbortController();
    const onProgress = vi.fn();
    const { options } = readRunOptions({ signal: controller.signal, onProgress, entry: 'page' });
    expect(options).toMatchObject({ entry: 'page', onProgress });
    expect(options.signal).not.toBe(controller.signal);
    controller.abort();
    expect(options.signal?.aborted).toBe(true);
    expect(Object.keys(readRunOptions({ fresh: true }).options)).toEqual(['fresh']);
    expect(requireRunOptions({ fresh: true })).toEqual({ fresh: true });
    expect(readRunOptions({ entry: 'page', apiKey: 1 })).toMatchObject({
      options: { entry: 'page' },
      errors: [{ code: 'UNKNOWN_ARGUMENT' }],
    });
  });
});

describe('a selection as rows', () => {
  const lab = capture();

  it('has its errors with place, names and details', () => {
    const { errors, warnings, rows } = selectRows(
      { capture_id: 'lab', filter_expression: 'rsi > 1', time_window: { start_ms: 0, end_ms: 9e6 } },
      lookup([lab]),
    );
    expect(rows).toBeUndefined();
    expect(warnings).toEqual([]);
    expect(errors).toMatchObject([
      {
        code: 'INVALID_CAPTURE_SELECTION',
        field: 'capture_selection.filter_expression',
        offset: 0,
        allowed: ['rssi', 'ts_us', 'channel', 'capture_id'],
      },
      { code: 'UNSUPPORTED_TIME_RANGE', details: { requested: { start_ms: 0, end_ms: 9e6 } } },
    ]);
    expect(Object.keys(errors[1] ?? {})).not.toContain('allowed');
    expect(Object.keys(errors[1] ?? {})).not.toContain('offset');
    expect(Object.keys(errors[0] ?? {})).not.toContain('details');
    const many = Array.from({ length: 80 }, (_, index) => capture({ capture_id: `c${String(index)}` }));
    expect(selectRows({ capture_id: 'x' }, lookup(many)).errors[0]?.allowed).toHaveLength(64);
  });

  it('has its warnings by field, and its statement when it is asked for', () => {
    const { rows, warnings, errors, normalised } = selectRows({ capture_ids: ['lab'] }, lookup([capture({ row_count: 0 })]));
    expect(errors).toEqual([]);
    expect(warnings).toEqual([{ code: 'EMPTY_CAPTURE', message: 'lab has no row', field: 'capture_selection.capture_ids[0]' }]);
    expect(rows).toMatchObject({ time_base: 'epoch', time_range: { start_ms: 1_700_000_000_000 }, values: ['lab'] });
    expect(rows?.captures.map(({ capture_id }) => capture_id)).toEqual(['lab']);
    expect(rows?.sql).toBe('SELECT CAST(? AS VARCHAR) AS capture_id, * FROM "lab"');
    expect(rows?.values).toBe(rows?.values);
    expect(normalised).toMatchObject({ capture_ids: ['lab'], windowed: false });
  });

  it('names as many rows as its captures have, each once', () => {
    const open = lookup([capture(), capture({ capture_id: 'b', row_count: 7 })]);
    expect(rowsNamed({ capture_id: 'lab', capture_ids: ['b', 'lab', 'b', 'gone', 5] }, open)).toBe(107);
    expect(rowsNamed({ capture_ids: 'b' }, open)).toBe(0);
    expect(rowsNamed({ capture_ids: ['b'] }, open)).toBe(7);
    expect(rowsNamed('lab', open)).toBe(0);
    expect(rowsNamed({ capture_ids: [...Array<string>(4096).fill('x'), 'b'] }, open)).toBe(0);
  });
});

describe('what may leave a tool', () => {
  it('is the same object where nothing is dropped, and a frozen copy where something is', () => {
    const value = { a: [{ b: 1, c: { d: 2 } }, { b: 3 }], e: 'x' };
    expect(redact(value, ['a', 'e'])).toBe(value);
    expect(redact(value, ['a[].b', 'a[].c.d', 'e'])).toBe(value);
    const some = redact(value, ['a[].b']) as typeof value;
    expect(some).toEqual({ a: [{ b: 1 }, { b: 3 }] });
    expect([Object.isFrozen(some), Object.isFrozen(some.a), some.a[1] === value.a[1]]).toEqual([true, true, true]);
    expect(redact(value, ['*[].c'])).toEqual({ a: [{ c: { d: 2 } }, {}], e: 'x' });
    expect(redact(value, ['a.b'])).toEqual({ a: [] });
    expect(redact(value, [])).toEqual({});
    expect(redact([1, { a: 1, b: 2 }], ['[].a'])).toEqual([1, { a: 1 }]);
  });

  it('is frozen at every depth, and what is no object stays', () => {
    const value = { a: [{ b: 1 }] };
    expect(deepFreeze(value)).toBe(value);
    expect([value, value.a, value.a[0]].every((each) => Object.isFrozen(each))).toBe(true);
    expect([deepFreeze(null), deepFreeze(5), deepFreeze('x')]).toEqual([null, 5, 'x']);
  });
});

describe('capabilities', () => {
  const everything = {
    captures: lookup([]),
    query: {},
    kernels: {},
    exporter: {},
    search: {},
    resolver: (id: string) => (id === 'k' ? { keys: ['a'] } : undefined),
  };
  const bound = (...names: string[]) =>
    ({
      clock: testClock(),
      capabilities: Object.fromEntries(Object.entries(everything).filter(([name]) => names.includes(name))),
    }) as never;
  const needing = (...requires: string[]) => {
    const permissions = ['captures:read', 'clock:read', 'keyring:use'];
    const tool = multiplier({ manifest: { permissions }, requires: requires as never });
    return createRegistry([tool], compileAll([tool])).get('row_multiplier')!;
  };
  const NAMES = ['captures', 'query', 'kernels', 'exporter', 'search', 'resolver'];

  it('that nobody bound are named', () => {
    const said = (...given: Parameters<typeof missingCapabilities>) => missingCapabilities(...given).map(({ message }) => message);
    expect(said(needing('captures', 'kernels', 'search', 'clock'), bound('captures'), null)).toEqual([
      'row_multiplier needs kernels, search, which is not available here',
    ]);
    expect(said(needing('captures', 'clock'), bound('captures'), null)).toEqual([]);
    expect(said(needing('resolver'), bound('resolver'), 'k')).toEqual([]);
    for (const id of ['gone', null])
      expect(missingCapabilities(needing('resolver'), bound('resolver'), id)).toMatchObject([
        { code: 'CAPABILITY_UNAVAILABLE', field: 'context.connection_id' },
      ]);
    expect(said(needing('captures'), bound('captures', 'resolver'), null)).toEqual([]);
  });

  it('of a call are those that its tool declares', () => {
    const all = bound(...NAMES);
    for (const name of NAMES) expect(Object.keys(grantedTo(needing(name), everything.captures, all, 'k'))).toEqual([name]);
    expect(Object.keys(grantedTo(needing(...NAMES), everything.captures, bound('captures'), 'k'))).toEqual(['captures']);
    const { clock, ...none } = grantedTo(needing('clock'), everything.captures, all, null);
    expect([clock.now(), Object.keys(clock), none]).toEqual([testClock().now(), ['now'], {}]);
    const own = lookup([capture()]);
    expect(grantedTo(needing('captures'), own, all, null).captures).toBe(own);
    expect(grantedTo(needing('resolver'), own, all, null)).toEqual({});
  });

  it('of every tool that the policy allows have to be bound at the start', () => {
    const tool = multiplier({ requires: ['kernels', 'query'] });
    const registry = createRegistry([tool], compileAll([tool]));
    const policy = defaultPolicy(registry.getAll());
    expect(() => requireBound(registry, policy, bound('captures'))).toThrow(
      'capabilities are not bound: row_multiplier@1.0.0 needs kernels; row_multiplier@1.0.0 needs query',
    );
    expect(() => requireBound(registry, policy, bound('kernels', 'query'))).not.toThrow();
    expect(() => requireBound(registry, { ...policy, allowedTools: [] }, bound())).not.toThrow();
  });
});
