import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvDecoder } from '../../../../src/capture/decoders/csv.ts';
import { RowScanner } from '../../../../src/capture/decoders/csv/scanner.ts';
import { createReader } from '../../../../src/capture/decoders/csv/readers.ts';
import { isoTime } from '../../../../src/capture/decoders/time-sample.ts';
import { TextKernel } from '../../../../src/kernels/text.ts';
import { type BoolColumn, type ColumnType, createColumn, type FixedColumn } from '../../../../src/tables/column.ts';
import { decodeTable } from '../../../support/decode-table.ts';

const DIALECTS = [
  { delimiter: 44, quote: 34, escape: 34, newline: 10, decimal: 46, skip_blanks: false },
  { delimiter: 9, quote: -1, escape: -1, newline: 10, decimal: 46, skip_blanks: false },
  { delimiter: 59, quote: 39, escape: 39, newline: 13, decimal: 44, skip_blanks: false },
] as const;
type Dialect = (typeof DIALECTS)[number];

/** Everything that scanning says of a text that comes in pieces: rows and bad rows, each in their order. */
function scanned(text: Uint8Array, pieces: readonly number[], dialect: Dialect, columns: number, kernel: TextKernel | null): unknown[][] {
  const found: unknown[] = [];
  const problems: unknown[] = [];
  const bad = (code: string, message: string, start: number, line: number) => problems.push([code, message, start, line]);
  const scanner = new RowScanner(dialect, columns, CAPACITY, bad, 1, kernel);
  const bytes = new Uint8Array(text.length + 1);
  bytes.set(text);
  let at = 0;
  for (const end of [...pieces, text.length]) {
    const last = end === text.length;
    for (let full = true; full;) {
      at = scanner.scan(bytes, at, end, last);
      full = scanner.more;
      for (let row = 0; row < scanner.rows; row++) {
        const cells = [];
        for (let cell = row * columns; cell < (row + 1) * columns; cell++) {
          const start = scanner.starts[cell]!;
          cells.push(start < 0 ? null : [start, scanner.ends[cell]]);
        }
        found.push([scanner.row_starts[row], scanner.row_lines[row], cells]);
      }
      scanner.rows = 0;
    }
    // The scanner's own line end lay on the next byte of the text.
    bytes.set(text.subarray(end, end + 1), end);
  }
  return [found, problems, [at, scanner.line]];
}

const CAPACITY = 7;

describe('the kernel cuts a text as the scanner does', () => {
  const cell = fc.oneof(
    fc.constantFrom('', 'a', '-63', '"a,b"', '""', '"a""b"', '"a\nb"', "'x;y'", "''", 'a"b', '"a" ', ' b', '"a"b', 'é', 'x'.repeat(40)),
    fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', "'", ';', '\t', ' '), maxLength: 6 }),
  );
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 40 });

  it.each(DIALECTS.map((dialect) => [String.fromCharCode(dialect.delimiter), dialect] as const))(
    'with %j between cells',
    async (between, dialect) => {
      const kernels = await Promise.all([1, 2, 3].map((columns) => TextKernel.open(columns, CAPACITY, dialect)));
      const ends = fc.constantFrom('\n', '\r\n', '\r');
      fc.assert(
        fc.property(rows, ends, fc.boolean(), fc.array(fc.nat(400), { maxLength: 3 }), (table, end, closed, cuts) => {
          const text = new TextEncoder().encode(table.map((cells) => cells.join(between)).join(end) + (closed ? end : ''));
          const pieces = [...new Set(cuts)].sort((a, b) => a - b).filter((piece) => piece < text.length);
          for (const [i, kernel] of kernels.entries())
            expect(scanned(text, pieces, dialect, i + 1, kernel)).toEqual(scanned(text, pieces, dialect, i + 1, null));
        }),
        { numRuns: 150 },
      );
    },
  );

  it('over many of its pieces, and for rows that are longer than one', async () => {
    const plain = Array.from({ length: 9_000 }, (_, i) => `${i},"${'n'.repeat(i % 23)}",${i % 7 === 0 ? '' : i / 8}`);
    const odd = [`1,${'x'.repeat(150_000)},2`, 'only one', '1,"two\nlines",3', `2,"${'y'.repeat(70_000)}",3`];
    const text = new TextEncoder().encode([...plain, ...odd, ...plain].join('\n'));
    const [dialect] = DIALECTS;
    const kernel = await TextKernel.open(3, CAPACITY, dialect);
    const found = scanned(text, [200_000, 200_050], dialect, 3, kernel);
    expect(found).toEqual(scanned(text, [200_000, 200_050], dialect, 3, null));
    expect(found.map(({ length }) => length)).toEqual([2 * plain.length + odd.length, 1, 2]);
  });
});

