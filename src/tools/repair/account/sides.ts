/** Which comparisons a request has: a repaired call with every piece of the request may still have turned or exchanged some. */
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
/** A number, and the unit or the rest of a date behind it. */
const NUMBER = /([-+−]?(?:0x[\da-f]{1,8}|(?:\d|\.\d)[\d.,_]{0,24}(?:e[+-]?\d{1,3})?))(?=([-:/T]\d|\s?[a-zµμ%]{1,12}(?![\p{L}\p{N}_]))?)/u
  .source;
const NAME = /([\p{L}_][\p{L}\p{N}_]*)/u.source;
/** A name, a sign and a number, or the reverse; the name is no tag. */
const COMPARED = new RegExp(`(?<![</\\p{L}\\p{N}_])${NAME}["'\`\\])}]{0,3}\\s{0,9}${SIGN}\\s{0,9}["'(]?${NUMBER}`, 'giu');
const REVERSED = new RegExp(
  `(?<![\\p{L}\\p{N}_.,])${NUMBER}(?:\\s?[a-zµμ%]{1,12})?["')]?\\s{0,9}${SIGN}\\s{0,9}(?:\\w{1,40}[.[]["']?)?${NAME}(?![\\p{L}\\p{N}_>])`,
  'giu',
);

/**
 * What the conditions of the request say otherwise than those of the repaired call: a comparison with another sign or number, conditions
 * joined otherwise, or a negation in a rewritten text that is no filter, whose reach is unknown. Such a repair is left to a person.
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

/** Whether a text is a condition whose comparisons, joins and negations `turned` compares one by one. */
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

/** A condition with the joins and signs of programming languages, and comparisons denied by a word, as filters write them. */
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

/** A negation may turn any comparison of its text. */
const isTurning = (text: string): boolean => {
  const { words, signs } = tokensIn(text);
  return words.some((word) => NEGATIONS.has(bare(word))) || signs.some((sign) => /^[!~¬]$/.test(sign));
};

/** `channel = 37` as a value of the argument or selector `channels`. */
const givenIn = ({ pieces }: RepairedCall): Side[] =>
  pieces.flatMap(({ path, numbers }) =>
    path.flatMap((step) => numbers.map((number) => ({ column: bare(step).replace(/s$/, ''), sign: '=', number }))),
  );

function isSame(call: RepairedCall, asked: Side, kept: Side): boolean {
  if (asked.column !== kept.column || asked.sign !== kept.sign) return false;
  const [quantity, number] = [quantityOf(asked.number), quantityOf(kept.number)?.value];
  // Times, addresses and other texts are checked as words and numbers.
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

/** The number with its unit, without a comma or another word behind it; empty for the start of a date or a clock. */
function plainNumber(written: string, behind: string): string {
  if (/^[-:/T]\d/.test(behind)) return '';
  const number = written.replace('−', '-').replace(/[.,_]+$/, '');
  const unit = behind.trim().toLowerCase();
  return unit === '%' || unit === 'k' || millisecondsPer(unit) !== undefined ? `${number} ${unit}` : number;
}

/** Undefined for a text that is no filter, as a statement is none. */
function parsed(text: string): Filter | undefined {
  const result = parseFilter(text);
  return result.ok ? result.value : undefined;
}

/** A filter that can be compared: no lone name, which is a value elsewhere, and no word of another language in the place of a column. */
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
