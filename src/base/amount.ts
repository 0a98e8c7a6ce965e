/** A count with its noun: "1 row", "2 rows"; `many` where an s does not do it. */
export const amount = (count: number, one: string, many = `${one}s`): string => `${String(count)} ${count === 1 ? one : many}`;
