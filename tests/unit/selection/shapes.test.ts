import { describe, expect, it, test } from 'vitest';
import { toCall } from '../../../src/selection/call.ts';
import { normaliseSelection } from '../../../src/selection/normalise.ts';
import { readSelection } from '../../../src/selection/read.ts';
import type { NormalSelection } from '../../../src/selection/types.ts';
import { bleCapture, opened, relativeCapture, tableCapture } from './support.ts';

const faultsOf = (raw: unknown) => readSelection(raw).faults.map(({ code, message, path }) => `${code} ${path.join('.')}: ${message}`);

test.each([
  [null, ['INVALID_TYPE capture_selection: expected an object, found null']],
  [undefined, ['INVALID_TYPE capture_selection: expected an object, found nothing']],
  [[], ['INVALID_TYPE capture_selection: expected an object, found a list']],
  ['lab', ['INVALID_TYPE capture_selection: expected an object, found "lab"']],
  [5, ['INVALID_TYPE capture_selection: expected an object, found 5']],
  [true, ['INVALID_TYPE capture_selection: expected an object, found true']],
  [() => 1, ['INVALID_TYPE capture_selection: expected an object, found a function']],
  [
    { id: 'a', capture_id: 'a' },
    [
      'UNKNOWN_ARGUMENT capture_selection.id: expected one of the keys capture_id, capture_ids, selectors, time_window, filter_expression, time_base, found "id"',
    ],
  ],
  [
    { capture_id: 'a', selectors: { filter: 'x' } },
    ['UNKNOWN_ARGUMENT capture_selection.selectors.filter: expected one of the keys time_range, channels, filters, found "filter"'],
  ],
  [{ capture_id: 'a', selectors: null }, ['INVALID_TYPE capture_selection.selectors: expected an object, found null']],
  [
    {},
    ['MISSING_REQUIRED_ARGUMENT capture_selection.capture_id: capture_selection.capture_id or capture_selection.capture_ids is required'],
  ],
  [{ capture_ids: [] }, ['INVALID_VALUE capture_selection.capture_ids: expected at least one capture id, found none']],
  [{ capture_id: '' }, ['INVALID_VALUE capture_selection.capture_id: expected a text, found an empty one']],
  [{ capture_id: {} }, ['INVALID_TYPE capture_selection.capture_id: expected a text, found a object']],
  [{ capture_ids: ['a', 5] }, ['INVALID_TYPE capture_selection.capture_ids.1: expected a text, found 5']],
  [{ capture_ids: 'a' }, ['INVALID_TYPE capture_selection.capture_ids: expected a list of texts, found "a"']],
  [{ capture_id: 'a', time_base: 'utc' }, ['INVALID_VALUE capture_selection.time_base: expected epoch or relative, found "utc"']],
  [
    { capture_id: 'a', time_window: { start_ms: '1', end_ms: -1 } },
    [
      'INVALID_TYPE capture_selection.time_window.start_ms: expected a whole number of milliseconds from 0, found "1"',
      'INVALID_VALUE capture_selection.time_window.end_ms: expected a whole number of milliseconds from 0, found -1',
    ],
  ],
  [
    { capture_id: 'a', selectors: { time_range: { start_ms: 2 ** 53 } } },
    [
      'INVALID_VALUE capture_selection.selectors.time_range.start_ms: expected a whole number of milliseconds from 0, found 9007199254740992',
      'MISSING_REQUIRED_ARGUMENT capture_selection.selectors.time_range.end_ms: expected a whole number of milliseconds from 0, found nothing',
    ],
  ],
  [
    { capture_id: 'a', time_window: { start_ms: 'x', unit: 's' } },
    ['UNKNOWN_ARGUMENT capture_selection.time_window.unit: expected one of the keys start_ms, end_ms, found "unit"'],
  ],
  [
    { capture_id: 'a', capture_ids: ['a'] },
    [
      'INVALID_CAPTURE_SELECTION capture_selection.capture_ids: capture_selection.capture_id and capture_selection.capture_ids say the same thing: give one of them',
    ],
  ],
  [
    { capture_id: 'a', filter_expression: 'x', time_window: { start_ms: 0, end_ms: 1 }, selectors: { filters: [], time_range: {} } },
    [
      'INVALID_CAPTURE_SELECTION capture_selection.time_window: capture_selection.selectors.time_range and capture_selection.time_window say the same thing: give one of them',
      'INVALID_CAPTURE_SELECTION capture_selection.filter_expression: capture_selection.selectors.filters and capture_selection.filter_expression say the same thing: give one of them',
    ],
  ],
])('the shape of %j has the faults %j', (raw, faults) => {
  expect(faultsOf(raw)).toEqual(faults);
});

