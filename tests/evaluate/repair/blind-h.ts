import { BLIND_H_ARGUMENTS } from './blind-h-arguments.ts';
import { BLIND_H_CALLS } from './blind-h-calls.ts';
import { BLIND_H_LOST } from './blind-h-lost.ts';
import { BLIND_H_SELECTIONS } from './blind-h-selections.ts';
import type { Kind } from './kind.ts';

const ALL: readonly Kind[] = [...BLIND_H_CALLS, ...BLIND_H_ARGUMENTS, ...BLIND_H_SELECTIONS, ...BLIND_H_LOST];
const half = (rest: number): Kind[] => ALL.filter((_, at) => at % 2 === rest);

/** An eighth set that was written without a look at the repairs; the repairs changed after the failures of this half. */
export const BLIND_H_OPEN: readonly Kind[] = half(0);
/** The other half, of which only the totals were looked at. */
export const BLIND_H_SEALED: readonly Kind[] = half(1);
