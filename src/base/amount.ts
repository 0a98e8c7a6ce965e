/** Formats a count with its noun: "1 row", "2 rows". `many` is the plural, for nouns whose plural is not formed with an s. */
export const amount = (count: number, one: string, many = `${one}s`): string => `${String(count)} ${count === 1 ? one : many}`;
