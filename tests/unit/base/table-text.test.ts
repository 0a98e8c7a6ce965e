import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvParts, fileName, jsonParts, tableText, withNumbers } from '../../../src/base/table-text.ts';

const tableCsv = (...table: Parameters<typeof csvParts>): string => [...csvParts(...table)].join('');
const tableJson = (...table: Parameters<typeof jsonParts>): string => [...jsonParts(...table)].join('');
const columns = [{ title: 'Name' }, { title: 'Silence', detail: 's' }];

it('writes a header, quotes where needed, and no formula', () => {
  const rows = [
    ['=SUM(A1)', -2],
    ['a "b", c', null],
    ['', true],
  ];
  expect(tableCsv(columns, rows)).toBe('Name,Silence (s)\r\n"\'=SUM(A1)",-2\r\n"a ""b"", c",\r\n"",true\r\n');
});

it('has as many lines and fields as the table, for any texts', () => {
  const cell = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null));
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 8 }), (rows) => {
      // Quoted fields out of the way, line ends and commas are those of the table.
      const bare = tableCsv(columns, rows).replaceAll(/"(?:[^"]|"")*"/g, 'q');
      const lines = bare.split('\r\n');
      expect(lines).toHaveLength(rows.length + 2);
      for (const line of lines.slice(0, -1)) expect(line.split(',')).toHaveLength(2);
    }),
  );
});

it('names every column of the JSON, even if titles repeat', () => {
  const text = tableJson([{ title: 'x' }, { title: 'x' }], [[1, undefined]]);
  expect(JSON.parse(text)).toEqual([{ x: 1, 'x #2': null }]);
});

it('makes a file name from any text', () => {
  expect(fileName('Query rows')).toBe('query-rows');
  expect(fileName('⟨⟩')).toBe('table');
});

it('writes thousands of rows in pieces that join to one table', async () => {
  const rows = Array.from({ length: 2500 }, (_, at) => [`n${String(at)}`, at]);
  expect([...csvParts(columns, rows)].length).toBeGreaterThan(3);
  expect((await tableText('csv', columns, rows).text()).split('\r\n')).toHaveLength(2502);
  const json = JSON.parse(await tableText('json', columns, rows).text()) as object[];
  expect(json).toHaveLength(2500);
  expect(json[2499]).toEqual({ Name: 'n2499', 'Silence (s)': 2499 });
  expect(JSON.parse(tableJson(columns, []))).toEqual([]);
});

it('gives files the numbers that a table shows as text, only in columns of numbers', () => {
  const end = { align: 'end' } as const;
  const shown = [{ title: 'Id' }, { title: 'Count', ...end }, { title: 'Change', ...end }, { title: 'p', ...end }];
  const rows = [
    ['1,962', '1,962', '−0.5', '< 0.001'],
    ['–', 12, '1.2e−5', '0.25'],
    ['7', '–', null, '–'],
  ];
  expect(withNumbers(shown, rows)).toEqual([
    ['1,962', 1962, -0.5, '< 0.001'],
    ['–', 12, 0.000012, '0.25'],
    ['7', null, null, '–'],
  ]);
});

it('names a column with its unit, and without its type', () => {
  expect(tableCsv([{ title: 'n', detail: 'BIGINT', isTyped: true }], [[1]])).toBe('n\r\n1\r\n');
});
