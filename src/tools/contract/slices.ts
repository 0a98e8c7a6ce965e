import { isRecord, type SchemaNode } from './json-schema.ts';

/** Items of a long list in one slice: some milliseconds of validation. */
const SLICE = 1024;

/** Keywords that say nothing of a record but what its members are, of a list but what its items are and how many. */
const SAYING_NOTHING = ['$schema', '$id', '$defs', 'title', 'description', 'examples', 'default', 'type'];
const OF_RECORDS: ReadonlySet<string> = new Set([...SAYING_NOTHING, 'properties', 'required', 'additionalProperties']);
const OF_LISTS: ReadonlySet<string> = new Set([...SAYING_NOTHING, 'items', 'minItems', 'maxItems']);

/**
 * A value as several smaller ones, each of them with a part of one long list below the top, so that a validator can be asked
 * part by part: the value fits the schema exactly when all of them do. Where the schema says more of its lists than what
 * every item is (`uniqueItems`, `contains`, conditions), they stay whole. The first has all of what is not long; in the others
 * one item stands for each list.
 *
 * @param schema JSON Schema of the value
 */
export function* slicesOf(value: unknown, schema: SchemaNode): Generator<unknown> {
  const properties = schema['properties'];
  const lists =
    isRecord(value) && isRecord(properties) && isOnly(schema, OF_RECORDS)
      ? Object.entries(value).filter((member): member is [string, unknown[]] => {
          const [key, list] = member;
          return Array.isArray(list) && Object.hasOwn(properties, key) && mayBeCut(list, properties[key]);
        })
      : [];
  const long = lists.filter(([, list]) => list.length > SLICE);
  if (!isRecord(value) || long.length === 0) {
    yield value;
    return;
  }
  const cut = (some: typeof lists, length: number): object => ({
    ...value,
    ...Object.fromEntries(some.map(([key, list]) => [key, list.slice(0, length)])),
  });
  yield cut(long, SLICE);
  const rest = cut(lists, 1);
  for (const [key, list] of long) for (let at = SLICE; at < list.length; at += SLICE) yield { ...rest, [key]: list.slice(at, at + SLICE) };
}

const isOnly = (schema: SchemaNode, keywords: ReadonlySet<string>): boolean => Object.keys(schema).every((key) => keywords.has(key));

/** Whether a list fits exactly when all of its parts do. */
function mayBeCut(list: readonly unknown[], schema: unknown): boolean {
  if (!isRecord(schema) || !isOnly(schema, OF_LISTS)) return false;
  const { minItems = 0, maxItems = Infinity } = schema;
  return Number(minItems) <= 1 && list.length <= Number(maxItems);
}