describe('a selection of valid shape', () => {
  it('keeps each part with its path', () => {
    const at = (...path: (string | number)[]) => ['capture_selection', ...path];
    expect(
      readSelection({
        capture_ids: ['a', 'b'],
        time_base: 'relative',
        selectors: { time_range: { start_ms: 0, end_ms: 2 ** 53 - 1 }, channels: ['37'], filters: ['x', 'y'] },
      }),
    ).toEqual({
      faults: [],
      selection: {
        ids: [
          { value: 'a', path: at('capture_ids', 0) },
          { value: 'b', path: at('capture_ids', 1) },
        ],
        window: { value: { start_ms: 0, end_ms: 2 ** 53 - 1 }, path: at('selectors', 'time_range') },
        base: 'relative',
        channels: [{ value: '37', path: at('selectors', 'channels', 0) }],
        filters: [
          { value: 'x', path: at('selectors', 'filters', 0) },
          { value: 'y', path: at('selectors', 'filters', 1) },
        ],
      },
    });
    const { selection } = readSelection({
      capture_id: 'a',
      time_window: { start_ms: 1, end_ms: 2 },
      filter_expression: 'x',
      time_base: 'epoch',
    });
    expect(selection).toEqual({
      ids: [{ value: 'a', path: at('capture_id') }],
      window: { value: { start_ms: 1, end_ms: 2 }, path: at('time_window') },
      base: 'epoch',
      channels: [],
      filters: [{ value: 'x', path: at('filter_expression') }],
    });
  });

  it('has at most 4096 captures, 256 channels and 64 filters', () => {
    const many = (length: number) => Array.from({ length }, (_, index) => `x${index}`);
    const selection = (ids: number, channels: number, filters: number) => ({
      capture_ids: many(ids),
      selectors: { channels: many(channels), filters: many(filters) },
    });
    expect(faultsOf(selection(4096, 256, 64))).toEqual([]);
    expect(faultsOf(selection(4097, 257, 65)).sort()).toEqual([
      'INVALID_VALUE capture_selection.capture_ids: expected at most 4096 items, found 4097',
      'INVALID_VALUE capture_selection.selectors.channels: expected at most 256 items, found 257',
      'INVALID_VALUE capture_selection.selectors.filters: expected at most 64 items, found 65',
    ]);
    expect(readSelection(selection(4097, 0, 0)).selection.ids).toHaveLength(4096);
  });

  it('ignores members of the prototype', () => {
    expect(faultsOf(Object.create({ capture_id: 'a' }))).toHaveLength(1);
  });
});

