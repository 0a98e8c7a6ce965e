import { describe, expect, it } from 'vitest';
import { catalog } from '../../../../src/tools/catalog/index.ts';
import { jsonSchemaOf } from '../../../../src/tools/contract/derive-schema.ts';
import { type JsonSchema, parseJsonText } from '../../../../src/tools/contract/index.ts';
import { spelt, withoutValue, withValue, written } from '../../../../src/ui/state/json-edit.ts';
import { fieldOf, firstValue, membersOf, numberFault, strangers } from '../../../../src/ui/state/call-fields.ts';
import { captureIds, columnOffers, namedCaptures } from '../../../../src/ui/state/pickers.ts';
import { dateTimeMs, dateTimeText, secondsMs, secondsText } from '../../../../src/ui/features/calls/form/time-text.ts';
import { capture } from '../../../support/tools.ts';

const inputOf = (name: string): JsonSchema => {
  const tool = catalog.findLast(({ manifest }) => manifest.name === name);
  if (!tool) throw new Error(name);
  return jsonSchemaOf(tool.input, 'input');
};
const kindsOf = (name: string): Record<string, string> =>
  Object.fromEntries(membersOf(inputOf(name)).map(({ name: key, node }) => [key, fieldOf(key, node).kind]));

describe('fields of a schema', () => {
  it('are what their type, words and patterns say', () => {
    expect(kindsOf('statistical_regression_tool')).toMatchObject({
      operation: 'choice',
      target: 'column',
      features: 'list',
      alpha: 'number',
      intercept: 'choice',
      weights: 'column',
      terms: 'list',
      categorical: 'record',
      predict_at: 'list',
    });
    expect(kindsOf('anova_tool')).toMatchObject({ subject: 'column', post_hoc: 'choices', welch: 'choice' });
    expect(kindsOf('rotation_privacy_audit')).toMatchObject({ addresses: 'list', before: 'group' });
    expect(kindsOf('capture_query')).toMatchObject({ sql: 'text', columns: 'list', limit: 'number' });
  });

  it('offer numeric columns where only these will do, and none for the columns of an answer', () => {
    const { target, features } = (inputOf('statistical_regression_tool')['properties'] ?? {}) as Record<string, JsonSchema>;
    expect(fieldOf('target', target ?? {})).toEqual({ kind: 'column', numeric: true });
    expect(fieldOf('', (features?.['items'] ?? {}) as JsonSchema)).toEqual({ kind: 'column', numeric: false });
    const answer = (inputOf('capture_query')['properties'] as Record<string, JsonSchema>)['columns']?.['items'];
    expect(fieldOf('', answer as JsonSchema).kind).toBe('text');
    expect(fieldOf('capture_id', { type: 'string' }).kind).toBe('capture');
  });

  it('fall back to JSON for what no field can hold', () => {
    for (const node of [{}, { anyOf: [{ type: 'string' }] }, { type: ['string', 'null'] }, { type: 'object', additionalProperties: true }])
      expect(fieldOf('x', node).kind).toBe('json');
    expect(fieldOf('x', { type: 'object', properties: { a: {} } }, 9).kind).toBe('json');
  });

  it('name the keys that they have no field for', () => {
    expect(strangers({ alpha: 1, own: 2 }, inputOf('anova_tool'))).toEqual(['own']);
    expect(strangers(null, {})).toEqual([]);
  });

  it('start items with the least that is asked for', () => {
    const { terms, categorical } = inputOf('statistical_regression_tool')['properties'] as Record<string, JsonSchema>;
    expect(firstValue(terms?.['items'] as JsonSchema)).toEqual({ columns: [], powers: [] });
    expect(firstValue(categorical?.['additionalProperties'] as JsonSchema)).toEqual({ coding: 'treatment' });
  });
});

