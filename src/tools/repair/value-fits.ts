import { isRecord, type SchemaNode } from '../contract/json-schema.ts';
import { columnsFor } from '../named-columns.ts';
import { numberOf, shareOf } from './argument-numbers.ts';
import { columnNamed } from './column-names.ts';
import { unboxed } from './containers.ts';
import { valueNamed } from './enumerations.ts';
import type { Mending } from './mending.ts';
import { addressOf, truthOf } from './words.ts';

/** Whether an argument could have a value after repairs of the value's spelling. */
export function couldHave(mending: Mending, argument: string, node: SchemaNode, given: unknown): boolean {
  const value = unboxed(given, argument);
  if (node['type'] === 'array') {
    const items = isRecord(node['items']) ? node['items'] : {};
    const list = Array.isArray(value) ? (value as unknown[]) : typeof value === 'string' ? value.split(/\s*[,;|\n]\s*/) : [value];
    const [least, most] = [Number(node['minItems'] ?? 0), Number(node['maxItems'] ?? Infinity)];
    return (
      list.length > 0 && list.length >= least && list.length <= most && list.every((item) => couldBe(mending, `${argument}[]`, items, item))
    );
  }
  return couldBe(mending, argument, node, value);
}

function couldBe(mending: Mending, place: string, node: SchemaNode, value: unknown): boolean {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (Array.isArray(node['enum'])) return isPlain && valueNamed(String(value), node['enum'].map(String)) !== undefined;
  switch (node['type']) {
    case 'integer':
    case 'number':
      return isNumberFor(node, value);
    case 'boolean':
      return typeof value === 'boolean' || (typeof value === 'string' && truthOf(value) !== undefined);
    case 'object':
      return isRecord(value);
    default:
      return isTextFor(mending, place, node, value);
  }
}

function isNumberFor(node: SchemaNode, value: unknown): boolean {
  if (typeof value === 'boolean') return false;
  const number = numberOf(value, typeof node['x-unit'] === 'string' ? node['x-unit'] : '');
  if (number === undefined || (node['type'] === 'integer' && !Number.isInteger(number))) return false;
  const within = (each: number): boolean => each >= Number(node['minimum'] ?? -Infinity) && each <= Number(node['maximum'] ?? Infinity);
  return within(number) || (node['maximum'] === 1 && within(shareOf(number)));
}

/** Whether an argument could have a text; if the tool takes a column there, the text must name one. */
function isTextFor(mending: Mending, place: string, node: SchemaNode, value: unknown): boolean {
  // Reject a number for a group or column, because as a name or text it would mean something else.
  if (typeof value !== 'string' && !(typeof value === 'number' && place.endsWith('[]'))) return false;
  const holds = (mending.tool?.manifest.columns ?? []).find(({ argument }) => argument === place)?.holds;
  const { captures } = mending;
  if (holds !== undefined && captures.length > 0)
    return columnNamed(String(value), columnsFor(captures, holds === 'number_or_level' ? 'number' : holds), captures) !== undefined;
  const pattern = typeof node['pattern'] === 'string' ? new RegExp(node['pattern'], 'u') : undefined;
  return pattern === undefined || pattern.test(String(value)) || pattern.test(addressOf(String(value)) ?? '');
}
