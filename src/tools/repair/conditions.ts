/**
 * Converts conditions written as data: objects of query builders, Mongo, Elasticsearch and JSON Logic, and lists of parts. Every member
 * must be understood, because an unknown one may invert or restrict the condition.
 */
import { isRecord } from '../contract/json-schema.ts';
import { comparison, deniedText, isColumnName, NoFilter, rangeText, signOf } from './comparisons.ts';
import { operatorOf } from './operators.ts';
import { bare } from './words.ts';

type Entry = readonly [key: string, value: unknown];

const DEEPEST = 24;

/** Converts a condition to a filter; undefined if a part of it cannot be converted exactly. */
export function filterText(value: unknown): string | undefined {
  try {
    return textOf(value, 0);
  } catch (error) {
    if (error instanceof NoFilter) return undefined;
    throw error;
  }
}

function textOf(value: unknown, depth: number): string {
  if (depth > DEEPEST) throw new NoFilter();
  if (typeof value === 'string' && value.trim() !== '') return value;
  if (Array.isArray(value)) return ofList(value, depth);
  if (isRecord(value)) return ofRecord(value, depth);
  throw new NoFilter();
}

/** Joins conditions by AND or OR. Throws `NoFilter` if there are none. */
export function joined(parts: readonly string[], word: 'AND' | 'OR'): string {
  const [only, second] = parts;
  if (only === undefined) throw new NoFilter();
  if (second === undefined) return only;
  return parts.map((part) => (/\b(?:and|or)\b|&|\|/i.test(part) ? `(${part})` : part)).join(` ${word} `);
}

/** Converts the word by which query builders join conditions to AND or OR; undefined for other words. */
export const wordOf = (value: unknown): 'AND' | 'OR' | undefined => {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (/^(?:[$_]?and|all|&&?|every|must|conjunction)$/.test(word)) return 'AND';
  return /^(?:[$_]?or|any|\|\|?|some|should|disjunction)$/.test(word) ? 'OR' : undefined;
};

/** Converts a list: `['rssi', '>', -60]`, `['>', 'rssi', -60]`, `[a, 'and', b]`, `['and', a, b]`, or conditions that must all hold. */
function ofList(list: readonly unknown[], depth: number): string {
  const [first, second, third] = list;
  const isTriple = list.length === 3 && typeof second === 'string' && isColumnName(first) && signOf(second) !== undefined;
  if (isTriple) return comparison(String(first), second, third);
  if (list.length === 2 && isColumnName(first) && typeof second === 'string' && /null|exists/i.test(second))
    return comparison(String(first), second, undefined);
  if (list.length === 3 && typeof first === 'string' && signOf(first) !== undefined && isColumnName(second))
    return comparison(String(second), first, third);
  if (list.length > 3 && typeof first === 'string' && /^(?:in|between)$/i.test(first) && isColumnName(second))
    return comparison(String(second), first, list.slice(2));
  const word = wordOf(first);
  if (word !== undefined && list.length > 1)
    return joined(
      list.slice(1).map((each) => textOf(each, depth + 1)),
      word,
    );
  if (list.length === 2 && typeof first === 'string' && /^(?:not|!)$/i.test(first)) return deniedText(textOf(second, depth + 1));
  const between = list.filter((_, at) => at % 2 === 1).map(wordOf);
  if (list.length % 2 === 1 && list.length > 1 && between.every((each) => each !== undefined && each === between[0]))
    return joined(
      list.filter((_, at) => at % 2 === 0).map((each) => textOf(each, depth + 1)),
      between[0] ?? 'AND',
    );
  // A single word between conditions may be an unknown way to join them.
  const isWord = (each: unknown): boolean => typeof each === 'string' && /^\s*\S*\s*$/.test(each);
  if (list.some((each) => wordOf(each) !== undefined) || (list.some(isWord) && !list.every((each) => typeof each === 'string')))
    throw new NoFilter();
  // In nested lists of comparisons, as Arrow uses them, the outer items are alternatives.
  const isGroup = (each: unknown): boolean => Array.isArray(each) && each.length > 0 && each.every(Array.isArray);
  return joined(
    list.map((each) => textOf(each, depth + 1)),
    list.every(isGroup) ? 'OR' : 'AND',
  );
}

const COLUMN =
  /^(?:column|columnname|colid|field|fieldname|fieldid|name|col|key|attribute|property|path|left|lhs|var|operand1|variable|target|member|dimension|measure)$/;
