/** Finds what the written call says more often than the repaired one, and words that negate, limit or leave open a request. */
import { BOUNDS, NEGATIONS } from '../neutral-words.ts';
import type { Tokens } from '../tokens.ts';
import { bare, truthOf } from '../words.ts';
import { isSelectionStep } from './pieces.ts';
import type { RepairedCall } from './repaired-call.ts';
import { isCompared } from './sides.ts';

/** Returns columns, given as values, that occur less often in the repaired call than in the written one. */
export function fewer(call: RepairedCall, written: readonly Tokens[]): string[] {
  // A column of a list may be the name of a member in the repaired call.
  const [asked, kept] = [countOf(written.filter(({ isKey }) => !isKey)), countOf(call.pieces)];
  const columns = new Set(call.columns.map(bare));
  return [...asked].flatMap(([name, times]) => (columns.has(name) && times > (kept.get(name) ?? 0) ? [`each ${name}`] : []));
}

function countOf(pieces: readonly Tokens[]): Map<string, number> {
  const counts = new Map<string, number>();
  const own = pieces.filter(
    ({ path, words, numbers, signs }) => !path.some(isSelectionStep) && words.length === 1 && numbers.length + signs.length === 0,
  );
  for (const { words } of own) counts.set(bare(words[0] ?? ''), (counts.get(bare(words[0] ?? '')) ?? 0) + 1);
  return counts;
}

/** Returns words and signs that negate, limit or leave open the request and that have no counterpart in the repaired call. */
export function lacking(call: RepairedCall, written: readonly Tokens[]): string[] {
  const out: string[] = [];
  const isCondition = (piece: Tokens): boolean => !piece.isKey && piece.path.some(isSelectionStep);
  const same = new Set(call.pieces.map(({ text }) => text));
  const columns = new Set(call.columns.map(bare));
  const changed = written.filter(
    (piece) => isCondition(piece) && !same.has(piece.text) && piece.words.some((word) => columns.has(bare(word.split('.').at(-1) ?? ''))),
  );
  // Negations may disappear if their conditions are compared one by one: `!(rssi <= -90)` equals `rssi > -90`.
  const areCompared = changed.length > 0 && changed.every((piece) => isCompared(piece, call));
  const [asked, kept] = [written, call.pieces].map((pieces) =>
    negationsIn(areCompared ? pieces.filter((piece) => !isCondition(piece)) : pieces, call),
  ) as [number, number];
  const isOff = ({ text }: Tokens): boolean => /^\s*none\s*$|~\s*0\s*\+|\+\s*0\s*$/i.test(text);
  const isSwitch =
    written.some(isOff) || written.some(({ text, words }) => truthOf(text) === false && !words.some((word) => NEGATIONS.has(bare(word))));
  if (asked % 2 !== kept % 2 && !(isSwitch && call.names.has('false'))) out.push('a negation');
  const isMost = ({ path }: Tokens): boolean => /^(?:limit|top|max_\w+|min_\w+)$/.test(path.at(-1) ?? '');
  // JavaScript writes `[object Object]` if a value was lost, so nothing can account for it.
  out.push(...written.flatMap(({ text }) => /\[object \w+\]/.exec(text)?.[0] ?? []));
  for (const piece of written) out.push(...piece.signs.filter((sign) => /^[<>≤≥]/.test(sign) && !call.isBounded && !isMost(piece)));
  const isAll = ({ text, path }: Tokens): boolean => text.trim() === '*' && path.some(isSelectionStep);
  for (const sign of written.filter((piece) => !isAll(piece)).flatMap(({ signs }) => signs)) {
    if (/^(?:\?|…|±|≈|\*|\^)$/.test(sign) && !call.pieces.some(({ signs }) => signs.includes(sign))) out.push(sign);
  }
  return out;
}

/** Counts the words and signs that negate something; `IS NOT NULL` and `exists` count alike. */
function negationsIn(pieces: readonly Tokens[], call: RepairedCall): number {
  // Count the negation of a condition once, even if the condition is given in two places.
  const placeOf = ({ isKey, words, path, text }: Tokens): string => (isKey || words.length < 2 ? `${path.join('.')}:${text}` : text);
  const once = [...new Map(pieces.map((piece) => [placeOf(piece), piece])).values()];
  // A word such as `other` in the name of an argument negates nothing.
  const isName = ({ isKey, text }: Tokens): boolean => isKey && !call.isDenied(text) && call.isArgument(text);
  const words = once.filter((piece) => !isName(piece)).flatMap((piece) => piece.words);
  const signs = once.flatMap((piece) => piece.signs);
  const turning = words.filter((word, at) => {
    const name = bare(word);
    if (call.isDenied(word)) return true;
    if (!NEGATIONS.has(name) || call.isArgument(word)) return false;
    // Do not count the `no` of `no less than` or the `not` of `not greater than`, which limit like `at least`.
    return !(/^(?:no|not|nicht)$/.test(name) && BOUNDS.has(bare(words[at + 1] ?? '')));
  });
  return turning.length + signs.filter((sign) => /^(?:!==?|<>|≠|\/=|~=|[!~¬✗✘☐❌])$/.test(sign)).length;
}
