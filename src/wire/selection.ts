import { isRecord, type JsonSchema } from '../tools/contract/json-schema.ts';

/** Maximum number of open captures whose ids the schema lists; a model finds more with `list_captures`. */
const MOST_LISTED = 64;

/**
 * The schema of `capture_selection` in every dialect. It is one of the contract's two spellings and has no keys that exclude each other, so
 * that a strict mode that fills in every key cannot write a contradiction. Calls in the other spelling are still accepted.
 *
 * @param open ids of the open captures, the only values that the schema then accepts; any id if absent or empty
 */
export function selectionSchema(open: readonly string[] = []): JsonSchema {
  const listed = open.length > 0 && open.length <= MOST_LISTED;
  const time = { type: 'integer', minimum: 0 };
  return {
    type: 'object',
    properties: {
      capture_ids: {
        type: 'array',
        items: { type: 'string', ...(listed && { enum: [...open] }) },
        minItems: 1,
        description: 'Open captures; list_captures has their ids.',
      },
      time_window: {
        type: 'object',
        properties: { start_ms: time, end_ms: time },
        required: ['start_ms', 'end_ms'],
        additionalProperties: false,
        description: 'Both inclusive, in ms since 1970 UTC; in ms since the start for captures without a clock.',
      },
      filter_expression: { type: 'string', description: 'E.g. channel IN (37,38) AND rssi > -92 AND adv_type == "ADV_IND".' },
    },
    required: ['capture_ids'],
    additionalProperties: false,
    description: 'Which rows; without window and filter, all of them.',
  };
}

/** Converts the selection of a manifest's example to this spelling; undefined if it cannot be expressed. */
export function wireSelection(selection: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(selection)) return undefined;
  const selectors = isRecord(selection['selectors']) ? selection['selectors'] : {};
  const { capture_id, capture_ids = [capture_id], time_window = selectors['time_range'], time_base } = selection;
  const filters = Array.isArray(selectors['filters']) ? (selectors['filters'] as readonly string[]) : [];
  const { filter_expression = filters.length > 0 ? filters.map((each) => `(${each})`).join(' AND ') : undefined } = selection;
  if (selectors['channels'] !== undefined || time_base !== undefined) return undefined;
  return { capture_ids, ...(time_window !== undefined && { time_window }), ...(filter_expression !== undefined && { filter_expression }) };
}
