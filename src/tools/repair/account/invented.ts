import { isRecord } from '../../contract/json-schema.ts';
import { partsOf, type Tokens } from '../tokens.ts';
import { bare } from '../words.ts';
import { piecesAsked } from './pieces.ts';
import type { RepairedCall } from './repaired-call.ts';

/** Returns names and numbers of the repaired call that nothing in the request says. Must be called after all pieces were searched. */
export function invented(call: RepairedCall, written: readonly Tokens[]): string[] {
  const given = new Set(written.flatMap(({ words }) => words.flatMap((word) => [word, ...partsOf(word)])).map(bare));
  const own = piecesAsked(call.mending);
  return [...namesOf(call, own, written, given), ...numbersOf(call, own, given)].map((each) => `${each}, which was not asked for`);
}

function namesOf(call: RepairedCall, own: readonly Tokens[], written: readonly Tokens[], given: ReadonlySet<string>): string[] {
  const isGiven = (word: string): boolean => given.has(bare(word)) || call.foundNames.has(bare(word));
  const isFormula = written.some(({ text }) => /\w\s*~\s*\w/.test(text));
  const isSide = (word: string): boolean => isFormula && /^(?:response|factors?|target|features|intercept)$/.test(word);
  return own
    .filter((piece) => !isInItem(call, piece))
    .flatMap(({ words }) => words)
    .filter((word) => !isGiven(word) && !GRAMMAR.has(bare(word)) && !isOnly(call, word) && !isSide(word) && !partsOf(word).every(isGiven));
}

function numbersOf(call: RepairedCall, own: readonly Tokens[], given: ReadonlySet<string>): string[] {
  const isAdvertising = given.has('adv') || given.has('advertising');
  const found = call.foundNumbers;
  if (found.has(call.length)) for (const bound of call.bounds) found.add(bound);
  return own
    .flatMap(({ numbers }) => numbers)
    .filter((written) => {
      const number = Number(written);
      const isBetween = [...found].some((each) => each < number) && [...found].some((each) => each > number);
      return Number.isFinite(number) && !found.has(number) && !isBetween && !(isAdvertising && number >= 37 && number <= 39);
    });
}

/** Whether a piece is the name of a member of a list's items, or of every member of an object. */
function isInItem({ properties }: RepairedCall, { isKey, path, text }: Tokens): boolean {
  let node: unknown = { properties };
  for (const step of path) {
    const own = isRecord(node) && isRecord(node['properties']) ? node['properties'][step] : undefined;
    const child = own ?? (isRecord(node) ? node['additionalProperties'] : undefined);
    node = isRecord(child) && isRecord(child['items']) ? child['items'] : child;
  }
  return isKey && path.length > 0 && isRecord(node) && isRecord(node['properties']) && Object.hasOwn(node['properties'], text);
}

/** Whether a word is the only value that a member can have, or the only open capture; a repair may add such words. */
function isOnly(call: RepairedCall, word: string): boolean {
  const open = call.mending.facts.captures.list();
  if (open.length === 1 && open[0]?.capture_id === word) return true;
  return Object.entries(call.properties).some(
    ([key, node]) =>
      isRecord(node) && Array.isArray(node['enum']) && node['enum'].length === 1 && (word === key || word === node['enum'][0]),
  );
}

/** Names of the members of a selection, and words of the filter grammar; a repair may add them. */
const GRAMMAR: ReadonlySet<string> = new Set(
  'capture_selection capture_id capture_ids selectors time_window time_range start_ms end_ms filter_expression filters channels time_base epoch relative and or not in between like is null true false'
    .split(' ')
    .map(bare),
);