describe('names in a selection', () => {
  const lab = bleCapture('lab');
  const late = relativeCapture('late');

  it('of channels and columns are not checked while a capture is unknown', () => {
    const raw = {
      capture_ids: ['nope', 'lab'],
      time_window: { start_ms: 5, end_ms: 1 },
      selectors: { channels: ['x'] },
      filter_expression: 'nope = 1',
    };
    expect(normaliseSelection(raw, opened(lab))).toMatchObject({ ok: false, errors: [{ path: ['capture_selection', 'capture_ids', 0] }] });
    expect(normaliseSelection({ ...raw, filter_expression: 'nope =' }, opened(lab))).toMatchObject({ ok: false, errors: { length: 2 } });
  });

  it('of channels and columns are checked if another part has an invalid shape, but not without a capture', () => {
    const raw = { extra: 1, selectors: { channels: ['x'] }, filter_expression: 'nope = 1' };
    const pathsOf = (selection: object) => {
      const result = normaliseSelection(selection, opened(lab));
      return result.ok ? [] : result.errors.map(({ path }) => path.slice(1).join('.'));
    };
    expect(pathsOf({ ...raw, capture_id: 'lab' })).toEqual(['extra', 'selectors.channels.0', 'filter_expression']);
    expect(pathsOf(raw)).toEqual(['extra']);
  });

  it('of the first sixteen unknown captures have suggestions', () => {
    const ids = Array.from({ length: 18 }, (_, index) => `nope${index}`);
    const result = normaliseSelection({ capture_ids: ids }, opened(lab));
    if (result.ok) throw new Error('accepted');
    expect(result.errors.map(({ allowed }) => allowed?.length)).toEqual([...Array<number>(16).fill(1), undefined, undefined]);
    expect(result.errors[16]).toEqual({
      code: 'INVALID_CAPTURE_SELECTION',
      message: 'no capture "nope16" is open',
      path: ['capture_selection', 'capture_ids', 16],
    });
    expect(normaliseSelection({ capture_id: 'x' }, opened())).toMatchObject({
      errors: [{ message: 'no capture "x" is open; there is no open capture', allowed: [] }],
    });
  });

  it('of unknown channels are reported with the existing ones, the most similar first', () => {
    const fault = (raw: object) => {
      const result = normaliseSelection(raw, opened(lab, late, tableCapture('t', [{ name: 'x', type: 'DOUBLE' }])));
      return result.ok ? undefined : result.errors[0];
    };
    expect(fault({ capture_id: 'lab', selectors: { channels: ['39x'] } })).toEqual({
      code: 'INVALID_CAPTURE_SELECTION',
      message: 'there is no channel "39x"; lab has channels and receivers 37, 38, 39, rx-north-2',
      path: ['capture_selection', 'selectors', 'channels', 0],
      allowed: ['39', '37', '38', 'rx-north-2'],
    });
    expect(fault({ capture_ids: ['lab', 'late'], selectors: { channels: ['4'] } })?.message).toContain('; lab, late have channels');
    expect(fault({ capture_id: 't', selectors: { channels: ['4'] } })).toMatchObject({
      message: 'there is no channel "4"; t has no channels or receivers',
      allowed: [],
    });
    const busy = bleCapture('busy', { channels: Array.from({ length: 70 }, (_, index) => `c${index}`) });
    const result = normaliseSelection({ capture_id: 'busy', selectors: { channels: ['c69x'] } }, opened(busy));
    if (result.ok) throw new Error('accepted');
    expect(result.errors[0]?.allowed).toHaveLength(64);
    expect(result.errors[0]?.allowed?.slice(0, 2)).toEqual(['c69', 'c0']);
    expect(result.errors[0]?.message).toMatch(/, c62, c63$/);
  });

  it('can be in filters of at most 32,768 characters in all', () => {
    const filters = (last: number) => [...Array<string>(3).fill('x'.repeat(8192)), 'x'.repeat(last)];
    const result = (last: number) => normaliseSelection({ capture_id: 'lab', selectors: { filters: filters(last) } }, opened(lab));
    expect(result(8192)).toMatchObject({ ok: false, errors: { length: 4 } });
    expect(result(8193)).toEqual({
      ok: false,
      errors: [
        {
          code: 'INVALID_VALUE',
          message: 'all filters together have at most 32768 characters',
          path: ['capture_selection', 'selectors', 'filters'],
        },
      ],
    });
  });

  it('in a filter are reported at their character, with those that are valid there', () => {
    const result = normaliseSelection({ capture_id: 'lab', filter_expression: 'crc_ok AND adv_typ IS NULL' }, opened(lab));
    expect(result).toMatchObject({
      errors: [
        {
          message: 'there is no column "adv_typ"; did you mean adv_type? (at character 11 of the filter)',
          offset: 11,
          allowed: expect.arrayContaining(['adv_type', 'rssi']) as string[],
        },
      ],
    });
    const unread = normaliseSelection({ capture_id: 'lab', filter_expression: 'crc_ok AND' }, opened(lab));
    expect(unread).toMatchObject({ errors: [{ offset: 10 }] });
    expect(unread.ok || Object.hasOwn(unread.errors[0]!, 'allowed')).toBe(false);
  });
});

