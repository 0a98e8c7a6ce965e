/** The gate alone: a reading that drops, adds or inverts a part of the call does not pass. */
import { describe, expect, test } from 'vitest';
import { isRecord } from '../../../../src/tools/contract/json-schema.ts';
import { unaccounted } from '../../../../src/tools/repair/account.ts';
import { withoutName } from '../../../../src/tools/repair/argument-numbers.ts';
import { expressionText } from '../../../../src/tools/repair/expression.ts';
import { Mending } from '../../../../src/tools/repair/mending.ts';
import { tokensIn } from '../../../../src/tools/repair/tokens.ts';
import type { Call } from '../../../evaluate/repair/originals.ts';
import { originalCall } from '../../../evaluate/repair/originals.ts';
import { randomSource } from '../../../support/random.ts';
import { benches, registry } from './habits.ts';

const random = randomSource(20261210);
const bench = benches.several;
const judge = (written: unknown, reading: Call): string[] => unaccounted(written, new Mending(reading, [], bench.facts));
const draw = (): Call => ({ ...originalCall(random, { parts: { registry }, captures: bench.open } as never), request_id: 'r-1' });

const reading = (filter_expression: string): Call => ({
  ...{ tool_name: 'capture_overview', tool_version: '1.0.0', request_id: 'r-1', timeout_ms: 1000, arguments: {} },
  capture_selection: { capture_id: 'chamber_four_phones', filter_expression },
});

const CORRUPTIONS: Readonly<Record<string, (call: Call) => boolean>> = {
  'a part of the selection is gone': ({ capture_selection: own }) =>
    ['filter_expression', 'time_window', 'selectors'].some((key) => own[key] !== undefined && delete own[key]),
  'an argument is gone': ({ arguments: args }) => {
    const key = Object.keys(args).find((each) => typeof args[each] === 'number' || Array.isArray(args[each]));
    return key !== undefined && delete args[key];
  },
  'an item is gone': ({ arguments: args }) => {
    const list = Object.values(args).find((each) => Array.isArray(each) && each.length > 1);
    return Array.isArray(list) && list.pop() !== undefined;
  },
  'a number is another': ({ arguments: args }) => {
    const key = Object.keys(args).find((each) => typeof args[each] === 'number' && Number(args[each]) > 1);
    if (key === undefined) return false;
    args[key] = Number(args[key]) * 7 + 1;
    return true;
  },
  'a switch is turned': ({ arguments: args }) => {
    const key = Object.keys(args).find((each) => typeof args[each] === 'boolean');
    if (key === undefined) return false;
    args[key] = args[key] !== true;
    return true;
  },
  'a filter is denied': ({ capture_selection: own }) => {
    if (typeof own['filter_expression'] !== 'string') return false;
    own['filter_expression'] = `NOT (${own['filter_expression']})`;
    return true;
  },
  'a comparison is turned': ({ capture_selection: own }) => {
    const filter = own['filter_expression'];
    if (typeof filter !== 'string' || !/[<>]/.test(filter)) return false;
    own['filter_expression'] = filter.replace(/[<>]/, (sign) => (sign === '<' ? '>' : '<'));
    return true;
  },
  'a column is another': ({ arguments: args }) => {
    const key = ['target', 'response'].find((each) => args[each] !== undefined);
    if (key === undefined) return false;
    args[key] = 'extended_header_length';
    return true;
  },
  'something is asked besides': ({ arguments: args }) => {
    if (Object.hasOwn(args, 'limit')) return false;
    args['limit'] = 17;
    return true;
  },
};

describe('a reading that says something else does not pass', () => {
  test.each(Object.entries(CORRUPTIONS))('%s', (_, corrupt) => {
    let judged = 0;
    for (let tries = 0; tries < 400 && judged < 40; tries++) {
      const written = draw();
      const reading = structuredClone(written);
      if (!corrupt(reading)) continue;
      judged++;
      expect({ written, reading, lost: judge(written, reading) }).not.toMatchObject({ lost: [] });
    }
    expect(judged).toBeGreaterThan(20);
  });
});

test('a reading that says the same passes', () => {
  for (let made = 0; made < 200; made++) {
    const written = draw();
    expect(judge(written, structuredClone(written))).toEqual([]);
  }
});

test.each([
  ['-90 < rssi', 'rssi > -90', true],
  ['-90 < rssi', 'rssi < -90', false],
  ['(row["rssi"] > -90)', 'rssi > -90', true],
  ['(row["rssi"] > -90)', '-90 > rssi', false],
  ['-90 < row["rssi"]', 'NOT (rssi <= -90)', true],
  ['-90 < row["rssi"]', 'NOT (rssi > -90)', false],
  ['rssi >= -90 and rssi <= -50', 'rssi BETWEEN -90 AND -50', true],
  ['<rssi>-90</rssi>', 'rssi = -90', true],
  ['rssi > -90 and rssi < -50', 'rssi < -90 and rssi > -50', false],
  ['rssi > -90 and not crc_ok', 'rssi < -90 and not crc_ok', false],
  ['rssi ≥ -90', 'rssi >= -90', true],
  ['rssi ≥ -90', 'rssi > -90', false],
  ['rssi>-90,channel<38', 'rssi > -90 AND channel < 38', true],
  ['rssi>-90,channel<38', 'rssi > -90 AND channel > 38', false],
  ['rssi > -90 dBm', 'rssi > -90', true],
  ['channel == 37 || channel == 38', 'channel IN (37, 38)', true],
  ['crc_ok = 1', 'crc_ok', true],
  ['crc_ok = 1', 'NOT crc_ok', false],
])('%s read as %s keeps its sides: %j', (written, filter, keeps) => {
  expect(judge(reading(written), reading(filter)).some((lost) => /side/.test(lost))).toBe(!keeps);
});

