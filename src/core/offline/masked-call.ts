import type { ToolManifest } from '../../tools/contract/index.ts';
import { type SchemaWords, schemaWords } from '../../tools/contract/schema-words.ts';
import { maskedFilter } from './masked-filter.ts';
import { maskedSql } from './masked-sql.ts';
import { AccountedValues, isColumn, type MaskedTerms, Unaccounted } from './masked-values.ts';

type Json = Readonly<Record<string, unknown>>;

/** The time limits, in ms, that a masked call can have. Another limit is rounded up to one of these, because it could identify the call. */
const TIMEOUTS_MS = [10_000, 60_000, 120_000, 300_000, 600_000];

/**
 * Converts a call so that it runs on the masked captures, with new call ids. Each text, number and key must be a term of the contract or of
 * the tool's schema, be a small number, or be replaced. Throws `Unaccounted` for any other part.
 */
export function maskedCall(call: Json, manifest: ToolManifest, request_id: string, terms: MaskedTerms): Json {
  const values = new AccountedValues(terms);
  const words = schemaWords(manifest.input_schema);
  const masked = {
    tool_name: manifest.name,
    tool_version: manifest.version,
    capture_selection: maskedSelection(objectOf(call['capture_selection']), values),
    arguments: maskedObject(objectOf(call['arguments']), words, values),
    request_id,
    timeout_ms: timeoutOf(call['timeout_ms'], manifest),
  };
  values.finish();
  return masked;
}

function timeoutOf(given: unknown, { execution_constraints: { max_timeout_ms: most } }: ToolManifest): number {
  const round = TIMEOUTS_MS.find((bound) => bound >= Number(given));
  return round === undefined ? most : Math.min(round, most);
}

function maskedObject(given: Json, words: SchemaWords, values: AccountedValues): Json {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      if (values.isName(key) || !(words.keys.has(key) || isColumn(key)))
        throw new Unaccounted('an argument has a key that the schema does not define');
      return [key, maskedArgument(key, value, words, values)];
    }),
  );
}

function maskedArgument(key: string, value: unknown, words: SchemaWords, values: AccountedValues): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => maskedArgument(key, each, words, values));
  if (typeof value === 'object' && value !== null) return maskedObject(value as Json, words, values);
  if (typeof value === 'number') {
    values.number(String(Math.abs(value)));
    return value;
  }
  if (typeof value !== 'string') return value;
  if (key === 'sql') return maskedSql(value, values);
  // Device names are given by a person, so replace them by the name's masked id.
  if (key === 'device') return values.terms.mask.id(value);
  if (!values.isName(value) && (words.values.has(value) || isColumn(value))) return value;
  return values.text(value);
}

function maskedSelection(given: Json, values: AccountedValues): Json {
  const selectors = given['selectors'] === undefined ? undefined : objectOf(given['selectors']);
  const filter = (each: unknown): string => maskedFilter(String(each), values);
  const base = given['time_base'];
  const masked = {
    capture_id: optional(given['capture_id'], (id) => idOf(id, values)),
    capture_ids: optional(given['capture_ids'], (ids) => listOf(ids).map((id) => idOf(id, values))),
    selectors: selectors && {
      time_range: optional(selectors['time_range'], (range) => timesOf(range, values)),
      channels: optional(selectors['channels'], (list) => listOf(list).map((each) => values.text(String(each)))),
      filters: optional(selectors['filters'], (list) => listOf(list).map(filter)),
    },
    time_window: optional(given['time_window'], (range) => timesOf(range, values)),
    filter_expression: optional(given['filter_expression'], filter),
    time_base: base === 'epoch' || base === 'relative' ? base : undefined,
  };
  return JSON.parse(JSON.stringify(masked)) as Json;
}

function idOf(id: unknown, values: AccountedValues): string {
  const other = typeof id === 'string' ? values.terms.captures.get(id) : undefined;
  if (other === undefined) throw new Unaccounted('it reads a capture that was not masked');
  return other;
}

function timesOf(range: unknown, values: AccountedValues): Json {
  const { start_ms, end_ms } = objectOf(range);
  return { start_ms: values.time(start_ms), end_ms: values.time(end_ms) };
}

const optional = <Result>(value: unknown, work: (value: unknown) => Result): Result | undefined =>
  value === undefined ? undefined : work(value);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {});
