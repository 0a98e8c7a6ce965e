/** Arguments whose name or unit leaves more than one reading: each is a choice. */
import { isRecord, type SchemaNode } from '../contract/json-schema.ts';
import { type ArgumentName, unitOf } from './aliases.ts';
import { levelOf } from './argument-numbers.ts';
import type { Path } from './draft.ts';
import type { Option } from './mending.ts';
import { millisecondsPer } from './units.ts';
import { bare } from './words.ts';

/** The readings of a member that is not known by its name; empty where there is no doubt. */
export function doubtsOf(place: Path, value: unknown, node: SchemaNode, taken: object, argument: ArgumentName | undefined): Option[] {
  const [path, key] = [place.slice(0, -1), String(place.at(-1))];
  const option = (why: string, ...more: Option['edits']): Option => ({ class: 'choice', why, edits: [[place, undefined], ...more] });
  if (mayBeLevel(key, value, node, taken)) {
    const level = Number((1 - (levelOf(value) ?? 0)).toPrecision(12));
    return [
      option(`it may be the level of confidence, so alpha is ${String(level)}`, [[...path, 'alpha'], level]),
      option('it may say how sure the caller is'),
    ];
  }
  if (argument === undefined || !mayBeLonger(key, argument.name, value)) return [];
  return ['ms', 's', 'min'].map((unit) =>
    option(`the number may be in ${unit}`, [[...path, argument.name], Number(value) * (millisecondsPer(unit) ?? 1)]),
  );
}

/** `confidence: 0.99` beside a test: a level, or how sure the caller is. */
const mayBeLevel = (key: string, value: unknown, node: SchemaNode, taken: object): boolean =>
  /^(?:confidence|conf|ci)$/.test(bare(key)) &&
  !/%/.test(String(value)) &&
  isRecord(node['properties']) &&
  Object.hasOwn(node['properties'], 'alpha') &&
  !Object.hasOwn(taken, 'alpha') &&
  levelOf(value) !== undefined;

/** `time_bucket: 10`: a number under a name without a unit, which is shorter than a second in milliseconds. */
const mayBeLonger = (key: string, name: string, value: unknown): boolean =>
  typeof value === 'number' && value < 1000 && unitOf(name) === 'ms' && unitOf(key) === '';
