import { isRecord } from '../../contract/json-schema.ts';
import { CALLED, PROSE } from '../json-reader.ts';
import { looseJson, type LooseValue } from '../loose-json.ts';
import { ALIASES, CALLED_BY } from '../members.ts';
import { bare } from '../words.ts';
import { elementsOf, plainText, withSigns, type Element } from './tags.ts';

/** Whether a word names an installed tool, in another spelling or, `loosely`, with a typing error. */
export type IsTool = (word: string, loosely?: boolean) => boolean;

type Members = Record<string, unknown>;
class Unread extends Error {}

/**
 * Parses the only call in a text with XML-like tags, as `{ name, arguments }`. The name is in an attribute, after `=`, a tag, a child or at
 * the start of the content; the arguments are in tags, pairs of tags, attributes or JSON. Returns `null` if there is such a call but it
 * cannot be read exactly, and undefined if no tag names a tool.
 */
export function taggedCall(
  given: string,
  isTool: IsTool,
): (LooseValue & { readonly own: string; readonly head: string; readonly tail: string }) | null | undefined {
  const text = withSigns(given);
  const top = text.includes('<') ? elementsOf(text) : undefined;
  const calls = (top ?? []).flatMap((element) => callsIn(element, isTool).map((call) => ({ ...call, top: element })));
  const [call, second] = calls;
  if (call === undefined) return undefined;
  try {
    if (second !== undefined || isMentioned(text, call.top)) return null;
    const isOpen = !call.element.closed && !call.top.closed;
    const notes = ['a call in tags was read as JSON', ...(isOpen ? ['missing closing tags were added'] : [])];
    const value = { name: call.name, arguments: membersOf(call.element, call.rest, isTool) };
    const { from, to } = call.top;
    return { value, notes, doubtful: isOpen, own: withoutCarriers(text.slice(from, to)), head: text.slice(0, from), tail: text.slice(to) };
  } catch (error) {
    if (error instanceof Unread) return null;
    throw error;
  }
}

