import { isRecord } from '../../contract/json-schema.ts';
import { ALIASES } from '../members.ts';
import type { Tokens } from '../tokens.ts';
import { bare } from '../words.ts';
import type { RepairedCall } from './repaired-call.ts';

/**
 * Finds arguments that the request names exactly and that the repaired call lacks, or has with fewer items. Their pieces may be found
 * elsewhere by chance: a group `38` is also a channel of the selection.
 */
export function fewerOwn(call: RepairedCall, written: readonly Tokens[]): string[] {
  return written.filter((piece) => isOwn(call, piece, written)).flatMap((piece) => lackOf(call, piece, written));
}

function isOwn(call: RepairedCall, { isKey, path, text }: Tokens, written: readonly Tokens[]): boolean {
  if (!isKey || !Object.hasOwn(call.properties, text) || ALIASES[bare(path.at(-1) ?? '')] !== 'arguments') return false;
  const beside = written.filter((each) => each.isKey && isAt(each, path)).map((each) => each.text);
  // A list of name–value pairs repeats its keys, so do not count those.
  return beside.filter((each) => each === text).length === 1 && !beside.some((each) => /^(?:name|key)$/i.test(each));
}

function lackOf(call: RepairedCall, { path, text }: Tokens, written: readonly Tokens[]): string[] {
  if (!Object.hasOwn(call.args, text)) return [text];
  const node = call.properties[text];
  if (!isRecord(node) || node['type'] !== 'array') return [];
  return itemsAt(written, [...path, text]) > piecesUnder(call.pieces, ['arguments', text]) ? [`each of ${text}`] : [];
}

const isAt = (piece: Tokens, path: readonly string[]): boolean =>
  piece.path.length === path.length && piece.path.every((step, at) => step === path[at]);

/** Counts the pieces under a path. Items of a list that name members by position have become members in the repaired call. */
const piecesUnder = (pieces: readonly Tokens[], path: readonly string[]): number =>
  pieces.filter(
    (piece) => !piece.isKey && path.every((step, at) => step === piece.path[at]) && piece.words.length + piece.numbers.length > 0,
  ).length;

const itemsAt = (pieces: readonly Tokens[], path: readonly string[]): number =>
  pieces.filter((piece) => !piece.isKey && isAt(piece, path) && piece.words.length + piece.numbers.length > 0).length;
