import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonText } from '../../../../src/tools/contract/index.ts';
import { holds, spelt, withSwapped, withValue, withoutValue, type Path } from '../../../../src/ui/state/json-edit.ts';

const CALL = `{
  "tool_name": "t",
  "arguments": {
    "alpha": 1.50e-2,
    "unknown": {"b": 1.0, "10": 0.10, "2": -0},
    "list": [1, 2.0, 3]
  }
}`;

describe('one value of a JSON text', () => {
  it('changes where it stands, and nothing else does', () => {
    expect(withValue(CALL, ['arguments', 'alpha'], '1.50')).toBe(CALL.replace('1.50e-2', '1.50'));
    expect(withValue(CALL, ['arguments', 'list', 1], '7')).toBe(CALL.replace('2.0', '7'));
  });

  it('is added behind the last member, on a line of its own where the others have one', () => {
    expect(withValue(CALL, ['arguments', 'new'], '{\n  "a": 1\n}')).toBe(
      CALL.replace('[1, 2.0, 3]', '[1, 2.0, 3],\n    "new": {\n      "a": 1\n    }'),
    );
    expect(withValue(CALL, ['arguments', 'unknown', 'c'], 'true')).toBe(CALL.replace('-0}', '-0, "c": true}'));
    expect(withValue(CALL, ['arguments', 'list', 3], '4')).toBe(CALL.replace('3]', '3, 4]'));
  });

  it('makes the objects that it stands in', () => {
    expect(JSON.parse(withValue('{}', ['a', 'b', 0], '1'))).toEqual({ a: { b: [1] } });
    expect(JSON.parse(withValue('{"a": 5}', ['a', 'b'], '"x"'))).toEqual({ a: { b: 'x' } });
  });

  it('goes with its comma, be it first, last or alone', () => {
    expect(withoutValue(CALL, ['arguments', 'alpha'])).toBe(CALL.replace('"alpha": 1.50e-2,\n    ', ''));
    expect(withoutValue(CALL, ['arguments', 'list'])).toBe(CALL.replace(',\n    "list": [1, 2.0, 3]', ''));
    expect(withoutValue('{"a": {"b": 1}}', ['a', 'b'])).toBe('{"a": {}}');
    expect(withoutValue(CALL, ['arguments', 'absent'])).toBe(CALL);
  });

  it('changes places with another item as both are spelt', () => {
    expect(withSwapped(CALL, ['arguments', 'list'], 1, 0)).toBe(CALL.replace('1, 2.0', '2.0, 1'));
  });

  it('is left alone in a text that is no JSON', () => {
    expect(withValue('{"a": 1,}', ['a'], '2')).toBe('{"a": 1,}');
    expect(withoutValue('{"a": 1, "a": 2}', ['a'])).toBe('{"a": 1, "a": 2}');
  });
});

/** JSON with numbers as people spell them, written with any spaces. */
const number = fc
  .tuple(fc.integer({ min: -999, max: 999 }), fc.constantFrom('', '.0', '.50', 'e0', '.25e1', 'E-2'))
  .map(([whole, end]) => `${String(whole)}${end}`);
const key = fc
  .oneof(fc.string({ maxLength: 6 }), fc.integer({ min: 0, max: 30 }).map(String))
  .filter((name) => !['__proto__', 'constructor', 'prototype'].includes(name) && name.isWellFormed());
const space = fc.constantFrom('', ' ', '\n', '\n    ');
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    number,
    fc
      .string({ maxLength: 8 })
      .filter((text) => text.isWellFormed())
      .map((text) => JSON.stringify(text)),
    fc.constantFrom('true', 'false', 'null'),
    fc.tuple(fc.array(tie('json'), { maxLength: 4 }), space).map(([items, gap]) => `[${gap}${items.join(`${gap},${gap}`)}${gap}]`),
    fc
      .tuple(fc.uniqueArray(key, { maxLength: 4 }), fc.array(tie('json'), { minLength: 4, maxLength: 4 }), space)
      .map(
        ([keys, values, gap]) =>
          `{${gap}${keys.map((name, at) => `${JSON.stringify(name)}${gap}:${values[at] ?? 'null'}`).join(`,${gap}`)}${gap}}`,
      ),
  ),
}));

/** Every place in a value. */
function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const steps = Array.isArray(value) ? value.map((_, at) => at) : Object.keys(value);
  return [path, ...steps.flatMap((step) => placesOf((value as Record<string | number, unknown>)[step], [...path, step]))];
}

const within = (path: Path, other: Path): boolean => other.every((step, at) => path[at] === step);

describe('any JSON text', () => {
  it('keeps every other value and its spelling when one is replaced, and has the new one as it was spelt', () => {
    fc.assert(
      fc.property(json, json, fc.nat(), (text, value, pick) => {
        const before = parseJsonText(text);
        const places = placesOf(before.value);
        const path = places[pick % places.length] ?? [];
        const after = withValue(text, path, value);
        const parsed = parseJsonText(after);
        expect(parsed.errors).toEqual([]);
        expect(spelt(after, parsed, path)?.replace(/\s/g, '')).toBe(value.replace(/\s/g, ''));
        for (const other of places.filter((each) => !within(each, path) && !within(path, each)))
          expect(spelt(after, parsed, other)).toBe(spelt(text, before, other));
        expect(withValue(text, path, spelt(text, before, path) ?? '').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps what it had when a key is added, and is the same again when it is taken out', () => {
    fc.assert(
      fc.property(json, json, fc.nat(), (text, value, pick) => {
        const before = parseJsonText(text);
        const places = placesOf(before.value);
        const objects = places.filter((path) => /^\{/.test(spelt(text, before, path) ?? ''));
        const path = [...(objects[pick % Math.max(1, objects.length)] ?? []), 'a new key'];
        if (objects.length === 0) return;
        const added = withValue(text, path, value);
        expect(parseJsonText(added).errors).toEqual([]);
        expect(holds(parseJsonText(added).value, path)).toBe(true);
        for (const other of places)
          if (!within(path, other)) expect(spelt(added, parseJsonText(added), other)).toBe(spelt(text, before, other));
        expect(parseJsonText(withoutValue(added, path)).value).toEqual(before.value);
      }),
      { numRuns: 300 },
    );
  });
});
