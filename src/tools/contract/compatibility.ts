import { isRecord, type JsonSchema } from './json-schema.ts';

/**
 * Determines the effect of a schema change on existing callers (S0 §7 "Compatibility"): an input may only accept more, an output may only
 * guarantee more; any other change needs a new major version. Both schemas follow the profile of our tools: closed objects, arrays, and
 * leaves with bounds, enums and patterns.
 */
export type Bump = 'patch' | 'minor' | 'major';

export interface Compatibility {
  /** The smallest version bump that may carry the change. */
  readonly bump: Bump;
  /** Reasons why a smaller version bump is not enough, with JSON Pointers to the changes. */
  readonly reasons: readonly string[];
}

interface Schemas {
  readonly input_schema: JsonSchema;
  readonly output_schema: JsonSchema;
}

export function compatibilityOf(before: Schemas, after: Schemas): Compatibility {
  const found: Found[] = [];
  compare(before.input_schema, after.input_schema, 'input', '/input_schema', found);
  compare(before.output_schema, after.output_schema, 'output', '/output_schema', found);
  const bump = found.some((each) => each.bump === 'major') ? 'major' : found.length > 0 ? 'minor' : 'patch';
  return { bump, reasons: found.filter((each) => each.bump === bump).map((each) => each.reason) };
}

interface Found {
  readonly bump: 'minor' | 'major';
  readonly reason: string;
}
type Side = 'input' | 'output';

function compare(before: JsonSchema, after: JsonSchema, side: Side, at: string, found: Found[]): void {
  const add = (bump: Found['bump'], reason: string): void => {
    found.push({ bump, reason: `${at}: ${reason}` });
  };
  if (JSON.stringify(before['type']) !== JSON.stringify(after['type'])) {
    add('major', 'another type');
    return;
  }
  compareValues(before, after, side, add);
  const [old, now] = [propertiesOf(before), propertiesOf(after)];
  const [had, has] = [requiredOf(before), requiredOf(after)];
  for (const [name, node] of Object.entries(old)) {
    const next = now[name];
    if (next === undefined) {
      add('major', `${name} is gone`);
      continue;
    }
    if (side === 'input' && !had.has(name) && has.has(name)) add('major', `${name} is required now`);
    if (side === 'output' && had.has(name) && !has.has(name)) add('major', `${name} may be absent now`);
    if (had.has(name) !== has.has(name)) add('minor', `${name} is ${has.has(name) ? 'always there' : 'optional'} now`);
    compare(node, next, side, `${at}/properties/${name}`, found);
  }
  for (const name of Object.keys(now).filter((key) => old[key] === undefined)) {
    add(side === 'input' && has.has(name) ? 'major' : 'minor', `${name} is new`);
  }
  for (const key of ['items', 'additionalProperties'] as const) {
    const [inner, next] = [before[key], after[key]];
    if (isRecord(inner) && isRecord(next)) compare(inner, next, side, `${at}/${key}`, found);
    else if (JSON.stringify(inner) !== JSON.stringify(next)) add('major', `another ${key}`);
  }
}

/** Keywords of JSON Schema for lower bounds; those for upper bounds follow. */
const LOW = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];
const HIGH = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];

/** An input that accepts less breaks callers. An output with more values does not: older callers ignore what they do not know. */
function compareValues(before: JsonSchema, after: JsonSchema, side: Side, add: (bump: Found['bump'], reason: string) => void): void {
  const judge = (narrower: boolean, reason: string): void => {
    add(side === 'input' && narrower ? 'major' : 'minor', reason);
  };
  for (const key of [...LOW, ...HIGH]) {
    const [old, now] = [before[key], after[key]];
    if (old === now) continue;
    const grew = typeof now === 'number' && (typeof old !== 'number' || (LOW.includes(key) ? now > old : now < old));
    judge(grew, `another ${key}`);
  }
  const [old, now] = [enumOf(before), enumOf(after)];
  if (JSON.stringify(old) !== JSON.stringify(now)) {
    judge(now !== undefined && (old === undefined || old.some((value) => !now.includes(value))), 'another enum');
  }
  if (before['pattern'] !== after['pattern']) judge(after['pattern'] !== undefined, 'another pattern');
}

const enumOf = (node: JsonSchema): readonly unknown[] | undefined =>
  Array.isArray(node['enum']) ? (node['enum'] as unknown[]) : undefined;

const propertiesOf = (node: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  isRecord(node['properties']) ? (node['properties'] as Readonly<Record<string, JsonSchema>>) : {};

const requiredOf = (node: JsonSchema): ReadonlySet<string> =>
  new Set(Array.isArray(node['required']) ? (node['required'] as string[]) : []);
