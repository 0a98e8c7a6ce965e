/**
 * Conditions in any notation, by what they are made of: columns, operators, values and the words that join them. One comparison is one
 * column, one operator and its values, in any order and with any brackets. Everything else has to be a word that only carries; any other word
 * may turn or narrow the condition, so the text is not read.
 */
import { isRecord } from '../contract/json-schema.ts';
import { comparison, NoFilter, signOf } from './comparisons.ts';
import { partsOf } from './tokens.ts';
import { quantityOf } from './units.ts';
import { bare } from './words.ts';

type ColumnFor = (name: string) => string | undefined;
type Token =
  | { readonly kind: 'column' | 'operator' | 'join' | 'sign'; readonly text: string }
  | { readonly kind: 'value'; readonly text: string; readonly value: unknown };

/** Words around conditions that say nothing about them. */
const CARRIES: ReadonlySet<string> = new Set(
  (
    'a an and_ the of with that have has having whose where filter filters query condition conditions expr expression rows row packet packets frame frames ' +
    'data df f fn col column columns field fields lit val value object select row r x it self this only show keep find get all those which were are be ' +
    'json item items event record table t p c tags node func pl pd sql db model metadata attributes properties string number boolean text bool int float ' +
    'numeric state numericstate type rule rules group kind name key operator operation op combinator logic logicoperator rightvalue leftvalue left right ' +
    'lhs rhs arg args operands attribute term terms match captures capture unit dbm db from in_'
  ).split(' '),
);
const TOKEN =
  /\s+|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)|(?<number>[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\w:])|(?<join>&&?|\|\|?(?!\w)|∧|∨)|(?<operator>[<>!=≤≥≠~]=?=?|<>)|(?<arrow>->)|(?<word>[\p{L}_$@#-][\p{L}\p{N}_$]*(?:-[A-Z]\p{L}*)*)|(?<sign>->|[()[\]{},;.:?#])|(?<other>.)/gsu;

/** The filter that a condition says in any notation; undefined where a part of it is not known. */
export function anyCondition(value: unknown, columnFor: ColumnFor): string | undefined {
  try {
    return typeof value === 'string' ? new Reader(tokensIn(value, columnFor)).whole() : ofData(value, columnFor, 0);
  } catch (error) {
    if (error instanceof NoFilter) return undefined;
    throw error;
  }
}

const JOINS: Readonly<Record<string, string>> = {
  and: 'AND',
  or: 'OR',
  not: 'NOT',
  '&': 'AND',
  '&&': 'AND',
  '|': 'OR',
  '||': 'OR',
  '∧': 'AND',
  '∨': 'OR',
};

/** Longest runs of words that are one operator: `is greater than or equal to`. */
const LONGEST = 6;

function tokensIn(text: string, columnFor: ColumnFor): Token[] {
  // Dots and question marks leave something open; `[?` of a path does not.
  if (text.length > 4096 || /\.\.|…|(?<!\[)\?/.test(text)) throw new NoFilter();
  // `rssi[gt]=-60` of a query string.
  const plain = text.replace(/(?<=\w)\[\$?([a-z]{2,8})\]\s*=\s*/gi, ' $1 ');
  const parts = [...plain.matchAll(TOKEN)]
    .map(({ groups = {} }) => groups)
    .filter((groups) => Object.values(groups).some((each) => each !== undefined));
  const out: Token[] = [];
  for (let at = 0; at < parts.length; at++) {
    const { text: quoted, number, join, operator, sign, other } = parts[at]!;
    // `'packets'[rssi]`: the table of the column.
    const isTable = quoted !== undefined && parts[at + 1]?.['sign'] === '[' && CARRIES.has(bare(quoted));
    if (isTable) continue;
    else if (quoted !== undefined) out.push(quotedToken(quoted, columnFor));
    else if (number !== undefined) {
      const unit = parts[at + 1]?.['word'];
      const isUnit = unit !== undefined && /^(?:dbm|db|m?s|us|bytes?|octets?|minutes?|seconds?)$/i.test(unit);
      out.push({ kind: 'value', text: number, value: isUnit ? `${number} ${unit}` : Number(number) });
      if (isUnit) at++;
    } else if (join !== undefined) out.push({ kind: 'join', text: JOINS[join] ?? '' });
    else if (operator !== undefined) out.push(operator === '!' ? { kind: 'join', text: 'NOT' } : { kind: 'operator', text: operator });
    else if (sign !== undefined) out.push({ kind: 'sign', text: sign });
    else if (parts[at]!['arrow'] !== undefined) continue;
    else if (other !== undefined) throw new NoFilter();
    else at += wordToken(parts.slice(at, at + LONGEST), columnFor, out) - 1;
  }
  return out;
}

function quotedToken(quoted: string, columnFor: ColumnFor): Token {
  const inner = quoted.slice(1, -1).replace(/\\(.)/g, '$1');
  const column = quoted.startsWith('`') && /^[\d"'-]|^(?:true|false)$/.test(inner) ? undefined : columnFor(inner);
  if (column !== undefined) return { kind: 'column', text: column };
  if (signOf(inner) !== undefined && /^\W+$/.test(inner)) return { kind: 'operator', text: inner };
  const plain = quoted.startsWith('`') ? inner.replace(/^(["'])(.*)\1$/, '$2') : inner;
  const isTyped = quoted.startsWith('`') && plain === inner;
  if (isTyped && /^-?\d+(?:\.\d+)?$/.test(plain)) return { kind: 'value', text: quoted, value: Number(plain) };
  return { kind: 'value', text: quoted, value: isTyped && /^(?:true|false)$/.test(plain) ? plain === 'true' : plain };
}

/** Reads a word, or a run of words that is one operator. Returns how many parts it took. */
function wordToken(parts: readonly Readonly<Record<string, string | undefined>>[], columnFor: ColumnFor, out: Token[]): number {
  const run = parts.findIndex((part) => part['word'] === undefined);
  const words = parts.slice(0, run < 0 ? parts.length : run).map((part) => part['word']!.replace(/^[$@#-]+|_+$/g, ''));
  const isDashed = parts[0]?.['word']?.startsWith('-') === true;
  for (let count = isDashed ? 1 : words.length; count > 0; count--) {
    const phrase = words.slice(0, count).join(' ');
    const column = columnFor(phrase.replaceAll(' ', '_'));
    if (column !== undefined && !isDashed && !CARRIES.has(bare(phrase))) {
      out.push({ kind: 'column', text: column });
      return count;
    }
    const plain = phrase.toLowerCase().replace(/^(?:is|are|was|be) (?=.)/, '');
    const join = JOINS[plain];
    if (join !== undefined) {
      out.push({ kind: 'join', text: join });
      return count;
    }
    const sign =
      /^(?:is|where|has|in_)$/.test(plain) || (count === 1 && CARRIES.has(plain))
        ? undefined
        : (signOf(STRONG[plain] ?? plain) ?? undefined);
    if (sign !== undefined || plain === 'isin') {
      out.push({ kind: 'operator', text: plain === 'isin' ? 'in' : (STRONG[plain] ?? plain) });
      return count;
    }
  }
  if (isDashed) throw new NoFilter();
  const [word = ''] = words;
  const lower = word.toLowerCase();
  if (/^(?:true|t|false)$/.test(lower) && lower !== 't') out.push({ kind: 'value', text: word, value: lower === 'true' });
  else if (/^(?:null|none|nil)$/.test(lower)) out.push({ kind: 'value', text: word, value: null });
  else if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(word)) out.push({ kind: 'value', text: word, value: word });
  else if (!CARRIES.has(bare(word)) && !partsOf(word).every((part) => CARRIES.has(part.toLowerCase()))) throw new NoFilter();
  return 1;
}

const STRONG: Readonly<Record<string, string>> = {
  'stronger than': '>',
  'weaker than': '<',
  stronger: '>',
  weaker: '<',
  over: '>',
  under: '<',
  isin: 'in',
  'one of': 'in',
};

/** Reads tokens: joins outside or in front of brackets, and comparisons between them. */
class Reader {
  #at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  whole(): string {
    const found = this.#joined();
    if (this.#at < this.tokens.length || found === undefined) throw new NoFilter();
    return found;
  }

  #is(kind: Token['kind'], text?: RegExp): boolean {
    const token = this.tokens[this.#at];
    return token?.kind === kind && (text === undefined || text.test(token.text));
  }

  /** Terms with one word between them, to the end or a closing bracket. */
  #joined(): string | undefined {
    const terms: string[] = [];
    let word: string | undefined;
    for (;;) {
      const term = this.#term();
      if (term !== undefined) terms.push(term);
      // A word with nothing behind it: a part is missing.
      else if (word !== undefined) throw new NoFilter();
      if (!this.#is('join', /^(?:AND|OR)$/)) break;
      const next = this.tokens[this.#at++]?.text;
      if (term === undefined && terms.length > 0) throw new NoFilter();
      // Which of two words binds first is not the same in every language.
      if (word !== undefined && word !== next) throw new NoFilter();
      word = next;
      if (this.#is('sign', /^[([{]$/) && terms.length === 0) return this.#prefixed(word ?? 'AND');
    }
    if (terms.length === 0) return undefined;
    return terms.length === 1 ? terms[0] : terms.map((term) => (/ (?:AND|OR) /.test(term) ? `(${term})` : term)).join(` ${word ?? 'AND'} `);
  }

  /** `and(…, …)`, `(or … …)` */
  #prefixed(word: string): string {
    this.#at++;
    const terms: string[] = [];
    while (this.#at < this.tokens.length && !this.#is('sign', /^[)\]}]$/)) {
      const term = this.#term();
      if (term === undefined && !this.#is('sign', /^[,;]$/)) throw new NoFilter();
      if (term !== undefined) terms.push(term);
      while (this.#is('sign', /^[,;]$/)) this.#at++;
    }
    this.#at++;
    if (terms.length < 2) throw new NoFilter();
    return terms.map((term) => (/ (?:AND|OR) /.test(term) ? `(${term})` : term)).join(` ${word} `);
  }

  #term(): string | undefined {
    if (this.#is('join', /^NOT$/)) {
      this.#at++;
      const term = this.#term();
      if (term === undefined) throw new NoFilter();
      return `NOT (${term})`;
    }
    if (this.#is('join') && this.tokens[this.#at + 1]?.text === '(') return this.#prefixed(this.tokens[this.#at++]!.text);
    // Brackets around a whole term, and those around operands only.
    const inner = this.#bracketed();
    return inner ?? this.#comparison();
  }

  #bracketed(): string | undefined {
    const start = this.#at;
    while (this.#is('sign', /^[.:?#-]$/)) this.#at++;
    if (!this.#is('sign', /^[([{]$/)) {
      this.#at = start;
      return undefined;
    }
    const end = this.#closing(this.#at);
    const held = this.tokens.slice(this.#at + 1, end);
    const isTerm =
      held.some(({ kind }) => kind === 'join') ||
      (held.some(({ kind }) => kind === 'column') && held.some(({ kind }) => kind === 'operator'));
    if (!isTerm) {
      this.#at = start;
      return undefined;
    }
    const found = new Reader(held).whole();
    this.#at = end + 1;
    return found;
  }

  #closing(from: number): number {
    let depth = 0;
    for (let at = from; at < this.tokens.length; at++) {
      const { kind, text } = this.tokens[at]!;
      if (kind !== 'sign') continue;
      if (/^[([{]$/.test(text)) depth++;
      if (/^[)\]}]$/.test(text) && --depth === 0) return at;
    }
    throw new NoFilter();
  }

  /** One column, one operator and its values, up to a join or the bracket around it. */
  #comparison(): string | undefined {
    const own: Token[] = [];
    let depth = 0;
    for (; this.#at < this.tokens.length; this.#at++) {
      const token = this.tokens[this.#at]!;
      const isBetween =
        token.kind === 'join' &&
        token.text === 'AND' &&
        own.some(({ text }) => /^between$/i.test(text)) &&
        own.filter(({ kind }) => kind === 'value').length === 1;
      if (isBetween) continue;
      if (token.kind === 'join' && (token.text !== 'NOT' || own.length === 0)) break;
      if (token.kind === 'sign') {
        if (/^[([{]$/.test(token.text)) depth++;
        if (/^[)\]}]$/.test(token.text) && depth-- === 0) break;
        if (/^[,;]$/.test(token.text) && depth === 0 && own.length > 2) break;
        continue;
      }
      own.push(token);
    }
    return own.length === 0 ? undefined : compared(own);
  }
}

function compared(tokens: readonly Token[]): string {
  const of = (kind: Token['kind']): Token[] => tokens.filter((token) => token.kind === kind);
  const [[column, other], operators, values, joins] = [of('column'), of('operator'), of('value'), of('join')];
  const [operator, second] = operators;
  if (column === undefined || other !== undefined || joins.some(({ text }) => text !== 'NOT')) throw new NoFilter();
  const isDenied = joins.length === 1;
  if (joins.length > 1 || (operator !== undefined && second !== undefined)) throw new NoFilter();
  const plain = values.map((token) => (token.kind === 'value' ? token.value : undefined));
  if (operator === undefined && plain.length > 0) throw new NoFilter();
  if (operator === undefined) return isDenied ? `NOT "${column.text}"` : `"${column.text}"`;
  const [first] = tokens.filter(({ kind }) => kind === 'column' || kind === 'value');
  const isTurned = first?.kind === 'value' && tokens.indexOf(operator) > 0 && plain.length === 1;
  const sign = isTurned ? (TURNED[signOf(operator.text) ?? ''] ?? '') : operator.text;
  const value = plain.length === 1 ? plain[0] : plain.length === 0 ? undefined : plain;
  const text = comparison(column.text, sign, typeof value === 'string' ? (numberIn(value) ?? value) : value);
  return isDenied ? `NOT (${text})` : text;
}

const TURNED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=', '=': '=', '==': '=', '!=': '!=' };
/** A quantity stays a text: its column says in which unit it is compared. */
const numberIn = (text: string): number | undefined => (/^[+-]?\d+(?:\.\d+)?$/.test(text) ? quantityOf(text)?.value : undefined);

const DEEPEST = 12;

/** Conditions as data: a list of conditions with a word that joins them, or the parts of one comparison under any names. */
function ofData(value: unknown, columnFor: ColumnFor, depth: number): string {
  if (depth > DEEPEST) throw new NoFilter();
  if (typeof value === 'string') return new Reader(tokensIn(value, columnFor)).whole();
  if (Array.isArray(value))
    return join(
      (value as unknown[]).map((each) => ofData(each, columnFor, depth + 1)),
      'AND',
    );
  if (!isRecord(value)) throw new NoFilter();
  const entries = Object.entries(value);
  const lists = entries.filter(([, member]) => Array.isArray(member) && (member as unknown[]).some((item) => typeof item === 'object'));
  const [list, second] = lists;
  if (list !== undefined) {
    const rest = entries.filter((entry) => entry !== list);
    const words = [list[0], ...rest.map(([, member]) => String(member))].map(
      (word) => JOINS[word.toLowerCase()] ?? ALL[word.toLowerCase()],
    );
    const given = words.filter((word) => word !== undefined);
    const isPlain = rest.every(
      ([key, member]) => carries(key) && (typeof member !== 'string' || JOINS[member.toLowerCase()] !== undefined || carries(member)),
    );
    if (second !== undefined || given.length > 1 || given[0] === 'NOT' || !isPlain || (!carries(list[0]) && words[0] === undefined))
      throw new NoFilter();
    const items = (list[1] as unknown[]).map((each) => ofData(each, columnFor, depth + 1));
    if (items.length > 1 && given.length === 0) throw new NoFilter();
    return join(items, given[0] ?? 'AND');
  }
  const tokens = entries.flatMap(([key, member]) => tokensOfMember(key, member, columnFor));
  return compared(tokens);
}

const ALL: Readonly<Record<string, string>> = { all: 'AND', any: 'OR', must: 'AND', should: 'OR' };
const carries = (key: string): boolean => CARRIES.has(bare(key)) || partsOf(key).every((part) => CARRIES.has(part.toLowerCase()));
const join = (items: readonly string[], word: string): string => {
  if (items.length === 0) throw new NoFilter();
  return items.length === 1 ? (items[0] ?? '') : items.map((item) => (/ (?:AND|OR) /.test(item) ? `(${item})` : item)).join(` ${word} `);
};

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

/** A key that is a column, an operator, or both: `crc_ok_eq`, `rssi >`, `greaterThan`. */
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
