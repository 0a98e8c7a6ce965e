/** Lists of entries and objects with the same content: an argument gets whichever of the two its schema wants. */
import { isRecord, type SchemaNode } from '../contract/json-schema.ts';
import { argumentFor } from './aliases.ts';
import { quantityOf } from './units.ts';

type Members = Readonly<Record<string, unknown>>;

const membersOf = ({ properties }: SchemaNode): [string, SchemaNode][] =>
  Object.entries(isRecord(properties) ? properties : {}).filter((entry): entry is [string, SchemaNode] => isRecord(entry[1]));
const isNeeded = ({ required }: SchemaNode, name: string): boolean => Array.isArray(required) && required.includes(name);

/**
 * `{ first: { … } }` for a list of objects that need a text, and `{ '7D:40:…': 'cluster 1' }` for one of two texts: the key is that
 * text. Undefined where a key is a member of an item itself.
 */
export function entriesOf(map: Members, items: SchemaNode): Members[] | undefined {
  const members = membersOf(items);
  const name = members.find(([own, node]) => node['type'] === 'string' && isNeeded(items, own))?.[0];
  const entries = Object.entries(map);
  if (name === undefined || entries.length === 0 || entries.some(([key]) => members.some(([own]) => own === key))) return undefined;
  const others = members.filter(([own]) => own !== name);
  const made = entries.map(([key, value]) => ({ [name]: key, ...heldBy(value, others) }));
  return made.every((entry) => Object.keys(entry).length > 1) ? made : undefined;
}

/** A value as members of an item: its own, or the only one that takes such a value. */
function heldBy(value: unknown, members: readonly (readonly [string, SchemaNode])[]): Members {
  if (isRecord(value) && Object.keys(value).every((key) => members.some(([own]) => own === key))) return value;
  const kinds: readonly unknown[] = Array.isArray(value)
    ? ['array', 'object']
    : [typeof value, ...(typeof value === 'number' ? ['integer'] : [])];
  const [only, second] = members.filter(([, node]) => kinds.includes(node['type']));
  return only !== undefined && second === undefined ? { [only[0]]: value } : {};
}

/**
 * `[{ column: 'channel', coding: 'treatment' }]` for an object by column, and texts that are each called like a member. Undefined where
 * an item names no member, or two, and where a member is named twice.
 */
export function mapOf(list: readonly unknown[], node: SchemaNode): Members | undefined {
  const pairs = list.map((item) => pairIn(item, node));
  const names = new Set(pairs.map((pair) => pair?.[0]));
  if (list.length === 0 || pairs.includes(undefined) || names.size < list.length) return undefined;
  return Object.fromEntries(pairs as [string, unknown][]);
}

function pairIn(item: unknown, node: SchemaNode): readonly [string, unknown] | undefined {
  const held = isRecord(node['additionalProperties']) ? membersOf(node['additionalProperties']).map(([own]) => own) : [];
  const nameOf = (text: unknown): string | undefined =>
    typeof text === 'string' ? (argumentFor(text, node, {})?.name ?? (held.length > 0 ? text : undefined)) : undefined;
  if (!isRecord(item)) return held.length > 0 || nameOf(item) === undefined ? undefined : [nameOf(item) ?? '', item];
  const members = Object.entries(item);
  const found = members.flatMap(([key, text]): (readonly [string, unknown])[] => {
    const name = held.includes(key) ? undefined : nameOf(text);
    const rest = members.filter(([own]) => own !== key);
    const [only, second] = rest;
    if (name === undefined || only === undefined) return [];
    if (held.length > 0) return rest.every(([own]) => held.includes(own)) ? [[name, Object.fromEntries(rest)]] : [];
    return second === undefined ? [[name, only[1]]] : [];
  });
  const [pair, other] = found;
  return other === undefined || JSON.stringify(other) === JSON.stringify(pair) ? pair : undefined;
}

/** `snr=2, jitter=3` and `7D:40:… = cluster 1`, one in a line or between commas; undefined for any other text. */
export function pairsIn(text: string): Members | undefined {
  const pairs = text
    .split(/[,;\n]/)
    .filter((part) => part.trim() !== '')
    .map(pairOf);
  const names = new Set(pairs.map((pair) => pair?.[0]));
  if (pairs.length === 0 || pairs.includes(undefined) || names.size < pairs.length || names.has('__proto__')) return undefined;
  return Object.fromEntries(pairs as [string, unknown][]);
}

function pairOf(part: string): readonly [string, unknown] | undefined {
  const sign = /=>?|->|→|:(?=\s)/.exec(part);
  if (sign === null) return undefined;
  const [name, value] = [part.slice(0, sign.index).trim(), part.slice(sign.index + sign[0].length).trim()];
  const isPair = name !== '' && value !== '' && !/[<>!~]$/.test(name) && !/^[=>]/.test(value);
  return isPair && (sign[0] !== ':' || /^[\p{L}_]\w*$/u.test(name)) ? [name, numberIn(value)] : undefined;
}

function numberIn(text: string): unknown {
  const quantity = text.length > 40 ? undefined : quantityOf(text);
  return quantity?.unit === '' ? quantity.value : text;
}