const OPERATOR = /^(?:op|operator|operation|comparison|comparator|cmp|condition|relation|matchtype|predicate)$/;
const VALUE =
  /^(?:value(?:number|int|integer|text|string|boolean|date)?|filter|criteria|values|val|vals|operand|threshold|right|rhs|literal|constant|arg|operand2|data)$/;
const LOGIC =
  /^(?:combinator|condition|logic|logicaloperator|logicop|operator|op|bool|booleanoperator|conjunction|join|match|type|glue|mode)$/;
const LIST =
  /^(?:rules|conditions|filters|children|clauses|operands|args|arguments|expressions|predicates|items|criteria|tests|terms|values)$/;
const DENIES = /^(?:not|negate|negated|inverted|invert|isnot|isnegated)$/;
/** Matches members that query builders add to a column or list of conditions and that request nothing. Elsewhere they name columns. */
const IDLE = /^(?:id|uuid|label|description|title|comment|valuesource|valuetype|filtertype|datatype|inputtype|boost|enabled|kind|class)$/;

function ofRecord(record: Readonly<Record<string, unknown>>, depth: number): string {
  const tree = treeOf(record, depth);
  if (tree !== undefined) return tree;
  const isBuilt = isOfBuilder(record);
  const entries = Object.entries(record).filter(
    ([key, value]) =>
      key !== '$comment' &&
      !isLanguage(key, value, record) &&
      !(isBuilt && ((IDLE.test(bare(key)) && value !== false) || isGroupType(key, value))),
  );
  const denial = entries.find(([key, value]) => DENIES.test(bare(key)) && typeof value === 'boolean');
  const rest = entries.filter((each) => each !== denial);
  const text = ofParts(rest, depth);
  return denial?.[1] === true ? deniedText(text) : text;
}

/** Whether a member only names the language of an expression: `{ language: 'sql', expression: … }`. */
const isLanguage = (key: string, value: unknown, record: object): boolean =>
  /^(?:language|lang|dialect|syntax)$/i.test(key) &&
  /^(?:sql|duckdb|text|expression)$/i.test(String(value)) &&
  Object.keys(record).some((each) => /^(?:where|query|sql|filter_?expression|expression)$/i.test(each));

/**
 * Converts a node of a syntax tree: `{ type: 'BinaryExpression', operator: '>', left: { type: 'Identifier', name: 'rssi' }, right: … }`.
 */
function treeOf(record: Readonly<Record<string, unknown>>, depth: number): string | undefined {
  const entries = Object.entries(record).filter(([key, value]) => !(/^(?:type|kind|node)$/i.test(key) && typeof value === 'string'));
  const at = (names: RegExp): unknown => entries.find(([key]) => names.test(key))?.[1];
  const [operator, left, right] = [at(/^(?:operator|op)$/i), at(/^(?:left|lhs)$/i), at(/^(?:right|rhs)$/i)];
  if (entries.length !== 3 || typeof operator !== 'string' || left === undefined || right === undefined) return undefined;
  const word = wordOf(operator);
  if (word !== undefined) return joined([textOf(left, depth + 1), textOf(right, depth + 1)], word);
  const column = columnIn(untyped(left));
  if (column === undefined) throw new NoFilter();
  return comparison(column, operator, untyped(right));
}

/** Removes the type from a node of a syntax tree. */
function untyped(node: unknown): unknown {
  if (!isRecord(node)) return node;
  const rest = Object.entries(node).filter(([key]) => !/^(?:type|kind|node|raw)$/i.test(key));
  return rest.length < Object.keys(node).length ? Object.fromEntries(rest) : node;
}

/** Whether the members are those of a query builder: a column with operator or value, or a list of conditions. */
function isOfBuilder(record: Readonly<Record<string, unknown>>): boolean {
  const entries = Object.entries(record);
  const has = (names: RegExp): boolean => entries.some(([key]) => names.test(bare(key)));
  const isCondition =
    entries.some(([key, value]) => COLUMN.test(bare(key)) && columnIn(value) !== undefined) && (has(OPERATOR) || has(VALUE));
  return isCondition || entries.some(([key, value]) => LIST.test(bare(key)) && Array.isArray(value));
}

/** Whether a member such as `type: 'group'` only tells which other members there are. */
const isGroupType = (key: string, value: unknown): boolean =>
  bare(key) === 'type' &&
  typeof value === 'string' &&
  /^(?:group|rule|filter|condition|comparison|binary|simple|number|string|integer|boolean|float|compound|logical|event|property|column|field|dimension|metric)$/i.test(
    value,
  );