describe('the kernel reads cells as the readers do', () => {
  const forms: Record<string, fc.Arbitrary<string>> = {
    BIGINT: fc.oneof(
      fc.maxSafeInteger().map(String),
      fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(String),
      fc.stringMatching(/^[-+]?\d{1,17}$/),
    ),
    DOUBLE: fc.oneof(
      fc.double().map(String),
      fc.stringMatching(/^[-+]?\d{0,10}[.,]?\d{0,24}(e[-+]?\d{1,3})?$/),
      fc.constantFrom('-0', '0.0', '.5', '5.'),
    ),
    TIMESTAMP: fc.oneof(
      fc.date({ min: new Date(-62e12), max: new Date(253e12), noInvalidDate: true }).map((date) => date.toISOString()),
      fc.stringMatching(/^(19|20|24)\d\d-[01]\d-[0-3]\d[Tt x][0-2]\d:[0-6]\d(:[0-6]\d([.,]\d{0,8})?)?(Z|z|[+-]\d\d:\d\d)?$/),
      fc.constantFrom('2024-02-29 12:00', '2023-02-29 12:00', '1900-02-29T12:00:00Z', '2026-11-22'),
    ),
    BOOLEAN: fc.constantFrom('true', 'False', 'TRUE', 'false', 'truE', 'tru', 'falsey', '1', 'TR\u0015E'),
  };
  const odd = fc.constantFrom('', ' 7', '7 ', 'NA', '-', '"8"', '""', '"a""b"', '"1""2"', 'x', '\0'.repeat(16));

  /** Bits of the column and every cell that fits it not. */
  function readColumn(type: ColumnType, texts: readonly string[], decimal: 44 | 46, kernel: TextKernel | null): unknown {
    const dialect = { ...DIALECTS[0], delimiter: 59, decimal };
    const column = createColumn({ name: 'c', type }, texts.length + 8);
    const misfits: string[] = [];
    const text = new TextEncoder().encode(`${texts.map((cell) => `a;${cell}`).join('\n')}\n`);
    const bytes = new Uint8Array(text.length + 1);
    bytes.set(text);
    const reader = createReader(column, { decimal, time: isoTime, kernel }, (row, start, end) => {
      misfits.push(`${String(at + row)} ${new TextDecoder().decode(bytes.subarray(start, end))}`);
    });
    const scanner = new RowScanner(dialect, 2, CAPACITY, () => undefined, 1, kernel);
    let at = 3;
    for (let from = 0, more = true; more;) {
      from = scanner.scan(bytes, from, text.length, true);
      more = scanner.more;
      reader.read(bytes, scanner, 1, at);
      at += scanner.rows;
      scanner.rows = 0;
    }
    const { values, valid } = column as FixedColumn | BoolColumn;
    const rows = Array.from({ length: at }, (_, row) => {
      if (!column.isValid(row)) return null;
      return values.length < at ? (values[row >> 3]! as number) & (1 << (row & 7)) : values[row];
    });
    return { rows, misfits, valid: [...valid] };
  }

  it.each(Object.keys(forms))('%s', async (type) => {
    for (const decimal of [46, 44] as const) {
      const kernel = await TextKernel.open(2, CAPACITY, { ...DIALECTS[0], delimiter: 59, decimal });
      fc.assert(
        fc.property(fc.array(fc.oneof({ weight: 4, arbitrary: forms[type]! }, odd), { minLength: 1, maxLength: 30 }), (texts) => {
          kernel.forget();
          expect(readColumn(type as ColumnType, texts, decimal, kernel)).toEqual(readColumn(type as ColumnType, texts, decimal, null));
        }),
        { numRuns: 300 },
      );
    }
  });
});

describe('a table that is large enough for the kernel', () => {
  it('gives the same rows and problems with it and without', async () => {
    const lines = Array.from({ length: 9_000 }, (_, i) => {
      const place = ['hall', '"office, east"', '"the ""lab"""'][i % 3]!;
      const cells = [new Date(1_700_000_000_000 + i * 13).toISOString(), `0${i % 10}:AA:BB:CC:DD:EE`, -40 - (i % 50), i / 16, place];
      return i % 1000 === 500 ? cells.slice(0, 3).join(',') : cells.join(',');
    });
    const bytes = new TextEncoder().encode(['time,station,rssi,level,place', ...lines, ''].join('\n'));
    const [fast, plain] = [await decodeTable(csvDecoder, bytes, {}), await decodeTable(csvDecoder, bytes, { kernel: false })];
    expect(fast).toEqual(plain);
    expect(fast.rows.length).toBe(lines.length);
    expect(fast.problems.length).toBe(9);
  });
});
