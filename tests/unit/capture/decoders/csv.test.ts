import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { csvDecoder } from '../../../../src/capture/decoders/csv.ts';
import { MAX_COLUMNS } from '../../../../src/capture/decoders/table-summary.ts';
import { decodeTable } from '../../../support/decode-table.ts';

const types = (table: Awaited<ReturnType<typeof decodeTable>>) => Object.fromEntries(table.specs.map((s) => [s.name, s.type]));
const codes = (list: readonly { code: string }[]) => list.map(({ code }) => code);

describe('text tables', () => {
  it('types columns, keeps NULL and text apart, and finds the time', async () => {
    const table = await decodeTable(
      csvDecoder,
      'ts,addr,RSSI,ok,note,channel\n' +
        '2020-05-07T13:07:01.5Z,aa:bb:cc:dd:ee:ff,-58,true,"a, ""b""",37\n' +
        '2020-05-07T13:07:02Z,aa:bb:cc:dd:ee:00,-60.5,FALSE,"",39\n' +
        '2020-05-07T13:07:03+02:00,aa:bb:cc:dd:ee:ff,NA,,"two\nlines",37\n',
    );
    expect(types(table)).toEqual({ ts: 'TIMESTAMP', addr: 'VARCHAR', RSSI: 'DOUBLE', ok: 'BOOLEAN', note: 'VARCHAR', channel: 'BIGINT' });
    expect(table.rows.map((row) => row.slice(1))).toEqual([
      ['aa:bb:cc:dd:ee:ff', -58, true, 'a, "b"', 37n],
      ['aa:bb:cc:dd:ee:00', -60.5, false, '', 39n],
      ['aa:bb:cc:dd:ee:ff', null, null, 'two\nlines', 37n],
    ]);
    expect(table.specs.map((s) => s.role)).toEqual(['time', 'address', 'rssi', undefined, undefined, 'channel']);
    expect(table.end).toEqual({
      records: { read: 3, rows: 3, with_rows: 3, reported: 0, other: {} },
      link_types: [], channels: ['37', '39'], sensors: [], time_base: 'epoch',
      time_range_us: { start: BigInt(Date.UTC(2020, 4, 7, 11, 7, 3)) * 1000n, end: BigInt(Date.UTC(2020, 4, 7, 13, 7, 2)) * 1000n },
    }); // prettier-ignore
    expect(table.problems).toEqual([]);
    expect(table.warnings).toEqual([]);
  });

  it.each([
    ['semicolons with decimal commas', 'a;b\n1,5;x\n2,25;y\n', [[1.5, 'x'], [2.25, 'y']]],
    ['tabs', 'a\tb\n1\tx y\n2\tz, w\n', [[1n, 'x y'], [2n, 'z, w']]],
    ['pipes', 'a|b\n1|x\n2|y\n', [[1n, 'x'], [2n, 'y']]],
    ['single quotes', "a,b\n1,'x, y'\n2,'z'\n", [[1n, 'x, y'], [2n, 'z']]],
    ['the other quote inside a cell whose own is doubled', 'a;b\n1;"x;\'""\'\n"\n2;x\n3;x\n', [[1n, 'x;\'"\'\n'], [2n, 'x'], [3n, 'x']]],
    ['blanks before quotes', 'a, b\n1, "x, y"\n2, "z"\n', [[1n, 'x, y'], [2n, 'z']]],
    ['backslash escapes', 'a,b\n1,"x \\"y\\", z"\n2,"w"\n', [[1n, 'x "y", z'], [2n, 'w']]],
    ['CR LF', 'a,b\r\n1,x\r\n2,\r\n', [[1n, 'x'], [2n, null]]],
    ['CR alone', 'a,b\r1,x\r2,y\r', [[1n, 'x'], [2n, 'y']]],
    ['no line end at the end', 'a,b\n1,x\n2,y', [[1n, 'x'], [2n, 'y']]],
    ['a spreadsheet hint', 'sep=;\na;b\n1;x,x\n2;y,y\n', [[1n, 'x,x'], [2n, 'y,y']]],
    ['codes with leading zeros', 'a,b\n1,007\n2,010\n', [[1n, '007'], [2n, '010']]],
    ['64-bit integers', 'a,b\n1588870827007297001,-9223372036854775808\n2,3\n', [[1588870827007297001n, -9223372036854775808n], [2n, 3n]]],
    ['dates', 'd,b\n2020-02-29,x\n1969-12-31,y\n', [[18321, 'x'], [-1, 'y']]],
    ['blank lines', 'a,b\n\n1,x\n\n\n2,y\n\n', [[1n, 'x'], [2n, 'y']]],
  ])('reads %s', async (_, text, rows) => {
    const table = await decodeTable(csvDecoder, text);
    const dates = table.specs[0]!.type === 'DATE';
    const found = dates ? table.rows.map(([day, ...rest]) => [Number(day) / 86_400_000, ...rest]) : table.rows;
    expect(found).toEqual(rows);
    expect(table.problems).toEqual([]);
  }); // prettier-ignore

  it('keeps metadata rows out of the table and shows them', async () => {
    const table = await decodeTable(csvDecoder, 'Device;Sniffer 3\nPlace;Room 1\n\nt;v;w\n1,5;2;3\n2,5;3;4\n3,5;4;5\n');
    expect(table.specs.map((s) => s.name)).toEqual(['t', 'v', 'w']);
    expect(table.rows).toHaveLength(3);
    expect(table.warnings).toEqual([{ code: 'METADATA_ROWS', message: '2 rows above the table were kept out of it: Device Sniffer 3; Place Room 1' }]); // prettier-ignore
  });

  it('reports ragged rows, wrong quotes and wrong values with line and offset, and loses nothing silently', async () => {
    const text = 'a,b,c\n1,2,3\n4,5\n6,7,8,9\n10,"x" y,11\n12,13,14,\n15,16,17\n';
    const table = await decodeTable(csvDecoder, text);
    expect(table.rows).toEqual([[1n, 2n, 3n], [4n, 5n, null], [12n, 13n, 14n], [15n, 16n, 17n]]); // prettier-ignore
    expect(table.problems.map(({ code, record, offset }) => [code, record, text.slice(offset, text.indexOf('\n', offset))])).toEqual([
      ['TOO_FEW_CELLS', 3, '4,5'],
      ['TOO_MANY_CELLS', 4, '6,7,8,9'],
      ['BAD_QUOTE', 5, '10,"x" y,11'],
    ]);
    expect(table.problems[1]!.message).toBe('line 4: expected 3 cells, found 4; the row was not loaded');
  });

  it('an unclosed quote costs one line, not the file', async () => {
    const table = await decodeTable(csvDecoder, 'a,b\n1,x\n2,"y\n3,z\n4,w\n');
    expect(table.rows.map(([a]) => a)).toEqual([1n, 3n, 4n]);
    expect(table.problems).toMatchObject([{ code: 'UNCLOSED_QUOTE', record: 3, offset: 8 }]);
  });

  it('a late value of another type becomes NULL and a problem', async () => {
    const lines = Array.from({ length: 150_000 }, (_, i) => `${i},${i === 140_000 ? 'oops' : -i},x`);
    const table = await decodeTable(csvDecoder, `a,b,c\n${lines.join('\n')}\n`, { size: null });
    expect(types(table)).toEqual({ a: 'BIGINT', b: 'BIGINT', c: 'VARCHAR' });
    expect(table.rows).toHaveLength(150_000);
    expect(table.rows[140_000]).toEqual([140_000n, null, 'x']);
    expect(table.problems).toMatchObject([{ code: 'BAD_VALUE', record: 140_002, message: 'line 140002: column b: expected BIGINT, found "oops"; the cell is NULL' }]); // prettier-ignore
  });

  it.each([
    ['UTF-8 with mark', Uint8Array.of(0xef, 0xbb, 0xbf, ...new TextEncoder().encode('a,b\n1,é\n')), 'é', []],
    ['UTF-16 LE with mark', Uint8Array.of(0xff, 0xfe, ...new Uint8Array(Buffer.from('a,b\n1,é手\n', 'utf16le'))), 'é手', []],
    ['UTF-16 BE with mark', Uint8Array.of(0xfe, 0xff, ...new Uint8Array(Buffer.from('a,b\n1,é手\n', 'utf16le').swap16())), 'é手', []],
    ['UTF-16 LE without', new Uint8Array(Buffer.from('a,b\n1,name\n2,other\n', 'utf16le')), 'name', ['ENCODING_ASSUMED']],
    ['latin-1', new Uint8Array(Buffer.from('a,b\n1,Zoë\n', 'latin1')), 'Zoë', ['ENCODING_ASSUMED']],
  ])('reads %s', async (_, bytes, text, warnings) => {
    const table = await decodeTable(csvDecoder, bytes, { window: 7 });
    expect(table.specs.map((s) => s.name)).toEqual(['a', 'b']);
    expect(table.rows[0]).toEqual([1n, text]);
    expect(codes(table.warnings)).toEqual(warnings);
  });

  it('gives offsets in the file, whatever its encoding', async () => {
    const bytes = Uint8Array.of(0xff, 0xfe, ...new Uint8Array(Buffer.from('a,b\n1,é\n2\n3,x\n', 'utf16le')));
    const table = await decodeTable(csvDecoder, bytes, { window: 5 });
    expect(table.problems).toMatchObject([{ code: 'TOO_FEW_CELLS', offset: 2 + 2 * 8, record: 3 }]);
  });

  it('opens a table that is only a header, and says so', async () => {
    const table = await decodeTable(csvDecoder, 'time,address,rssi\n');
    expect(table.specs.map((s) => s.name)).toEqual(['time', 'address', 'rssi']);
    expect(table.rows).toEqual([]);
    expect(codes(table.warnings)).toEqual(['NO_ROWS']);
    expect(table.end.time_range_us).toBeNull();
  });

  it('makes names safe and unique', async () => {
    const table = await decodeTable(csvDecoder, 'a,A,,"x""y","ev\u202eil"\n1,2,3,4,5\n');
    expect(table.specs.map((s) => s.name)).toEqual(['a', 'A_2', 'column_3', 'x_y', 'ev_il']);
  });

  it('local times are read as UTC, with a warning, unless another column knows better', async () => {
    const local = await decodeTable(csvDecoder, 'when,v\n2020-05-07 13:00:00,1\n2020-05-07 13:00:01,2\n');
    expect(local.end.time_range_us?.start).toBe(BigInt(Date.UTC(2020, 4, 7, 13)) * 1000n);
    expect(codes(local.warnings)).toEqual(['NO_ZONE']);
    const both = await decodeTable(csvDecoder, 'when,epoch_ms\n2020-05-07 13:00:00,1588870800000\n2020-05-07 13:00:01,1588870801000\n');
    expect(both.specs.map((s) => [s.role, s.unit])).toEqual([[undefined, undefined], ['time', 'ms']]); // prettier-ignore
    expect(both.end.time_range_us?.start).toBe(1588870800000000n);
  });

  it('bounds columns and lines', async () => {
    const wide = `${'a,'.repeat(99_999)}a\n`;
    await expect(decodeTable(csvDecoder, wide)).rejects.toThrow(`at most ${MAX_COLUMNS} columns, found 100000`);
    await expect(decodeTable(csvDecoder, 'a,'.repeat(1_000_000))).rejects.toThrow(/at most 4096 columns|no line end in the first 256 KiB/);
    const long = await decodeTable(csvDecoder, `a,b\n1,x\n2,${'y'.repeat(20_000_000)}\n3,z\n`, { size: null });
    expect(long.rows.map(([a]) => a)).toEqual([1n, 3n]);
    expect(long.problems).toMatchObject([{ code: 'ROW_TOO_LONG', record: 3, offset: 8 }]);
  });

  it('does not take prose, markup or binaries for tables', () => {
    const look = (text: string, name = 'x.pcap') =>
      csvDecoder.probe({ bytes: new TextEncoder().encode(text), complete: true, file_name: name });
    expect(look('this is not a capture, sorry\n')).toBeNull();
    expect(look('One line.\nAnother, longer line, with commas.\nThird\n')).toBeNull();
    expect(look('\u0000\u0001\u0002,\u0003\n\u0004,\u0005\n')).toBeNull();
    expect(look('')).toBeNull();
    expect(look('a,b\n1,2\n3,4\n')).toEqual({ confidence: 0.5, format: 'csv' });
    expect(look('a\tb\n1\t2\n', 'x.tsv')).toEqual({ confidence: 0.7, format: 'tsv' });
  });
});