function ofParts(entries: readonly Entry[], depth: number): string {
  const named = (names: RegExp): Entry[] => entries.filter(([key]) => names.test(bare(key)));
  const [column] = named(COLUMN).filter(([, value]) => columnIn(value) !== undefined);
  if (column !== undefined && entries.length > 1)
    return ofColumn(
      columnIn(column[1]) ?? '',
      entries.filter((each) => each !== column),
    );
  const [list] = named(LIST).filter(([, value]) => Array.isArray(value));
  const [logic] = named(LOGIC).filter(
    ([, value]) => wordOf(value) !== undefined || (typeof value === 'string' && /^(?:not|none|nor)$/i.test(value)),
  );
  if (list !== undefined && entries.length === (logic === undefined ? 1 : 2)) {
    const parts = (list[1] as unknown[]).map((each) => textOf(each, depth + 1));
    if (logic === undefined && parts.length > 1 && !/^(?:filters|clauses)$/.test(bare(list[0]))) throw new NoFilter();
    const word = logic === undefined ? 'AND' : wordOf(logic[1]);
    return word === undefined ? `NOT (${joined(parts, 'OR')})` : joined(parts, word);
  }
  // Reject `should` beside `must`, which in Elasticsearch only ranks results.
  if (entries.length > 1 && entries.some(([key]) => /^should$/i.test(key))) throw new NoFilter();
  return joined(
    entries.map((each) => ofEntry(each, depth + 1)),
    'AND',
  );
}

/** Finds the column that a member names, as text or as `{ "var": "rssi" }`. */
function columnIn(value: unknown): string | undefined {
  if (isColumnName(value)) return String(value);
  if (Array.isArray(value) && value.length === 1 && isColumnName(value[0])) return String(value[0]);
  const [entry, second] = isRecord(value) ? Object.entries(value) : [];
  const isNamed = entry !== undefined && second === undefined && COLUMN.test(bare(entry[0])) && isColumnName(entry[1]);
  return isNamed ? String(entry[1]) : undefined;
}

/** Finds the column of an operand in a Mongo expression, `"$rssi"`, or of any other operand as `columnIn` does. */
const referred = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\$[A-Za-z_]\w*$/.test(value) ? value.slice(1) : columnIn(value);

/** Converts the rest of a condition whose column is known: an operator with a value, or one member per comparison. */
function ofColumn(column: string, entries: readonly Entry[]): string {
  const [typed, more] = entries;
  // Some builders nest the condition under the column's type: `{ number: { greater_than: -90 } }`.
  if (
    typed !== undefined &&
    more === undefined &&
    /^(?:number|text|rich_?text|select|status|checkbox|date|formula|range|match)$/i.test(typed[0]) &&
    isRecord(typed[1])
  )
    return ofOperators(column, Object.entries(typed[1]));
  const operators = entries.filter(
    ([key, value]) =>
      typeof value === 'string' &&
      (OPERATOR.test(bare(key)) || (bare(key) === 'type' && signOf(value) !== undefined && isPlainWord(value))),
  );
  const values = entries.filter(([key]) => VALUE.test(bare(key)));
  const [operator] = operators;
  const [value] = values;
  if (operators.length > 1 || values.length > 1) throw new NoFilter();
  const others = entries.filter((each) => each !== operator && each !== value);
  if (operator !== undefined && others.length === 0) return comparison(column, String(operator[1]), value?.[1]);
  if (operator !== undefined && value === undefined && /between/i.test(String(operator[1])))
    return comparison(column, String(operator[1]), Object.fromEntries(others));
  // Reject a limit without an operator, because it may be a maximum or a minimum.
  const isBound =
    value !== undefined &&
    /^(?:threshold|criteria|filter|right|rhs|operand2?)$/.test(bare(value[0])) &&
    !/^\s*[<>=!]/.test(String(value[1]));
  if (operator === undefined && value !== undefined && !isBound && others.length === 0) return equalTo(column, value[1]);
  if (operator !== undefined || value !== undefined) throw new NoFilter();
  return ofOperators(column, others);
}

const ofOperators = (column: string, entries: readonly Entry[]): string =>
  rangeText(column, entries) ??
  joined(
    entries.map(([key, operand]) =>
      /^\$?_?not$/i.test(key) && isRecord(operand)
        ? deniedText(ofOperators(column, Object.entries(operand)))
        : comparison(column, /^\$?_?not$/i.test(key) ? '!=' : key, operand),
    ),
    'AND',
  );

/** Whether an operator is a word such as `gt`, which may also be a value of a column, rather than a sign. */
const isPlainWord = (word: string): boolean => /[\p{L}\p{N}]/u.test(word);

