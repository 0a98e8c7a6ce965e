/**
 * Parses conditions written as data in an unknown notation by their parts: a comparison consists of one column, one operator and its
 * values, under any keys. Every other key must be a filler word, because any other word may invert or restrict the condition.
 */
import { isRecord } from '../contract/json-schema.ts';
import { comparison, NoFilter, signOf } from './comparisons.ts';
import { joined, wordOf } from './conditions.ts';
import { TURNED } from './expression-nodes.ts';
import { expressionText } from './expression.ts';
import type { ColumnFor } from './expression-tokens.ts';
import { partsOf } from './tokens.ts';
import { quantityOf } from './units.ts';
import { bare } from './words.ts';

type Token =
  | { readonly kind: 'column' | 'operator'; readonly text: string }
  | { readonly kind: 'value'; readonly text: string; readonly value: unknown };

/** Words around conditions that do not change their meaning. */
const CARRIES: ReadonlySet<string> = new Set(
  (
    'a an and_ the of with that have has having whose where filter filters query condition conditions expr expression rows row packet packets frame frames ' +
    'data df f fn col column columns field fields lit val value object select row r x it self this only show keep find get all those which were are be ' +
    'json item items event record table t p c tags node func pl pd sql db model metadata attributes properties string number boolean text bool int float ' +
    'numeric state numericstate type rule rules group kind name key operator operation op combinator logic logicoperator rightvalue leftvalue left right ' +
    'lhs rhs arg args operands attribute term terms match captures capture unit dbm db from in_'
  ).split(' '),
);

/** Converts a condition in any notation to a filter; undefined if a part of it is not understood. */
export function anyCondition(value: unknown, columnFor: ColumnFor): string | undefined {
  try {
    return ofData(value, columnFor, 0);
  } catch (error) {
    if (error instanceof NoFilter) return undefined;
    throw error;
  }
}

function compared(tokens: readonly Token[]): string {
  const of = (kind: Token['kind']): Token[] => tokens.filter((token) => token.kind === kind);
  const [[column, other], operators, values] = [of('column'), of('operator'), of('value')];
  const [operator, second] = operators;
  if (column === undefined || other !== undefined || second !== undefined) throw new NoFilter();
  const plain = values.map((token) => (token.kind === 'value' ? token.value : undefined));
  if (operator === undefined && plain.length > 0) throw new NoFilter();
  if (operator === undefined) return `"${column.text}"`;
  const [first] = tokens.filter(({ kind }) => kind === 'column' || kind === 'value');
  const isTurned = first?.kind === 'value' && tokens.indexOf(operator) > 0 && plain.length === 1;
  const sign = isTurned ? (TURNED[signOf(operator.text)?.replace(/^==$/, '=') ?? ''] ?? '') : operator.text;
  const value = plain.length === 1 ? plain[0] : plain.length === 0 ? undefined : plain;
  return comparison(column.text, sign, typeof value === 'string' ? (numberIn(value) ?? value) : value);
}

/** Reads a plain number. A quantity with a unit stays text, because its column decides how the unit is compared. */
const numberIn = (text: string): number | undefined => (/^[+-]?\d+(?:\.\d+)?$/.test(text) ? quantityOf(text)?.value : undefined);

const DEEPEST = 12;

/** Converts conditions given as data: a list of conditions with a joining word, or the parts of one comparison under any names. */
function ofData(value: unknown, columnFor: ColumnFor, depth: number): string {
  if (depth > DEEPEST) throw new NoFilter();
  if (typeof value === 'string') {
    const text = expressionText(value, columnFor);
    if (text === undefined) throw new NoFilter();
    return text;
  }
  if (Array.isArray(value))
    return joined(
      (value as unknown[]).map((each) => ofData(each, columnFor, depth + 1)),
      'AND',
    );
  if (!isRecord(value)) throw new NoFilter();
  const entries = Object.entries(value);
  const lists = entries.filter(([, member]) => Array.isArray(member) && (member as unknown[]).some((item) => typeof item === 'object'));
  const [list, second] = lists;
  if (list !== undefined) {
    const rest = entries.filter((entry) => entry !== list);
    const words = [list[0], ...rest.map(([, member]) => member)].map(wordOf);
    const given = words.filter((word) => word !== undefined);
    const isPlain = rest.every(
      ([key, member]) => carries(key) && (typeof member !== 'string' || wordOf(member) !== undefined || carries(member)),
    );
    if (second !== undefined || given.length > 1 || !isPlain || (!carries(list[0]) && words[0] === undefined)) throw new NoFilter();
    const items = (list[1] as unknown[]).map((each) => ofData(each, columnFor, depth + 1));
    if (items.length > 1 && given.length === 0) throw new NoFilter();
    return joined(items, given[0] ?? 'AND');
  }
  const tokens = entries.flatMap(([key, member]) => tokensOfMember(key, member, columnFor));
  return compared(tokens);
}

const carries = (key: string): boolean => CARRIES.has(bare(key)) || partsOf(key).every((part) => CARRIES.has(part.toLowerCase()));

function tokensOfMember(key: string, member: unknown, columnFor: ColumnFor): Token[] {
  const named = carries(key) ? [] : keyTokens(key, columnFor);
  const isWord = /^(?:type|kind|label|description)$/.test(bare(key)) && typeof member === 'string' && carries(member);
  if (isWord) return [];
  if (isRecord(member)) return [...named, ...Object.entries(member).flatMap(([inner, each]) => tokensOfMember(inner, each, columnFor))];
  if (typeof member !== 'string')
    return [
      ...named,
      ...(Array.isArray(member) ? (member as unknown[]) : [member]).map((each): Token => ({
        kind: 'value',
        text: String(each),
        value: each,
      })),
    ];
  const braced = /^=?\s*\{\{\s*(.*?)\s*\}\}$/.exec(member)?.[1];
  const column = columnFor(braced === undefined ? member : (braced.split('.').at(-1) ?? ''));
  const hasColumn = named.some(({ kind }) => kind === 'column');
  if (column !== undefined && !hasColumn) return [...named, { kind: 'column', text: column }];
  const isOperator = /^(?:op|operator|operation|comparison|comparator|cmp|condition|relation|predicate|test|matchtype)$/.test(bare(key));
  if (isOperator && signOf(member) !== undefined) return [...named, { kind: 'operator', text: member }];
  if (isOperator && carries(member)) return named;
  return [...named, { kind: 'value', text: member, value: member }];
}

/** Splits a key that is a column, an operator, or both: `crc_ok_eq`, `rssi >`, `greaterThan`. */
function keyTokens(key: string, columnFor: ColumnFor): Token[] {
  const column = /[<>=!]/.test(key) ? undefined : columnFor(key);
  if (column !== undefined) return [{ kind: 'column', text: column }];
  if (signOf(key) !== undefined) return [{ kind: 'operator', text: key }];
  for (const [, stem = '', tail = ''] of [/^(.+?)\s*([<>!=]=?)\s*$/.exec(key) ?? [], ...splits(key)]) {
    const own = stem === '' ? undefined : columnFor(stem);
    if (own !== undefined && signOf(tail) !== undefined)
      return [
        { kind: 'column', text: own },
        { kind: 'operator', text: tail },
      ];
  }
  throw new NoFilter();
}

const splits = (key: string): string[][] =>
  [...key.matchAll(/_+|\.|\[/g)].map(({ index, 0: by }) => ['', key.slice(0, index), key.slice(index + by.length).replace(/\]$/, '')]);
