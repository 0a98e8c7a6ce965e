import { expect, test } from 'vitest';
import { looseCall } from '../../../../src/tools/repair/carriers/call-text.ts';
import { looseJson } from '../../../../src/tools/repair/loose-json.ts';

const none = (): boolean => false;
const value = (text: string): unknown => looseCall(text, none)?.value;

test('a call in the notation of a programming language is read as name and arguments', () => {
  expect(value("[tool_a(selection={'id': 'x', 'none': None}, limit=5, ok=True)]")).toEqual([
    { name: 'tool_a', arguments: { selection: { id: 'x', none: null }, limit: 5, ok: true } },
  ]);
  expect(value('print(default_api.tool_a(limit=5, sql="""SELECT \'a\'\nFROM b"""))')).toEqual({
    name: 'default_api.tool_a',
    arguments: { limit: 5, sql: "SELECT 'a'\nFROM b" },
  });
  expect(value('functions.tool_a({"limit": 5});')).toEqual({ name: 'functions.tool_a', arguments: { limit: 5 } });
  expect(value('I run this:\n```python\ntool_a(limit=5)\n```\nIt counts rows.')).toEqual({ name: 'tool_a', arguments: { limit: 5 } });
  expect(value('I run this:\ntool_a(limit=5)\nIt counts rows.')).toEqual({ name: 'tool_a', arguments: { limit: 5 } });
  expect(value('tool_a()')).toEqual({ name: 'tool_a', arguments: {} });
});

test('thoughts and words with brackets around a call are dropped', () => {
  for (const text of [
    '<think>\nEither {a, b} or {"tool_name": "x"}?\n</think>\n{"tool_name":"t"}',
    'The template left out the first tag, {a}.</think>{"tool_name":"t"}',
    'I use "t" (once) on {a, b}, see [1]:\n{"tool_name":"t"}\nThe result has {c}.',
  ])
    expect(value(text), text).toEqual({ tool_name: 't' });
});

test('a text with two calls, a broken object or a call in a sentence holds no single call', () => {
  for (const text of [
    '{"a":1} {"b":2}',
    'tool_a(x=1)\ntool_b(y=2)',
    '{"a": {"q": 1x}, "tool_name": "t"}',
    '{"a": tool_a(x=1)}',
    'I will not run tool_a(x=1).',
    'tool_a(x=1) would do',
  ])
    expect(looseCall(text, none), text).toBeUndefined();
  expect(looseCall('tool_a(limit=5', none)?.doubtful).toBe(true);
});

test('a value inside of a call is read without the notation of calls', () => {
  expect(looseJson('tool_a(limit=5)')).toBeUndefined();
  expect(looseJson('[37] [38]')).toBeUndefined();
  expect(looseJson("{'a': 1}")?.value).toEqual({ a: 1 });
});
