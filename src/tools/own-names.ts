/** Copies a value and replaces capture ids by the ids on this page, also inside longer texts. */
export function ownNames<T>(value: T, names: ReadonlyMap<string, string | undefined>): T {
  const own = (text: string): string => [...names].reduce((out, [theirs, ours]) => out.replaceAll(theirs, () => ours ?? theirs), text);
  const copy = (each: unknown): unknown => {
    if (typeof each === 'string') return own(each);
    if (Array.isArray(each)) return each.map(copy);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, member]) => [key, copy(member)]));
  };
  return copy(value) as T;
}
