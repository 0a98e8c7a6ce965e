/** Calls in other notations: what is read is what was written, or nothing. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { looseCall } from '../../../../src/tools/repair/carriers/call-text.ts';
import { decoded } from '../../../../src/tools/repair/carriers/decoded.ts';
import { looseYaml } from '../../../../src/tools/repair/carriers/yaml.ts';

const NAME = 'tool_a';
const isTool = (word: string): boolean => [NAME, 'tool_b'].includes(word);
const read = (text: string): unknown => looseCall(text, isTool)?.value;

type Members = Record<string, unknown>;
const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const lines = (members: Members, line: (key: string, value: string) => string): string =>
  Object.entries(members)
    .map(([key, value]) => line(key, plain(value)))
    .join('\n');

function yaml(value: object, indent = ''): string {
  return Object.entries(value)
    .map(([key, member]: [string, unknown]) => {
      const isBlock = typeof member === 'object' && member !== null && !Array.isArray(member) && Object.keys(member).length > 0;
      return isBlock ? `${indent}${key}:\n${yaml(member, `${indent}  `)}` : `${indent}${key}: ${JSON.stringify(member)}`;
    })
    .join('\n');
}

/** Carriers with a closing mark, whose absence shows that the text was cut off. */
const CLOSED: Readonly<Record<string, (members: Members) => string>> = {
  'tags with names': (members) =>
    `<invoke name="${NAME}">\n${lines(members, (key, value) => `<parameter name="${key}">${value}</parameter>`)}\n</invoke>`,
  'tags with a suffix': (members) =>
    `<tool_call>\n<function=${NAME}>\n${lines(members, (key, value) => `<parameter=${key}>\n${value}\n</parameter>`)}\n</function>\n</tool_call>`,
  'pairs of tags': (members) =>
    `<tool_call>${NAME}\n${lines(members, (key, value) => `<arg_key>${key}</arg_key>\n<arg_value>${value}</arg_value>`)}\n</tool_call>`,
  'a tag for each': (members) => `<${NAME}>\n${lines(members, (key, value) => `<${key}>${value}</${key}>`)}\n</${NAME}>`,
  'JSON in a tag': (members) => `<function=${NAME}>${JSON.stringify(members)}</function>`,
  'tokens in brackets': (members) => `[TOOL_CALLS]${NAME}[ARGS]${JSON.stringify(members)}`,
  'message of a channel': (members) => `<|channel|>commentary to=${NAME} <|constrain|>json<|message|>${JSON.stringify(members)}<|call|>`,
  'action and input': (members) => `Thought: first this.\nAction: ${NAME}\nAction Input: ${JSON.stringify(members)}\nObservation:`,
  'heading and fence': (members) => `### ${NAME}\n\`\`\`json\n${JSON.stringify(members, null, 2)}\n\`\`\``,
  'name and colon': (members) => `${NAME}: ${JSON.stringify(members)}`,
};

const key = fc.stringMatching(/^[a-z]{2,6}_[a-z]{1,6}$/);
/** Texts with the signs of filters, JSON and tags, without blanks around them and not like a tag themselves. */
const words = fc
  .array(fc.constantFrom('rssi', '>', '<', '-60', "'a b'", '"', '{', '}', '[', ',', ':', '=', 'AND', '&', '\\', '\n', 'ä', '#'), {
    maxLength: 8,
  })
  .map((parts) => `a ${parts.join(' ')} z`);
const value = fc.oneof(
  words,
  fc.array(words, { maxLength: 3 }),
  fc.dictionary(key, fc.oneof(words, fc.integer(), fc.boolean()), { minKeys: 1, maxKeys: 3 }),
);
const members = fc.dictionary(key, value, { minKeys: 1, maxKeys: 4 }).filter((record) => !('tool_a' in record) && !('tool_b' in record));
/** Without the prototype that fast-check leaves out. */
const copy = (record: Members): Members => JSON.parse(JSON.stringify(record)) as Members;

describe('a call comes back from each carrier as it was', () => {
  test.each(Object.entries(CLOSED))('%s', (_, write) => {
    fc.assert(
      fc.property(members.map(copy), (given) => {
        expect(read(write(given))).toEqual({ name: NAME, arguments: given });
      }),
    );
  });

  test('YAML', () => {
    fc.assert(
      fc.property(members.map(copy), (given) => {
        // Outside of flow style, numbers and truth values stay texts, which the schema of the tool reads.
        const texts = (each: unknown): unknown =>
          typeof each === 'number' || typeof each === 'boolean'
            ? String(each)
            : typeof each === 'object' && each !== null && !Array.isArray(each)
              ? Object.fromEntries(Object.entries(each).map(([at, inner]) => [at, texts(inner)]))
              : each;
        expect(read(yaml({ tool_name: NAME, arguments: given }))).toEqual({ tool_name: NAME, arguments: texts(given) });
      }),
    );
  });
});

