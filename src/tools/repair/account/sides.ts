/** Which way a request bounds its columns: a repaired call with every piece of the request may still have turned a comparison. */
import type { Filter } from '../../../selection/ast.ts';
import { parseFilter } from '../../../selection/parse.ts';
import { NEGATIONS } from '../neutral-words.ts';
import { unescaped, type Tokens } from '../tokens.ts';
import { bare } from '../words.ts';
import type { RepairedCall } from './repaired-call.ts';

/** A name, a sign and a number, or the reverse; the name is no tag. */
const COMPARED = /(?<![</\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_]*)["'`\])}]{0,3}\s{0,9}(?<![=-])([<>])=?(?![=<>])\s{0,9}["'(]?[-+−]?\d/gu;
const TURNED =
  /\d["')]?\s{0,9}(?<![=-])([<>])=?(?![=<>])\s{0,9}(?:[\p{L}_][\p{L}\p{N}_]*[.[]["']?)?([\p{L}_][\p{L}\p{N}_]*)(?![\p{L}\p{N}_>])/gu;

/** Columns that the request bounds on a side on which the repaired call does not. */
export function turned(call: RepairedCall, written: readonly Tokens[]): string[] {
  const columns = new Set(call.columns.map(bare));
  const asked = written.filter((piece) => !piece.isKey && !isTurning(piece)).flatMap(({ text }) => sidesIn(text));
  const bounded = asked.filter(([column]) => columns.has(column));
  if (bounded.length === 0) return [];
  const kept = new Set(call.pieces.flatMap(({ text }) => parsedSides(text) ?? sidesIn(text)).map(String));
  return bounded.flatMap(([column, side]) => (kept.has(`${column},${side}`) ? [] : [`the side of ${column}`]));
}

/** A negation may turn any comparison of its text; the gate counts it by itself. */
const isTurning = ({ words, signs }: Tokens): boolean =>
  words.some((word) => NEGATIONS.has(bare(word))) || signs.some((sign) => /^[!~¬]$/.test(sign));

type Side = readonly [column: string, side: string];

function sidesIn(text: string): Side[] {
  const plain = unescaped(text);
  return [
    ...[...plain.matchAll(COMPARED)].map(([, name = '', side = '']): Side => [bare(name), side]),
    ...[...plain.matchAll(TURNED)].map(([, side = '', name = '']): Side => [bare(name), side === '<' ? '>' : '<']),
  ];
}

/** Undefined for a text that is no filter, as a statement is none. */
function parsedSides(text: string): Side[] | undefined {
  const parsed = parseFilter(text);
  return parsed.ok ? sidesOf(parsed.value, false) : undefined;
}

function sidesOf(node: Filter, denied: boolean): Side[] {
  const side = (column: string, isLess: boolean): Side => [bare(column), isLess === denied ? '>' : '<'];
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.terms.flatMap((term) => sidesOf(term, denied));
    case 'not':
      return sidesOf(node.term, !denied);
    case 'between':
      return [side(node.column.name, node.negated), side(node.column.name, !node.negated)];
    case 'compare': {
      const { left, right, operator } = node;
      if (!/[<>]/.test(operator)) return [];
      if (left.kind === 'column') return [side(left.name, operator.startsWith('<'))];
      return right.kind === 'column' ? [side(right.name, operator.startsWith('>'))] : [];
    }
    default:
      return [];
  }
}
