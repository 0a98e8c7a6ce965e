import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parquetDecoder } from '../../../../src/capture/decoders/parquet.ts';
import { csvDecoder } from '../../../../src/capture/decoders/csv.ts';
import { jsonDecoder } from '../../../../src/capture/decoders/json.ts';
import { zoneToUtc } from '../../../../src/capture/decoders/time-zone.ts';
import { readCivil } from '../../../../src/capture/decoders/civil-time.ts';
import { decodeTable } from '../../../support/decode-table.ts';

/** Timestamps read back in ms. */
const at = (text: string): number => Date.parse(text);
const column = (table: Awaited<ReturnType<typeof decodeTable>>, name: string): unknown[] => {
  const index = table.specs.findIndex((spec) => spec.name === name);
  return table.rows.map((row) => row[index]);
};
const codes = (table: Awaited<ReturnType<typeof decodeTable>>): string[] => table.warnings.map(({ code }) => code);

describe('what was guessed of a text table', () => {
  it('is told with its rows', async () => {
    const text = 'Sniffer 3\n\nt;addr;rssi\n7.5.2020 13:00:00,5;AA:BB:CC:DD:EE:01;-60\n7.5.2020 13:00:01,5;AA:BB:CC:DD:EE:02;-61\n';
    const table = await decodeTable(csvDecoder, text);
    expect(table.reading).toEqual({
      encoding: 'utf-8',
      delimiter: ';',
      quote: '"',
      decimal: '.',
      skip_lines: 2,
      header: true,
      time_column: 't',
      time_form: 'dmy',
      zone: 'UTC',
      address_columns: ['addr'],
      rssi_column: 'rssi',
    });
    expect(column(table, 't')).toEqual([at('2020-05-07T13:00:00.500Z'), at('2020-05-07T13:00:01.500Z')]);
    expect(codes(table)).toEqual(['METADATA_ROWS', 'NO_ZONE']);
  });

  it.each([
    ['a day above 12', '05/07/2020,05/13/2020', 'mdy', []],
    ['a day above 12 in front', '05/07/2020,13/07/2020', 'dmy', []],
    ['dots', '05.07.2020,06.07.2020', 'dmy', []],
    ['rows in order', '01/05/2020,02/05/2020,01/06/2020', 'dmy', ['DATE_ORDER']],
    ['rows in order, the other way', '05/01/2020,05/02/2020,06/01/2020', 'mdy', ['DATE_ORDER']],
    ['nothing at all', '05/07/2020,05/07/2020', 'dmy', ['DATE_ORDER']],
  ])('order of day and month: %s decides', async (_, dates, form, warnings) => {
    const rows = dates.split(',').map((date) => `${date} 10:00,1`);
    const table = await decodeTable(csvDecoder, `time,v\n${rows.join('\n')}\n`);
    expect(table.reading?.time_form).toBe(form);
    expect(codes(table).filter((code) => code !== 'NO_ZONE')).toEqual(warnings);
    const days = await decodeTable(csvDecoder, `date,v\n${dates.split(',').map((date) => `${date},1`).join('\n')}\n`); // prettier-ignore
    expect(days.specs[0]?.type).toBe('DATE');
  });

  it('reads half days, short years and seconds that are missing', async () => {
    const table = await decodeTable(csvDecoder, 'time,v\n5/13/20 1:05 PM,1\n5/13/20 12:00:30.25 AM,2\n5/14/20 12:01 pm,3\n');
    expect(column(table, 'time')).toEqual([at('2020-05-13T13:05:00Z'), at('2020-05-13T00:00:30.250Z'), at('2020-05-14T12:01:00Z')]);
  });

  it('a value that is no time in the order found becomes NULL and a problem', async () => {
    const rows = Array.from({ length: 150_000 }, (_, i) => `13/05/2020 10:00,${String(i)}`);
    rows[140_000] = '05/13/2020 10:00,x';
    const table = await decodeTable(csvDecoder, `time,v\n${rows.join('\n')}\n`, { size: null });
    expect(table.problems.map(({ code, record }) => [code, record])).toEqual([
      ['BAD_VALUE', 140_002],
      ['BAD_VALUE', 140_002],
    ]);
  });
});

