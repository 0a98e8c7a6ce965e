/** Sets that nobody changes, made where no state is. */
export const setOf = <T>(items: readonly T[]): ReadonlySet<T> => new Set(items);

/** A list with some items more; with those fewer, when it has all of them. */
export function toggled(list: readonly string[], items: readonly string[]): readonly string[] {
  const known = setOf(list);
  const joining = items.filter((item) => !known.has(item));
  if (joining.length > 0) return [...list, ...joining];
  const leaving = setOf(items);
  return list.filter((item) => !leaving.has(item));
}
