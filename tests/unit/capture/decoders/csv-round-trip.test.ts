import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvDecoder } from '../../../../src/capture/decoders/csv.ts';
import { decodeTable } from '../../../support/decode-table.ts';

interface Dialect {
  readonly delimiter: string;
  readonly quote: string;
  readonly newline: string;
  readonly comma: boolean;
  readonly encoding: 'utf8' | 'utf8-bom' | 'utf16le-bom';
  readonly always: boolean;
}

const dialects: fc.Arbitrary<Dialect> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  quote: fc.constant('"'),
  newline: fc.constantFrom('\n', '\r\n'),
  comma: fc.boolean(),
  encoding: fc.constantFrom('utf8', 'utf8-bom', 'utf16le-bom'),
  always: fc.boolean(),
});

type Row = readonly [id: number, level: number | null, text: string, flag: boolean];

const level = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((v) => Math.round(v * 1000) / 1000 + 0.5);

const rows: fc.Arbitrary<Row[]> = fc.array(
  fc.tuple(
    fc.integer({ min: -1_000_000, max: 1_000_000 }),
    fc.option(level, { nil: null }),
    // Text with everything a dialect can trip over; the letter keeps the column text.
    fc
      .string({ unit: fc.constantFrom('a', 'é', '手', ' ', ',', ';', '|', '\t', '"', '\n', "'", '\\', '0'), maxLength: 12 })
      .map((s) => `x${s}`),
    fc.boolean(),
  ),
  { minLength: 5, maxLength: 40 },
);

function write(table: readonly Row[], dialect: Dialect): Uint8Array {
  const { delimiter, quote, newline, always } = dialect;
  const number = (value: number) => (dialect.comma && delimiter !== ',' ? String(value).replace('.', ',') : String(value));
  const cell = (text: string) => {
    const wrapped = always || /^\s|\s$/.test(text) || [delimiter, quote, '\n', '\r'].some((special) => text.includes(special));
    return wrapped ? quote + text.replaceAll(quote, quote + quote) + quote : text;
  };
  const lines = [['id', 'level', 'text', 'flag'], ...table.map(([id, level, text, flag]) => [number(id), level === null ? '' : number(level), cell(text), String(flag)])]; // prettier-ignore
  const text = lines.map((cells) => cells.join(delimiter) + newline).join('');
  if (dialect.encoding === 'utf16le-bom') return new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
  return new TextEncoder().encode(dialect.encoding === 'utf8-bom' ? `\ufeff${text}` : text);
}

describe('text tables of any dialect', () => {
  it('come back as they were written, however the file is sliced', async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        dialects,
        fc.integer({ min: 1, max: 4096 }),
        fc.integer({ min: 1, max: 64 }),
        async (table, dialect, window, batch) => {
          const decoded = await decodeTable(csvDecoder, write(table, dialect), { window, batchRows: batch });
          expect(decoded.problems).toEqual([]);
          expect(decoded.specs.map(({ name }) => name)).toEqual(['id', 'level', 'text', 'flag']);
          const expected = table.map(([id, level, text, flag]) => [id, level, text, flag]);
          const found = decoded.rows.map(([id, level, text, flag]) => [Number(id), level === null ? null : Number(level), text, flag]);
          expect(found).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never crash, whatever the bytes are', async () => {
    const noise = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.string({ unit: fc.constantFrom(',', ';', '\n', '\r', '"', "'", '\\', 'a', '1', '.', '-', '\t', '\u0000', 'é', ' '), maxLength: 400 }).map((s) => new TextEncoder().encode(s)),
    ); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(noise, fc.integer({ min: 1, max: 64 }), async (bytes, window) => {
        csvDecoder.probe({ bytes, complete: true, file_name: 'x.csv' });
        const outcome = await decodeTable(csvDecoder, bytes, { window }).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toMatchObject({ name: 'WorkbenchError', code: 'UNREADABLE_FILE' });
      }),
      { numRuns: 1000 },
    );
  });
});
