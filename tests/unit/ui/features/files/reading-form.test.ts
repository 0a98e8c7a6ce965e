import { describe, expect, it } from 'vitest';
import type { TableReading } from '../../../../../src/tables/reading.ts';
import { readingFacts } from '../../../../../src/answers/captures/reading-facts.ts';
import { saidReading } from '../../../../../src/ui/features/files/reading-form.ts';

const used: TableReading = {
  encoding: 'utf-8',
  delimiter: ';',
  quote: '"',
  decimal: ',',
  skip_lines: 2,
  header: true,
  time_column: 't',
  time_form: 'dmy',
  zone: 'UTC',
  address_columns: ['addr'],
  rssi_column: null,
};

describe('the form of a reading', () => {
  it('says what was changed and nothing else', () => {
    expect(saidReading({ ...used }, used)).toEqual({});
    expect(saidReading({ ...used, zone: 'Europe/Berlin', rssi_column: 'level' }, used)).toEqual({
      zone: 'Europe/Berlin',
      rssi_column: 'level',
    });
  });

  it('keeps what was chosen before', () => {
    expect(saidReading({ ...used, rssi_column: 'level' }, used, { zone: 'UTC' })).toEqual({ zone: 'UTC', rssi_column: 'level' });
  });

  it('forgets choices of columns when the layout changes', () => {
    const before = { time_column: 't', decimal: ',', encoding: 'utf-8' } as const;
    expect(saidReading({ ...used, delimiter: ',' }, used, before)).toEqual({ delimiter: ',', decimal: ',', encoding: 'utf-8' });
    expect(saidReading({ ...used, delimiter: ',', time_column: 'x' }, used, before)).toMatchObject({ time_column: 'x' });
  });

  it('is told on the card', () => {
    expect(readingFacts(used)).toEqual([
      { term: 'Text', text: 'semicolon as delimiter, decimal comma, 2 lines above' },
      { term: 'Time of rows', text: 't, day first, zone UTC' },
      { term: 'Addresses', text: 'addr' },
    ]);
    expect(readingFacts({ time_column: null, rssi_column: 'level' }, { rssi_column: 'level' })).toEqual([
      { term: 'Time of rows', text: 'no column' },
      { term: 'RSSI', text: 'level' },
      { term: 'Chosen', text: 'rssi column' },
    ]);
  });
});
