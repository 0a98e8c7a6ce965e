import { canonicalJson } from '../../base/canonical.ts';
import type { Fault } from '../contract/faults.ts';
import { isRecord, jsonTypeOf, typeFits, type JsonSchema } from '../contract/json-schema.ts';
import { pathOf } from '../contract/errors.ts';

/**
 * Interprets JSON Schema that a server wrote. The content security policy forbids compiling it to code, and an unbounded validator could
 * run without end (references that double, patterns that backtrack). Every step counts, and a check that exceeds its budget ends with
 * `tooDear`. `schema-rules.ts` lists the keywords that are not checked.
 */
export interface Interpreted {
  /** The faults of the value, as in `contract/faults.ts`; empty if it is valid. */
  readonly faults: readonly Fault[];
  /** Whether the check was stopped because it exceeded its budget of steps. */
  readonly tooDear: boolean;
}

/** Maximum number of steps of one check: tens of milliseconds, because it runs on the page's main thread. */
export const MOST_STEPS = 20_000;
const MOST_LEVELS = 200;
const MOST_FAULTS = 256;

/** The number of steps left in a check. */
interface Meter {
  steps: number;
}

class TooDear extends Error {}

type Path = readonly (string | number)[];

/** Checks a value. @param root a schema that `acceptSchema` accepted */
export function interpret(root: JsonSchema, value: unknown): Interpreted {
  const meter: Meter = { steps: MOST_STEPS };
  try {
    return { faults: new Check(root, meter).faultsOf(root, value, [], 0), tooDear: false };
  } catch (error) {
    if (!(error instanceof TooDear)) throw error;
    return { faults: [{ path: [], kind: 'invalid' }], tooDear: true };
  }
}

class Check {
  readonly #referred = new Map<string, unknown>();
  readonly #patterns = new Map<string, { readonly expression: RegExp; readonly work: number } | undefined>();

  constructor(
    private readonly root: JsonSchema,
    private readonly meter: Meter,
  ) {}

  faultsOf(schema: unknown, value: unknown, path: Path, level: number): Fault[] {
    this.pay(1);
    if (level > MOST_LEVELS) throw new TooDear();
    if (schema === false) return [{ path, kind: path.length > 0 ? 'unknown' : 'invalid' }];
    if (!isRecord(schema)) return [];
    const invalid: Fault[] = [{ path, kind: 'invalid' }];
    if (!typeFits(schema, value) || !this.leafFits(schema, value)) return invalid;
    if (!this.branchesFit(schema, value, path, level + 1)) return invalid;
    const inside = [
      ...this.together(schema, value, path, level + 1),
      ...(Array.isArray(value) ? this.items(schema, value, path, level + 1) : []),
      ...(isRecord(value) ? this.members(schema, value, path, level + 1) : []),
    ];
    return inside.length > MOST_FAULTS ? inside.slice(0, MOST_FAULTS) : inside;
  }