const data = process.env['WORKBENCH_DATA'];
describe.runIf(data !== undefined && data !== '')('the dissections that came with the recordings', () => {
  const folders = [
    'pact/iphone-11-1',
    'pact/samsung-galaxy-s10',
    'pact/samsung-galaxy-s7-1',
    'mitll/anechoic-nrf52',
    'mitll/screen-room-nrf52',
  ];
  const files = folders.flatMap((folder) => {
    if (data === undefined || data === '') return [];
    const path = join(data, 'captures', folder);
    return readdirSync(path).filter((name) => name.endsWith('.csv')).map((name) => join(path, name)); // prettier-ignore
  });
  it.each(files)('%s loads every line as a row or says why not', async (file) => {
    const bytes = new Uint8Array(readFileSync(file));
    const lines = new TextDecoder().decode(bytes).split('\n').filter((line) => line.trim() !== ''); // prettier-ignore
    const table = await decodeTable(csvDecoder, bytes, { fileName: file });
    const above = Number(/^(\d+) rows/.exec(table.warnings.find(({ code }) => code === 'METADATA_ROWS')?.message ?? '0 rows')![1]);
    const header = table.warnings.some(({ code }) => code === 'NO_HEADER') ? 0 : 1;
    const rowKept = new Set(['BAD_VALUE', 'BAD_ENCODING', 'TOO_FEW_CELLS']);
    const lost = table.problems.filter(({ code }) => !rowKept.has(code));
    expect(table.rows.length + above + header + lost.length).toBe(lines.length);
    expect(table.specs.map((s) => s.role)).toContain('address');
    expect(table.end.time_range_us).not.toBeNull();
    expect(table.end.time_base).toBe(file.includes('pact') ? 'epoch' : 'relative');
  });
});
