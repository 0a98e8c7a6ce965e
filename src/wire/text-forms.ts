import { isRecord } from '../tools/contract/json-schema.ts';
import { parseJsonText } from '../tools/contract/json-text.ts';
import { pythonCalls } from './text-python.ts';
import type { WireCall } from './wire-call.ts';

/** A call that was found in a text. */
export interface TextCall extends Pick<WireCall, 'name' | 'input'> {
  readonly raw: string;
}

/** Parses the calls with which a text begins in one form; null if it does not begin with that form. `end`: offset after the calls. */
type Form = (text: string) => { readonly calls: readonly TextCall[]; readonly end: number } | null;

/** Maximum number of characters in which the end of a block is searched. */
const MOST_BLOCK = 64 * 1024;

/** Finds the end of the JSON value that begins at `from`, by matching brackets and quotes; -1 if it does not end. */
export function endOfJson(text: string, from: number): number {
  let depth = 0;
  let inText = false;
  for (let at = from; at < text.length && at - from < MOST_BLOCK; at++) {
    const character = text[at];
    if (inText) {
      if (character === '\\') at++;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth <= 0) return at + 1;
  }
  return -1;
}

const ARGUMENTS = ['arguments', 'parameters', 'args'] as const;
const NAMES = ['name', 'function', 'tool', 'tool_name'] as const;
const REST = new Set(['type', 'id', 'call_id', 'tool_call_id']);

/** Reads `{ name, arguments }`, possibly nested in `function` as in the chat API; null if other members have a meaning. */
export function functionOf(value: Readonly<Record<string, unknown>>, raw: string): TextCall | null {
  const inner = isRecord(value['function']) ? value['function'] : value;
  const { action, action_input: input } = inner;
  if (typeof action === 'string' && input !== undefined && Object.keys(inner).length === 2) return callOf(action, input, raw);
  const called = NAMES.map((each) => inner[each]).find((each) => typeof each === 'string');
  const key = ARGUMENTS.find((each) => Object.hasOwn(inner, each));
  const others = Object.keys(inner).filter((each) => each !== key && !NAMES.some((name) => name === each) && !REST.has(each));
  if (typeof called !== 'string' || key === undefined || others.length > 0) return null;
  return callOf(called, inner[key], raw);
}

const callOf = (name: string, given: unknown, raw: string): TextCall => ({
  name,
  input: typeof given === 'string' ? { text: given } : { value: given },
  raw,
});

/** Converts a sequence of JSON values to calls. A value without a name becomes a call that is rejected later. */
function jsonCalls(text: string): readonly TextCall[] {
  const calls: TextCall[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const end = endOfJson(rest, 0);
    const json = end < 0 ? rest : rest.slice(0, end);
    const { value } = parseJsonText(json);
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    calls.push(...list.map((each) => (isRecord(each) ? functionOf(each, json) : null) ?? unreadable(json)));
    rest = end < 0 ? '' : rest.slice(end).replace(/^[\s;,]+/, '');
  }
  return calls;
}

const unreadable = (text: string): TextCall => ({ name: '', input: { text }, raw: text });

/** The content of a tag. A tag without an end lasts until the end of the text, because templates use the closing tag as a stop word. */
function inside(text: string, open: string, close: string): { readonly body: string; readonly end: number } | null {
  if (!text.startsWith(open)) return null;
  const at = text.indexOf(close, open.length);
  return at < 0 ? { body: text.slice(open.length), end: text.length } : { body: text.slice(open.length, at), end: at + close.length };
}

const PYTHON = '<|python_tag|>';
/** Tags that chat templates write around calls. A tag without an end lasts until the end of the text. */
const TAGS: readonly (readonly [open: string, close: string])[] = [
  ['<tool_call>', '</tool_call>'],
  ['<tool_calls>', '</tool_calls>'],
  ['<|tool_call|>', '<|/tool_call|>'],
  ['<|tool_call_start|>', '<|tool_call_end|>'],
  ['<TOOLCALL>', '</TOOLCALL>'],
  ['<|python_start|>', '<|python_end|>'],
  [PYTHON, '<|eom_id|>'],
  ['<|START_ACTION|>', '<|END_ACTION|>'],
  ['<|action_start|><|plugin|>', '<|action_end|>'],
  ['<function_calls>', '</function_calls>'],
  ['<minimax:tool_call>', '</minimax:tool_call>'],
  ['<｜DSML｜function_calls>', '</｜DSML｜function_calls>'],
];