/** The text after filling in the form field by field. */
function fillIn(text: string, path: readonly (string | number)[], node: JsonSchema, value: unknown): string {
  const kind = fieldOf(String(path.at(-1)), node);
  if (typeof value !== 'object' || value === null) return withValue(text, path, JSON.stringify(value));
  const start = withValue(text, path, written(Array.isArray(value) ? [] : {}));
  return Object.entries(value).reduce((before, [key, item]) => {
    const inner =
      kind.kind === 'list' || kind.kind === 'record'
        ? kind.item
        : kind.kind === 'group'
          ? kind.members.find(({ name }) => name === key)?.node
          : undefined;
    return fillIn(before, [...path, Array.isArray(value) ? Number(key) : key], inner ?? {}, item);
  }, start);
}

describe('form and JSON', () => {
  // Examples of a failure send keys that no schema knows.
  const examples = catalog.flatMap(({ manifest, input, examples: all }) =>
    all
      .filter(({ params }) => strangers(params, jsonSchemaOf(input, 'input')).length === 0)
      .map(({ params }, at) => ({ name: `${manifest.name}@${manifest.version} ${String(at)}`, input, params })),
  );

  it.each(examples)('give back the example of $name, filled in field by field, beside a key that nobody knows', ({ input, params }) => {
    const schema = jsonSchemaOf(input, 'input');
    const start = '{"tool_name": "t", "arguments": {"own": 1.50}}';
    const text = membersOf(schema).reduce(
      (before, { name, node }) => (Object.hasOwn(params, name) ? fillIn(before, ['arguments', name], node, params[name]) : before),
      start,
    );
    const parsed = parseJsonText(text);
    expect(parsed.value).toEqual({ tool_name: 't', arguments: { own: 1.5, ...params } });
    expect(spelt(text, parsed, ['arguments', 'own'])).toBe('1.50');
    expect(Object.keys(params).reduce((before, key) => withoutValue(before, ['arguments', key]), text)).toBe(start);
  });
});

describe('typed numbers', () => {
  it('are kept as spelt where JSON can carry them, and told where it cannot', () => {
    for (const text of ['0', '-1.50', '1e3', '2.5E-7']) expect(numberFault(text, false)).toBe('');
    for (const text of ['1.', '-', '.5', '01', '+1', '1,5', 'NaN', '0x10', ''])
      expect(numberFault(text, false)).toContain('Expected a number');
    expect(numberFault('1e999', false)).toContain('double');
    expect(numberFault('9007199254740993', true)).toContain('at most 9,007');
    // The check says what is wrong with it, beside the field.
    expect(numberFault('1.5', true)).toBe('');
  });
});

describe('pickers', () => {
  const [one, two] = [
    capture(),
    capture({
      capture_id: 'two',
      columns: [
        { name: 'rssi', type: 'SMALLINT' },
        { name: 'name', type: 'VARCHAR' },
      ],
    }),
  ];

  it('offer each column once with its type, those that fit marked', () => {
    expect(columnOffers([one, two], true).map(({ value, detail, fits }) => [value, detail, fits])).toEqual([
      ['ts_us', 'BIGINT, us', true],
      ['channel', 'UTINYINT', true],
      ['rssi', 'SMALLINT, dBm', true],
      ['name', 'VARCHAR', false],
    ]);
  });

  it('look at the captures that the call names, in either spelling, and at all of them before it names any', () => {
    expect(captureIds({ capture_selection: { capture_id: 'two' } })).toEqual(['two']);
    expect(namedCaptures({ capture_selection: { capture_ids: ['two', 'gone', 5] } }, [one, two])).toEqual([two]);
    expect(namedCaptures({}, [one, two])).toEqual([one, two]);
  });

  it('show times in both zones and read them back to the millisecond', () => {
    const ms = Date.UTC(2020, 4, 7, 16, 48, 9, 123);
    expect(dateTimeText(ms, 'UTC')).toBe('2020-05-07T16:48:09.123');
    for (const zone of ['UTC', 'local'] as const) expect(dateTimeMs(dateTimeText(ms, zone), zone)).toBe(ms);
    expect(dateTimeMs('2020-05-07T16:48', 'UTC')).toBe(Date.UTC(2020, 4, 7, 16, 48));
    expect(dateTimeMs('yesterday', 'UTC')).toBeNull();
    expect(dateTimeText(NaN, 'UTC')).toBe('');
    expect(secondsMs(secondsText(1234))).toBe(1234);
    expect(secondsMs('-1')).toBeNull();
  });
});
