import { BLIND_G_ARGUMENTS } from './blind-g-arguments.ts';
import { BLIND_G_CALLS } from './blind-g-calls.ts';
import { BLIND_G_LOST } from './blind-g-lost.ts';
import { BLIND_G_SELECTIONS } from './blind-g-selections.ts';
import type { Kind } from './kind.ts';

const ALL: readonly Kind[] = [...BLIND_G_CALLS, ...BLIND_G_ARGUMENTS, ...BLIND_G_SELECTIONS, ...BLIND_G_LOST];
const half = (rest: number): Kind[] => ALL.filter((_, at) => at % 2 === rest);

/** A seventh set that was written without a look at the repairs; the repairs changed after the failures of this half. */
export const BLIND_G_OPEN: readonly Kind[] = half(0);
/** The other half, of which only the totals were looked at. */
export const BLIND_G_SEALED: readonly Kind[] = half(1);
