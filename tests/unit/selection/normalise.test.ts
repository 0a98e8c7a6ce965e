import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { toCall } from '../../../src/selection/call.ts';
import { normaliseSelection } from '../../../src/selection/normalise.ts';
import type { NormalSelection, SelectionFault } from '../../../src/selection/types.ts';
import { bleCapture, opened, relativeCapture, tableCapture } from './support.ts';
import { filterNoise } from './filter-trees.ts';

const lab = bleCapture('lab_floor_2024_04_03_a');
const lab2 = bleCapture('lab_floor_2024_04_03_b', { channels: ['37'], time_range: { start_ms: 1712133000000, end_ms: 1712134000000 } });
const cap = relativeCapture('cap_2026_03_14_a');
const table = tableCapture(
  'links',
  [
    { name: 'signal_quality', type: 'DOUBLE' },
    { name: 'ch', type: 'VARCHAR', role: 'channel' },
    { name: 'at', type: 'TIMESTAMP' },
    { name: 'raw', type: 'BLOB' },
  ],
  { channels: ['ch1', 'ch2'] },
);
const captures = opened(lab, lab2, cap, table);

function accept(raw: unknown): NormalSelection & { codes: string[] } {
  const result = normaliseSelection(raw, captures);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return { ...result.value, codes: result.warnings.map(({ code }) => code) };
}

function refuse(raw: unknown): readonly SelectionFault[] {
  const result = normaliseSelection(raw, captures);
  if (result.ok) throw new Error('accepted');
  return result.errors;
}

const places = (faults: readonly SelectionFault[]) => faults.map(({ code, path }) => [code, path.join('.')]);

describe('spellings', () => {
  const window = { start_ms: 1712131200000, end_ms: 1712133000000 };

  it('give the same selection', () => {
    const old = accept({ capture_id: lab.capture_id, selectors: { time_range: window, channels: ['37'], filters: ['rssi > -92'] } });
    expect(old).toEqual({
      capture_ids: [lab.capture_id],
      time_range: window,
      time_base: 'epoch',
      windowed: true,
      channels: ['37'],
      filters: ['rssi > -92'],
      codes: [],
    });
    const mixed = {
      capture_ids: [lab.capture_id],
      time_window: window,
      filter_expression: 'rssi>-92',
      selectors: { channels: ['37', '37'] },
    };
    expect(accept(mixed)).toEqual(old);
  });

  it('of one part exclude each other', () => {
    const twice = {
      capture_id: lab.capture_id,
      capture_ids: [lab.capture_id],
      time_window: window,
      filter_expression: 'crc_ok',
      selectors: { time_range: window, filters: [] },
    };
    expect(places(refuse(twice))).toEqual([
      ['INVALID_CAPTURE_SELECTION', 'capture_selection.capture_ids'],
      ['INVALID_CAPTURE_SELECTION', 'capture_selection.time_window'],
      ['INVALID_CAPTURE_SELECTION', 'capture_selection.filter_expression'],
    ]);
  });

  it('need no selectors, and repeated captures count once', () => {
    const all = accept({ capture_ids: [lab2.capture_id, lab.capture_id, lab2.capture_id] });
    expect(all).toMatchObject({ capture_ids: [lab2.capture_id, lab.capture_id], windowed: false, channels: [], filters: [] });
    expect(all.time_range).toEqual({ start_ms: 1712131200000, end_ms: 1712134000000 });
    expect(accept({ capture_id: 'links' })).toMatchObject({ time_range: null, time_base: 'none' });
  });
});

