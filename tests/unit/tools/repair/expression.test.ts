/** Conditions of other languages: read exactly, or not at all. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFilter } from '../../../../src/selection/parse.ts';
import { printFilter } from '../../../../src/selection/print.ts';
import { expressionText } from '../../../../src/tools/repair/expression.ts';
import { plainCondition } from '../../../../src/tools/repair/texts.ts';

const COLUMNS = ['rssi', 'channel', 'adv_type', 'local_name', 'crc_ok'];
const columnFor = (name: string): string | undefined => COLUMNS.find((each) => each === name.split('.').at(-1)?.toLowerCase());
const read = (text: string): string | undefined => expressionText(plainCondition(text), columnFor);
const canonical = (text: string): string => {
  const parsed = parseFilter(text);
  return parsed.ok ? printFilter(parsed.value) : `no filter: ${text}`;
};

describe('a condition of another language is a filter', () => {
  test.each([
    ["df['rssi'] > -60", 'rssi > -60'],
    ["(df['rssi'] > -60) & ~df['channel'].isin([37, 38])", 'rssi > -60 AND channel NOT IN (37, 38)'],
    ["df[df['rssi'].between(-90, -50)]", 'rssi BETWEEN -90 AND -50'],
    ['df.query("rssi > -60")', 'rssi > -60'],
    ['lambda p: p["rssi"] > -60', 'rssi > -60'],
    ['p => p.rssi > -60', 'rssi > -60'],
    ['({ rssi, channel }) => rssi > -60 && channel === 37', 'rssi > -60 AND channel = 37'],
    ['rssi => -60', 'rssi >= -60'],
    ['pl.col("channel").is_in([37, 38])', 'channel IN (37, 38)'],
    ["df.local_name.str.startswith('Lamp')", "local_name LIKE 'Lamp%'"],
    ['-90 < rssi <= -50', 'rssi > -90 AND rssi <= -50'],
    ['rssi > -60::int', 'rssi > -60'],
    ['rssi > CAST(-60 AS INTEGER)', 'rssi > -60'],
    ['rssi > minus 60', 'rssi > -60'],
    ['!(rssi <= -60)', 'rssi > -60'],
    ['NOT (NOT (rssi > -60))', 'rssi > -60'],
    ['!(crc_ok = FALSE)', 'crc_ok != FALSE'],
    ['function (row) { return row.rssi > -60; }', 'rssi > -60'],
    ['(p) => { return p.rssi > -60 }', 'rssi > -60'],
    ['adv_type is either ADV_IND or SCAN_RSP', "adv_type IN ('ADV_IND', 'SCAN_RSP')"],
    ['channel = ANY(ARRAY[37, 38])', 'channel IN (37, 38)'],
    ['rssi between (-90, -50)', 'rssi BETWEEN -90 AND -50'],
    ["SELECT * FROM packets WHERE local_name = 'LIMIT' AND rssi > -60;", "local_name = 'LIMIT' AND rssi > -60"],
    ['MATCH (p:Packet) WHERE p.rssi > -60 RETURN p', 'rssi > -60'],
    ['and(gt(rssi,-60),in(channel,(37,38)))', 'rssi > -60 AND channel IN (37, 38)'],
    ["or(eq(local_name,'a, b'),between(rssi,-90,-50))", "local_name = 'a, b' OR rssi BETWEEN -90 AND -50"],
    ['rssi=gt=-60;channel=in=(37,38)', 'rssi > -60 AND channel IN (37, 38)'],
    ['rssi=gt.-60&channel=eq.37', 'rssi > -60 AND channel = 37'],
    ['rssi:[-90 TO *] AND channel:37', 'rssi >= -90 AND channel = 37'],
    ['rssi:{-90 TO -50]', 'rssi > -90 AND rssi <= -50'],
    ['packets | where isnull(local_name)', 'local_name IS NULL'],
    ['df %>% filter(rssi > -60, channel %in% c(37, 38))', 'rssi > -60 AND channel IN (37, 38)'],
    ['packets.select { |p| p.rssi > -60 }', 'rssi > -60'],
    ['Where-Object { $_.rssi -gt -60 -and $_.crc_ok -eq $true }', 'rssi > -60 AND crc_ok = TRUE'],
    ["->where('rssi', '>', -60)->orWhere('channel', '=', 37)", 'rssi > -60 OR channel = 37'],
    ['(and (> rssi -60) (= crc_ok #t))', 'rssi > -60 AND crc_ok = TRUE'],
    ['[37, 38].includes(p.channel) || p.local_name == null', 'channel IN (37, 38) OR local_name IS NULL'],
    ['[p for p in packets if p.rssi > -60]', 'rssi > -60'],
    ['rssi is at least -60 dBm', "rssi >= '-60 dBm'"],
    ['=QUERY(packets, "select * where rssi > -60")', 'rssi > -60'],
    ['T(T.rssi > -60 & T.channel ~= 37, :)', 'rssi > -60 AND channel != 37'],
    ['crc_ok .EQ. .TRUE. .AND. rssi .GT. -60', 'crc_ok = TRUE AND rssi > -60'],
  ])('%s', (written, filter) => {
    expect(canonical(read(written) ?? 'not read')).toBe(canonical(filter));
  });

  test.each([
    'SELECT * FROM p WHERE rssi > -60 LIMIT 5',
    'SELECT rssi, max(channel) FROM p WHERE rssi > -60',
    'SELECT * FROM p',
    'upper(local_name)',
    'gt(rssi,-60) and',
    'gt(rssi,-60',
    'xor(eq(channel,37),eq(channel,38))',
    "local_name.str.contains('La.p')",
    'rssi > -60.5::int',
    "adv_type ~ '^ADV'",
    "unknown['noise'] > 1",
    'rssi > threshold',
    'rssi > ?',
    'rssi > -60 unless crc_ok',
    'rssi > -60 AND channel = 37 OR crc_ok',
    'rssi + 3 > -60',
    'max(rssi) > -60',
    'rssi > -60 channel = 37',
    'abs(rssi) > 60',
    'previous.rssi > -60',
    'rssi > -60 and …',
    'if(rssi > -60, channel, 0)',
    'channel == 0x25',
    '00:11:22:33:44:55',
    '"00:11:22:33:44:55"',
  ])('%s is refused', (written) => {
    expect(read(written)).toBeUndefined();
  });
});

const term = fc.oneof(
  fc.record({ column: fc.constant('rssi'), sign: fc.constantFrom('>', '<', '>=', '<=', '!='), value: fc.integer({ min: -99, max: 20 }) }),
  fc.record({ column: fc.constant('channel'), sign: fc.constantFrom('=', '!='), value: fc.integer({ min: 0, max: 39 }) }),
);
const predicate = fc.record({ join: fc.constantFrom('AND', 'OR'), terms: fc.array(term, { minLength: 1, maxLength: 4 }) });
type Term = { readonly column: string; readonly sign: string; readonly value: number };
const double = (sign: string): string => (sign === '=' ? '==' : sign);
const NOTATIONS: Readonly<Record<string, { readonly term: (each: Term) => string; readonly and: string; readonly or: string }>> = {
  pandas: { term: ({ column, sign, value }) => `(df["${column}"] ${double(sign)} ${String(value)})`, and: ' & ', or: ' | ' },
  C: { term: ({ column, sign, value }) => `p.${column}${double(sign)}${String(value)}`, and: '&&', or: '||' },
  shell: {
    term: ({ column, sign, value }) =>
      `$${column} -${{ '>': 'gt', '<': 'lt', '>=': 'ge', '<=': 'le', '!=': 'ne', '=': 'eq' }[sign] ?? ''} ${String(value)}`,
    and: ' -and ',
    or: ' -or ',
  },
  SQL: { term: ({ column, sign, value }) => `"${column}" ${sign === '!=' ? '<>' : sign} ${String(value)}`, and: ' and ', or: ' or ' },
};

test('a predicate is the same in every notation', () => {
  fc.assert(
    fc.property(predicate, fc.constantFrom(...Object.keys(NOTATIONS)), ({ join, terms }, name) => {
      const { term: write, and, or } = NOTATIONS[name]!;
      const wanted = terms.map(({ column, sign, value }) => `${column} ${sign} ${String(value)}`).join(` ${join} `);
      expect(canonical(read(terms.map(write).join(join === 'AND' ? and : or)) ?? 'not read')).toBe(canonical(wanted));
    }),
  );
});

test('a word that is not known is never passed over, at any place', () => {
  const tokens = ['rssi', '>', '-60', 'AND', 'channel', '=', '37'];
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: tokens.length }),
      fc.constantFrom('quux', 'quux(', '%', 'max', '/', '+ 1', 'unless', '?'),
      (at, word) => {
        const text = [...tokens.slice(0, at), word, ...tokens.slice(at)].join(' ');
        const found = read(text);
        expect(found === undefined || (at === 3 && found.includes('quux')) ? 'refused' : `${text} as ${found}`).toBe('refused');
      },
    ),
  );
});

test('any text is read or refused, and never throws', () => {
  const pieces = fc.constantFrom(
    'rssi',
    'p',
    '.',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '>',
    '=',
    '-60',
    'AND',
    'or',
    'not',
    "'a'",
    ',',
    ':',
    '|',
    '=>',
    '::',
    'in',
    'where',
    '$',
    '#',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (list) => {
      const found = read(list.join(' '));
      expect(found === undefined || typeof found === 'string').toBe(true);
    }),
    { numRuns: 3000 },
  );
  expect(read('('.repeat(3000))).toBeUndefined();
});