describe('a call that was cut off is refused, or marked as doubtful', () => {
  test.each(Object.entries(CLOSED))('%s', (_, write) => {
    fc.assert(
      fc.property(members.map(copy), fc.double({ min: 0, max: 1, noNaN: true }), (given, share) => {
        const whole = write(given);
        const found = looseCall(whole.slice(0, Math.floor(share * whole.length)), isTool);
        if (found !== undefined && !found.doubtful) expect(found.value).toEqual({ name: NAME, arguments: given });
      }),
      { numRuns: 300 },
    );
  });
});

test('random text never throws and never becomes a call of its own', () => {
  const pieces = fc.constantFrom(
    '<',
    '>',
    '</',
    'a',
    '=',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    '\n',
    ' ',
    ':',
    '- ',
    '|',
    '<|',
    '|>',
    '```',
    '&lt;',
    'x(',
    ')',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ maxLength: 200 }),
        fc.array(pieces, { maxLength: 60 }).map((all) => all.join('')),
      ),
      (text) => {
        expect(JSON.stringify(looseCall(text, isTool)?.value ?? '')).not.toContain(NAME);
        expect(() => looseYaml(text)).not.toThrow();
      },
    ),
    { numRuns: 2000 },
  );
});

test.each([
  ['<', 40_000],
  ['<a b="', 20_000],
  ['<a>', 30_000],
  ['<![CDATA[', 12_000],
  ['{"a":', 20_000],
  ['- ', 30_000],
  ['a:\n ', 20_000],
  ['<|a|>', 20_000],
  ['tool_a ', 15_000],
  ['```', 30_000],
  ['[A_B] ', 20_000],
])('a long text of %j is refused in bounded time', (piece, times) => {
  const start = performance.now();
  expect(looseCall(piece.repeat(times), isTool)).toBeUndefined();
  // Far above what linear work takes on a slow machine, far below what quadratic work takes.
  expect(performance.now() - start).toBeLessThan(5000);
});

test.each(['"a":"{"', '"a":"{"b":', '}",', '"a" : "{ '])('the time to decode repeated %j grows with its length', (piece) => {
  const time = (times: number): number => {
    const text = piece.repeat(times);
    const runs = Array.from({ length: 5 }, () => {
      const start = performance.now();
      decoded(text);
      return performance.now() - start;
    });
    return Math.min(...runs);
  };
  time(1000);
  // Eight times the length: linear work takes about 8 times as long, quadratic work 64 times.
  expect(time(32_000) / Math.max(time(4000), 0.5)).toBeLessThan(32);
});

test('blank lines after a thought are read in bounded time', () => {
  const start = performance.now();
  expect(looseCall(`Thought:${'\n'.repeat(120_000)}x`, isTool)).toBeUndefined();
  expect(performance.now() - start).toBeLessThan(5000);
});

test('a call that is mentioned, or one of several, is no call', () => {
  for (const text of [
    `I will not run <invoke name="${NAME}"></invoke>`,
    `<invoke name="${NAME}"></invoke> is not what I mean`,
    `<invoke name="${NAME}"></invoke>\n<invoke name="tool_b"></invoke>`,
    `I would rather not call ${NAME} with {"a": 1}`,
    `${NAME} or tool_b: {"a": 1}`,
    `<invoke name="${NAME}">what is near<parameter name="a">1</parameter></invoke>`,
    `<invoke name="${NAME}"><parameter name="a">1</parameter><parameter name="a">2</parameter></invoke>`,
  ])
    expect(JSON.stringify(read(text) ?? ''), text).not.toContain(NAME);
});

test('an attribute that says more than the type of a value stays with it', () => {
  expect(read(`<${NAME}><rssi op="&gt;" type="int">-60</rssi></${NAME}>`)).toEqual({
    name: NAME,
    arguments: { rssi: { op: '>', value: '-60' } },
  });
});

test('no attribute is dropped beside others that are members', () => {
  expect(read(`<${NAME}><filters label="iPhone" id="5" type="range"/></${NAME}>`)).toEqual({
    name: NAME,
    arguments: { filters: { label: 'iPhone', id: '5', type: 'range' } },
  });
});

describe('YAML that may mean something else is refused', () => {
  test.each(['a: *b', 'a: &b 1', 'a: !x 1', 'a: 1\na: 2', 'a: b # c', 'a: b\n  c', 'a:\n\tb: 1', 'a: b: c', "a: 'b", 'a: [b', '- a\nb: 1'])(
    '%j',
    (text) => {
      expect(looseYaml(text)).toBeUndefined();
    },
  );
});
