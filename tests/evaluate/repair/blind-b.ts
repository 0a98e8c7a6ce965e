import { BLIND_B_ARGUMENTS } from './blind-b-arguments.ts';
import { BLIND_B_CALLS } from './blind-b-calls.ts';
import { BLIND_B_LOST } from './blind-b-lost.ts';
import { BLIND_B_SELECTIONS } from './blind-b-selections.ts';
import type { Kind } from './kind.ts';

/** A second set that was written without a look at the repairs, of rarer frameworks, notations and combinations of faults. */
export const BLIND_B: readonly Kind[] = [...BLIND_B_CALLS, ...BLIND_B_ARGUMENTS, ...BLIND_B_SELECTIONS, ...BLIND_B_LOST];
