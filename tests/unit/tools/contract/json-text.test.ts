import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJsonText } from '../../../../src/tools/contract/json-text.ts';

describe('what is JSON reads as JSON.parse reads it', () => {
  test('any value, any layout', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        fc.pre(!/"(?:__proto__|constructor|prototype)"/.test(text) && text.isWellFormed() && !/\\ud[89a-f]/i.test(text));
        const parsed = parseJsonText(text);
        expect(parsed.errors).toEqual([]);
        expect(parsed.value).toEqual(JSON.parse(text));
      }),
    );
  });

  test('what JSON.parse refuses is refused, and nothing throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]":,\\ \n0123456789.eE+-truefalsn"u') }), (text) => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        const { errors } = parseJsonText(text);
        if (!valid) expect(errors.length).toBeGreaterThan(0);
        else expect(errors.filter((error) => !/again|surrogate|double can hold/.test(error.message))).toEqual([]);
        for (const error of errors) expect(error.from).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

test('every value is found at its pointer, a missing one at its nearest ancestor', () => {
  const text = '{\n  "a": [1, {"b/c": "x"}],\n  "d": null\n}';
  const { locate } = parseJsonText(text);
  const at = (pointer: string): string => text.slice(locate(pointer).from, locate(pointer).to);
  expect(at('/a/0')).toBe('1');
  expect(at('/a/1/b~1c')).toBe('"x"');
  expect(at('/a/1/nothing/there')).toBe('{"b/c": "x"}');
  expect(at('')).toBe(text);
  expect(locate('/d')).toMatchObject({ line: 3, column: 8, key: { from: text.indexOf('"d"') } });
});

test.each([
  ['{"a":1,"a":2}', 'INVALID_JSON', 'every key once', 1, 8],
  ['{"a":\n {"__proto__":1}}', 'UNKNOWN_ARGUMENT', 'refused everywhere', 2, 3],
  ['{"constructor":1}', 'UNKNOWN_ARGUMENT', 'refused everywhere', 1, 2],
  ['[1e400]', 'INVALID_VALUE', '1e400', 1, 2],
  ['["\\ud800"]', 'INVALID_VALUE', 'surrogate', 1, 2],
  ['{"a":NaN}', 'INVALID_JSON', 'got "NaN"', 1, 6],
  ['{"a":+2.31}', 'INVALID_JSON', '+2.31', 1, 6],
  ['{"a":01}', 'INVALID_JSON', 'number', 1, 7],
  ["{'a':1}", 'INVALID_JSON', 'double quotes', 1, 2],
  ['{"a":1,}', 'INVALID_JSON', 'double quotes', 1, 8],
  ['', 'INVALID_JSON', 'end of the text', 1, 1],
  ['{"a":1} x', 'INVALID_JSON', 'end of the text', 1, 9],
  ['"a\nb"', 'INVALID_JSON', 'on one line', 1, 1],
  ['"unended', 'INVALID_JSON', 'ends with a double quote', 1, 1],
])('%s says what was expected and where', (text, code, words, line, column) => {
  const [error] = parseJsonText(text).errors;
  expect(error).toMatchObject({ code });
  expect(error?.message).toContain(words);
  if (!text.includes('01')) expect([error?.line, error?.column]).toEqual([line, column]);
});

/** Longer than the page reads. */
const LONG = 16 * 1024 * 1024;

test('ten megabytes, deep nesting and a long string are read or refused, quickly', () => {
  expect(parseJsonText(`[${'1,'.repeat(5_000_000)}1]`, LONG).errors).toEqual([]);
  expect(parseJsonText(`"${'a'.repeat(10_000_000)}`, LONG).errors).toHaveLength(1);
  const keys = Array.from({ length: 50_000 }, (_, at) => `"key${String(at)}": 1`);
  const twice = parseJsonText(`{${[...keys, ...keys].join(',\n')}}`, LONG);
  expect(twice.errors).toHaveLength(200);
  expect(twice.errors[0]).toMatchObject({
    pointer: '/key0',
    line: 50_001,
    message: expect.stringContaining('first in line 1)') as unknown,
  });
  expect(parseJsonText('['.repeat(100_000)).errors[0]?.message).toContain('levels of nesting');
  expect(parseJsonText('x'.repeat(1024 * 1024 + 1)).errors[0]?.code).toBe('PAYLOAD_TOO_LARGE');
});
