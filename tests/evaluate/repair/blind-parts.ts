/** Parts that the blind kinds share: predicates of filters in pieces, and pieces of a call taken out of their place. */
import { filtersOf, hasArgument, renamed, text, windowOf, type Kind } from './kind.ts';
import type { Call } from './originals.ts';

export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'null';
export interface Term {
  readonly negated: boolean;
  readonly column: string;
  readonly operator: Operator;
  readonly value: string | number | boolean | null | readonly number[];
}
export interface Predicate {
  readonly join: 'AND' | 'OR';
  readonly terms: readonly Term[];
}

function valueOf(literal: string): string | number | boolean {
  if (literal.startsWith("'")) return literal.slice(1, -1);
  return literal === 'TRUE' ? true : Number(literal);
}

function termOf(part: string): Term {
  const negated = part.startsWith('NOT ');
  const bare = negated ? part.slice(4) : part;
  const list = /^(\w+) IN \(([^)]*)\)$/.exec(bare);
  if (list) return { negated, column: list[1] ?? '', operator: 'in', value: (list[2] ?? '').split(', ').map(Number) };
  const empty = /^(\w+) IS NULL$/.exec(bare);
  if (empty) return { negated, column: empty[1] ?? '', operator: 'null', value: null };
  const [, column = '', operator = '=', literal = ''] = /^(\w+) (=|!=|<=|>=|<|>) (.+)$/.exec(bare) ?? [];
  return { negated, column, operator: operator as Operator, value: valueOf(literal) };
}

/** The predicate of a filter of the originals, which never mix AND with OR. */
export function predicateOf(filter: string): Predicate {
  const join = / OR /.test(filter) ? 'OR' : 'AND';
  return { join, terms: filter.split(` ${join} `).map(termOf) };
}

/** Writes a filter of the call in another notation, where that notation has words for it. */
export function inPredicate(render: (predicate: Predicate) => unknown): Kind['break'] {
  return (call, random) => {
    const found = filtersOf(call)
      .map(({ text: filter, put }) => ({ put, rendered: render(predicateOf(filter)) }))
      .filter(({ rendered }) => rendered !== undefined);
    const chosen = found[random.below(Math.max(1, found.length))];
    chosen?.put(chosen.rendered);
    return chosen && call;
  };
}

/** Writes each term alike and joins them; undefined from a term leaves the filter alone. */
export const eachTerm =
  (term: (each: Term) => string | undefined, words: { and: string; or: string }, around = (all: string): string => all) =>
  ({ join, terms }: Predicate): string | undefined => {
    const written = terms.map(term);
    return written.includes(undefined) ? undefined : around(written.join(join === 'AND' ? words.and : words.or));
  };

/** A comparison of a column with a value, which most notations have. */
export const isPlain = ({ operator, negated }: Term): boolean => operator !== 'in' && operator !== 'null' && !negated;

export const quoted = (value: Term['value'], quote: string): string =>
  typeof value === 'string' ? `${quote}${value}${quote}` : String(value);

/** Only for filters of one plain comparison. */
export const single =
  (change: (column: string, operator: Operator, value: Term['value']) => unknown) =>
  ({ terms }: Predicate): unknown => {
    const [term] = terms;
    return terms.length === 1 && term && isPlain(term) ? change(term.column, term.operator, term.value) : undefined;
  };

/** Takes the only filter out of the selection; undefined where there is none or more than one. */
export function takeFilter(call: Call): string | undefined {
  const found = filtersOf(call);
  if (found.length !== 1) return undefined;
  const selection = call.capture_selection;
  const selectors = selection['selectors'] as Record<string, unknown> | undefined;
  delete selection['filter_expression'];
  if (selectors) delete selectors['filters'];
  if (selectors && Object.keys(selectors).length === 0) delete selection['selectors'];
  return found[0]?.text;
}

export function takeWindow(call: Call): { start_ms: number; end_ms: number } | undefined {
  const found = windowOf(call);
  if (!found) return undefined;
  const { [found.key]: _, ...others } = found.holder;
  const selection = call.capture_selection;
  if (found.holder === selection) delete selection[found.key];
  else if (Object.keys(others).length === 0) delete selection['selectors'];
  else selection['selectors'] = others;
  return found.window;
}

export function takeChannels(call: Call): string[] | undefined {
  const selection = call.capture_selection;
  const { channels, ...others } = (selection['selectors'] ?? {}) as Record<string, unknown>;
  if (!Array.isArray(channels)) return undefined;
  if (Object.keys(others).length === 0) delete selection['selectors'];
  else selection['selectors'] = others;
  return channels as string[];
}

export const idOf = ({ capture_selection: { capture_id, capture_ids } }: Call): string | undefined =>
  (capture_id ?? (capture_ids as string[] | undefined)?.[0]) as string | undefined;

/** Gives the capture of a call as another value, under its own key. */
export const inCapture =
  (change: (id: string) => unknown): Kind['break'] =>
  (call) => {
    const id = idOf(call);
    if (id === undefined) return undefined;
    const key = 'capture_id' in call.capture_selection ? 'capture_id' : 'capture_ids';
    call.capture_selection[key] = key === 'capture_id' ? change(id) : [change(id)];
    return call;
  };

/** Breaks a call in each of the ways; only where all of them have something to break. */
export const together =
  (...ways: readonly Kind['break'][]): Kind['break'] =>
  (call, random) => {
    let broken: unknown = call;
    for (const way of ways) {
      if (broken === undefined) return undefined;
      broken = way(broken as Call, random);
    }
    return broken;
  };

/** Gives several arguments other names; only where the call has the first. */
export const called =
  (names: Readonly<Record<string, string>>): Kind['break'] =>
  (call) => {
    const [first = ''] = Object.keys(names);
    if (!hasArgument(call, first)) return undefined;
    for (const [from, to] of Object.entries(names)) if (hasArgument(call, from)) renamed(call.arguments, from, to);
    return call;
  };

export const forTool =
  (pattern: RegExp, way: Kind['break']): Kind['break'] =>
  (call, random) =>
    pattern.test(call.tool_name) ? way(call, random) : undefined;

export const withArguments =
  (more: Readonly<Record<string, unknown>>): Kind['break'] =>
  (call) => ({ ...call, arguments: { ...call.arguments, ...more } });

export const beside = ({ capture_selection, arguments: args }: Call): Record<string, unknown> => ({ capture_selection, ...args });
export const iso = (ms: number): string => new Date(ms).toISOString();

/** The text of a text as Python prints it. */
export const pythonText = (value: string): string =>
  value.includes("'") && !value.includes('"') ? `"${value}"` : `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The call as JSON, broken as text. */
export const asText =
  (change: (json: string, call: Call) => string): Kind['break'] =>
  (call) => {
    const json = text(call);
    const changed = change(json, call);
    return changed === json ? undefined : changed;
  };