describe('names that do not fit', () => {
  it('a capture is reported with the nearest existing one', () => {
    const [fault, ...rest] = refuse({ capture_ids: [lab.capture_id, 'lab_floor_2024_04_03_x'], time_window: { start_ms: 5, end_ms: 1 } });
    expect(rest).toEqual([]);
    expect(fault).toMatchObject({ code: 'INVALID_CAPTURE_SELECTION', path: ['capture_selection', 'capture_ids', 1] });
    expect(fault!.message).toMatch(/^no capture "lab_floor_2024_04_03_x" is open; did you mean lab_floor_2024_04_03_a\?$/);
    expect(refuse({ capture_id: 'nope' })[0]).toMatchObject({ path: ['capture_selection', 'capture_id'] });
  });

  it('a channel is reported with the existing channels and receivers', () => {
    const [fault] = refuse({ capture_id: lab.capture_id, selectors: { channels: ['37', 'ch37', 'rx-north-2'] } });
    expect(fault).toMatchObject({ code: 'INVALID_CAPTURE_SELECTION', path: ['capture_selection', 'selectors', 'channels', 1] });
    expect(fault!.message).toContain('37, 38, 39, rx-north-2');
    expect(fault!.allowed![0]).toBe('37');
    expect(accept({ capture_id: 'links', selectors: { channels: ['ch1', 'ch2'], filters: ['signal_quality >= 0.95'] } }).channels).toEqual([
      'ch1',
      'ch2',
    ]);
  });

  it('a column is reported at its character, with the nearest existing one', () => {
    const faults = refuse({ capture_id: lab.capture_id, selectors: { filters: ['crc_ok', 'channel = 37 AND rsi > -92'] } });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({
      code: 'INVALID_CAPTURE_SELECTION',
      path: ['capture_selection', 'selectors', 'filters', 1],
      offset: 17,
    });
    expect(faults[0]!.message).toContain('did you mean rssi?');
    expect(refuse({ capture_ids: [lab.capture_id], filter_expression: 'rssi >' })[0]).toMatchObject({
      path: ['capture_selection', 'filter_expression'],
      offset: 6,
    });
  });

  it('a column that only some captures have is NULL in the others, with a warning', () => {
    const both = accept({ capture_ids: [lab.capture_id, 'links'], filter_expression: 'signal_quality > 1 OR rssi > -92' });
    expect(both.codes).toEqual(['MISSING_COLUMN', 'MISSING_COLUMN']);
  });

  it('a column of different kinds becomes text, with a warning', () => {
    const rssi = tableCapture('texts', [{ name: 'RSSI', type: 'VARCHAR' }]);
    const result = normaliseSelection({ capture_ids: [lab.capture_id, 'texts'] }, opened(lab, rssi));
    expect(result).toMatchObject({
      warnings: [{ code: 'MIXED_TYPES', message: 'the captures hold different kinds of values in rssi, read as text' }],
    });
    const compared = normaliseSelection({ capture_ids: [lab.capture_id, 'texts'], filter_expression: 'rssi > -92' }, opened(lab, rssi));
    expect(compared).toMatchObject({ ok: false, errors: [{ offset: 7, message: expect.stringContaining('(capture texts)') as string }] });
  });

  it('messages have a limited length, however long the names in files are', () => {
    const wide = tableCapture(
      'wide',
      [
        { name: 'x'.repeat(5000), type: 'DOUBLE' },
        { name: 'ch', type: 'VARCHAR' },
      ],
      { channels: ['😀'.repeat(3000)] },
    );
    const result = normaliseSelection({ capture_id: 'wide', selectors: { channels: ['a'], filters: ['xx = 1'] } }, opened(wide));
    if (result.ok) throw new Error('accepted');
    expect(result.errors).toHaveLength(2);
    for (const { message } of result.errors) expect(message.length).toBeLessThanOrEqual(1000);
  });

  it('all faults are reported at once', () => {
    const wrong = {
      capture_id: lab.capture_id,
      selectors: { time_range: { start_ms: 2, end_ms: 1 }, channels: ['x', 'y'], filters: ['a = 1', 'b ='] },
    };
    expect(places(refuse(wrong)).map(([, path]) => path)).toEqual([
      'capture_selection.selectors.channels.0',
      'capture_selection.selectors.channels.1',
      'capture_selection.selectors.filters.0',
      'capture_selection.selectors.filters.1',
      'capture_selection.selectors.time_range',
    ]);
  });
});

test.each([
  ["channel = '37'", 10, 'channel holds numbers (UTINYINT) but is compared with the text "\'37\'"; write 37'],
  ['local_name = 5', 13, 'local_name holds text (VARCHAR) but is compared with the number "5"; write \'5\''],
  ['crc_ok = 1', 9, 'crc_ok holds TRUE or FALSE (BOOLEAN)'],
  ["rssi LIKE '-9%'", 0, 'LIKE compares text'],
  ['rssi OR crc_ok', 0, 'only a BOOLEAN column is a condition by itself'],
  ["adv_data = 'x'", 11, 'only be tested with IS NULL'],
  ['rssi = local_name', 0, 'cannot be compared'],
  ["rssi BETWEEN -90 AND 'x'", 21, 'holds numbers'],
  ["rssi IN (1, 'x')", 12, 'holds numbers'],
])('types: %s', (filter, offset, message) => {
  const [fault] = refuse({ capture_id: lab.capture_id, selectors: { filters: [filter] } });
  expect(fault!.offset).toBe(offset);
  expect(fault!.message).toContain(message);
});

