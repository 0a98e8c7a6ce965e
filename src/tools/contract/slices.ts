import { isRecord, type SchemaNode } from './json-schema.ts';

/** Items of a long list in one slice: one or two milliseconds of validation. */
const SLICE = 1024;

/** Keywords that say nothing of a record but what its members are, of a list but what its items are and how many. */
const SAYING_NOTHING = ['$schema', '$id', '$defs', 'title', 'description', 'examples', 'default', 'type'];
const OF_RECORDS: ReadonlySet<string> = new Set([...SAYING_NOTHING, 'properties', 'required', 'additionalProperties']);
const OF_LISTS: ReadonlySet<string> = new Set([...SAYING_NOTHING, 'items', 'minItems', 'maxItems']);

/**
 * A value as several smaller ones, each of them with a part of one long list below the top and little of the others, so that a
 * validator can be asked part by part: the value fits the schema exactly when all of them do. Where the schema says more
 * of its lists than what every item is (`uniqueItems`, `contains`, conditions), the value comes as it is.
 *
 * @param schema JSON Schema of the value
 */
export function* slicesOf(value: unknown, schema: SchemaNode): Generator<unknown> {
  const properties = schema['properties'];
  const cut =
    isRecord(value) && isRecord(properties) && isOnly(schema, OF_RECORDS)
      ? Object.entries(value).filter((member): member is [string, unknown[]] => isLong(member[1], properties[member[0]]))
      : [];
  if (!isRecord(value) || cut.length === 0) {
    yield value;
    return;
  }
  const rest = { ...value, ...Object.fromEntries(cut.map(([key, list]) => [key, list.slice(0, 1)])) };
  for (const [key, list] of cut) for (let at = 0; at < list.length; at += SLICE) yield { ...rest, [key]: list.slice(at, at + SLICE) };
}

const isOnly = (schema: SchemaNode, keywords: ReadonlySet<string>): boolean => Object.keys(schema).every((key) => keywords.has(key));

/** Longer than a slice, and its slices fit exactly when it does. */
function isLong(list: unknown, schema: unknown): list is unknown[] {
  if (!Array.isArray(list) || list.length <= SLICE || !isRecord(schema) || !isOnly(schema, OF_LISTS)) return false;
  const { minItems = 0, maxItems = Infinity } = schema;
  return Number(minItems) <= 1 && list.length <= Number(maxItems);
}