function equalTo(column: string, value: unknown): string {
  if (isRecord(value)) return ofOperators(column, Object.entries(value));
  const [word, operand0, more] = Array.isArray(value) ? (value as unknown[]) : [];
  if (typeof word === 'string' && operand0 !== undefined && more === undefined && operatorOf(word) !== undefined && !isPlainWord(word))
    return comparison(column, word, operand0);
  if (Array.isArray(value)) return comparison(column, 'in', value);
  const [, sign, operand] = typeof value === 'string' ? (/^\s*(>=|<=|!=|<>|={1,2}|[<>])\s*(\S.*)$/.exec(value) ?? []) : [];
  if (sign === undefined || operand === undefined) return comparison(column, '=', value);
  return comparison(column, sign, /^-?\d+(?:\.\d+)?$/.test(operand) ? Number(operand) : operand.replace(/^(['"])(.*)\1$/, '$2'));
}

function ofEntry([key, value]: Entry, depth: number): string {
  if (depth > DEEPEST) throw new NoFilter();
  const name = key.replace(/^[$_]+/, '').toLowerCase();
  if (/^(?:where|query|sql|filter_?expression|expression)$/.test(name) && typeof value === 'string') return textOf(value, depth + 1);
  const parts = (): string[] => (Array.isArray(value) ? (value as unknown[]) : [value]).map((each) => textOf(each, depth + 1));
  if (
    /^(?:bool|expr|query|where|filter_?expression|expression|constant_score|condition|comparison)$/.test(name) &&
    typeof value === 'object'
  )
    return textOf(value, depth + 1);
  if (/^(?:and|all|must|filters?|every)$/.test(name) && typeof value === 'object') return joined(parts(), 'AND');
  if (/^(?:or|any|should|some)$/.test(name) && Array.isArray(value)) return joined(parts(), 'OR');
  if (/^(?:must_not|nor|none)$/.test(name)) return deniedText(joined(parts(), 'OR'));
  if (/^(?:not|!)$/.test(name)) {
    if (Array.isArray(value) && value.length > 1) throw new NoFilter();
    return deniedText(joined(parts(), 'OR'));
  }
  if (/^(?:term|terms|range)$/.test(name) && isRecord(value))
    return joined(
      Object.entries(value)
        .filter(([each]) => each !== 'boost')
        .map(([column, operand]) =>
          equalTo(column, isRecord(operand) && Object.keys(operand).join() === 'value' ? operand['value'] : operand),
        ),
      'AND',
    );
  if (/^(?:exists|isnull|is_null|missing)$/.test(name)) return comparison(columnIn(value) ?? '', key, true);
  if (signOf(key) !== undefined) return ofSign(key, value);
  const [, stem, lookup, inner] = /^(.+?)(?:__([a-z]+)|\[\$?([a-z]+)\])$/.exec(key) ?? [];
  const operator = lookup ?? inner;
  if (stem !== undefined && operator !== undefined)
    return comparison(stem, operator, typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value);
  return equalTo(key, value);
}

/** Converts an operator with operands: `{ ">": [{ "var": "rssi" }, -60] }`, `{ "gt": { "rssi": -60 } }`. */
function ofSign(sign: string, value: unknown): string {
  if (Array.isArray(value)) {
    const [first, second, third] = value as unknown[];
    const [left, middle] = [referred(first), isRecord(second) ? columnIn(second) : undefined];
    if (value.length === 2 && left !== undefined) return comparison(left, sign, second);
    // JSON Logic writes a range as { "<": [-90, { "var": "rssi" }, -50] }.
    if (value.length === 3 && middle !== undefined && /^<=?$/.test(sign))
      return `${comparison(middle, sign.replace('<', '>'), first)} AND ${comparison(middle, sign, third)}`;
    throw new NoFilter();
  }
  if (!isRecord(value)) throw new NoFilter();
  const entries = Object.entries(value);
  const [column] = entries.filter(([key, each]) => COLUMN.test(bare(key)) && isColumnName(each));
  if (column !== undefined && entries.length > 1) {
    const rest = entries.filter((each) => each !== column);
    return comparison(
      String(column[1]),
      sign,
      rest.length === 1 && VALUE.test(bare(rest[0]?.[0] ?? '')) ? rest[0]?.[1] : Object.fromEntries(rest),
    );
  }
  const [only, second] = entries;
  if (only === undefined || second !== undefined) throw new NoFilter();
  return comparison(only[0], sign, only[1]);
}
