/** Which comparisons a request has: a repaired call with every piece of the request may still have turned or exchanged some. */
import type { Comparison, Filter, Literal, Operand } from '../../../selection/ast.ts';
import { parseFilter } from '../../../selection/parse.ts';
import { indexOfFrequency } from '../channels.ts';
import { unitOfColumn } from '../column-names.ts';
import { TURNED } from '../expression-nodes.ts';
import { NEGATIONS } from '../neutral-words.ts';
import { unescaped, type Tokens } from '../tokens.ts';
import { inUnit, millisecondsPer, quantityOf } from '../units.ts';
import { bare } from '../words.ts';
import type { RepairedCall } from './repaired-call.ts';

interface Side {
  readonly column: string;
  readonly sign: string;
  /** The number as it is written, with a unit behind it; empty for a time or a text. */
  readonly number: string;
}

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

/** Comparisons of columns in the request that the repaired call has not, with the same sign and number. */
export function turned(call: RepairedCall, written: readonly Tokens[]): string[] {
  const columns = new Set(call.columns.map(bare));
  const asked = written
    .filter(({ isKey }) => !isKey)
    .flatMap((piece) => (isTurning(piece) ? (parsedSides(piece.text) ?? []) : sidesIn(piece.text)))
    .filter(({ column }) => columns.has(column));
  if (asked.length === 0) return [];
  const kept = [...call.pieces.flatMap(({ text }) => parsedSides(text) ?? sidesIn(text)), ...givenIn(call)];
  return asked.flatMap((side) => (kept.some((each) => isSame(call, side, each)) ? [] : [`the side of ${side.column}`]));
}

/** A negation may turn any comparison of its text; the gate counts it by itself. */
const isTurning = ({ words, signs }: Tokens): boolean =>
  words.some((word) => NEGATIONS.has(bare(word))) || signs.some((sign) => /^[!~¬]$/.test(sign));

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
function parsedSides(text: string): Side[] | undefined {
  const parsed = parseFilter(text);
  return parsed.ok ? sidesOf(parsed.value, false) : undefined;
}

const DENIED: Readonly<Record<string, Comparison>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<', '=': '!=', '!=': '=' };

function sidesOf(node: Filter, denied: boolean): Side[] {
  const side = (name: string, sign: string, value: Literal, isDenied = denied): Side => ({
    column: bare(name),
    sign: isDenied ? (DENIED[sign] ?? '') : sign,
    number: textOf(value),
  });
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.terms.flatMap((term) => sidesOf(term, denied));
    case 'not':
      return sidesOf(node.term, !denied);
    case 'between': {
      const { column, low, high } = node;
      const isDenied = denied !== node.negated;
      const bounds = [side(column.name, '>=', low, isDenied), side(column.name, '<=', high, isDenied)];
      // `channel = 37..39` is written with one sign.
      return isDenied ? bounds : [...bounds, side(column.name, '=', low, false), side(column.name, '=', high, false)];
    }
    case 'in':
      return node.items.map((item) => side(node.column.name, '=', item, denied !== node.negated));
    case 'flag':
      return [side(node.column.name, '=', { kind: 'boolean', at: node.at, value: !denied }, false)];
    case 'compare':
      return comparedSides(node.left, node.operator, node.right, side);
    default:
      return [];
  }
}

function comparedSides(
  left: Operand,
  sign: Comparison,
  right: Operand,
  side: (name: string, sign: string, value: Literal) => Side,
): Side[] {
  if (left.kind === 'column' && right.kind !== 'column') return [side(left.name, sign, right)];
  return right.kind === 'column' && left.kind !== 'column' ? [side(right.name, TURNED[sign] ?? '', left)] : [];
}

/** A switch as the number that other languages write for it. */
const textOf = ({ kind, value }: Literal): string => (kind === 'boolean' ? String(Number(value)) : String(value));
