import { isNeutral, NEGATIONS } from '../neutral-words.ts';
import { partsOf, tokensIn, tokensOf } from '../tokens.ts';
import { bare } from '../words.ts';
import type { IsTool } from './tagged-call.ts';

/** Matches comments of programs: from `//` or `#` and a blank to the end of the line. */
const REMARK = /(?<=^|[\s,;{[}\])])(?:\/\/|#)\s[^\n]*/gm;

/**
 * Finds words in the text of a call that the parsed value does not contain; undefined if it contains everything. Keywords of languages and
 * words of messages are ignored.
 */
export function unreadIn(text: string, value: unknown, isTool: IsTool): string | undefined {
  const read = tokensOf([value], () => false, true);
  const words = new Set(read.flatMap((piece) => piece.words.flatMap((word) => [word, ...partsOf(word)])).map(bare));
  const numbers = new Set(
    read.flatMap((piece) => piece.numbers.flatMap((number) => [number, ...number.split(',').map((each) => String(Number(each)))])),
  );
  const written = tokensIn(text.replace(REMARK, ' ').replace(/(?<=\d)_(?=\d{3})/g, ''));
  const has = (word: string): boolean =>
    bare(word) === '' || words.has(bare(word)) || (isNeutral(word) && !NEGATIONS.has(bare(word))) || isTool(word);
  const lost = [
    ...written.words.filter((word) => !has(word) && !partsOf(word).every(has)),
    ...written.numbers
      .flatMap((number) => (numbers.has(number) ? [] : number.split(',')))
      .filter((number) => !numbers.has(String(Number(number))) && !words.has(number)),
  ];
  return lost.length === 0 ? undefined : `the call that was read says nothing of ${[...new Set(lost)].slice(0, 4).join(', ')}`;
}
