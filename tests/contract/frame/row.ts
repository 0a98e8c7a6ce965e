/**
 * A row of the requirements as data: which ids it answers, what is looked at, what is found, what is expected.
 * `tests/contract/rows.test.ts` runs every row as a test named by its ids; `npm run test:mutation` runs the same rows
 * with a rule of the source switched off and wants them red. So a row asks the product, compares plain data, and
 * uses no test framework.
 */
export interface Row {
  /** One or more ids, e.g. `['S0-2.10', 'S0-5.3b']`. */
  readonly ids: readonly string[];
  /** What is asked, in our own words; also the test's name. */
  readonly asks: string;
  /** Runs the check and returns plain data; any exception fails the row. */
  readonly finds: () => unknown;
  readonly expected: unknown;
}

/** `ids` are separated by spaces. `finds` may be async. */
export function row(ids: string, asks: string, finds: () => unknown, expected: unknown = true): Row {
  return { ids: ids.split(' '), asks, finds, expected };
}

/** What stands in the way of a row: undefined when it holds. */
export async function verdict({ finds, expected }: Row): Promise<{ found: unknown; expected: unknown } | undefined> {
  let found: unknown;
  try {
    found = await finds();
  } catch (error) {
    found = error;
  }
  return same(found, expected) ? undefined : { found, expected };
}

/** Deep equality of plain data: prototypes do not count, keys with undefined are as absent. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Error || b instanceof Error || Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => same(item, b[index]));
  const [left, right] = [definedOf(a), definedOf(b)];
  return left.size === right.size && [...left].every(([key, value]) => right.has(key) && same(value, right.get(key)));
}

const definedOf = (value: object): Map<string, unknown> => new Map(Object.entries(value).filter(([, member]) => member !== undefined));
