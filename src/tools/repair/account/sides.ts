/** Compares conditions. A repaired call that contains every piece of the request may still have inverted or exchanged comparisons. */
import type { Filter } from '../../../selection/ast.ts';
import { parseFilter } from '../../../selection/parse.ts';
import { indexOfFrequency } from '../channels.ts';
import { unitOfColumn } from '../column-names.ts';
import { TURNED } from '../expression-nodes.ts';
import { NEGATIONS } from '../neutral-words.ts';
import { operatorOf } from '../operators.ts';
import { tokensIn, unescaped, type Tokens } from '../tokens.ts';
import { inUnit, millisecondsPer, quantityOf } from '../units.ts';
import { bare } from '../words.ts';
import { joinsAlike, shapeOf } from './joins.ts';
import { sidesOf, type Side } from './sides-of.ts';
import { isSelectionStep } from './pieces.ts';
import type { RepairedCall } from './repaired-call.ts';

const SIGN = /(?<![=<>!~:-])([<>]=?|[≤≥]|={1,3})(?![=<>~])/.source;
/** Matches a number and what follows it: a unit, or the rest of a date. */
const NUMBER = /([-+−]?(?:0x[\da-f]{1,8}|(?:\d|\.\d)[\d.,_]{0,24}(?:e[+-]?\d{1,3})?))(?=([-:/T]\d|\s?[a-zµμ%]{1,12}(?![\p{L}\p{N}_]))?)/u
  .source;
const NAME = /([\p{L}_][\p{L}\p{N}_]*)/u.source;
/** Matches a comparison: a name (not a tag), an operator and a number, or the reverse order. */
const COMPARED = new RegExp(`(?<![</\\p{L}\\p{N}_])${NAME}["'\`\\])}]{0,3}\\s{0,9}${SIGN}\\s{0,9}["'(]?${NUMBER}`, 'giu');
const REVERSED = new RegExp(
  `(?<![\\p{L}\\p{N}_.,])${NUMBER}(?:\\s?[a-zµμ%]{1,12})?["')]?\\s{0,9}${SIGN}\\s{0,9}(?:\\w{1,40}[.[]["']?)?${NAME}(?![\\p{L}\\p{N}_>])`,
  'giu',
);

/**
 * Finds where the conditions of the request differ from those of the repaired call: a comparison with another operator or number, a
 * different join, or a negation of unknown extent in a text that is not a filter. Such repairs must be confirmed by the user.
 */
export function turned(call: RepairedCall, written: readonly Tokens[]): string[] {
  const columns = new Set(call.columns.map(bare));
  const kept = [...call.pieces.flatMap(({ text }) => parsedSides(text) ?? sidesIn(signed(text))), ...givenIn(call)];
  const same = new Set(call.pieces.map(({ text }) => text));
  const asWritten = new Set(written.map(({ text }) => text));
  const inSelection = call.pieces.filter(({ isKey, path }) => !isKey && path.some(isSelectionStep));
  const filters = inSelection.flatMap(({ text }) => parsed(text) ?? []);
  const rewritten = inSelection.filter(({ text }) => !asWritten.has(text)).flatMap(({ text }) => parsed(text) ?? []);
  const all: Filter = { kind: 'and', at: 0, terms: filters };
  const shapes = new Set([...filters, all].map(shapeOf));
  const bounds = filters.flatMap((filter) => sidesOf(filter, false)).filter(({ sign }) => /[<>]/.test(sign));
  return written
    .filter(({ isKey, text }) => !isKey && !same.has(text))
    .flatMap((piece) => {
      const text = signed(piece.text);
      const filter = condition(text);
      const asked = (filter ? sidesOf(filter, false) : isTurning(text) ? [] : sidesIn(text)).filter(({ column }) => columns.has(column));
      const lost = asked.flatMap((side) => (kept.some((each) => isSame(call, side, each)) ? [] : [`the side of ${side.column}`]));
      const named = new Set(piece.words.flatMap((word) => [bare(word), ...word.split('.').map(bare)]).filter((name) => columns.has(name)));
      const own = bounds.filter(({ column }) => named.has(column));
      if (piece.numbers.length === 0 || own.length === 0) return lost;
      if (filter !== undefined) return shapes.has(shapeOf(filter)) ? lost : [...lost, 'how the conditions are joined'];
      return !isTurning(text) && joinsAlike(text, rewritten) ? lost : [...lost, 'the reach of a negation or a join'];
    });
}

/** Whether `turned` compares all comparisons, joins and negations of this text one by one. */
export function isCompared({ text, isKey, path }: Tokens, { columns }: RepairedCall): boolean {
  const filter = isKey || !path.some(isSelectionStep) ? undefined : condition(signed(text));
  const known = new Set(columns.map(bare));
  return filter !== undefined && hasOnlySides(filter) && sidesOf(filter, false).every(({ column }) => known.has(column));
}

const hasOnlySides = (node: Filter): boolean =>
  node.kind === 'and' || node.kind === 'or'
    ? node.terms.every(hasOnlySides)
    : node.kind === 'not'
      ? hasOnlySides(node.term)
      : node.kind !== 'like' && node.kind !== 'null' && sidesOf(node, false).length > 0;

