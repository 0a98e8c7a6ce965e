import { isRecord } from '../../contract/json-schema.ts';
import { parseJsonText } from '../../contract/json-text.ts';
import { CALLED, JsonReader, NoJson, PROSE } from '../json-reader.ts';
import { visible, type LooseValue } from '../loose-json.ts';
import { unlisted } from '../shapes.ts';
import { isAsked } from './asked.ts';
import { callOfLines } from './lines.ts';
import { isCarrier, nameBefore } from './named-json.ts';
import { namesTool, taggedCall, type IsTool } from './tagged-call.ts';
import { unreadIn } from './unread.ts';
import { decoded } from './decoded.ts';
import { withoutSections } from './tags.ts';
import { withoutTokens, withPairs } from './tokens.ts';
import { looseYaml } from './yaml.ts';

/** Maximum length of a text that is parsed as anything but JSON; a call may have half of it. */
const MOST_CHARACTERS = 131_072;

/**
 * Parses the text of a whole call: JSON or nearly JSON, also among words; programming languages (`[tool(limit=5)]`,
 * `print(api.tool(limit=5))`, `tool({ "limit": 5 })`); tags; tokens of chat templates; a name before JSON; YAML. A call whose name is
 * outside becomes `{ name, arguments }`. Undefined if the text contains no call, several calls, or one that may only be mentioned.
 */
export function looseCall(text: string, isTool: IsTool): LooseValue | undefined {
  const strict = parseJsonText(text);
  if (strict.errors.length === 0)
    return typeof strict.value === 'string' ? inner(strict.value, isTool) : { value: strict.value, notes: [], doubtful: false };
  if (text.length > MOST_CHARACTERS) return undefined;
  // In a shell, a single quote inside single quotes is written as four characters.
  const plain = /^\s*(?:\$\s*)?curl\s/.test(text) ? text.replaceAll("'\\''", "'") : text;
  const clean = withoutSections(decoded(visible(plain)));
  const said = withPairs(withoutTokens(clean.replace(THOUGHT, '').trim())).replace(REMARK, '$1');
  const before = said.length < clean.length && THOUGHT.test(clean) ? ['the reasoning before the call was dropped'] : [];
  const tagged = taggedCall(said, isTool);
  if (tagged === null) return undefined;
  const found = tagged ?? untagged(said, isTool);
  if (found === undefined) return undefined;
  const { head, tail, own, ...read } = found;
  const mentioned = isAsked(head, tail, isTool) ? unreadIn(own, read.value, isTool) : 'the text around the call may not ask for it';
  return { ...read, notes: [...before, ...read.notes], ...(mentioned !== undefined && { mentioned }) };
}