describe('warnings about a selection', () => {
  const lab = bleCapture('lab');
  const late = relativeCapture('late');
  const warned = (raw: object, ...captures: Parameters<typeof opened>) => {
    const result = normaliseSelection(raw, opened(...captures));
    if (!result.ok) throw new Error(JSON.stringify(result.errors));
    return result.warnings.map(({ code, message, path }) => `${code} ${path.join('.')}: ${message}`);
  };

  it('report captures with different clocks', () => {
    const none = 'has no wall clock: its times count from 1970-01-01T00:00:00Z plus the offset';
    const shared = 'some captures have a wall clock and others do not, so their rows share no time line';
    expect(warned({ capture_ids: ['lab', 'late'] }, lab, late)).toEqual([
      `NO_WALL_CLOCK capture_selection.capture_ids.1: late ${none}`,
      `MIXED_TIME_BASES capture_selection.capture_ids: ${shared}`,
    ]);
    expect(warned({ capture_ids: ['lab', 'late'], time_window: { start_ms: 0, end_ms: 1 } }, lab, late)[1]).toBe(
      `MIXED_TIME_BASES capture_selection.capture_ids: ${shared}; the window counts from the start of each kind, or from 1970 for those with a clock`,
    );
    expect(warned({ capture_id: 'late' }, late)).toEqual([`NO_WALL_CLOCK capture_selection.capture_id: late ${none}`]);
  });

  it('report captures without rows, at all or in the window', () => {
    const empty = bleCapture('empty', { row_count: 0 });
    expect(warned({ capture_ids: ['lab', 'empty'] }, lab, empty)).toEqual([
      'EMPTY_CAPTURE capture_selection.capture_ids.1: empty has no row',
    ]);
    const after = bleCapture('after', { time_range: { start_ms: 1712133000001, end_ms: 1712134000000 } });
    const touching = (start_ms: number, end_ms: number) =>
      warned({ capture_ids: ['lab', 'after'], time_window: { start_ms, end_ms } }, lab, after);
    expect(touching(1712133000000, 1712133000001)).toEqual([]);
    expect(touching(1712133000000, 1712133000000)).toEqual([
      'EMPTY_CAPTURE capture_selection.capture_ids.1: after has no row in the window',
    ]);
    expect(touching(1712133000001, 1712133000001)).toEqual(['EMPTY_CAPTURE capture_selection.capture_ids.0: lab has no row in the window']);
  });

  it('report columns that some captures lack or have in another kind, naming four', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const tables = names.map((name) => tableCapture(name, [{ name: 'x', type: 'DOUBLE' }]));
    const texts = tableCapture('texts', [
      { name: 'x', type: 'VARCHAR' },
      { name: 'y', type: 'VARCHAR' },
    ]);
    const said = warned({ capture_ids: [...names, 'texts'], filter_expression: "y = 'a'" }, ...tables, texts);
    expect(said).toEqual([
      'MISSING_COLUMN capture_selection.filter_expression: a, b, c, d and 2 more have no column y; it counts as NULL there',
      'MIXED_TYPES capture_selection.capture_ids: the captures hold different kinds of values in x, read as text',
    ]);
    expect(warned({ capture_ids: ['a', 'texts'], filter_expression: 'y IS NULL' }, ...tables, texts)[0]).toContain(': a has no column y;');
    expect(warned({ capture_ids: ['a', 'b', 'c', 'd', 'texts'], filter_expression: 'y IS NULL' }, ...tables, texts)[0]).toContain(
      ': a, b, c, d have no column y;',
    );
  });

  it('report a window that was reduced', () => {
    expect(warned({ capture_id: 'late', time_window: { start_ms: 10, end_ms: 120_500 } }, late)[1]).toBe(
      'TIME_RANGE_CLAMPED capture_selection.time_window: the window 10-120500ms reaches a little beyond the captures; 10-120000ms was used',
    );
  });

  it('have at most a thousand characters', () => {
    const long = (length: number) => bleCapture('x'.repeat(length), { row_count: 0 });
    const [short] = warned({ capture_id: long(989).capture_id }, long(989));
    expect(short?.endsWith('has no row')).toBe(true);
    expect(short?.length).toBe('EMPTY_CAPTURE capture_selection.capture_id: '.length + 1000);
    const [cut] = warned({ capture_id: long(990).capture_id }, long(990));
    expect(cut?.slice('EMPTY_CAPTURE capture_selection.capture_id: '.length)).toHaveLength(1000);
    expect(cut?.endsWith('…')).toBe(true);
  });
});

describe('the call of a selection', () => {
  const all: NormalSelection = {
    capture_ids: ['a'],
    time_range: { start_ms: 1, end_ms: 2 },
    time_base: 'epoch',
    windowed: false,
    channels: [],
    filters: [],
  };

  it('contains only the parts that narrow the rows', () => {
    expect(toCall(all)).toEqual({ capture_ids: ['a'] });
    expect(toCall({ ...all, windowed: true })).toEqual({ capture_ids: ['a'], time_window: { start_ms: 1, end_ms: 2 }, time_base: 'epoch' });
    expect(toCall({ ...all, windowed: true, time_range: null })).toEqual({ capture_ids: ['a'] });
    expect(toCall({ ...all, windowed: true, time_base: 'none' })).toEqual({ capture_ids: ['a'] });
    expect(toCall({ ...all, channels: ['37'] })).toEqual({ capture_ids: ['a'], selectors: { channels: ['37'] } });
    expect(toCall({ ...all, filters: ['x'] })).toEqual({ capture_ids: ['a'], selectors: { filters: ['x'] } });
  });
});
