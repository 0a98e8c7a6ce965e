import { dotted } from '../contract/errors.ts';
import type { ToolWarning } from '../contract/index.ts';
import { isRecord, type SchemaNode } from '../contract/json-schema.ts';
import type { SelectedRows } from '../definition.ts';

/**
 * Finds values that fit their schema but are physically implausible (S3-3.32): an RSSI above any transmitter, a channel outside the band, a
 * time before or after all captures. Pure; findings become warnings, and no value is changed.
 */
interface Plausible {
  /** Matches the name of an output field or of a column in an output table. */
  readonly name: RegExp;
  readonly low: number;
  readonly high: number;
  readonly unit: string;
  /** Whether the rule applies only if every capture is a Bluetooth LE capture; other tables may number channels differently. */
  readonly ble?: true;
}

/** Ranges of the Core Specification: RSSI −127…+20 dBm (Vol 4 Part E, 7.7.65), channel index 0…39 (Vol 6 Part B, 1.4.1). */
const RULES: readonly Plausible[] = [
  { name: /^(?:rssi|.*_rssi|rssi_.*|.*_dbm)$/, low: -127, high: 20, unit: 'dBm' },
  { name: /^(?:channel|.*_channel)$/, low: 0, high: 39, unit: 'as a channel index', ble: true },
  { name: /^(?:ts_us|.*_ts_us)$/, low: 0, high: 4_102_444_800_000_000, unit: 'µs (year 1970 to 2100)' },
];

/** Caches which parts of a schema the rules apply to, separately for BLE captures and others; schemas do not change. */
const RELEVANT = { ble: new WeakMap<SchemaNode, boolean>(), other: new WeakMap<SchemaNode, boolean>() } as const;

export function anomaliesIn(output: unknown, schema: SchemaNode, { captures }: Pick<SelectedRows, 'captures'>): ToolWarning[] {
  const ble = captures.length > 0 && captures.every((capture) => capture.kind === 'ble');
  const search = new Search(
    RULES.filter((rule) => rule.ble !== true || ble),
    RELEVANT[ble ? 'ble' : 'other'],
  );
  search.visit(output, schema);
  return search.warnings();
}

interface Finding {
  readonly rule: Plausible;
  readonly first: { readonly path: string; readonly value: number };
  odd: number;
}

class Search {
  readonly #rules: readonly Plausible[];
  /** Rules by name, cached on first lookup. */
  readonly #ruled = new Map<string, Plausible | undefined>();
  /** Path of the value being checked. */
  readonly #path: (string | number)[] = ['structured_output'];
  readonly #found = new Map<string, Finding>();
  readonly #relevant: WeakMap<SchemaNode, boolean>;

  constructor(rules: readonly Plausible[], relevant: WeakMap<SchemaNode, boolean>) {
    this.#rules = rules;
    this.#relevant = relevant;
  }

  visit(value: unknown, node: unknown): void {
    if (!isRecord(node) || !this.#matters(node)) return;
    if (Array.isArray(value)) this.#items(value, node['items']);
    if (!isRecord(value)) return;
    this.#table(value);
    const properties = propertiesOf(node);
    for (const name of Object.keys(properties)) {
      this.#path.push(name);
      const rule = this.#ruleOf(name);
      if (rule) this.#judge(value[name], rule, name);
      this.visit(value[name], properties[name]);
      this.#path.pop();
    }
  }

  #items(items: readonly unknown[], node: unknown): void {
    for (let index = 0; index < items.length; index++) {
      this.#path.push(index);
      this.visit(items[index], node);
      this.#path.pop();
    }
  }

  /** Checks the cells of a table as queries return it: `{columns: [{name}], rows: [[…]]}`. */
  #table({ columns, rows }: Readonly<Record<string, unknown>>): void {
    if (!Array.isArray(columns) || !Array.isArray(rows)) return;
    columns.forEach((column, at) => {
      const name = isRecord(column) && typeof column['name'] === 'string' ? column['name'] : '';
      const rule = this.#ruleOf(name);
      if (rule === undefined) return;
      rows.forEach((row, line) => {
        if (Array.isArray(row)) this.#judge(row[at], rule, name, ['rows', line, at]);
      });
    });
  }

  #judge(raw: unknown, rule: Plausible, name: string, below: readonly (string | number)[] = []): void {
    const value = typeof raw === 'string' && raw !== '' ? Number(raw) : raw;
    if (typeof value !== 'number' || Number.isNaN(value) || (value >= rule.low && value <= rule.high)) return;
    const known = this.#found.get(name);
    if (known) known.odd += 1;
    else this.#found.set(name, { rule, first: { path: dotted([...this.#path, ...below]), value }, odd: 1 });
  }

  #ruleOf(name: string): Plausible | undefined {
    if (!this.#ruled.has(name))
      this.#ruled.set(
        name,
        this.#rules.find((rule) => rule.name.test(name)),
      );
    return this.#ruled.get(name);
  }

  /** Whether a rule could apply anywhere below a schema. */
  #matters(node: SchemaNode): boolean {
    const known = this.#relevant.get(node);
    if (known !== undefined) return known;
    const properties = Object.entries(propertiesOf(node));
    const own = properties.some(([name]) => this.#ruleOf(name)) || ('rows' in propertiesOf(node) && 'columns' in propertiesOf(node));
    const matters =
      own || [...properties.map(([, child]) => child), node['items']].some((child) => isRecord(child) && this.#matters(child));
    this.#relevant.set(node, matters);
    return matters;
  }

  warnings(): ToolWarning[] {
    return [...this.#found].map(([name, { rule, first, odd }]) => {
      const expected = `${String(rule.low)} to ${String(rule.high)} ${rule.unit}`;
      const more = odd > 1 ? ` and ${String(odd - 1)} more` : '';
      return {
        code: 'ANOMALOUS_VALUE',
        message: `${name}: expected ${expected}, found ${String(first.value)}${more}; the capture or its decoding may be wrong`,
        field: first.path,
        details: { name, low: rule.low, high: rule.high, first: first.value, count: odd },
      };
    });
  }
}

const propertiesOf = (node: SchemaNode): Readonly<Record<string, unknown>> => (isRecord(node['properties']) ? node['properties'] : {});
