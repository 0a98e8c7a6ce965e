/** A count with its noun: "1 row", "2 rows". Pass `many` where the plural is not formed with an s. */
export const amount = (count: number, one: string, many = `${one}s`): string => `${String(count)} ${count === 1 ? one : many}`;