const tag: Form = (text) => {
  const [open, close] = TAGS.find(([each]) => text.startsWith(each)) ?? [];
  const found = open === undefined || close === undefined ? null : inside(text, open, close);
  if (found === null) return null;
  const body = found.body.trim();
  // A Python tag around code, rather than around a call, contains no call.
  if (open === PYTHON && !/^[[{]/.test(body) && pythonCalls(body) === null) return null;
  return { calls: callsIn(body), end: found.end };
};

/** Reads the calls inside a tag: as JSON, functions or invocations in tags of their own, Python, or a name with keys and values. */
function callsIn(body: string): readonly TextCall[] {
  if (/^(?:\{|\[\s*[{\]])/.test(body)) return jsonCalls(body);
  if (body.startsWith('<function=')) return functionTag(body)?.calls ?? [unreadable(body)];
  if (INVOKE.test(body)) return invocations(body);
  return pythonCalls(body) ?? [keyedCall(body)];
}

const INVOKE = /^<(?:｜DSML｜)?invoke name="([^"]{1,128})"[^<>]{0,64}>/;
const PARAMETER = /^<(?:｜DSML｜)?parameter name="([^"]{1,128})"[^<>]{0,64}>/;

/** Reads `<invoke name="…">` around `<parameter name="…">`, as written by Claude without its API, MiniMax and DeepSeek 3.2. */
function invocations(body: string): readonly TextCall[] {
  const found = elementsOf(body, INVOKE, 'invoke>');
  if (found === null) return [unreadable(body)];
  return found.map(([raw, name, inner]) => {
    const pairs = elementsOf(inner, PARAMETER, 'parameter>');
    return pairs === null ? unreadable(raw) : { name, input: { value: objectOf(pairs) }, raw };
  });
}

/** Splits a text into elements, each as its text, name and content. Null if there is anything else, or an element without an end. */
function elementsOf(text: string, opening: RegExp, closing: string): readonly (readonly [string, string, string])[] | null {
  const found: [string, string, string][] = [];
  let rest = text.trim();
  while (rest !== '') {
    const [open, name] = opening.exec(rest) ?? [];
    const close = open === undefined ? null : `</${open.startsWith('<｜DSML｜') ? '｜DSML｜' : ''}${closing}`;
    const at = open === undefined || close === null ? -1 : rest.indexOf(close, open.length);
    if (open === undefined || name === undefined || close === null || at < 0) return null;
    found.push([rest.slice(0, at + close.length), name, rest.slice(open.length, at)]);
    rest = rest.slice(at + close.length).trimStart();
  }
  return found;
}

/** Matches a key up to its value. Keys must not contain tags, so that every pair is searched only once. */
const PAIR = /^<arg_key>([^<]{0,256})<\/arg_key>\s*<arg_value>/;

/** Reads a call of GLM: the name, followed by pairs of `<arg_key>` and `<arg_value>`. */
function keyedCall(body: string): TextCall {
  const name = /^[^\s<]+/.exec(body)?.[0] ?? '';
  const pairs = elementsOf(body.slice(name.length), PAIR, 'arg_value>');
  return name === '' || pairs === null ? unreadable(body) : { name, input: { value: objectOf(pairs) }, raw: body };
}

/** Apertus: a list of objects whose only member is the name with the arguments. */
const apertus: Form = (text) => {
  const found = inside(text, APERTUS, '<|tools_suffix|>');
  if (found === null) return null;
  const { value } = parseJsonText(found.body.trim());
  const named = Array.isArray(value) && value.every((each) => isRecord(each) && Object.values(each).every(isRecord)) ? value : null;
  const calls = named?.flatMap((each) => Object.entries(each as object).map(([name, given]) => callOf(name, given, found.body)));
  return { calls: calls ?? jsonCalls(found.body), end: found.end };
};
const APERTUS = '<|tools_prefix|>';

