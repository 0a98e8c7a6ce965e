import { BLIND_A_ARGUMENTS } from './blind-a-arguments.ts';
import { BLIND_A_CALLS } from './blind-a-calls.ts';
import { BLIND_A_LOST } from './blind-a-lost.ts';
import { BLIND_A_SELECTIONS } from './blind-a-selections.ts';
import type { Kind } from './kind.ts';

/** Kinds that were written without a look at the repairs or at their tests, to measure what the repairs were not changed after. */
export const BLIND_A: readonly Kind[] = [...BLIND_A_CALLS, ...BLIND_A_ARGUMENTS, ...BLIND_A_SELECTIONS, ...BLIND_A_LOST];
