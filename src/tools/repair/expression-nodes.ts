/** Nodes of parsed expressions, and their conversion to conditions of the filter grammar. */
import { comparison, deniedText, NoFilter, signOf } from './comparisons.ts';
import type { ColumnFor } from './expression-tokens.ts';

export type Node =
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'value'; readonly value: unknown; readonly isText: boolean }
  | { readonly kind: 'list'; readonly items: readonly Node[] }
  | { readonly kind: 'range'; readonly low: Node; readonly high: Node; readonly without: string }
  /** A condition in the filter grammar, and the word (AND, OR) that joins its terms, if any. */
  | { readonly kind: 'condition'; readonly text: string; readonly join: string }
  /** A name that is not a column: that of a row or table, or an unquoted text. */
  | { readonly kind: 'name'; readonly text: string }
  /** A column and an operator in one name, as in `rssi__gt`. */
  | { readonly kind: 'compared'; readonly column: string; readonly operator: string };

export type Condition = Node & { readonly kind: 'condition' };

/** Maps each comparison operator to the one with exchanged sides. */
export const TURNED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=', '=': '=', '!=': '!=' };
const COMPARES = /^(?:[<>!]?=|[<>])$/;
/** Matches words for whether a value exists, which are rarely values themselves: `local_name is empty`. */
export const STATE =
  /^(?:empty|blank|unset|unknown|missing|absent|none|nil|nan|na|null|undefined|present|defined|set|known|given|valid|any|anything|something|nothing)$/i;

export const conditionNode = (text: string, join = ''): Condition => ({ kind: 'condition', text, join });
export const valueNode = (value: unknown, isText = false): Node => ({ kind: 'value', value, isText });

/** Builds conditions from nodes. Throws `NoFilter` for nodes that are no condition. */
export class Conditions {
  constructor(protected readonly columnFor: ColumnFor) {}

  /** Negates a condition. */
  denied(node: Node): Condition {
    return conditionNode(deniedText(this.condition(node).text));
  }

  join(terms: readonly Node[], word: string): Node {
    const [only, second] = terms;
    if (only === undefined) throw new NoFilter();
    if (second === undefined) return this.condition(only);
    const texts = terms.map((term) => this.condition(term)).map(({ text, join }) => (join === '' ? text : `(${text})`));
    return { kind: 'condition', text: texts.join(` ${word} `), join: word };
  }

  condition(node: Node): Node & { readonly kind: 'condition' } {
    if (node.kind === 'condition') return node;
    // A boolean column is a condition by itself.
    if (node.kind === 'column') return { kind: 'condition', text: `"${node.name}"`, join: '' };
    const [only, second] = node.kind === 'list' ? node.items : [];
    if (only !== undefined && second === undefined) return this.condition(only);
    throw new NoFilter();
  }

  column(node: Node): string {
    if (node.kind !== 'column') throw new NoFilter();
    return node.name;
  }

