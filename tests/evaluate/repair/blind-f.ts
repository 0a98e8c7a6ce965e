import { BLIND_F_ARGUMENTS } from './blind-f-arguments.ts';
import { BLIND_F_CALLS } from './blind-f-calls.ts';
import { BLIND_F_LOST } from './blind-f-lost.ts';
import { BLIND_F_SELECTIONS } from './blind-f-selections.ts';
import { BLIND_F_VALUES } from './blind-f-values.ts';
import type { Kind } from './kind.ts';

const ALL: readonly Kind[] = [...BLIND_F_CALLS, ...BLIND_F_ARGUMENTS, ...BLIND_F_VALUES, ...BLIND_F_SELECTIONS, ...BLIND_F_LOST];
const half = (rest: number): Kind[] => ALL.filter((_, at) => at % 2 === rest);

/** A sixth set that was written without a look at the repairs, after the formats of more models and libraries; the repairs changed after the failures of this half. */
export const BLIND_F_OPEN: readonly Kind[] = half(0);
/** The other half, of which only the totals were looked at. */
export const BLIND_F_SEALED: readonly Kind[] = half(1);