describe('what a person says of a text table', () => {
  it('goes before what would be guessed', async () => {
    const text = "# note\na|b|c\n'x|y'|1,5|05/07/2020 10:00\n'z'|2,5|06/07/2020 10:00\n";
    const table = await decodeTable(csvDecoder, text, {
      reading: {
        delimiter: '|',
        quote: "'",
        decimal: ',',
        skip_lines: 1,
        header: true,
        time_column: 'c',
        time_form: 'mdy',
        zone: '+02:00',
      },
    });
    expect(table.specs.map(({ name, type }) => `${name}:${type}`)).toEqual(['a:VARCHAR', 'b:DOUBLE', 'c:TIMESTAMP']);
    expect(table.rows).toEqual([
      ['x|y', 1.5, at('2020-05-07T08:00:00Z')],
      ['z', 2.5, at('2020-06-07T08:00:00Z')],
    ]);
    expect(table.reading).toMatchObject({ time_form: 'mdy', zone: '+02:00' });
    expect(codes(table)).toEqual(['METADATA_ROWS']);
  });

  it('no quotes, no header, another encoding', async () => {
    const bytes = new Uint8Array(Buffer.from('"a,Zoë\nb",Ünal\n', 'latin1'));
    const table = await decodeTable(csvDecoder, bytes, { reading: { quote: 'none', header: false, encoding: 'windows-1252' } });
    expect(table.rows).toEqual([['"a', 'Zoë'], ['b"', 'Ünal']]); // prettier-ignore
    expect(codes(table)).toEqual([]);
  });

  it.each([
    ['epoch_s', '1588856821', 's', 'epoch', 1_588_856_821_000_000n],
    ['epoch_ms', '1588856821000', 'ms', 'epoch', 1_588_856_821_000_000n],
    ['epoch_us', '1588856821000000', 'us', 'epoch', 1_588_856_821_000_000n],
    ['epoch_ns', '1588856821000000000', 'ns', 'epoch', 1_588_856_821_000_000n],
    ['elapsed_ms', '1500', 'ms', 'relative', 1_500_000n],
  ] as const)('numbers as %s', async (form, value, unit, base, start) => {
    const table = await decodeTable(csvDecoder, `n,v\n${value},1\n${value},2\n`, {
      reading: { time_column: 'n', time_form: form },
    });
    expect(table.specs[0]).toMatchObject({ role: 'time', unit });
    expect(table.end).toMatchObject({ time_base: base, time_range_us: { start, end: start } });
  });

  it('columns for addresses and RSSI, or none', async () => {
    const text = 'x,y,rssi\n112233445566,AA:BB:CC:DD:EE:FF,-60\n112233445577,AA:BB:CC:DD:EE:FF,-61\n';
    const table = await decodeTable(csvDecoder, text, { reading: { address_columns: ['x'], rssi_column: null, time_column: null } });
    expect(table.specs.map(({ type, role }) => [type, role])).toEqual([['VARCHAR', 'address'], ['VARCHAR', undefined], ['BIGINT', undefined]]); // prettier-ignore
    expect(column(table, 'x')).toEqual(['112233445566', '112233445577']);
  });

  it.each([
    [{ time_column: 'nope' }, /expected the name of a column \("t", "v"\), found "nope"/],
    [{ address_columns: ['\u202ev'] }, /expected the name of a column/],
    [{ zone: 'Atlantis/Capital' }, /expected a time zone .* found "Atlantis\/Capital"/],
    [{ time_column: 'v' }, /expected times in column "v", found VARCHAR/],
    [{ skip_lines: 99 }, /found no row/],
  ])('is refused with one clear error where it does not fit: %j', async (reading, message) => {
    await expect(decodeTable(csvDecoder, 't,v\n1,x\n2,y\n', { reading })).rejects.toThrow(message);
  });

  it('holds for JSON and Parquet too', async () => {
    const json = await decodeTable(jsonDecoder, '[{"t":"07.05.2020 13:00","a":1},{"t":"08.05.2020 13:00","a":2}]', {
      reading: { zone: 'America/New_York' },
    });
    expect(column(json, 't')).toEqual([at('2020-05-07T17:00:00Z'), at('2020-05-08T17:00:00Z')]);
    const bytes = new Uint8Array(readFileSync('tests/fixtures/tables/types-snappy.parquet'));
    const plain = await decodeTable(parquetDecoder, bytes);
    const times = plain.specs.filter(({ type }) => type === 'TIMESTAMP').map(({ name }) => name);
    const moved = await decodeTable(parquetDecoder, bytes, { reading: { zone: '+01:00' } });
    const local = /column (.*)\)/.exec(plain.warnings.find(({ code }) => code === 'NO_ZONE')?.message ?? '')?.[1]?.split(', ') ?? [];
    for (const name of times) {
      const shift = local.includes(name) ? 3_600_000 : 0;
      const expected = column(plain, name).map((value) => (typeof value === 'number' ? value - shift : value));
      expect(column(moved, name)).toEqual(expected);
    }
    expect(local.length).toBeGreaterThan(0);
  });
});

describe('zones', () => {
  it.each([
    ['UTC', '2020-05-07T13:00:00Z', '2020-05-07T13:00:00Z'],
    ['-05:30', '2020-05-07T13:00:00Z', '2020-05-07T18:30:00Z'],
    ['Europe/Berlin', '2020-01-07T13:00:00Z', '2020-01-07T12:00:00Z'],
    ['Europe/Berlin', '2020-05-07T13:00:00Z', '2020-05-07T11:00:00Z'],
    // Put back at 03:00: of the two moments the first.
    ['Europe/Berlin', '2020-10-25T02:30:00Z', '2020-10-25T00:30:00Z'],
    // Put forward at 02:00: a time that never was.
    ['Europe/Berlin', '2020-03-29T02:30:00Z', '2020-03-29T01:30:00Z'],
    ['Asia/Kolkata', '2020-05-07T13:00:00Z', '2020-05-07T07:30:00Z'],
  ])('%s', (zone, wall, utc) => {
    expect(zoneToUtc(zone)?.(Date.parse(wall) * 1000)).toBe(Date.parse(utc) * 1000);
  });

  it('knows no other', () => {
    for (const zone of ['', 'nowhere', '+25:00', '+01:70', '<b>']) expect(zoneToUtc(zone)).toBeNull();
  });
});

it('any date reads back from the way people write it', () => {
  const day = fc.date({ min: new Date('1971-01-01'), max: new Date('2068-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(day, fc.constantFrom('.', '/', '-'), fc.boolean(), (date, separator, monthFirst) => {
      const parts = [date.getUTCDate(), date.getUTCMonth() + 1];
      if (monthFirst) parts.reverse();
      const clock = date.toISOString().slice(11, 23);
      const bytes = new TextEncoder().encode(`${[...parts, date.getUTCFullYear()].join(separator)} ${clock}`);
      expect(readCivil(bytes, 0, bytes.length, monthFirst)).toBe(date.getTime() * 1000);
    }),
  );
});