  compare(left: Node, written: string, right: Node): Node {
    const sign = written.replace(/^={2,3}$/, '=').replace(/^!==$/, '!=');
    // A comparison may be compared itself: `indexof([37, 38], channel) >= 0`, `channel in (…) == true`.
    if (left.kind === 'condition' && right.kind === 'value') {
      const isTrue =
        (sign === '=' && right.value === true) || (sign === '>=' && right.value === 0) || (sign === '!=' && right.value === -1);
      if (!isTrue || (typeof right.value === 'number' && !/ IN \(/.test(left.text))) throw new NoFilter();
      return left;
    }
    if (left.kind !== 'column' && right.kind === 'column' && COMPARES.test(sign)) return this.compare(right, TURNED[sign] ?? '', left);
    const column = this.column(left);
    if (right.kind === 'range') {
      const negated = /^NOT|^!=/.test(sign) ? 'NOT ' : '';
      if (!/BETWEEN$|IN$|^!?=$/.test(sign)) throw new NoFilter();
      return this.between(column, negated, right);
    }
    const value = this.plain(right, sign);
    return conditionNode(comparison(column, sign, value));
  }

  between(column: string, negated: string, { low, high, without }: Node & { readonly kind: 'range' }): Node {
    const [from, to] = [this.plain(low, '>='), this.plain(high, '<=')];
    const terms = [
      ...(from === '*' ? [] : [comparison(column, without.includes('[') ? '>' : '>=', from)]),
      ...(to === '*' ? [] : [comparison(column, without.includes(']') ? '<' : '<=', to)]),
    ];
    if (terms.length === 0) throw new NoFilter();
    const text = terms.join(' AND ');
    return negated === '' ? { kind: 'condition', text, join: terms.length > 1 ? 'AND' : '' } : conditionNode(deniedText(text));
  }

  /** Returns the value of an operand. An unquoted word counts as text only if it is compared for equality. */
  plain(node: Node, sign: string): unknown {
    if (node.kind === 'value') return node.value;
    if (node.kind === 'list') return node.items.map((item) => this.plain(item, sign));
    if (node.kind === 'name' && /^!?=$|IN$/.test(sign) && /^\p{L}[\p{L}\p{N}_]*$/u.test(node.text) && !STATE.test(node.text))
      return node.text;
    throw new NoFilter();
  }

  columnNode(name: string): Node {
    const column = this.columnFor(name);
    if (column === undefined) throw new NoFilter();
    return { kind: 'column', name: column };
  }

  /** Finds the column that a quoted operand names, as in `eq('rssi', 5)`. */
  toColumn(node: Node): Node {
    return node.kind === 'value' && typeof node.value === 'string' ? this.columnNode(node.value) : node;
  }

  /** Converts three arguments to a comparison: `where('rssi', '>', -60)`, `Comparison('gt', 'rssi', -60)`. */
  triple(args: readonly Node[]): Node | undefined {
    const textOf = (node: Node): string => (node.kind === 'value' && node.isText ? String(node.value) : '');
    const verb = args.find((each) => textOf(each) !== '' && signOf(textOf(each)) !== undefined);
    const column = args.find((each) => each.kind === 'column' || this.columnFor(textOf(each)) !== undefined);
    const [value, more] = args.filter((each) => each !== verb && each !== column);
    if (args.length !== 3 || verb === undefined || column === undefined || value === undefined || more !== undefined) return undefined;
    return this.compare(this.toColumn(column), signOf(textOf(verb)) ?? '', value);
  }

  /** Converts a comparison written as function or method: `gt(rssi, -60)`, `rssi.isin([…])`, `is.na(local_name)`. */
  applies(name: string, column: Node, args: readonly Node[]): Node {
    const [first, second, third] = args;
    if (/^(?:isna|isnan|isnull|isblank|ismissing|isempty|isnone|null)$/.test(name) && first === undefined)
      return conditionNode(comparison(this.column(column), 'isnull', undefined));
    if (/^(?:notna|notnull|isnotnull|isnotna|isvalid|exists)$/.test(name) && first === undefined)
      return conditionNode(comparison(this.column(column), 'notnull', undefined));
    const sign = name === 'isin' ? 'IN' : name === 'equals' ? '=' : signOf(name);
    if (sign === undefined || sign === 'NULL' || first === undefined) throw new NoFilter();
    if (/BETWEEN$/.test(sign) && second !== undefined && third === undefined)
      return this.compare(column, sign, { kind: 'list', items: [first, second] });
    // Reject a text that some languages would read as a regular expression.
    if (/^[a-z]/.test(sign) && first.kind === 'value' && /[.^$|()[\]{}+*?\\]/.test(String(first.value))) throw new NoFilter();
    if (/IN$/.test(sign))
      return this.compare(column, sign, first.kind === 'list' || first.kind === 'range' ? first : { kind: 'list', items: args });
    if (second !== undefined) throw new NoFilter();
    return this.compare(column, sign, first);
  }
}