test.each([
  ['RSSI > -90 AND NOT (Channel IN (37, 38) OR LOCAL_NAME IS NULL)', 'rssi > -90 AND NOT (channel IN (37, 38) OR local_name IS NULL)'],
  ['Rssi BETWEEN -90 AND -50 AND Crc_Ok', 'rssi BETWEEN -90 AND -50 AND crc_ok'],
])('the case of a column makes no other question: %s', (filter, canonical) => {
  expect(accept({ capture_id: lab.capture_id, selectors: { filters: [filter] } }).filters).toEqual([canonical]);
});

test.each(["at >= '2024-04-03'", "at < '2024-02-29T23:59:59.999999Z'"])('times: %s', (filter) => {
  expect(accept({ capture_id: 'links', selectors: { filters: [filter] } }).filters).toEqual([filter]);
});

test.each(["at >= '2024-02-30'", "at >= 'now'", 'at >= 5', "at = 'infinity'"])('no time: %s', (filter) => {
  expect(refuse({ capture_id: 'links', selectors: { filters: [filter] } })[0]!.message).toContain('holds times');
});

test.each([
  [null, 'INVALID_TYPE', 'capture_selection'],
  [[], 'INVALID_TYPE', 'capture_selection'],
  [{}, 'MISSING_REQUIRED_ARGUMENT', 'capture_selection.capture_id'],
  [{ capture_ids: [] }, 'INVALID_VALUE', 'capture_selection.capture_ids'],
  [{ capture_ids: 'links' }, 'INVALID_TYPE', 'capture_selection.capture_ids'],
  [{ capture_id: 7 }, 'INVALID_TYPE', 'capture_selection.capture_id'],
  [{ capture_id: 'links', selector: {} }, 'UNKNOWN_ARGUMENT', 'capture_selection.selector'],
  [{ capture_id: 'links', time_base: 'utc' }, 'INVALID_VALUE', 'capture_selection.time_base'],
  [{ capture_id: 'links', time_window: { start_ms: 1.5, end_ms: 2 } }, 'INVALID_VALUE', 'capture_selection.time_window.start_ms'],
  [{ capture_id: 'links', time_window: { start_ms: 1 } }, 'MISSING_REQUIRED_ARGUMENT', 'capture_selection.time_window.end_ms'],
  [{ capture_id: 'links', selectors: { filters: ['at IS NULL', 3] } }, 'INVALID_TYPE', 'capture_selection.selectors.filters.1'],
])('shape: %j', (raw, code, path) => {
  expect(places(refuse(raw))).toEqual([[code, path]]);
});

describe('for any input', () => {
  const json = fc.oneof(fc.jsonValue(), filterNoise) as fc.Arbitrary<unknown>;
  const any = fc.record(
    {
      capture_id: fc.oneof(fc.constantFrom(...captures.list().map((it) => it.capture_id)), json),
      capture_ids: fc.array(fc.oneof(fc.constantFrom('links', cap.capture_id), json)),
      selectors: fc.oneof(
        fc.record(
          { time_range: json, channels: fc.oneof(fc.array(json), json), filters: fc.oneof(fc.array(json), json) },
          { requiredKeys: [] },
        ),
        json,
      ),
      time_window: fc.oneof(fc.record({ start_ms: fc.oneof(fc.nat(), json), end_ms: fc.oneof(fc.maxSafeNat(), json) }), json),
      filter_expression: json,
      time_base: fc.oneof(fc.constantFrom('epoch', 'relative'), json),
    },
    { requiredKeys: [] },
  );

  it('there is a result, and an accepted selection is accepted again', () => {
    fc.assert(
      fc.property(fc.oneof(any, json), (raw) => {
        const result = normaliseSelection(raw, captures);
        if (!result.ok) expect(result.errors.length).toBeGreaterThan(0);
        else expect(normaliseSelection(toCall(result.value), captures)).toMatchObject({ ok: true, value: result.value });
      }),
      { numRuns: 500 },
    );
  });
});
