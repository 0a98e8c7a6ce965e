import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvDecoder } from '../../../../src/capture/decoders/csv.ts';
import type { TableReading } from '../../../../src/tables/reading.ts';
import { type ReferenceTable, referenceTable } from '../../../support/csv-reference.ts';
import { type DecodedTable, decodeTable } from '../../../support/decode-table.ts';

/** What trips a reader that sees its text in windows: quotes anywhere, both line ends, NUL, characters of one to four bytes. */
const unit = fc.constantFrom(
  'x',
  'y',
  'x',
  '"',
  '""',
  ',',
  ',',
  '\n',
  '\n',
  '\r\n',
  '\r',
  ' ',
  '\0',
  'é',
  '手',
  '😀',
  'xyz',
  ',x\n',
  '"x"',
);
const snippet = fc.string({ unit, maxLength: 30 });
/** Long pieces reach the limits at which the decoder stops sampling; the text has no column of numbers, so every cell stays as it is. */
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(snippet, fc.constant(1)) },
  { weight: 1, arbitrary: fc.tuple(snippet, fc.integer({ min: 2, max: 30 })) },
);
const longPiece = fc.tuple(
  fc.oneof(snippet, fc.constantFrom('x', 'x,y\n', 'x,"y"\n', '"', '\n', '\r\n')),
  fc.integer({ min: 1, max: 60_000 }),
);
/** Without blanks before quotes, which the decoder passes over and the reference does not. */
const textOf = (pieces: readonly (readonly [string, number])[]): string =>
  pieces
    .map(([text, times]) => text.repeat(times))
    .join('')
    .replaceAll(', "', ',"');

const READING = { encoding: 'utf-8', delimiter: ',', quote: '"', header: true, skip_lines: 0 } as const;

const problemsOf = (table: DecodedTable) => table.problems.map(({ record, code }) => [record, code]);

/** The first row that differs, rather than a hundred thousand that do not. */
function expectEqual(found: DecodedTable, expected: ReferenceTable): void {
  const at = found.rows.findIndex(
    (row, i) => row.length !== expected.rows[i]?.length || row.some((cell, c) => cell !== expected.rows[i]?.[c]),
  );
  expect([at, found.rows[at], found.rows.length]).toEqual([-1, undefined, expected.rows.length]);
  expect(problemsOf(found).slice(0, 20)).toEqual(expected.problems.slice(0, 20));
  expect(found.problems.length).toBe(expected.problems.length);
}

const encoded = (text: string, encoding: TableReading['encoding']): Uint8Array =>
  encoding === 'utf-16le' ? new Uint8Array(Buffer.from(text, 'utf16le')) : new TextEncoder().encode(text);

describe('a text table read in windows equals the text read as a whole', () => {
  it.each(['utf-8', 'utf-16le'] as const)('in %s, with any quotes and any division into windows', async (encoding) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 12 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        async (body, window, batchRows, sized) => {
          const text = `a,b\n${textOf(body)}`;
          const bytes = encoded(text, encoding);
          const options = { window, batchRows, size: sized ? bytes.length : null, reading: { ...READING, encoding } };
          expectEqual(
            await decodeTable(csvDecoder, bytes, options),
            referenceTable(text, { delimiter: ',', quote: '"', columns: 2, skip_lines: 1 }),
          );
        },
      ),
      { numRuns: 400 },
    );
  });

  it('when it is longer than what the decoder samples', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(longPiece, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 5_000, max: 300_000 }),
        fc.boolean(),
        fc.boolean(),
        async (body, window, sized, kernel) => {
          const text = `a,b\n${textOf(body)}`;
          const bytes = encoded(text, 'utf-8');
          const options = { window, size: sized ? bytes.length : null, kernel, reading: READING };
          expectEqual(
            await decodeTable(csvDecoder, bytes, options),
            referenceTable(text, { delimiter: ',', quote: '"', columns: 2, skip_lines: 1 }),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  it('when the layout is found and not given', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 1, max: 200 }), async (body, window) => {
        const text = `a,b\nx,y\n${textOf(body)}`;
        const found = await decodeTable(csvDecoder, text, { window, reading: { encoding: 'utf-8' } });
        const { skip_lines = 0, header, delimiter = '', quote } = found.reading ?? {};
        // Blanks before quotes and titles in quotes are read in ways that the reference does not know.
        fc.pre(
          quote === '"' &&
            !text.includes(`${delimiter} "`) &&
            !text
              .split('\n')
              .slice(0, skip_lines + 1)
              .join('')
              .includes('"'),
        );
        const above = skip_lines + (header === true ? 1 : 0);
        expectEqual(found, referenceTable(text, { delimiter, quote, columns: found.specs.length, skip_lines: above }));
      }),
      { numRuns: 400 },
    );
  });
});

describe('no line of a text table is lost silently', () => {
  const lines = 200_000;
  const body = 'x,y\n'.repeat(lines);

  it.each([
    ['in the first row', `a,b\n1,"${body}`, 1],
    ['in a late row', `a,b\n${body}1,"${body}`, 1 + lines],
    ['below a title', `A title\n\na,b\nx,y\n1,"${body}`, 2],
  ])('behind a quote that is opened %s and never closed', async (_, text, read) => {
    const table = await decodeTable(csvDecoder, text);
    expect(table.problems.map(({ code }) => code)).toEqual(['UNCLOSED_QUOTE']);
    // The line with the quote is reported; the first line of the body is part of it.
    expect(table.rows.length).toBe(read - 1 + lines - 1);
  });

  it('behind a header that is not valid in the encoding that was named', async () => {
    const bytes = new Uint8Array([...Buffer.from('a\xe9\xe9\xe9\xe9,b\n', 'latin1'), ...Buffer.from('x,y\n'.repeat(3))]);
    const table = await decodeTable(csvDecoder, bytes, { reading: { encoding: 'utf-8' } });
    expect(table.rows).toEqual(Array.from({ length: 3 }, () => ['x', 'y']));
  });

  it('behind two byte order marks', async () => {
    const table = await decodeTable(csvDecoder, '\ufeff\ufeffa,b\nx,y\n');
    expect([table.specs.map(({ name }) => name), table.rows]).toEqual([['a', 'b'], [['x', 'y']]]);
  });

  it.each([1 << 20, 3_000_001, 20_000_000])('around rows of more than 8 MiB, in windows of %i bytes', async (window) => {
    const most = 8 * 1024 * 1024;
    const rows = [
      `x,${'y'.repeat(most - 2)}`,
      `x,${'y'.repeat(most - 1)}`,
      `x,"${'y'.repeat(most - 4)}"`,
      `x,"${'y'.repeat(most - 3)}"`,
      `x,"\n${'y'.repeat(most)}"`,
      'x,y',
    ];
    const table = await decodeTable(csvDecoder, `a,b\n${rows.join('\n')}\n`, { window, size: null, reading: READING });
    expect(problemsOf(table)).toEqual([
      [3, 'ROW_TOO_LONG'],
      [5, 'UNCLOSED_QUOTE'],
      [6, 'UNCLOSED_QUOTE'],
      [7, 'ROW_TOO_LONG'],
    ]);
    expect(table.rows.slice(0, 2).map(([, text]) => (text as string).length)).toEqual([most - 2, most - 4]);
    expect(table.rows.at(-1)).toEqual(['x', 'y']);
  });
});
