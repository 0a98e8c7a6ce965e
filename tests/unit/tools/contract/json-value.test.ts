import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../../../src/base/canonical.ts';
import { checkJson } from '../../../../src/tools/contract/json-value.ts';
import { canonicalResult } from '../../../../src/tools/contract/result-hash.ts';
import { redact } from '../../../../src/tools/runner/redact.ts';
import { bench, call } from '../../../support/tools.ts';

const frozen = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(frozen));

/** Rows of a table, alike and not, and keys that sort otherwise than numbers. */
const values = fc.oneof(
  fc.jsonValue(),
  fc.array(fc.dictionary(fc.constantFrom('b', 'a', '10', '9', 'ä', '"', ''), fc.jsonValue({ maxDepth: 1 }))),
  fc.array(
    fc.record({ z: fc.string({ unit: 'grapheme' }), a: fc.double({ noNaN: true, noDefaultInfinity: true }) }, { requiredKeys: ['a'] }),
  ),
);

test('what is JSON is copied, frozen and written as canonical JSON', () => {
  fc.assert(
    fc.property(values, (value) => {
      const { errors, text, value: copy } = checkJson(value);
      // A key that reaches into prototypes is the one thing of JSON that is refused.
      if (errors.length > 0) {
        expect(text).toBe(canonicalJson(copy));
        return;
      }
      expect(copy).toEqual(value);
      expect(copy === value && typeof value === 'object' && value !== null).toBe(false);
      expect(frozen(copy)).toBe(true);
      expect(text).toBe(canonicalJson(value));
    }),
  );
});

test('text beside faults is that of the copy', () => {
  const cycle: Record<string, unknown> = { b: [NaN, undefined, 'x'], a: '\ud800', gone: undefined };
  cycle['self'] = cycle;
  const { errors, text, value } = checkJson(cycle);
  expect(errors.map((error) => error.field)).toEqual(['a', 'b[0]', 'b[1]', 'self']);
  expect(text).toBe(canonicalJson(value));
});

test('redaction gives on what it drops nothing of, and copies the rest', () => {
  const answer = Object.freeze({ rows: Object.freeze([Object.freeze({ a: 1, b: 2 })]), note: 'x' });
  expect(redact(answer, ['rows[].a', 'rows[].b', 'note'])).toBe(answer);
  expect(redact(answer, ['rows[].a', 'note'])).toEqual({ rows: [{ a: 1 }], note: 'x' });
  expect(redact(answer, ['note'])).toEqual({ note: 'x' });
});

test('the canonical result is the same whether its answer was written before or not', async () => {
  const { runner } = bench();
  for (const request of [call(), call({ request_id: 'b', arguments: {} })]) {
    const result = await runner.run(request);
    const text = result.structured_output && canonicalJson(result.structured_output);
    expect(canonicalResult(result, text)).toBe(canonicalResult(result));
  }
});

test('the walk ends at two million values, also in sparse and shared arrays', () => {
  let shared: unknown = 7;
  for (let level = 0; level < 4; level++) shared = new Array<unknown>(200).fill(shared);
  for (const value of [new Array<unknown>(4_000_000_000), { a: shared }]) {
    const { errors, value: copy } = checkJson(value, ['output']);
    expect(errors.at(-1)).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', field: 'output' });
    expect(copy).toBeNull();
  }
});

test('a getter or proxy that throws is an error with its path', () => {
  const thrower = {
    get secret(): never {
      throw new TypeError('no');
    },
  };
  const proxy = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('no');
      },
    },
  );
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  for (const value of [thrower, proxy, revoked.proxy]) {
    expect(checkJson({ a: [1, value] }).errors).toMatchObject([
      { code: 'INVALID_VALUE', field: 'a[1]', got: 'a getter or proxy that throws' },
    ]);
  }
});

test('a getter is read once', () => {
  let reads = 0;
  const value = {
    get n() {
      reads += 1;
      return reads;
    },
  };
  expect(checkJson(value)).toMatchObject({ value: { n: 1 }, text: '{"n":1}' });
  expect(reads).toBe(1);
});

test('symbol keys are refused and not copied', () => {
  const { errors, value } = checkJson({ a: 1, [Symbol('s')]: () => 0 });
  expect(errors).toMatchObject([{ code: 'INVALID_TYPE', expected: 'keys of text' }]);
  expect(Object.getOwnPropertySymbols(value)).toEqual([]);
});
