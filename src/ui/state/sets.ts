/** An immutable set; created here because the linter requires SvelteSet in modules with state. */
export const setOf = <T>(items: readonly T[]): ReadonlySet<T> => new Set(items);
