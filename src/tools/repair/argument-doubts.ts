/** Finds arguments whose name or unit can be read in several ways; each reading becomes a choice for the user. */
import { isRecord, type SchemaNode } from '../contract/json-schema.ts';
import { type ArgumentName, unitOf } from './aliases.ts';
import { levelOf } from './argument-numbers.ts';
import type { Path } from './draft.ts';
import type { Option } from './mending.ts';
import { millisecondsPer } from './units.ts';
import { bare } from './words.ts';

/** Returns the possible readings of a member with an unknown name; empty if there is no doubt. */
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

/** Whether a value such as `confidence: 0.99` beside a test may mean its confidence level rather than how sure the caller is. */
const mayBeLevel = (key: string, value: unknown, node: SchemaNode, taken: object): boolean =>
  /^(?:confidence|conf|ci)$/.test(bare(key)) &&
  !/%/.test(String(value)) &&
  isRecord(node['properties']) &&
  Object.hasOwn(node['properties'], 'alpha') &&
  !Object.hasOwn(taken, 'alpha') &&
  levelOf(value) !== undefined;

/** Whether a number such as `time_bucket: 10`, whose name gives no unit, would be under a second in ms and so may be in seconds. */
const mayBeLonger = (key: string, name: string, value: unknown): boolean =>
  typeof value === 'number' && value < 1000 && unitOf(name) === 'ms' && unitOf(key) === '';
