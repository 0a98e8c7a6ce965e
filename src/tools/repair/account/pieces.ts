/** Extracts the pieces (names, numbers, signs) of a call as it was written and of its repair, which are then compared. */
import { isRecord } from '../../contract/json-schema.ts';
import { argumentFor } from '../aliases.ts';
import { ALIASES } from '../members.ts';
import type { Mending } from '../mending.ts';
import { selectionKey } from '../selection-keys.ts';
import { isUsual } from '../strays.ts';
import { tokensIn, tokensOf, type Tokens } from '../tokens.ts';
import { toolNamed } from '../tool-name.ts';
import { bare } from '../words.ts';

export const isSelectionStep = (step: string): boolean => ALIASES[bare(step)] === 'capture_selection';

/** The pieces of the written call that the repaired call must account for. */
export const piecesWritten = (written: unknown, mending: Mending): Tokens[] =>
  tokensOf(written, (key, value, path) => isCheckedElsewhere(key, value, path, mending))
    .filter((piece) => !isEmptyList(written, piece, mending))
    .map((piece) => withoutTables(piece, mending));

/** Whether a key that is no argument holds an empty list, and so requests nothing. */
function isEmptyList(written: unknown, { isKey, path, text }: Tokens, { tool }: Mending): boolean {
  const value = [...path, text].reduce<unknown>((at, step) => (isRecord(at) ? at[step] : undefined), written);
  return isKey && Array.isArray(value) && value.length === 0 && argumentFor(text, tool?.input.schema ?? {}, {}) === undefined;
}

/** The pieces of the repaired call, without the ids that each attempt gets. */
export function piecesRepaired(mending: Mending): Tokens[] {
  const { value } = mending.draft;
  const call = isRecord(value) ? { ...value, request_id: undefined, tool_call_id: undefined } : value;
  return tokensOf(call).map((piece) => withoutTables(piece, mending));
}

/** The parts of a repaired call that must be accounted for: its arguments and its selection. */
export const piecesAsked = (mending: Mending): Tokens[] =>
  tokensOf([mending.get(['arguments']), mending.get(['capture_selection'])]).map((piece) => withoutTables(piece, mending));

/** Removes table names from the call's SQL statement, so that statements that differ only in table names are equal. */
function withoutTables(piece: Tokens, { captures }: Mending): Tokens {
  if (captures.length !== 1 || !/\bselect\b[^]*\bfrom\b/i.test(piece.text)) return piece;
  const plain = piece.text.replace(/\b(from|join)\s+(?:"[^"]+"|[\w.]+)/gi, '$1');
  return tokensIn(
    plain.replace(/"[\w ]{1,40}"/g, (name) => name.replaceAll(' ', '_')),
    piece.path,
  );
}

/** Whether other code checks this member: ids and versions of an attempt, the tool's name, and any capture name if only one is open. */
function isCheckedElsewhere(key: string, value: unknown, path: readonly string[], { facts, draft }: Mending): boolean {
  const member = ALIASES[bare(key)] ?? '';
  if (isUsual(key, value)) return true;
  if (member === 'timeout_ms' && typeof value !== 'object') return true;
  if (member === 'tool_version' && isRecord(value) && Object.values(value).every((part) => typeof part === 'number')) return true;
  const isSelection = /^capture/i.test(key) || path.some(isSelectionStep);
  if (!isSelection && typeof value === 'string' && member === 'tool_version') return true;
  // Inside the arguments, an `id` may name a column, so do not skip it.
  const isOwn = key !== 'id' || !path.some((step) => ALIASES[bare(step)] === 'arguments');
  if (!isSelection && isOwn && typeof value !== 'object' && /^(?:request_id|tool_call_id)$/.test(member)) return true;
  if (typeof value === 'string' && toolNamed(facts, value, true) === draft.get(['tool_name'])) return true;
  return facts.captures.list().length === 1 && isSelection && /^capture_ids?$/.test(selectionKey(key, false)?.[0] ?? '');
}
