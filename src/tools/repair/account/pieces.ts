/** The pieces of a call as it was written, and of its repair, that the gate compares. */
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

/** Pieces that the repaired call has to account for. */
export const piecesWritten = (written: unknown, mending: Mending): Tokens[] =>
  tokensOf(written, (key, value, path) => isCheckedElsewhere(key, value, path, mending))
    .filter((piece) => !isEmptyList(written, piece, mending))
    .map((piece) => withoutTables(piece, mending));

/** Whether a key holds an empty list and is no argument, so that it asks for nothing. */
function isEmptyList(written: unknown, { isKey, path, text }: Tokens, { tool }: Mending): boolean {
  const value = [...path, text].reduce<unknown>((at, step) => (isRecord(at) ? at[step] : undefined), written);
  return isKey && Array.isArray(value) && value.length === 0 && argumentFor(text, tool?.input.schema ?? {}, {}) === undefined;
}

/** Pieces of the repaired call, without the ids of the attempt. */
export function piecesRepaired(mending: Mending): Tokens[] {
  const { value } = mending.draft;
  const call = isRecord(value) ? { ...value, request_id: undefined, tool_call_id: undefined } : value;
  return tokensOf(call).map((piece) => withoutTables(piece, mending));
}

/** The parts of a repaired call that must be accounted for: its arguments and its selection. */
export const piecesAsked = (mending: Mending): Tokens[] =>
  tokensOf([mending.get(['arguments']), mending.get(['capture_selection'])]).map((piece) => withoutTables(piece, mending));

/** The call's statement without the names of its tables, so that statements over differently named tables compare equal. */
function withoutTables(piece: Tokens, { captures }: Mending): Tokens {
  if (captures.length !== 1 || !/\bselect\b[^]*\bfrom\b/i.test(piece.text)) return piece;
  const plain = piece.text.replace(/\b(from|join)\s+(?:"[^"]+"|[\w.]+)/gi, '$1');
  return tokensIn(
    plain.replace(/"[\w ]{1,40}"/g, (name) => name.replaceAll(' ', '_')),
    piece.path,
  );
}

/** Ids and versions of one attempt, the name of the tool, and any name of a capture where only one is open. */
function isCheckedElsewhere(key: string, value: unknown, path: readonly string[], { facts, draft }: Mending): boolean {
  const member = ALIASES[bare(key)] ?? '';
  if (isUsual(key, value)) return true;
  if (member === 'timeout_ms' && typeof value !== 'object') return true;
  if (member === 'tool_version' && isRecord(value) && Object.values(value).every((part) => typeof part === 'number')) return true;
  const isSelection = /^capture/i.test(key) || path.some(isSelectionStep);
  if (!isSelection && typeof value === 'string' && member === 'tool_version') return true;
  // An `id` among the arguments may name a column.
  const isOwn = key !== 'id' || !path.some((step) => ALIASES[bare(step)] === 'arguments');
  if (!isSelection && isOwn && typeof value !== 'object' && /^(?:request_id|tool_call_id)$/.test(member)) return true;
  if (typeof value === 'string' && toolNamed(facts, value, true) === draft.get(['tool_name'])) return true;
  return facts.captures.list().length === 1 && isSelection && /^capture_ids?$/.test(selectionKey(key, false)?.[0] ?? '');
}
