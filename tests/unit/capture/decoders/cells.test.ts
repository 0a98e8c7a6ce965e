import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as cells from '../../../../src/capture/decoders/cells.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const whole = <T>(read: (bytes: Uint8Array, start: number, end: number) => T, text: string): T => {
  // Bytes around the cell must not matter.
  const bytes = encode(`9${text}9`);
  return read(bytes, 1, bytes.length - 1);
};
const double = (text: string, decimal = '.') => whole((b, s, e) => cells.readDouble(b, s, e, decimal.charCodeAt(0)), text);

describe('values from bytes', () => {
  it('reads decimal numbers exactly as the platform does', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        const text = String(value);
        expect(double(text)).toBe(Number(text));
        expect(double(text.replace('.', ','), ',')).toBe(Number(text));
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.nat(20), (digits, places) => {
        const text = `${digits}.${'0'.repeat(places)}7`;
        expect(double(text)).toBe(Number(text));
      }),
    );
  });

  it.each(['', '-', '+', '.', 'e5', '1e', '1e+', '1.2.3', '1,5', '0x10', '007', '00.5', '1 2', 'nan', '--1', '1e99999'])(
    '%j is no number',
    (text) => {
      expect(double(text)).toBeNaN();
    },
  );
  it.each([['.5', 0.5], ['5.', 5], ['-0.0', -0], ['+1e3', 1000], ['1588870827.012300', 1588870827.0123], ['inf', Infinity], ['-Infinity', -Infinity], ['1e-400', 0]])('%j is %d', (text, value) => {
    expect(double(text)).toBe(value);
  }); // prettier-ignore

  it('reads whole numbers up to 64 bits and nothing beyond', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }), (value) => {
        const fits = BigInt.asIntN(64, value) === value;
        expect(whole(cells.readBigInteger, String(value))).toBe(fits ? value : null);
        const small = String(value).replace('-', '').length <= 15;
        expect(whole(cells.readInteger, String(value))).toBe(small ? Number(value) : NaN);
      }),
    );
    expect(whole(cells.readInteger, '-0') + 0).toBe(0);
    for (const text of ['', '-', '01', '1.0', '1e3', ' 1']) expect(whole(cells.readInteger, text)).toBeNaN();
  });

  it('reads timestamps as the platform does, in every spelling', () => {
    const dates = fc.date({ min: new Date('1700-01-01T00:00:00Z'), max: new Date('2250-01-01T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, fc.integer({ min: -18 * 60, max: 18 * 60 }), (date, east) => {
        const micros = date.getTime() * 1000;
        expect(whole(cells.readTimestamp, date.toISOString())).toBe(micros);
        expect(whole(cells.readTimestamp, date.toISOString().replace('T', ' ').replace('Z', ''))).toBe(micros);
        const local = new Date(date.getTime() + east * 60_000).toISOString().slice(0, -1);
        const pad = (n: number) => String(n).padStart(2, '0');
        const offset = `${east < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(east) / 60))}:${pad(Math.abs(east) % 60)}`;
        expect(whole(cells.readTimestamp, local + offset)).toBe(micros);
        expect(whole(cells.readTimestamp, local + offset.replace(':', ''))).toBe(micros);
      }),
    );
    expect(whole(cells.readTimestamp, '2020-05-07 13:07:01.557969')).toBe(Date.UTC(2020, 4, 7, 13, 7, 1) * 1000 + 557_969);
    expect(whole(cells.readTimestamp, '2020-05-07T13:07:01,5579691234Z')).toBe(Date.UTC(2020, 4, 7, 13, 7, 1) * 1000 + 557_969);
    expect(whole(cells.readTimestamp, '2020-05-07 13:07')).toBe(Date.UTC(2020, 4, 7, 13, 7) * 1000);
    for (const text of ['2020-05-07', '2020-13-07 13:07:01', '2021-02-29T00:00:00Z', '2020-05-07 24:00:00', '2020-05-07 13:07:01 EDT', '2020-05-07x13:07:01', '2020-05-07 13:07:01.Z']) {
      expect(whole(cells.readTimestamp, text)).toBeNaN();
    } // prettier-ignore
  });

  it('knows zones, truth values, words for nothing and addresses', () => {
    expect(['2020-05-07 13:07:01', '2020-05-07T13:07:01Z', '2020-05-07T13:07+02:00'].map((t) => whole(cells.hasZone, t))).toEqual([
      false,
      true,
      true,
    ]);
    expect(['true', 'FALSE', 'yes', ''].map((t) => whole(cells.readBoolean, t))).toEqual([1, 0, -1, -1]);
    expect(['', 'NA', 'n/a', 'NaN', 'null', '-', 'none', '0', 'nothing'].map((t) => whole(cells.isNullWord, t))).toEqual([true, true, true, true, true, true, true, false, false]); // prettier-ignore
    expect(['aa:BB:0c:dd:ee:ff', 'aa-bb-cc-dd-ee-ff', 'aa:bb-cc:dd:ee:ff', 'ag:bb:cc:dd:ee:ff', 'aa:bb'].map((t) => whole(cells.isAddress, t))).toEqual([true, true, false, false, false]); // prettier-ignore
  });
});
