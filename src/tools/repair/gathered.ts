import { isRecord, type SchemaNode } from '../contract/json-schema.ts';
import { argumentFor } from './aliases.ts';
import { recordIn } from './containers.ts';
import { isEqual } from './draft.ts';
import type { RepairFacts } from './facts.ts';
import { looseJson } from './loose-json.ts';
import { aliasOf, isOfMessage, MEMBERS } from './members.ts';
import { isNeutral, NEGATIONS } from './neutral-words.ts';
import { recordOfList } from './notations.ts';
import { selectionKey } from './selection-keys.ts';
import { isIdle } from './strays.ts';
import { partsOf } from './tokens.ts';
import { toolNamed } from './tool-name.ts';
import { bare } from './words.ts';

type Members = Readonly<Record<string, unknown>>;

/** Maximum depth of nesting; real wrappers have fewer levels. */
const DEEPEST = 16;

/** Matches members whose contents are not requested. */
const NOT_ASKED =
  /^(?:results?|outputs?|responses?|errors?|examples?|histor\w*|logs?|previous|schema|default|drafts?|templates?|old|before|after|else|fallback|undo|then|if|when|unless|for|each|every|per|repeat\w*|until|while|loop|on_?\w+)$/i;

/**
 * Builds a call from parts at any place: the only tool that a value names, and every member that its arguments, selection or a call have,
 * from members that only wrap them. Other parts stay among the arguments, where they are faults. Undefined if no tool or two tools are
 * named, or two parts claim one place.
 */
export function gathered(value: unknown, facts: RepairFacts): Members | undefined {
  const named = toolsIn(value, facts, 0);
  const [name] = named;
  if (name === undefined || new Set(named).size > 1) return undefined;
  const tool = facts.registry.get(name);
  return tool && new Gathering(name, tool.input.schema, tool.manifest.scope === 'captures', facts).of(value);
}

const isHolding = (key: string): boolean =>
  !NOT_ASKED.test(key) && partsOf(key).every((part) => isNeutral(part) && !NEGATIONS.has(bare(part)) && !NOT_ASKED.test(part));

/** Whether a member is a switch that is on, or a word, and both name and value are filler words: `End: true`, `node: 'tools'`. */
const isCarrying = (key: string, member: unknown): boolean =>
  (member === true || (typeof member === 'string' && member.length < 40 && isHolding(member))) &&
  isHolding(key) &&
  aliasOf(key) !== 'capture_selection' &&
  !/capture|filter/i.test(key) &&
  !/^(?:role|author|from|sender|source|status|state|stage|phase|type)$/.test(bare(key));

const heldIn = (value: unknown): unknown => {
  const read = typeof value === 'string' && /^\s*[[{]/.test(value) ? looseJson(value) : undefined;
  return read?.doubtful === false && typeof read.value === 'object' ? read.value : value;
};

/** Lists the tools that members of wrapping objects name, as text or as key. */
function toolsIn(given: unknown, facts: RepairFacts, depth: number): string[] {
  const value = heldIn(given);
  if (depth > DEEPEST) return [];
  if (Array.isArray(value))
    return (value as unknown[]).flatMap((item) => (typeof item === 'object' ? toolsIn(item, facts, depth + 1) : []));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const own = typeof heldIn(member) === 'object' && member !== null ? toolNamed(facts, key, false) : undefined;
    if (own !== undefined) return [own, ...toolsIn(member, facts, depth + 1)];
    if (!isHolding(key)) return [];
    const named = typeof member === 'string' ? toolNamed(facts, member, false) : undefined;
    return named === undefined ? toolsIn(member, facts, depth + 1) : [named];
  });
}

class Clash extends Error {}

class Gathering {
  readonly #call: Record<string, unknown> = {};
  readonly #args: Record<string, unknown> = {};
  readonly #selection: Record<string, unknown> = {};

  constructor(
    private readonly name: string,
    private readonly schema: SchemaNode,
    private readonly isOverCaptures: boolean,
    private readonly facts: RepairFacts,
  ) {}

  of(value: unknown): Members | undefined {
    try {
      this.#take(value, 0, false);
    } catch (error) {
      if (error instanceof Clash) return undefined;
      throw error;
    }
    return { ...this.#call, tool_name: this.name, arguments: this.#args, capture_selection: this.#selection };
  }

  #put(holder: Record<string, unknown>, key: string, value: unknown): void {
    if (key === '__proto__' || (Object.hasOwn(holder, key) && !isEqual(holder[key], value))) throw new Clash();
    holder[key] = value;
  }

