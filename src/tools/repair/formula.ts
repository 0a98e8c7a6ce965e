/** Converts model formulas of statistical programs: `rssi ~ channel + length`. */
import { isRecord, type SchemaNode } from '../contract/json-schema.ts';
import { bare } from './words.ts';
import type { Mending } from './mending.ts';

const KEY = /^(?:formula|modelformula|model|expression|equation)$/;
const FORMULA = /^\s*([\w.]+)\s*~\s*([\w.]+(?:\(\w+\))?(?:\s*\+\s*[\w.]+(?:\(\w+\))?)*)\s*$/;
/** Matches the function that marks a column as a factor. */
const FACTOR = /^(?:C|factor|as\.factor|as_factor|category|categorical)\(\s*([^()]+?)\s*\)$/;

/** Returns the column from inside its mark as a factor; any other text as it is. */
export const unmarked = (term: string): string => FACTOR.exec(term.trim())?.[1] ?? term;

/**
 * Replaces a formula by the argument for its left side and the list for its right side. Interactions, models without a constant and
 * functions remain faults, and so do factors in lists of numbers.
 */
export function mendFormula(mending: Mending, schema: SchemaNode): void {
  const args = mending.get(['arguments']);
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  if (!isRecord(args)) return;
  const [key, second] = Object.keys(args).filter((each) => KEY.test(bare(each)) && !Object.hasOwn(properties, each));
  const [, left, right = ''] = key === undefined ? [] : (FORMULA.exec(String(args[key])) ?? []);
  const free = (names: readonly string[]): string | undefined =>
    names.find((name) => Object.hasOwn(properties, name) && args[name] === undefined);
  const [one, many] = [free(['target', 'response']), free(['features', 'factors', 'factor'])];
  if (key === undefined || second !== undefined || left === undefined || one === undefined || many === undefined) return;
  const all = right.split(/\s*\+\s*/).map((term) => (many === 'features' ? term : unmarked(term)));
  const constant = all.find((term) => /^[01]$/.test(term));
  const terms = all.filter((term) => term !== constant);
  if (constant !== undefined && free(['intercept']) === undefined) return;
  if (terms.length === 0 || (many === 'factor' && terms.length > 1)) return;
  if (terms.some((term) => !/^[\p{L}_][\w.]*$/u.test(term))) return;
  mending.drop(['arguments', key], 'its two sides are arguments of their own');
  mending.set(['arguments', one], left, 'the left side of the formula');
  mending.set(['arguments', many], many === 'factor' ? terms[0] : terms, 'the right side of the formula');
  if (constant !== undefined) mending.set(['arguments', 'intercept'], constant === '1', 'the constant of the formula');
}