/** Removes the tags that only wrap a call, of any vendor's namespace, and attributes that say how a value is encoded. */
const withoutCarriers = (text: string): string =>
  text
    .replace(/<\/?(?:\w+[_:-])?(?:tool_calls?|arg_key|arg_value|function_calls?)>/gi, ' ')
    .replace(/(<[\w:-]+(?:\s+[\w:-]+="[^"]*")*)\s+(?:string|type|encoding|lang)="[\w/]*"/gi, '$1');

interface Found {
  readonly element: Element;
  readonly name: string;
  /** The texts of the element, without the name of the tool. */
  readonly rest: string;
}

function callsIn(element: Element, isTool: IsTool): Found[] {
  const own = callOf(element, isTool);
  return own === undefined ? element.children.flatMap((child) => callsIn(child, isTool)) : [own];
}

const NAMES = /^(?:name|tool|function|toolname|functionname|recipient|action)$/;
/** Matches elements that contain a named value and not a call. */
const HOLDER = /^(?:parameter|param|arg|argument|property|prop|field|var|variable|item|value|column)$/;

function callOf(element: Element, isTool: IsTool): Found | undefined {
  const rest = element.texts.join('\n').trim();
  if (HOLDER.test(bare(element.tag))) return undefined;
  const given = element.suffix ?? Object.entries(element.attributes).find(([key]) => NAMES.test(bare(key)))?.[1];
  if (given !== undefined && isTool(given, true)) return { element, name: given, rest };
  if (isTool(element.tag) && !NAMES.test(bare(element.tag))) return { element, name: element.tag, rest };
  const child = element.children.find((each) => NAMES.test(bare(each.tag)) && each.children.length === 0 && isTool(each.inner.trim()));
  if (child !== undefined) return { element, name: child.inner.trim(), rest };
  const [, first = '', after = ''] = /^([\w.:@/-]+)[ \t]*(?:\n([\s\S]*)|(\{[\s\S]*))?$/.exec(rest) ?? [];
  const isNamed = isTool(first) && (element.children.length > 0 || after !== '' || /\{/.test(rest));
  return isNamed ? { element, name: first, rest: rest.slice(first.length).trim() } : undefined;
}

function membersOf({ attributes, children }: Element, rest: string, isTool: IsTool): Members {
  const members: Members = {};
  for (const [key, value] of Object.entries(attributes)) if (!NAMES.test(bare(key))) put(members, key, value);
  const given = children.filter(
    (child) =>
      !(/^server_?name$/i.test(child.tag) && child.children.length === 0) &&
      !(NAMES.test(bare(child.tag)) && child.children.length === 0 && isTool(child.inner.trim())),
  );
  collect(given, members);
  if (rest === '') return members;
  const read = looseJson(rest);
  if (!isRecord(read?.value) || read.doubtful) throw new Unread();
  for (const [key, value] of Object.entries(read.value)) put(members, key, value);
  return members;
}

function put(members: Members, key: string, value: unknown): void {
  if (key === '__proto__' || Object.hasOwn(members, key)) throw new Unread();
  members[key] = value;
}

/** Converts elements to members, named by attribute, suffix, a pair of elements or tag. Elements with the same tag form a list. */
function collect(elements: readonly Element[], members: Members): void {
  const lists = new Map<string, unknown[]>();
  for (let at = 0; at < elements.length; at++) {
    const element = elements[at]!;
    const next = elements[at + 1];
    const pair = /(?:^|_)(?:key|name)$/i.test(element.tag) && next !== undefined && /(?:^|_)value$/i.test(next.tag);
    const key = keyOf(element);
    if (pair) {
      put(members, element.inner.trim(), valueOf(next));
      at++;
    } else if (key === undefined) lists.set(element.tag, [...(lists.get(element.tag) ?? []), valueOf(element)]);
    else put(members, key, valueOf(element, /^(?:name|key)$/i));
  }
  for (const [tag, values] of lists) {
    const inner = values.length === 1 && HOLDER.test(bare(tag)) && bare(tag) !== 'column' ? values[0] : undefined;
    // The element is a pair such as `<param><name>limit</name><value>5</value></param>`.
    if (isRecord(inner) && Object.keys(inner).length === 1) for (const [key, value] of Object.entries(inner)) put(members, key, value);
    else put(members, tag, values.length === 1 ? values[0] : values);
  }
}

const keyOf = ({ tag, suffix, attributes }: Element): string | undefined =>
  suffix ?? (HOLDER.test(bare(tag)) ? Object.entries(attributes).find(([key]) => /^(?:name|key)$/i.test(key))?.[1] : undefined);

/** Matches attributes that say how the element's value is encoded. If other attributes are members, these are members too. */
const IDLE = /^(?:type|string|xml|lang|encoding|format|description|id)$/i;

const TYPE = /^(?:str(?:ing)?|text|int(?:eger)?|number|float|double|bool(?:ean)?|array|list|object|json)$/i;

function valueOf({ attributes, children, inner, texts, tag }: Element, own = /^$/): unknown {
  const beside = Object.entries(attributes).filter(([key, value]) => !own.test(key) && !(key === 'type' && TYPE.test(value)));
  if (beside.some(([key]) => !IDLE.test(key))) {
    const members: Members = Object.fromEntries(beside);
    if (inner.trim() !== '') put(members, 'value', scalarOf(inner));
    return members;
  }
  if (children.length === 0 || texts.some((text) => text.trim() !== '')) return scalarOf(inner);
  const isList = children.length > 1 && children.every((child) => child.tag === children[0]?.tag && keyOf(child) === undefined);
  if (isList || (children.length === 1 && /^(?:item|value|element|entry|li)$/i.test(children[0]?.tag ?? '') && tag !== 'item'))
    return children.map((child) => valueOf(child));
  const members: Members = {};
  collect(children, members);
  return members;
}

/** Returns a text, or the JSON object or list in it. Numbers and booleans stay texts, which the tool's schema converts. */
function scalarOf(inner: string): unknown {
  const text = plainText(inner).trim();
  const read = /^[[{]/.test(text) ? looseJson(text) : undefined;
  if (read !== undefined && typeof read.value === 'object' && read.value !== null) {
    if (read.doubtful) throw new Unread();
    return read.value;
  }
  return text;
}

/** Whether the surrounding text contains further calls, or only mentions this one in a sentence. */
function isMentioned(text: string, { from, to }: Element): boolean {
  const [before, after] = [text.slice(0, from), text.slice(to)];
  const line = (before.split('\n').at(-1) ?? '').trim();
  if (line !== '' && !/[.:!?>)|\]]$/.test(line)) return true;
  if (/^[^\n]*[\p{L}\p{N}]/u.test(after.replace(/<[^<>]*>/g, ''))) return true;
  const around = `${before}\n${after}`.replace(new RegExp(PROSE, 'g'), '');
  return /[{[]/.test(around) || new RegExp(CALLED).test(around);
}

/** Whether a value contains the name of a tool, as a member or as a key. */
export function namesTool(value: unknown, isTool: IsTool, depth = 0): boolean {
  if (depth > 6 || typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => namesTool(item, isTool, depth + 1));
  return Object.entries(value).some(
    ([key, member]) =>
      isTool(key) ||
      (typeof member === 'string'
        ? (ALIASES[bare(key)] === 'tool_name' || CALLED_BY.test(bare(key))) && isTool(member)
        : namesTool(member, isTool, depth + 1)),
  );
}
