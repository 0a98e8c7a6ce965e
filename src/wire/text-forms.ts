import { isRecord } from '../tools/contract/json-schema.ts';
import { parseJsonText } from '../tools/contract/json-text.ts';
import type { WireCall } from './wire-call.ts';

/** A call found in a text. */
export interface TextCall extends Pick<WireCall, 'name' | 'input'> {
  readonly raw: string;
}

/** Parses calls at the beginning of a text; null if it does not begin with one in this form. */
type Form = (text: string) => { readonly calls: readonly TextCall[]; readonly end: number } | null;

/** Most characters searched for the end of an unclosed block. */
const MOST_BLOCK = 64 * 1024;

/** The end of the JSON value that begins at `from`, by matching brackets and quotes; -1 if it does not end. */
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
const REST = new Set(['type', 'id', 'call_id']);

/** `{ name, arguments }` without other meaningful members; also nested in `function`, as in the chat API. */
export function functionOf(value: Readonly<Record<string, unknown>>, raw: string): TextCall | null {
  const inner = isRecord(value['function']) ? value['function'] : value;
  const { name, function: named, tool } = inner;
  const called = [name, named, tool].find((each) => typeof each === 'string');
  const key = ARGUMENTS.find((each) => Object.hasOwn(inner, each));
  const others = Object.keys(inner).filter((each) => each !== key && !['name', 'function', 'tool'].includes(each) && !REST.has(each));
  if (typeof called !== 'string' || key === undefined || others.length > 0) return null;
  const given = inner[key];
  return { name: called, input: typeof given === 'string' ? { text: given } : { value: given }, raw };
}

/** Converts JSON text to calls; one without a name is returned and rejected later. */
function jsonCalls(text: string): readonly TextCall[] {
  const { value } = parseJsonText(text);
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map((each) => (isRecord(each) ? functionOf(each, text) : null) ?? unreadable(text));
}

const unreadable = (text: string): TextCall => ({ name: '', input: { text }, raw: text });

/** The content of a tag; the end of the text also closes it, because templates use the closing tag as stop word. */
function inside(text: string, open: string, close: string): { readonly body: string; readonly end: number } | null {
  if (!text.startsWith(open)) return null;
  const at = text.indexOf(close, open.length);
  return at < 0 ? { body: text.slice(open.length), end: text.length } : { body: text.slice(open.length, at), end: at + close.length };
}

const toolCallTag: Form = (text) => {
  const found = inside(text, '<tool_call>', '</tool_call>');
  if (found === null) return null;
  const body = found.body.trim();
  if (body.startsWith('<function=')) return { calls: functionTag(body)?.calls ?? [unreadable(body)], end: found.end };
  return { calls: /^[[{]/.test(body) ? jsonCalls(body) : [keyedCall(body)], end: found.end };
};

/** GLM: the name, then pairs of `<arg_key>` and `<arg_value>`. */
function keyedCall(body: string): TextCall {
  const name = /^[^\s<]+/.exec(body)?.[0] ?? '';
  const pairs = [...body.matchAll(/<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/g)];
  const left = body.slice(name.length).replaceAll(/<arg_key>[\s\S]*?<\/arg_key>\s*<arg_value>[\s\S]*?<\/arg_value>/g, '');
  if (name === '' || left.trim() !== '') return unreadable(body);
  return { name, input: { value: objectOf(pairs) }, raw: body };
}

/** `<function=name>` around JSON or around `<parameter=key>` elements. */
const functionTag: Form = (text) => {
  const [opening, name] = /^<function=([^>\s]{1,128})>/.exec(text) ?? [];
  if (opening === undefined || name === undefined) return null;
  const found = inside(text, opening, '</function>');
  if (found === null) return null;
  const body = found.body.trim();
  if (body.startsWith('{') || body === '')
    return { calls: [{ name, input: { text: body }, raw: text.slice(0, found.end) }], end: found.end };
  const pairs = [...body.matchAll(/<parameter=([^>\s]{1,128})>([\s\S]*?)<\/parameter>/g)];
  const left = body.replaceAll(/<parameter=[^>\s]{1,128}>[\s\S]*?<\/parameter>/g, '').trim();
  const input = left === '' ? { value: objectOf(pairs) } : { text: body };
  return { calls: [{ name, input, raw: text.slice(0, found.end) }], end: found.end };
};

/** Values are parsed as JSON unless that gives a string; otherwise they are the text without surrounding line breaks. */
function objectOf(pairs: readonly RegExpMatchArray[]): object {
  return Object.fromEntries(
    pairs.map(([, key = '', written = '']) => {
      const text = written.replace(/^\r?\n/, '').replace(/\r?\n$/, '');
      const { value, errors } = parseJsonText(text);
      return [key.trim(), errors.length === 0 && typeof value !== 'string' ? value : text];
    }),
  );
}

/** Mistral: a list of calls, or since version 11 of its tokenizer `name[ARGS]{…}`. */
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

/** Llama: JSON calls, separated by `;`. Python in the tag is not read. */
const pythonTag: Form = (text) => {
  const opening = /^(?:<\|python_tag\|>|;)\s*/.exec(text)?.[0];
  if (opening === undefined || !text.startsWith('{', opening.length)) return null;
  const end = endOfJson(text, opening.length);
  return { calls: jsonCalls(text.slice(opening.length, end < 0 ? text.length : end)), end: end < 0 ? text.length : end };
};

export const FORMS: readonly Form[] = [toolCallTag, functionTag, mistral, pythonTag];
