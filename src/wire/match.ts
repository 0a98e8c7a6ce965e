/** Compares values of a call with expected values, which may be constraints: objects whose keys begin with `$`. */
import { isRecord } from '../base/record.ts';

type Holds = (value: unknown, found: unknown) => boolean;

const texts =
  (holds: (value: string, found: string) => boolean): Holds =>
  (value, found) =>
    typeof value === 'string' && typeof found === 'string' && holds(value, found);
const numbers =
  (holds: (value: number, found: number) => boolean): Holds =>
  (value, found) =>
    typeof found === 'number' && holds(Number(value), found);
const some = (value: unknown, holds: (item: unknown) => boolean): boolean => Array.isArray(value) && value.some(holds);

const OPERATORS: Readonly<Record<string, Holds>> = {
  $any: (_, found) => found !== undefined,
  $absent: (_, found) => found === undefined,
  $in: (value, found) => some(value, (item) => matches(item, found)),
  $all: (value, found) => Array.isArray(value) && value.every((item) => matches(item, found)),
  $not: (value, found) => !matches(value, found),
  $gt: numbers((value, found) => found > value),
  $gte: numbers((value, found) => found >= value),
  $lt: numbers((value, found) => found < value),
  $lte: numbers((value, found) => found <= value),
  $contains: (value, found) => (Array.isArray(found) ? found.some((item) => matches(value, item)) : containsText(value, found)),
  $includes: texts((value, found) => found.includes(value)),
  $starts: texts((value, found) => found.startsWith(value)),
  $like: texts((value, found) => lettersOf(value) === lettersOf(found)),
  $pattern: texts((value, found) => found.length <= MOST_SEARCHED && new RegExp(value).test(found)),
  $type: (value, found) => value === typeOf(found),
  $only: (value, found) =>
    isRecord(value) && isRecord(found) && Object.keys(found).every((key) => Object.hasOwn(value, key)) && membersMatch(value, found),
  $f1: (value, found) => isRecord(value) && f1(listOf(value['of']), listOf(found)) >= Number(value['least']),
};

const containsText = texts((value, found) => found.toLowerCase().includes(value.toLowerCase()));

/** Whether a value matches the expected one. A constraint is evaluated; of an object, only the expected keys are compared. */
export function matches(expected: unknown, found: unknown): boolean {
  if (Array.isArray(expected)) {
    return Array.isArray(found) && expected.length === found.length && expected.every((item, at) => matches(item, found[at]));
  }
  if (!isRecord(expected)) return Object.is(expected, found);
  if (Object.keys(expected).some((key) => key.startsWith('$')))
    return Object.entries(expected).every(([operator, value]) => OPERATORS[operator]?.(value, found) ?? false);
  return isRecord(found) && membersMatch(expected, found);
}

const membersMatch = (expected: Readonly<Record<string, unknown>>, found: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(expected).every(([key, value]) => matches(value, Object.hasOwn(found, key) ? found[key] : undefined));

/** Returns why a value cannot be used as an expected value; undefined if it can. */
export function constraintFault(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(constraintFault).find((fault) => fault !== undefined);
  if (!isRecord(value)) return undefined;
  for (const [key, member] of Object.entries(value)) {
    if (key.startsWith('$') && !Object.hasOwn(OPERATORS, key))
      return `expected one of ${Object.keys(OPERATORS).join(', ')}, found ${key.slice(0, 40)}`;
    const fault = key === '$pattern' ? patternFault(member) : constraintFault(member);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Maximum length of a text to which a pattern is applied; a longer text does not match. */
const MOST_SEARCHED = 1000;
const MOST_PATTERN = 500;
const MOST_CHOICES = 8;
const MOST_STEPS = 1_000_000_000;

/**
 * Returns why a pattern is rejected: on some text it might run too long. Without quantified groups, the search begins at each character,
 * each `*`, `+` or `{` may end at each later one, each `?` or `|` doubles the ways to match, and each group multiplies them.
 */
function patternFault(pattern: unknown): string | undefined {
  const fault =
    'expected a $pattern without quantified groups, lookaround and back references, with at most two of * + { (two: without groups, ? and |)';
  if (typeof pattern !== 'string' || pattern.length > MOST_PATTERN) return fault;
  try {
    new RegExp(pattern);
  } catch {
    return fault;
  }
  if (/\\[1-9k]/.test(pattern)) return fault;
  const bare = pattern.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  const unbounded = bare.match(/[*+{]/g)?.length ?? 0;
  const groups = bare.match(/\(/g)?.length ?? 0;
  // Remove the `?` of lazy quantifiers, which doubles nothing.
  const choices = bare.replaceAll(/\(\?:|(?<=[*+])\?/g, '').match(/[?|]/g)?.length ?? 0;
  const steps = MOST_SEARCHED ** (unbounded + 1) * 2 ** choices * (groups + 1);
  return /\)[*+{?]|\(\?(?!:)/.test(bare) || choices > MOST_CHOICES || steps > MOST_STEPS ? fault : undefined;
}

/** Reduces a text to compare: without case, white space and punctuation, as the BFCL benchmark does. */
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[\s,./\-_*^'"]/g, '');

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const listOf = (value: unknown): ReadonlySet<unknown> => new Set(Array.isArray(value) ? (value as readonly unknown[]) : []);

/** F1 score, the harmonic mean of precision and recall of two sets (van Rijsbergen, Information Retrieval, 1979); 0 if disjoint. */
function f1(expected: ReadonlySet<unknown>, found: ReadonlySet<unknown>): number {
  const shared = [...expected].filter((item) => found.has(item)).length;
  return shared === 0 ? 0 : (2 * shared) / (expected.size + found.size);
}