  private at(reference: string): unknown {
    if (!this.#referred.has(reference)) this.#referred.set(reference, referred(this.root, reference));
    return this.#referred.get(reference);
  }

  private fits(schema: unknown, value: unknown, path: Path, level: number): boolean {
    return this.faultsOf(schema, value, path, level).length === 0;
  }

  private pay(steps: number): void {
    this.meter.steps -= steps;
    if (this.meter.steps < 0) throw new TooDear();
  }

  /** Whether a value satisfies the keywords that concern the value alone, not its members. */
  private leafFits(schema: JsonSchema, value: unknown): boolean {
    const { enum: values } = schema;
    if ('const' in schema && !this.same(schema['const'], value)) return false;
    if (Array.isArray(values) && !values.some((each) => this.same(each, value))) return false;
    if (typeof value === 'number') return numberFits(schema, value);
    if (typeof value === 'string') return this.textFits(schema, value);
    return true;
  }

  private same(a: unknown, b: unknown): boolean {
    this.pay(1);
    if (a === b || typeof a !== typeof b || jsonTypeOf(a) !== jsonTypeOf(b)) return a === b;
    return typeof a === 'object' && this.canonical(a) === this.canonical(b);
  }

  private canonical(value: unknown): string {
    const text = canonicalJson(value);
    this.pay(Math.ceil(text.length / 16));
    return text;
  }

  private textFits(schema: JsonSchema, value: string): boolean {
    this.pay(Math.ceil(value.length / 64));
    const { minLength, maxLength, pattern } = schema;
    if (minLength !== undefined || maxLength !== undefined) {
      const length = lengthOf(value);
      if (typeof minLength === 'number' && length < minLength) return false;
      if (typeof maxLength === 'number' && length > maxLength) return false;
    }
    return typeof pattern !== 'string' || this.matches(pattern, value) !== false;
  }

  /** Whether a text matches a pattern; undefined if the pattern is too complex to evaluate here. */
  private matches(pattern: string, value: string): boolean | undefined {
    if (!this.#patterns.has(pattern)) {
      const work = workOf(pattern);
      this.#patterns.set(pattern, work === undefined ? undefined : { expression: new RegExp(pattern, 'u'), work });
    }
    const known = this.#patterns.get(pattern);
    if (known === undefined) return undefined;
    // An anchored pattern is tried at one position, any other at every position.
    const places = pattern.startsWith('^') && !pattern.includes('|') ? 1 : value.length;
    this.pay(1 + Math.ceil((value.length * places * known.work) / 256));
    return known.expression.test(value);
  }

  /** Checks `anyOf` and `oneOf`: whether the required number of branches accept the value. If not, the whole value is at fault. */
  private branchesFit(schema: JsonSchema, value: unknown, path: Path, level: number): boolean {
    const { anyOf, oneOf, not } = schema;
    const fitting = (branches: readonly unknown[]): number => branches.filter((branch) => this.fits(branch, value, path, level)).length;
    if (Array.isArray(anyOf) && !anyOf.some((branch) => this.fits(branch, value, path, level))) return false;
    if (Array.isArray(oneOf) && fitting(oneOf) !== 1) return false;
    return not === undefined || !this.fits(not, value, path, level);
  }

  /** Returns the faults by schemas that apply in addition to this one, such as those of `allOf` and `$ref`. */
  private together(schema: JsonSchema, value: unknown, path: Path, level: number): Fault[] {
    const { $ref, allOf, if: condition, then, else: otherwise } = schema;
    const found = (Array.isArray(allOf) ? allOf : []).flatMap((each) => this.faultsOf(each, value, path, level));
    if (typeof $ref === 'string') found.push(...this.faultsOf(this.at($ref), value, path, level));
    if (condition !== undefined) {
      const next = this.fits(condition, value, path, level) ? then : otherwise;
      if (next !== undefined) found.push(...this.faultsOf(next, value, path, level));
    }
    return found;
  }

  private items(schema: JsonSchema, value: readonly unknown[], path: Path, level: number): Fault[] {
    const { items, additionalItems, minItems, maxItems, uniqueItems, contains, minContains, maxContains } = schema;
    const whole: Fault[] = [{ path, kind: 'invalid' }];
    if (typeof minItems === 'number' && value.length < minItems) return whole;
    if (typeof maxItems === 'number' && value.length > maxItems) return whole;
    if (uniqueItems === true && new Set(value.map((item) => this.canonical(item))).size < value.length) return whole;
    if (contains !== undefined) {
      const hits = value.filter((item, index) => this.fits(contains, item, [...path, index], level)).length;
      if (hits < (typeof minContains === 'number' ? minContains : 1)) return whole;
      if (typeof maxContains === 'number' && hits > maxContains) return whole;
    }
    // Before draft 2020-12, `items` could be a list of schemas (a tuple).
    const tuple = Array.isArray(items) ? items : Array.isArray(schema['prefixItems']) ? schema['prefixItems'] : [];
    const rest = Array.isArray(items) ? additionalItems : items;
    return value.flatMap((item, index) => {
      const node: unknown = index < tuple.length ? (tuple as readonly unknown[])[index] : rest;
      return node === undefined ? [] : this.faultsOf(node, item, [...path, index], level);
    });
  }

  private members(schema: JsonSchema, value: Readonly<Record<string, unknown>>, path: Path, level: number): Fault[] {
    const { required, minProperties, maxProperties, propertyNames, dependentRequired, dependentSchemas } = schema;
    const keys = Object.keys(value);
    const whole: Fault[] = [{ path, kind: 'invalid' }];
    if (typeof minProperties === 'number' && keys.length < minProperties) return whole;
    if (typeof maxProperties === 'number' && keys.length > maxProperties) return whole;
    if (propertyNames !== undefined && !keys.every((key) => this.fits(propertyNames, key, [], level))) return whole;
    const found: Fault[] = [];
    const demand = (names: unknown): void => {
      for (const name of Array.isArray(names) ? (names as readonly unknown[]) : [])
        if (typeof name === 'string' && !Object.hasOwn(value, name)) found.push({ path: [...path, name], kind: 'missing' });
    };
    demand(required);
    for (const [key, names] of ownEntries(dependentRequired)) if (Object.hasOwn(value, key)) demand(names);
    for (const [key, node] of ownEntries(dependentSchemas))
      if (Object.hasOwn(value, key)) found.push(...this.faultsOf(node, value, path, level));
    for (const key of keys) found.push(...this.member(schema, key, value[key], [...path, key], level));
    return found;
  }

  private member(schema: JsonSchema, key: string, value: unknown, path: Path, level: number): Fault[] {
    const { properties, patternProperties, additionalProperties } = schema;
    const nodes = isRecord(properties) && Object.hasOwn(properties, key) ? [properties[key]] : [];
    for (const [pattern, node] of ownEntries(patternProperties)) {
      const meant = this.matches(pattern, key);
      // The pattern cannot be evaluated, so it may apply to this key: report nothing.
      if (meant === undefined) return [];
      if (meant) nodes.push(node);
    }
    if (nodes.length > 0) return nodes.flatMap((node) => this.faultsOf(node, value, path, level));
    return additionalProperties === undefined ? [] : this.faultsOf(additionalProperties, value, path, level);
  }
}

const ownEntries = (value: unknown): readonly [string, unknown][] => (isRecord(value) ? Object.entries(value) : []);

function numberFits(schema: JsonSchema, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (typeof minimum === 'number' && value < minimum) return false;
  if (typeof maximum === 'number' && value > maximum) return false;
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return false;
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) return false;
  return typeof multipleOf !== 'number' || Number.isInteger(value / multipleOf);
}

