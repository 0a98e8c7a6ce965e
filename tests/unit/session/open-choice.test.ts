import { describe, expect, it } from 'vitest';
import { readOpenChoice } from '../../../src/session/open-choice.ts';

describe('a choice of how to open a file', () => {
  it('is returned unchanged if it is valid', () => {
    const choice = {
      reading: { delimiter: ';', quote: 'none', decimal: ',', time_column: null, zone: 'Europe/Berlin', address_columns: ['a'] },
      keep: { time_window: { start_ms: 0, end_ms: 5 }, columns: ['a'], crc_ok_only: true },
    };
    expect(readOpenChoice(choice)).toEqual({ ok: true, value: choice });
    expect(readOpenChoice({})).toEqual({ ok: true, value: {} });
  });

  it.each([
    [{ reading: { delimiter: ';;' } }, /reading.delimiter/],
    [{ reading: { delimiter: '\n' } }, /reading.delimiter/],
    [{ reading: { quote: '`' } }, /reading.quote/],
    [{ reading: { skip_lines: -1 } }, /reading.skip_lines/],
    [{ reading: { time_form: 'unix' } }, /reading.time_form/],
    [{ reading: { nonsense: 1 } }, /nonsense/],
    [{ keep: { time_window: { start_ms: 5, end_ms: 0 } } }, /start_ms ≤ end_ms/],
    [{ keep: { columns: [] } }, /keep.columns/],
    [[], /expected a choice/],
    ['x', /expected a choice/],
  ])('is refused with the place of the fault: %j', (value, message) => {
    const read = readOpenChoice(value);
    expect(read.ok ? '' : read.error).toMatch(message);
  });
});
