/** Converts functions and methods in conditions: they build a column, list or value, compare, or apply a condition to rows. */
import { NoFilter } from './comparisons.ts';
import { Conditions, valueNode, type Node } from './expression-nodes.ts';
import type { ColumnFor } from './expression-tokens.ts';
import { isNeutral, NEGATIONS } from './neutral-words.ts';
import { partsOf } from './tokens.ts';

/** Matches functions that build a list or value from their arguments without changing them. */
export const MAKES_LIST = /^(?:any|array|list|set|tuple|c|vector|values|arrayof|listof|setof|of|aslist)$/;
const MAKES_VALUE =
  /^(?:lit|literal|value|val|number|int|integer|float|double|string|str|text|date|timestamp|datetime|todatetime|isodate|constant)$/;
const MAKES_COLUMN = /^(?:col|column|field|fields|get|ref|f|var|prop|property|attr|attribute|getattr|item|has)$/;
/** Matches functions that apply a condition to rows. */
export const APPLIES =
  /^(?:filter|filterby|where|andwhere|query|subset|select|selectif|loc|iloc|having|find|findall|rows|keep|search|match|expr|condition|when|q|object|queryset|comparison)$/;

/** Converts calls. A name that is not a column must refer to a row; otherwise the call is rejected. */
export class Calls extends Conditions {
  /** Names of function parameters, which refer to a row. */
  readonly rows = new Set<string>();

  /** @param read parses a condition that a text contains */
  constructor(
    columnFor: ColumnFor,
    private readonly read: (text: string) => string | undefined,
  ) {
    super(columnFor);
  }

  /**
   * Converts a call to a node.
   * @param target what the function is a method of, if anything
   */
  called(written: string, target: Node | undefined, args: readonly Node[]): Node {
    const name = written.toLowerCase().replace(/[_.]/g, '');
    const [first, second] = args;
    if (target?.kind === 'name') this.row(target);
    if (target === undefined || target.kind === 'name' || target.kind === 'condition') {
      if (/^(?:and|or|not|all|any)$/.test(name) && args.length > 0 && args.every(({ kind }) => kind === 'condition' || kind === 'column')) {
        // Reject `any(rssi > -90)` of code, which is one truth value over all rows rather than a condition on each row.
        if (/^(?:all|any)$/.test(name) && args.length === 1) throw new NoFilter();
        const joined = this.join(args, /^(?:or|any)$/.test(name) ? 'OR' : 'AND');
        return name === 'not' ? this.denied(joined) : joined;
      }
      if (/^(?:true|false)$/.test(name) && args.length === 0) return valueNode(name === 'true');
      const joining = /^or(?=where|filter)/.test(name);
      if (APPLIES.test(joining ? name.slice(2) : name) || (second?.kind === 'name' && second.text === ':'))
        return this.applied(
          args.filter((each) => each !== second || second.kind !== 'name' || second.text !== ':'),
          target,
          joining ? 'OR' : 'AND',
        );
      if (MAKES_COLUMN.test(name) && first?.kind === 'value' && args.length === 1) return this.columnNode(String(first.value));
      if (MAKES_COLUMN.test(name) && first?.kind === 'column' && args.length === 1) return first;
      if (MAKES_LIST.test(name)) return first?.kind === 'list' && args.length === 1 ? first : { kind: 'list', items: args };
      if (MAKES_VALUE.test(name) && args.length === 1 && first !== undefined) return first;
      if (name === 'range' && args.length === 2 && first?.kind === 'value' && second?.kind === 'value')
        return { kind: 'range', low: first, high: valueNode(Number(second.value) - 1), without: '' };
      if (/^(?:indexof|ismember|contains|includes)$/.test(name) && first?.kind === 'list' && second?.kind === 'column')
        return this.compare(second, 'IN', first);
      if (this.rows.has(written) || target?.kind === 'name') {
        const getter = /^(?:get|is)(?=[A-Z])/.exec(written)?.[0] ?? '';
        if (getter !== '' && args.length === 0) return this.columnNode(written.slice(getter.length));
      }
      if (first === undefined) throw new NoFilter();
      return this.applies(name, this.toColumn(first), args.slice(1));
    }
    if (
      target.kind === 'list' &&
      /^(?:includes|contains|has|include\??|any)$/.test(name) &&
      first?.kind === 'column' &&
      second === undefined
    )
      return this.compare(first, 'IN', target);
    if (target.kind === 'column') return this.applies(name, target, args);
    throw new NoFilter();
  }

  /** Converts a condition that is applied to rows: `filter(df, rssi > -60)`, `.where('rssi', '>', -60)`. */
  private applied(args: readonly Node[], target: Node | undefined, word = 'AND'): Node {
    const triple = this.triple(args);
    if (triple !== undefined) return target?.kind === 'condition' ? this.join([target, triple], word) : triple;
    const conditions = args.filter((each) => each.kind === 'condition' || each.kind === 'column');
    const names = args.filter((each) => each.kind === 'name');
    const [only] = args;
    const texts = args.filter((each) => each.kind === 'value' && typeof each.value === 'string');
    const said = texts.length === 1 && texts.length + names.length === args.length ? texts[0] : undefined;
    if (said?.kind === 'value') {
      const column = args.length === 1 ? this.columnFor(String(said.value)) : undefined;
      if (column !== undefined) return { kind: 'column', name: column };
      const inner = this.read(String(said.value));
      if (inner === undefined) throw new NoFilter();
      return { kind: 'condition', text: inner, join: / (?:AND|OR) /.test(inner) ? 'AND' : '' };
    }
    if (args.length === 1 && only?.kind === 'column' && target?.kind !== 'condition') return only;
    if (args.length === 2 && only !== undefined && conditions.length < 2 && names.length === 0) throw new NoFilter();
    if (conditions.length === 0 || names.length > 1 || conditions.length + names.length < args.length) throw new NoFilter();
    const own = target?.kind === 'condition' ? [target, ...conditions] : conditions;
    return this.join(own, word);
  }

  /** Throws `NoFilter` unless a name only refers to a row. */
  row({ text }: Node & { readonly kind: 'name' }): void {
    if (!text.split('.').every((step) => this.holds(step))) throw new NoFilter();
  }

  /** Whether a name only refers to a row, a table or a package. */
  holds(name: string): boolean {
    if (
      this.rows.has(name) ||
      /^(?:btle\w*|nordic_ble|btcommon|frame|_ws|datum|it|sel|dt|pl|pd|pc|keep|if|search|having|show|only)$/i.test(name)
    )
      return true;
    return partsOf(name).every((part) => isNeutral(part) && !NEGATIONS.has(part.toLowerCase())) || /^[a-z]\w?$/i.test(name);
  }
}
