/** Checks whether the repaired call has the texts and words of the written one, unless they are filler words. */
import { captureId } from '../../../tables/capture-id.ts';
import { isRecord } from '../../contract/json-schema.ts';
import { argumentFor, deniedSwitch } from '../aliases.ts';
import { columnNamed } from '../column-names.ts';
import { isHolderName } from '../containers.ts';
import { likeness } from '../meaning.ts';
import { ALIASES, WRAPPERS } from '../members.ts';
import { BOUNDS, isNeutral, NEGATIONS } from '../neutral-words.ts';
import { numberInWords } from '../number-words.ts';
import { boundOf, selectionKey } from '../selection-keys.ts';
import { partsOf } from '../tokens.ts';
import { toolNamed } from '../tool-name.ts';
import { quantityOf, shareNamed } from '../units.ts';
import { bare, knownName } from '../words.ts';
import { hasNumber, isNumber } from './numbers.ts';
import type { RepairedCall } from './repaired-call.ts';
import { hasValue } from './values.ts';

/** Whether a short text as a whole names a value, a column or a capture of the repaired call. */
export function hasText(call: RepairedCall, text: string): boolean {
  if (text.length > 80 || /[<>=!]/.test(text) || !/\p{L}|\d \d|[*×]/u.test(text)) return false;
  const { captures } = call.mending;
  const capture = captures.find(({ capture_id }) => captureId(text, () => false) === capture_id);
  const number = shareNamed(text) ?? numberInWords(text) ?? (/[*×]/.test(text) ? quantityOf(text)?.value : undefined);
  if (/^\d{1,3}(?: \d{3})+$/.test(text) && isNumber(call, Number(text.replaceAll(' ', '')))) return true;
  if (number !== undefined && isNumber(call, number)) return true;
  const column = columnNamed(text, call.columns, captures);
  // If a number beside a column's name is not part of that name, the text says more than the column: `snr[1:100]`.
  const isColumn = column !== undefined && call.at?.numbers.every((each) => column.includes(each)) === true;
  return hasValue(call, text) || call.found(capture?.capture_id) || (isColumn && call.found(column));
}

export function hasWord(call: RepairedCall, word: string): boolean {
  const parts = partsOf(word);
  for (const part of parts) if (/^\d+$/.test(part)) isNumber(call, Number(part));
  // The name of a column is never a filler word.
  if (call.at?.isKey === false && call.columns.some((column) => bare(column) === bare(word)))
    return call.found(word) || isPlace(call, word) || isGivenArgument(call, word);
  if (hasName(call, word) || isInColumn(call, word)) return true;
  const hasPart = (part: string): boolean => hasName(call, part) || (/^\d+$/.test(part) && hasNumber(call, part));
  const steps = word.split('.').filter(Boolean);
  return parts.length > 1 && steps.every((step) => hasName(call, step) || partsOf(step).every(hasPart));
}

/** Whether a word is part of a column whose name the text spells in several words: `CRC OK`. */
function isInColumn(call: RepairedCall, word: string): boolean {
  const written = new Set((call.at?.words ?? []).map(bare));
  return call.columns.some((column) => {
    const parts = partsOf(column).map(bare);
    return parts.length > 1 && parts.includes(bare(word)) && parts.every((part) => written.has(part)) && call.found(column);
  });
}

function hasName(call: RepairedCall, word: string): boolean {
  const name = bare(word);
  if (name === '' || call.found(name) || call.found(`${name}s`) || call.found(name.replace(/s$/, ''))) return true;
  const isMeant = isGivenArgument(call, word) || isPlace(call, word) || isNamed(call, word);
  if (['addr', 'address', 'column'].some((kind) => call.found(name + kind)) || call.toolWords.has(word.toLowerCase())) return true;
  if (isMeant || NEGATIONS.has(name) || (BOUNDS.has(name) && (call.isBounded || call.isMost))) return true;
  if (/^(?:or|oder|ou|o)$/i.test(name))
    return (
      /\bOR\b|\bIN \(|"channels"/.test(call.selection) ||
      /\bor\s{1,3}equals?\b/i.test(call.at?.text ?? '') ||
      /\bor\b/i.test(String(call.args['sql']))
    );
  if (isNeutral(word) || WRAPPERS.test(name) || isHolderName(word)) return true;
  return ALIASES[name] !== undefined && call.names.has(bare(ALIASES[name]));
}

/** Whether a word is the name of an open capture or installed tool, or a value that the schema lists. */
function isNamed(call: RepairedCall, word: string): boolean {
  const { captures, facts } = call.mending;
  if (toolNamed(facts, word, true) === call.mending.text(['tool_name'])) return true;
  const file = word.toLowerCase();
  const capture = captures.find((each) => captureId(word, () => false) === each.capture_id || each.file_name.toLowerCase() === file);
  if (capture !== undefined) return call.found(capture.capture_id) || true;
  const number = shareNamed(word) ?? numberInWords(word);
  if (number !== undefined && isNumber(call, number)) return true;
  return call.found(columnNamed(word, call.columns, captures)) || call.found(knownName(word, call.words)) || hasValue(call, word);
}

/** Whether a word names an argument that the repaired call has. */
function isGivenArgument(call: RepairedCall, word: string): boolean {
  const named = [argumentFor(word, call.schema, {})?.name, deniedSwitch(word, call.schema, {})];
  const given = named.filter((each) => each !== undefined && Object.hasOwn(call.args, each));
  const meant = [...given, ...likened(call, word)];
  for (const name of meant) call.foundNames.add(bare(name ?? ''));
  return meant.length > 0;
}

/** The arguments of the repaired call that a key matches best by its words; empty for a word of a text. */
function likened({ at, args, properties, given }: RepairedCall, word: string): string[] {
  if (at?.isKey !== true) return [];
  // Skip arguments that the request also gives under their own name, because another name does not mean them.
  const free = namedNodes(args, properties).filter(([name]) => bare(name) === bare(word) || !given.has(bare(name)));
  const rated = free.map(([name, node]) => ({ name, likes: likeness(word, name, node) }));
  const most = Math.max(1e-9, ...rated.map(({ likes }) => likes));
  return rated.filter(({ likes }) => likes === most).map(({ name }) => name);
}

/** Lists the arguments of a call and the members of their items, each with its schema. */
const namedNodes = (args: object, properties: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.keys(args).flatMap((name) => {
    const node = properties[name];
    const items = isRecord(node) && isRecord(node['items']) && isRecord(node['items']['properties']) ? node['items']['properties'] : {};
    return [[name, node], ...Object.entries(items)];
  });

/** Whether a word names a part of a selection that the repaired call has. */
function isPlace(call: RepairedCall, word: string): boolean {
  const place = selectionKey(word, false)?.at(-1) ?? (call.at?.isKey === true ? boundOf(word) : undefined);
  return place !== undefined && call.names.has(bare(place));
}
