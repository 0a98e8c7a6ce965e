import { describe, expect, it, test } from 'vitest';
import { checkFilter } from '../../../src/selection/check.ts';
import { parseFilter } from '../../../src/selection/parse.ts';
import type { CaptureInfo, ColumnInfo } from '../../../src/tables/captures.ts';
import { bleCapture, tableCapture } from './support.ts';

const ble = bleCapture('lab');
const columns: readonly ColumnInfo[] = [
  { name: 'n', type: 'INTEGER' },
  { name: 'f', type: 'DOUBLE' },
  { name: 's', type: 'VARCHAR' },
  { name: 'id', type: 'UUID' },
  { name: 'b', type: 'BOOLEAN' },
  { name: 'at', type: 'TIMESTAMP' },
  { name: 'day', type: 'DATE' },
  { name: 'clock', type: 'TIME' },
  { name: 'raw', type: 'BLOB' },
  { name: 'raw2', type: 'BLOB' },
];
const table = tableCapture('t', [], { columns });

function check(text: string, captures: readonly CaptureInfo[] = [table]) {
  const parsed = parseFilter(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return checkFilter(parsed.value, captures);
}

const messages = (text: string, captures?: readonly CaptureInfo[]) => check(text, captures).faults.map(({ message }) => message);

test.each([
  ['n = f', []],
  ['s = id', []],
  ['at > day', []],
  ['n = s', ['n holds numbers (INTEGER) and s holds text (VARCHAR) cannot be compared']],
  ['b = at', ['b holds TRUE or FALSE (BOOLEAN) and at holds times (TIMESTAMP) cannot be compared']],
  ['raw = raw2', ['raw holds bytes or lists (BLOB) and raw2 holds bytes or lists (BLOB) cannot be compared']],
  ["raw = 'x'", ['raw holds bytes or lists (BLOB), which can only be tested with IS NULL and IS NOT NULL']],
  ['raw IS NULL AND raw2 IS NOT NULL', []],
  ["n = '37'", [`n holds numbers (INTEGER) but is compared with the text "'37'"; write 37`]],
  ["n = ' -3.5 '", [`n holds numbers (INTEGER) but is compared with the text "' -3.5 '"; write -3.5`]],
  ["n = '3x'", [`n holds numbers (INTEGER) but is compared with the text "'3x'"`]],
  ["n = 'x3'", [`n holds numbers (INTEGER) but is compared with the text "'x3'"`]],
  ["n = '3.'", [`n holds numbers (INTEGER) but is compared with the text "'3.'"`]],
  ["n = '-3.55'", [`n holds numbers (INTEGER) but is compared with the text "'-3.55'"; write -3.55`]],
  ['n = TRUE', ['n holds numbers (INTEGER) but is compared with the boolean "TRUE"']],
  ['s = 5', [`s holds text (VARCHAR) but is compared with the number "5"; write '5'`]],
  ['s = FALSE', ['s holds text (VARCHAR) but is compared with the boolean "FALSE"']],
  ["b = '1'", [`b holds TRUE or FALSE (BOOLEAN) but is compared with the text "'1'"`]],
  ['at > 5', [`at holds times (TIMESTAMP) but is compared with "5"; write a text like '2026-04-03 08:30:00'`]],
  ["day > 'x'", [`day holds times (DATE) but is compared with "'x'"; write a text like '2026-04-03 08:30:00'`]],
  ["clock > '2026-04-03'", [`clock holds times (TIME) but is compared with "'2026-04-03'"; write a text like '08:30:00'`]],
  ["s LIKE 'a%' AND id LIKE 'a%'", []],
  ["n LIKE 'a%'", ['LIKE compares text, and n holds numbers (INTEGER)']],
  ['b', []],
  ['s', ['only a BOOLEAN column is a condition by itself, and s holds text (VARCHAR)']],
  ['NOT n = TRUE OR n IN (1, TRUE)', [expect.stringContaining('n holds numbers'), expect.stringContaining('n holds numbers')]],
  ['5 < n AND n BETWEEN 1 AND 2', []],
])('what %s says of its columns', (text, expected) => {
  expect(messages(text)).toEqual(expected);
});

test.each([
  "at = '2024-04-03'",
  "at = '2024-02-29 23:59'",
  "at = '2024-04-03T08:30:59.123456Z'",
  "at = '2024-12-31 00:00:00.1'",
  "day = '0001-01-01'",
  "clock = '00:00'",
  "clock = '19:09:59'",
  "clock = '23:59:59.999999'",
])('%s names a time', (text) => {
  expect(messages(text)).toEqual([]);
});

test.each([
  "at = '2023-02-29'",
  "at = '2024-13-01'",
  "at = '2024-00-10'",
  "at = '2024-04-31'",
  "at = '0000-01-01'",
  "at = '2024-04-03 24:00'",
  "at = '2024-04-03 8:30'",
  "at = '2024-04-03 08:60'",
  "at = '2024-04-03 08:30:60'",
  "at = '2024-04-03 08:30:00.1234567'",
  "at = '2024-04-03 08:30:00.'",
  "at = '2024-04-03Z'",
  "at = 'x2024-04-03'",
  "at = '2024-04-03x'",
  "at = '24-04-03'",
  "at = '2024-4-03'",
  "at = '2024-04-3'",
  "at = '08:30:00'",
  "clock = '08:30Z'",
  "clock = 'x08:30'",
  "clock = '08:30x'",
  "clock = '24:00'",
  "clock = '3:00'",
])('%s names no time', (text) => {
  expect(messages(text)).toHaveLength(1);
});

describe('a column whose texts have one spelling', () => {
  it('rejects other spellings in comparisons for equality', () => {
    for (const text of ["adv_type = 'ADVIND'", "adv_type != 'ADVIND'", "adv_type IN ('ADV_IND', 'ADVIND')", "'ADVIND' = adv_type"]) {
      const [fault, ...others] = check(text, [ble]).faults;
      expect([text, others]).toEqual([text, []]);
      expect(fault?.message).toMatch(/^adv_type holds ADV_IND, .* but is compared with "ADVIND"$/);
      expect(fault?.message.split(', ')).toHaveLength(8);
      expect(fault?.allowed?.[0]).toBe('ADV_IND');
      expect(fault?.at).toBe(text.indexOf("'ADVIND'"));
    }
  });

  it('can be compared by order and by pattern with any text', () => {
    for (const text of ["adv_type > 'ADVIND'", "adv_type BETWEEN 'A' AND 'B'", "adv_type LIKE 'ADVIND'", "phy = '1M'"])
      expect([text, messages(text, [ble])]).toEqual([text, []]);
  });

  it('contains addresses in one form, and no address is suggested', () => {
    const [fault] = check("advertiser_addr = 'aa:bb:cc:dd:ee:ff'", [ble]).faults;
    expect(fault).toStrictEqual({
      at: 18,
      message: `advertiser_addr holds addresses like 'AA:BB:CC:DD:EE:FF' but is compared with "aa:bb:cc:dd:ee:ff"`,
    });
    expect(messages("advertiser_addr = 'AA:BB:CC:DD:EE:FF'", [ble])).toEqual([]);
  });

  it('rejects a number, like every text column', () => {
    expect(messages('adv_type = 3', [ble])).toEqual([`adv_type holds text (VARCHAR) but is compared with the number "3"; write '3'`]);
  });
});

describe('several captures', () => {
  const numbers = tableCapture('numbers', [{ name: 'x', type: 'INTEGER' }]);
  const texts = tableCapture('texts', [
    { name: 'X', type: 'VARCHAR' },
    { name: 'y', type: 'INTEGER' },
  ]);
  const both = [numbers, texts];

  it('are all checked, and the fault names the first that does not match', () => {
    expect(messages('x = 1', both)).toEqual([`X holds text (VARCHAR) but is compared with the number "1"; write '1' (capture texts)`]);
    expect(messages("x = 'a'", both)).toEqual([`x holds numbers (INTEGER) but is compared with the text "'a'" (capture numbers)`]);
    expect(messages("x LIKE 'a'", both)).toEqual(['LIKE compares text, and x holds numbers (INTEGER) (capture numbers)']);
    expect(messages('x = y', both)).toEqual(['X holds text (VARCHAR) and y holds numbers (INTEGER) cannot be compared (capture texts)']);
  });

  it('are listed if they lack a column that another one has', () => {
    const { faults, missing } = check('y > 1 AND x IS NULL', both);
    expect(faults).toEqual([]);
    expect([...missing]).toEqual([['y', ['numbers']]]);
  });

  it('have the types of two columns compared only if one of them has both', () => {
    const other = tableCapture('other', [{ name: 'z', type: 'VARCHAR' }]);
    expect(messages('y = z', [texts, other])).toEqual([]);
  });
});

describe('columns that do not exist', () => {
  it('are rejected in every predicate, with a list of those that exist', () => {
    for (const text of [
      'nn = 1',
      '1 = nn',
      'nn IN (1)',
      'nn BETWEEN 1 AND 2',
      "nn LIKE 'a'",
      'nn IS NULL',
      'nn',
      'NOT nn',
      'nn = n',
      'n = nn',
    ])
      expect([text, check(text).faults]).toEqual([
        text,
        [
          {
            at: text.lastIndexOf('nn'),
            message: 'there is no column "nn"; did you mean n?',
            allowed: expect.arrayContaining(['n', 'raw']) as string[],
          },
        ],
      ]);
  });

  it('are reported once per position and at most sixteen times', () => {
    expect(check('nn BETWEEN TRUE AND FALSE').faults).toHaveLength(1);
    expect(check('n BETWEEN TRUE AND FALSE').faults).toHaveLength(2);
    const many = check(Array.from({ length: 20 }, (_, index) => `nope${index} = 1`).join(' AND ')).faults;
    expect(many).toHaveLength(16);
    expect(many.at(-1)?.message).toContain('nope15');
    expect(check(Array.from({ length: 20 }, () => 'n = TRUE').join(' AND ')).faults).toHaveLength(16);
  });
});
