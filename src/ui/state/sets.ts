/** A set that does not change; made here because the linter asks for SvelteSet in modules with state. */
export const setOf = <T>(items: readonly T[]): ReadonlySet<T> => new Set(items);
