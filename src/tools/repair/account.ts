/**
 * The final check of every repair. A repaired call asks the same question only if it accounts for each piece of the call as it was written:
 * each name, number and sign occurs in the repaired call, has its meaning there, or is a filler word. This check does not use how a
 * notation was parsed, so that a wrong reading cannot pass.
 */
import { isRecord } from '../contract/json-schema.ts';
import { invented } from './account/invented.ts';
import { fewer, lacking } from './account/lacking.ts';
import { hasText, hasWord } from './account/names.ts';
import { hasNumber } from './account/numbers.ts';
import { fewerOwn } from './account/own-arguments.ts';
import { piecesRepaired, piecesWritten } from './account/pieces.ts';
import { RepairedCall } from './account/repaired-call.ts';
import { turned } from './account/sides.ts';
import type { Mending } from './mending.ts';
import { bare } from './words.ts';

/** Returns the pieces (names, numbers, signs) of a request that its repair does not account for, in order of the text; a few at most. */
export function unaccounted(written: unknown, mending: Mending): string[] {
  if (!isRecord(mending.draft.value)) return [];
  const pieces = piecesWritten(written, mending);
  const call = new RepairedCall(mending, piecesRepaired(mending));
  call.given = new Set(pieces.filter(({ isKey }) => isKey).map(({ text }) => bare(text)));
  const lost: string[] = [];
  for (const piece of pieces) {
    call.at = piece;
    if (hasText(call, piece.text)) continue;
    lost.push(...piece.words.filter((word) => !hasWord(call, word)), ...piece.numbers.filter((number) => !hasNumber(call, number)));
  }
  return [
    ...new Set(
      [lost, fewer(call, pieces), fewerOwn(call, pieces), lacking(call, pieces), turned(call, pieces), invented(call, pieces)].flat(),
    ),
  ].slice(0, 4);
}