test.each([
  ['rssi > -90 && channel < 38', 'rssi > -90 AND channel < 38', true],
  ['rssi > -90 && channel < 38', 'rssi > -90 OR channel < 38', false],
  ['rssi > -90 and (channel < 38 or snr > 3)', 'rssi > -90 AND channel < 38 OR snr > 3', false],
  ['rssi > -90 and (channel < 38 or snr > 3)', '(snr > 3 OR channel < 38) AND rssi > -90', true],
  ['!(rssi > -90 && channel < 38)', 'rssi <= -90 OR channel >= 38', true],
  ['!(rssi > -90 && channel < 38)', 'rssi <= -90 AND channel >= 38', false],
  ['!(rssi > -90) && channel < 38', 'NOT (rssi > -90 AND channel < 38)', false],
  ['rssi not above -90', 'rssi <= -90', true],
  ['rssi not above -90', 'rssi > -90', false],
  ['neither row.rssi > -90 nor row.channel < 38', 'rssi > -90 AND channel < 38', false],
  ['row.rssi > -90, or row.channel < 38', 'rssi > -90 OR channel < 38', true],
  ['row.rssi > -90, or row.channel < 38', 'rssi > -90 AND channel < 38', false],
  ['not (rssi between -90 and -50)', 'rssi NOT BETWEEN -90 AND -50', true],
  ['channel < 38 and channel in (1, 2)', 'channel < 38 AND (channel = 1 OR channel = 2)', true],
])('%s read as %s is joined the same: %j', (written, filter, isSame) => {
  expect(judge(reading(written), reading(filter)).some((lost) => /side|joined|reach/.test(lost))).toBe(!isSame);
});

const SIGNS = ['<', '<=', '>', '>=', '='];
test.each(SIGNS.flatMap((sign) => SIGNS.map((other) => [sign, other] as const)))('a comparison with %s read with %s', (sign, other) => {
  const joined = (first: string, second: string): Call => reading(`rssi ${first} -90 AND channel ${second} 38 AND rssi != -50`);
  for (const beside of SIGNS) {
    expect(judge(joined(sign, beside), joined(other, beside)).length === 0, `rssi beside ${beside}`).toBe(sign === other);
    expect(judge(joined(beside, sign), joined(beside, other)).length === 0, `channel beside ${beside}`).toBe(sign === other);
  }
});

test.each([
  ['linkage_window_s', 'm=3', 180, true],
  ['linkage_window_s', 'm=3', 3, false],
  ['linkage_window_s', '3 m', 3, false],
])('%s: %j read as %j keeps its unit: %j', (name, text, value, keeps) => {
  const call = (given: unknown): Call => ({
    ...{ tool_name: 'rotation_privacy_audit', tool_version: '1.0.0', request_id: 'r-1', timeout_ms: 1000 },
    capture_selection: { capture_id: 'chamber_four_phones' },
    arguments: { [name]: given },
  });
  expect(judge(call(text), call(value)).length === 0).toBe(keeps);
});

test.each<[string, (call: Call) => unknown]>([
  ['a member that narrows', (call) => ({ ...call, capture_selection: { ...call.capture_selection, min_rssi: -70 } })],
  ['a mode', (call) => ({ ...call, mode: 'preview', dry_run: true })],
  ['a second reading', (call) => ({ ...call, arguments: { ...call.arguments, note_to_self: 'or 200 of them' } })],
  ['a slice of a column', (call) => ({ ...call, arguments: { ...call.arguments, columns: ['channel[1:100]'] } })],
  ['a column to leave out', (call) => ({ ...call, arguments: { ...call.arguments, columns: ['!channel'] } })],
])('a call with %s is more than what was read', (_, more) => {
  const call = draw();
  const written = more(call);
  expect(isRecord(written) && judge(written, call)).not.toEqual([]);
});

test.each([' -- ', '/* ', 'a   ', '   ', '1 ', 'rssi>', '-90<', '(p) ='])('the time to read %j grows with its length', (piece) => {
  const time = (times: number): number => {
    const text = `${piece.repeat(times)}1`;
    const runs = Array.from({ length: 3 }, () => {
      const start = performance.now();
      tokensIn(text);
      return performance.now() - start;
    });
    return Math.min(...runs);
  };
  time(500);
  // Eight times the length: linear work takes about 8 times as long, quadratic work 64 times.
  expect(time(16_000) / Math.max(time(2000), 0.5)).toBeLessThan(32);
});

test('only a comment without a number is passed over', () => {
  expect(tokensIn('rssi > -60 /* strong */ -- near\n').words).toEqual(['rssi']);
  expect(tokensIn('rssi > -60 /* or 5 */ -- not 7').numbers).toEqual(['-60', '5', '7']);
  expect(tokensIn('rssi /* strong').words).toEqual(['rssi', 'strong']);
});

test.each([
  ['m=3', '3 m'],
  ['h: 2', '2 h'],
  ['d: 1', '1 d'],
  ['k: 3', 'k: 3'],
  ['n=50', '50'],
])('the letter of %j is kept if it is a unit', (text, read) => {
  expect(withoutName(text, 'linkage_window_s')).toBe(read);
});

test.each(['any(rssi > -90)', 'all(rssi > -90)'])('%s may be a question about all rows', (text) => {
  const columnFor = (name: string): string | undefined => (name === 'rssi' || name === 'channel' ? name : undefined);
  expect(expressionText(text, columnFor)).toBeUndefined();
  expect(expressionText('any(rssi > -90, channel > 38)', columnFor)).toBeDefined();
});