function inner(text: string, isTool: IsTool): LooseValue | undefined {
  const found = /[[{<:=]|^[\w+/-]{24,}={0,2}$/.test(text) ? looseCall(text, isTool) : undefined;
  return found && { ...found, notes: ['a text that holds JSON was read as JSON', ...found.notes] };
}

/** Matches the reasoning that a model writes before its answer. Some chat templates omit the opening tag. */
const THOUGHT =
  /^\s*(?:<(think|thinking|thought|thoughts|reasoning|reflection|analysis|scratch_?pad)>[\s\S]*?<\/\1>|[^<]*<\/think(?:ing)?>|Thought:(?:(?!\n[^\S\n]*(?:Observation|Action|Final Answer)\b)[\s\S])*\n(?=[^\S\n]*Action:))/i;

/** Matches a comment line before an object. Its words count as text before the call. */
const REMARK = /^\/\/[^\S\n]*([^\n{[]*\n)(?=\s*\{)/;

/** Matches a GraphQL query that consists of a call without fields. */
const GRAPHQL = /^(?:query|mutation)(?:\s+\w+)?\s*\{\s*(\w+\([\s\S]*\))\s*\}$/;

/** A call that was found in a text: its own text, and the text before and after it. */
export type Found = LooseValue & { readonly own: string; readonly head: string; readonly tail: string };

function untagged(said: string, isTool: IsTool): Found | undefined {
  const { body: inside, head, tail, notes } = unfenced(said);
  const typed = inside
    .replace(/^\s*call\s*:\s*(?=[\w.-]+\s*\()/i, '')
    .replace(/(?<=\w)<[A-Z]\w*(?:\[\])?>(?=\()/, '')
    .replace(/^((?:export\s+)?(?:const|let|var)\s+\w+)\s*:[^=\n]+=/, '$1 =');
  const body = GRAPHQL.exec(typed)?.[1] ?? (/^"\w+"\s*:\s/.test(typed) ? `{${typed}}` : typed);
  const lines = /^(?:\{|\[(?![\w.-]+\][^\S\n]*\n))/.test(body) ? undefined : callOfLines(body, isTool);
  if (lines !== undefined && namesTool(lines.value, isTool))
    return { value: lines.value, notes: [...notes, lines.note], doubtful: false, own: body, head, tail };
  const found = callIn(body, isTool);
  const before = found === undefined ? '' : head + body.slice(0, found.start);
  const doubtful = found?.doubtful === true;
  const around = { own: body.slice(found?.start, found?.end), head: before, tail: body.slice(found?.end) + tail };
  const isNamed = found !== undefined && namesTool(found.value, isTool);
  const name = found === undefined || isNamed ? undefined : nameBefore(before, isTool);
  const args = unlisted(found?.value);
  if (found !== undefined && name !== undefined && isRecord(args)) {
    const all = [...notes, ...found.notes, 'the name before the JSON became that of the call'];
    return { value: { name, arguments: args }, notes: all, doubtful, ...around };
  }
  const yaml = isNamed ? undefined : looseYaml(body);
  // If the text ends with a key without value, it may have been cut off.
  if (yaml !== undefined && namesTool(yaml, isTool))
    return { value: yaml, notes: [...notes, 'YAML was read as JSON'], doubtful: /:\s*$/.test(body), own: body, head, tail };
  if (found === undefined) return undefined;
  const words = found.start > 0 ? ['words before the JSON were dropped'] : [];
  const { mentioned } = found;
  return {
    value: found.value,
    notes: [...notes, ...words, ...found.notes],
    doubtful,
    ...(mentioned !== undefined && { mentioned }),
    ...around,
  };
}

interface Unfenced {
  readonly body: string;
  readonly head: string;
  readonly tail: string;
  readonly notes: readonly string[];
}

/** Removes a code fence. `head` is the text before it, `tail` the text behind it. */
function unfenced(text: string): Unfenced {
  const fences = [...text.matchAll(/```[\w-]*\s*\n?([\s\S]*?)```/g)];
  const [fence] = fences;
  const outside = fence === undefined ? '' : text.replace(fence[0], '\n').replace(new RegExp(PROSE, 'g'), '');
  if (fence !== undefined && fences.length === 1 && !/[{[]/.test(outside.replace(/\[[^\]\n]*\]\([^)\n]*\)/g, ''))) {
    const [head, tail] = [`${text.slice(0, fence.index)}\n`, text.slice(fence.index + fence[0].length)];
    return { body: (fence[1] ?? '').trim(), head, tail, notes: ['the code fence was dropped'] };
  }
  const open = text.replace(/^```[\w-]*\s*\n/, '').trim();
  return { body: open, head: '', tail: '', notes: open === text ? [] : ['the code fence was dropped'] };
}

function callIn(body: string, isTool: IsTool): (LooseValue & { readonly start: number; readonly end: number }) | undefined {
  for (const start of startsIn(body)) {
    try {
      const reader = new JsonReader(body.slice(start), 'call');
      const value = reader.whole();
      if (typeof value !== 'string')
        return { value: handed(requested(value), isTool), notes: reader.notes, doubtful: reader.doubtful, start, end: start + reader.end };
      const found = inner(value, isTool);
      return found && { ...found, start, end: start + reader.end };
    } catch (error) {
      if (!(error instanceof NoJson)) throw error;
      if (body.slice(start).search(PROSE) !== 0) return undefined;
    }
  }
  return undefined;
}

/** Unwraps `callback({ … })`, a function that only passes a call on. */
function handed(value: unknown, isTool: IsTool): unknown {
  if (!isRecord(value) || typeof value['name'] !== 'string' || isTool(value['name']) || !isCarrier(value['name'])) return value;
  return namesTool(value['arguments'], isTool) ? value['arguments'] : value;
}

/** Reads `fetch("/tools/tool_a", { method: "POST", body: { … } })`, whose body contains the arguments. */
function requested(value: unknown): unknown {
  if (!isRecord(value) || typeof value['name'] !== 'string' || !isRecord(value['arguments'])) return value;
  const entries = Object.entries(value['arguments']);
  const [body, second] = entries.filter(([key, member]) => /^(?:body|json|data|payload)$/.test(key) && isRecord(member));
  const isRequest = entries.every(([key]) => key === body?.[0] || /^(?:method|headers|mode|credentials|cache|url|verify)$/.test(key));
  return body !== undefined && second === undefined && isRequest && value['name'].includes('/') ? { ...value, arguments: body[1] } : value;
}

/** Positions where a value may begin: a quote at the start of the text, or a call in programming notation at the start of a line. */
function startsIn(body: string): number[] {
  if (body.startsWith('"')) return [0];
  const opening = new RegExp(
    String.raw`(?=[A-Za-z_])(?<=^\s*(?:(?:(?:const|let|var)\s+)?\w+\s*=\s*)?(?:await\s+|return\s+|call\s+|exec\s+|select\s+)?)${CALLED}|\b(?:list|Dict|Map\.of|mapOf)\(|\bmap\[\w+\]\w+\{|[[{]`,
    'gim',
  );
  return [...body.matchAll(opening)].map(({ index }) => index);
}
