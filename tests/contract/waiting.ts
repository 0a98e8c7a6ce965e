/** Ids without a row, and the capability each waits for. Nothing is added here; what is written is taken out. */
export const waiting: Readonly<Record<string, string>> = {};

/** How many ids of each specification may wait. These numbers only go down. */
export const most: Readonly<Record<string, number>> = { S0: 0, S1: 0, S2: 0, S3: 0, S4: 0, R: 0 };