const DENIED_WORDS =
  /\b(?:is\s{1,3})?not?\s{1,3}(?:above|below|(?:greater|more|larger|higher|bigger|less|lower|smaller|fewer)\s{1,3}than)\b/gi;

/** Rewrites joins, operators and negations of programming languages, as in the filter grammar. */
const signed = (text: string): string =>
  unescaped(text)
    .replace(DENIED_WORDS, (words) => ` ${operatorOf(words) ?? words} `)
    .replace(
      /(?<![\w.])[A-Za-z_]\w*\[(["'])(\w+)\1\]|(?<![\w.])(?:df|row|p|packets?|r|x|it|self|data|rec|record)\.(?=[a-z_]\w*(?![\w(.]))/gi,
      (_, __, name?: string) => name ?? '',
    )
    .replace(/&&/g, ' AND ')
    .replace(/\|\|/g, ' OR ')
    .replace(/[!~](?=\s{0,3}\()/g, ' NOT ')
    .replace(/={2,3}/g, '=')
    .replace(/(?<=[\w"'`)\]]\s{1,3})(?:eq|ne|[gl][te])(?=\s{1,3}["'(\d.+-])/gi, (word) => operatorOf(word) ?? word);

/** Whether a text contains a negation, which may invert any of its comparisons. */
const isTurning = (text: string): boolean => {
  const { words, signs } = tokensIn(text);
  return words.some((word) => NEGATIONS.has(bare(word))) || signs.some((sign) => /^[!~¬]$/.test(sign));
};

/** The comparisons that arguments and selectors imply: the value 37 of `channels` means `channel = 37`. */
const givenIn = ({ pieces }: RepairedCall): Side[] =>
  pieces.flatMap(({ path, numbers }) =>
    path.flatMap((step) => numbers.map((number) => ({ column: bare(step).replace(/s$/, ''), sign: '=', number }))),
  );

function isSame(call: RepairedCall, asked: Side, kept: Side): boolean {
  if (asked.column !== kept.column || asked.sign !== kept.sign) return false;
  const [quantity, number] = [quantityOf(asked.number), quantityOf(kept.number)?.value];
  // Only numbers are compared here; times, addresses and other texts are checked as words.
  if (quantity === undefined || number === undefined || asked.number === kept.number) return true;
  const name = call.columns.find((column) => bare(column) === asked.column) ?? '';
  const own = inUnit(quantity, unitOfColumn(name, call.mending.captures));
  const isTime = millisecondsPer(quantity.unit) !== undefined;
  const index = asked.sign === '=' ? indexOfFrequency(asked.number) : undefined;
  return [own ?? (isTime ? undefined : quantity.value), quantity.unit === '%' ? quantity.value : undefined, index].some(
    (each) => each !== undefined && Math.abs(each - number) <= 1e-9 * Math.max(1, Math.abs(each)),
  );
}

const signOf = (written: string): string => written.replace('≤', '<=').replace('≥', '>=').replace(/^=+$/, '=');

function sidesIn(text: string): Side[] {
  const plain = unescaped(text);
  const compared = [...plain.matchAll(COMPARED)].map(([, name = '', sign = '', number = '', behind = '']): Side => ({
    column: bare(name),
    sign: signOf(sign),
    number: plainNumber(number, behind),
  }));
  const reversed = [...plain.matchAll(REVERSED)].map(([, number = '', behind = '', sign = '', name = '']): Side => {
    return { column: bare(name), sign: TURNED[signOf(sign)] ?? '', number: plainNumber(number, behind) };
  });
  return [...compared, ...reversed];
}

/** A number with its unit but without a following comma or word; empty if it begins a date or time. */
function plainNumber(written: string, behind: string): string {
  if (/^[-:/T]\d/.test(behind)) return '';
  const number = written.replace('−', '-').replace(/[.,_]+$/, '');
  const unit = behind.trim().toLowerCase();
  return unit === '%' || unit === 'k' || millisecondsPer(unit) !== undefined ? `${number} ${unit}` : number;
}

/** Parses a text as a filter; undefined if it is none, such as an SQL statement. */
function parsed(text: string): Filter | undefined {
  const result = parseFilter(text);
  return result.ok ? result.value : undefined;
}

/** Parses a filter that can be compared: not a lone name, which is a value elsewhere, nor one with a foreign keyword as a column. */
function condition(text: string): Filter | undefined {
  const filter = parsed(text);
  return filter === undefined || filter.kind === 'flag' || hasColumnsOnly(filter) ? undefined : filter;
}

const hasColumnsOnly = (node: Filter): boolean =>
  node.kind === 'and' || node.kind === 'or'
    ? node.terms.some(hasColumnsOnly)
    : node.kind === 'not'
      ? hasColumnsOnly(node.term)
      : node.kind === 'compare' && node.left.kind === 'column' && node.right.kind === 'column';

function parsedSides(text: string): Side[] | undefined {
  const filter = parsed(text);
  return filter && sidesOf(filter, false);
}