/** Length of a text in code points, as JSON Schema defines it. */
function lengthOf(text: string): number {
  let length = text.length;
  for (let at = 0; at + 1 < text.length; at++) {
    if ((text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) length -= 1;
  }
  return length;
}

/** Returns the schema at a local reference (`#/…`, RFC 6901); undefined if there is none. */
export function referred(root: JsonSchema, reference: string): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let node: unknown = root;
  let pointer: string;
  try {
    pointer = decodeURIComponent(reference.slice(1));
  } catch {
    return undefined;
  }
  for (const step of pathOf(pointer)) {
    if (Array.isArray(node)) node = (node as readonly unknown[])[Number(step)];
    else node = isRecord(node) && Object.hasOwn(node, step) ? node[step] : undefined;
  }
  return node;
}

const MOST_PATTERN = 256;
const MOST_CHOICES = 8;

/**
 * Estimates the work of an untrusted pattern: how often each character may be examined per starting position. Undefined for patterns that
 * could block the page (more than one unbounded repetition, one of a group, look-around, back-references), which only the server checks.
 */
function workOf(pattern: string): number | undefined {
  if (pattern.length > MOST_PATTERN || /\\[1-9k]|\(\?|\)[*+?{]/.test(pattern)) return undefined;
  const bare = pattern.replaceAll(/\\./gu, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  const choices = (bare.match(/[?|]/g) ?? []).length;
  if ((bare.match(/[*+]|\{\d*,\d*\}/g) ?? []).length > 1 || /\{\d{4,}/.test(bare) || choices > MOST_CHOICES) return undefined;
  try {
    new RegExp(pattern, 'u').test('');
  } catch {
    return undefined;
  }
  return 2 ** choices;
}

export const plainPattern = (pattern: string): boolean => workOf(pattern) !== undefined;