  /** Collects the parts from a value that only wraps them. */
  #take(given: unknown, depth: number, inArguments: boolean): void {
    const value = heldIn(given);
    if (depth > DEEPEST) throw new Clash();
    if (Array.isArray(value)) this.#takeList(value as unknown[], depth, inArguments);
    else if (isRecord(value)) for (const [key, member] of Object.entries(value)) this.#member(key, member, value, depth, inArguments);
    else throw new Clash();
  }

  #takeList(list: readonly unknown[], depth: number, inArguments: boolean): void {
    const record = recordOfList(list);
    const parts = list.filter((item) => !isRecord(item) || !Object.entries(item).every(([key, member]) => isOfMessage(key, member, item)));
    const [only, second] = parts;
    if (record !== undefined) this.#take(record, depth + 1, inArguments);
    else if (second === undefined) this.#take(only, depth + 1, inArguments);
    else throw new Clash();
  }

  #member(key: string, member: unknown, holder: Members, depth: number, inArguments: boolean): void {
    const properties = isRecord(this.schema['properties']) ? this.schema['properties'] : {};
    const held = heldIn(member);
    if (this.#isName(key, member)) return;
    if (Object.hasOwn(properties, key)) return this.#put(this.#args, key, member);
    if (isRecord(held) && this.#isSelection(key, held)) return this.#select(held);
    const alias = aliasOf(key);
    const own = MEMBERS.find((each) => each === alias && each !== 'arguments' && each !== 'capture_selection' && each !== 'tool_name');
    if (own !== undefined && typeof held !== 'object') return this.#put(this.#call, own, member);
    if (isIdle(key, member) && bare(key) !== 'confidence') return;
    if (!inArguments && this.#isOfEnvelope(key, member, held, holder)) return;
    const argument = argumentFor(key, this.schema, {})?.name;
    const node = argument === undefined ? undefined : properties[argument];
    if (argument !== undefined && (!isRecord(held) || (isRecord(node) && node['type'] === 'object')))
      return this.#put(this.#args, key, member);
    if (argument === undefined && !inArguments && isCarrying(key, member)) return;
    if (this.isOverCaptures && typeof selectionKey(key, false) === 'object' && !(isRecord(held) && toolsIn(held, this.facts, 0).length > 0))
      return this.#put(this.#selection, key, member);
    if (typeof held === 'object' && held !== null && (isHolding(key) || toolNamed(this.facts, key, false) === this.name))
      return this.#take(held, depth + 1, inArguments || aliasOf(key) === 'arguments' || toolNamed(this.facts, key, false) === this.name);
    this.#put(this.#args, key, member);
  }

  /** Whether a member is irrelevant to the call: of a message, a function that calls tools (`call_tool`), a switch that is off, empty. */
  #isOfEnvelope(key: string, member: unknown, held: unknown, holder: Members): boolean {
    if (typeof held !== 'object' && isOfMessage(key, member, holder)) return !this.#isValue(member);
    if (typeof member === 'string' && aliasOf(key) === 'tool_name') return member.length < 40 && isHolding(member);
    if (typeof member === 'string' && /^(?:path|url|uri|route)$/.test(bare(key))) return toolNamed(this.facts, member, false) === this.name;
    return false;
  }

  /** Whether a text is one of the listed values of an argument: `type: 'csv'`. */
  #isValue(member: unknown): boolean {
    const properties = isRecord(this.schema['properties']) ? this.schema['properties'] : {};
    return Object.values(properties).some((node) => {
      const items = isRecord(node) && isRecord(node['items']) ? node['items'] : node;
      return isRecord(items) && Array.isArray(items['enum']) && items['enum'].includes(member);
    });
  }

  #isName(key: string, member: unknown): boolean {
    return typeof member === 'string' && isHolding(key) && toolNamed(this.facts, member, false) === this.name;
  }

  /** Whether a member is a complete selection: by its name, or because all of its members are parts of one. */
  #isSelection(key: string, held: Members): boolean {
    if (aliasOf(key) === 'capture_selection') return true;
    const keys = Object.keys(held);
    return (
      this.isOverCaptures &&
      keys.length > 0 &&
      selectionKey(key, false)?.[0] !== 'time_window' &&
      !/filter|where|condition/i.test(key) &&
      keys.every((each) => selectionKey(each, false) !== undefined) &&
      keys.some((each) => /capture|selector|window|filter/i.test(each))
    );
  }

  #select(held: Members): void {
    const inner = Object.keys(held).length === 1 ? recordIn(Object.values(held)[0]) : undefined;
    const isNested = inner !== undefined && aliasOf(Object.keys(held)[0] ?? '') === 'capture_selection';
    for (const [key, member] of Object.entries(isNested ? inner : held)) this.#put(this.#selection, key, member);
  }
}