/** Phi-4-mini: a list of calls. */
const functools: Form = (text) => {
  const opening = /^functools\s*(?=\[)/.exec(text)?.[0];
  if (opening === undefined) return null;
  const end = endOfJson(text, opening.length);
  return { calls: jsonCalls(text.slice(opening.length, end < 0 ? text.length : end)), end: end < 0 ? text.length : end };
};

/** FunctionGemma and Gemma 4: keys without quotes, and texts between signs of their own. */
const GEMMA = [
  { open: '<start_function_call>', close: '<end_function_call>', text: /<escape>([\s\S]*?)<escape>/ },
  { open: '<|tool_call>', close: '<tool_call|>', text: /<\|"\|>([\s\S]*?)<\|"\|>/ },
] as const;

const gemma: Form = (text) => {
  for (const { open, close, text: written } of GEMMA) {
    const found = inside(text, open, close);
    if (found === null) continue;
    const body = found.body.trim();
    const [, name, given] = /^call:\s*([\w.-]{1,128})\s*(\{[\s\S]*)$/.exec(body) ?? [];
    if (name === undefined || given === undefined) return { calls: [unreadable(body)], end: found.end };
    const json = given.replaceAll(
      new RegExp(`${written.source}|([{,]\\s*)([\\w.-]{1,128})(?=\\s*:)`, 'g'),
      (_, inner: string | undefined, before: string, key: string) =>
        inner === undefined ? before + JSON.stringify(key) : JSON.stringify(inner),
    );
    return { calls: [{ name, input: { text: json }, raw: body }], end: found.end };
  }
  return null;
};

const PARAMETER_TAG = /^<parameter=([^>\s]{1,128})>/;

/** Reads `<function=name>` around JSON or around `<parameter=key>` elements. */
const functionTag: Form = (text) => {
  const [opening, name] = /^<function=([^>\s]{1,128})>/.exec(text) ?? [];
  if (opening === undefined || name === undefined) return null;
  const found = inside(text, opening, '</function>');
  if (found === null) return null;
  const body = found.body.trim();
  if (body.startsWith('{') || body === '')
    return { calls: [{ name, input: { text: body }, raw: text.slice(0, found.end) }], end: found.end };
  const pairs = elementsOf(body, PARAMETER_TAG, 'parameter>');
  const input = pairs === null ? { text: body } : { value: objectOf(pairs) };
  return { calls: [{ name, input, raw: text.slice(0, found.end) }], end: found.end };
};

/** Builds arguments from keys and texts: a text as JSON unless that gives a string, otherwise without surrounding line breaks. */
function objectOf(pairs: readonly (readonly [string, string, string])[]): object {
  return Object.fromEntries(
    pairs.map(([, key, written]) => {
      const text = written.replace(/^\r?\n/, '').replace(/\r?\n$/, '');
      const { value, errors } = parseJsonText(text);
      return [key.trim(), errors.length === 0 && typeof value !== 'string' ? value : text];
    }),
  );
}

/** Reads calls of Mistral: a list of them or, since version 11 of its tokenizer, `name[ARGS]{…}`. */
const mistral: Form = (text) => {
  const opening = /^\[TOOL_CALLS\]\s*/.exec(text)?.[0];
  if (opening === undefined) return null;
  const head = /^([\w.-]{1,128})(?:\[CALL_ID\][\w.-]{1,64})?(?:\[ARGS\])?\s*/.exec(text.slice(opening.length));
  const from = opening.length + (head?.[0].length ?? 0);
  const end = endOfJson(text, from);
  const json = text.slice(from, end < 0 ? text.length : end);
  if (head?.[1] === undefined) return { calls: jsonCalls(json), end: end < 0 ? text.length : end };
  return { calls: [{ name: head[1], input: { text: json }, raw: json }], end: end < 0 ? text.length : end };
};

/** Describes a form in which JSON follows a name, by what comes before the name, between the two, and after the JSON. */
interface Named {
  readonly head: RegExp;
  readonly tail: RegExp;
}

const NAMED: readonly Named[] = [
  // Kimi K2
  {
    head: /^<\|tool_call_begin\|>\s*(?:functions\.)?([\w.-]{1,128}?)(?::\d+)?\s*<\|tool_call_argument_begin\|>\s*/,
    tail: /^\s*<\|tool_call_end\|>/,
  },
  // DeepSeek V3 and R1, which put the JSON in a fenced block, and V3.1
  {
    head: /^<｜tool▁call▁begin｜>(?:function<｜tool▁sep｜>)?([\w.-]{1,128})(?:\s*```json\s*|<｜tool▁sep｜>\s*)/,
    tail: /^\s*(?:```\s*)?<｜tool▁call▁end｜>/,
  },
  // The commentary channel of gpt-oss, to which it writes calls
  {
    head: /^(?:<\|start\|>assistant)?<\|channel\|>commentary to=(?:functions\.)?([\w.-]{1,128})[^<]{0,16}(?:<\|constrain\|>\w{0,16})?<\|message\|>\s*/,
    tail: /^\s*<\|call\|>/,
  },
];

const named: Form = (text) => {
  for (const { head, tail } of NAMED) {
    const [opening, name] = head.exec(text) ?? [];
    if (opening === undefined || name === undefined) continue;
    const end = endOfJson(text, opening.length);
    const json = end < 0 ? text.slice(opening.length) : text.slice(opening.length, end);
    const closing = end < 0 ? undefined : tail.exec(text.slice(end))?.[0];
    return { calls: [{ name, input: { text: json }, raw: json }], end: end < 0 ? text.length : end + (closing?.length ?? 0) };
  }
  return null;
};

/** Skips a sign that some templates write before and after a series of calls. */
const series: Form = (text) => {
  const sign = /^(?:<\|tool_calls_section_(?:begin|end)\|>|<｜tool▁calls▁(?:begin|end)｜>)/.exec(text)?.[0];
  return sign === undefined ? null : { calls: [], end: sign.length };
};

export const FORMS: readonly Form[] = [tag, functionTag, apertus, functools, gemma, mistral, named, series];

const literal = (text: string): string => text.replaceAll(/[|[\]\\^$.*+?(){}]/g, '\\$&');

/** Matches the beginnings of calls, none of which occurs in ordinary text. */
export const MARKER = new RegExp(
  [
    ...TAGS.map(([open]) => literal(open)),
    ...[
      '<function=',
      APERTUS,
      ...GEMMA.map(({ open }) => open),
      '[TOOL_CALLS]',
      '<|tool_calls_section_begin|>',
      '<|tool_call_begin|>',
      '<｜tool▁calls▁begin｜>',
      '<｜tool▁call▁begin｜>',
    ].map(literal),
    'functools\\s*\\[\\s*\\{',
    '(?:<\\|start\\|>assistant)?<\\|channel\\|>commentary to=',
  ].join('|'),
);
