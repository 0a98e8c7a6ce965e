import { BLIND_I_ARGUMENTS } from './blind-i-arguments.ts';
import { BLIND_I_CALLS } from './blind-i-calls.ts';
import { BLIND_I_COLUMNS } from './blind-i-columns.ts';
import { BLIND_I_CONDITIONS } from './blind-i-conditions.ts';
import { BLIND_I_LOST_CALLS } from './blind-i-lost-calls.ts';
import { BLIND_I_LOST_SELECTIONS } from './blind-i-lost.ts';
import { BLIND_I_SELECTIONS } from './blind-i-selections.ts';
import type { Kind } from './kind.ts';

const ALL: readonly Kind[] = [
  ...BLIND_I_CALLS,
  ...BLIND_I_ARGUMENTS,
  ...BLIND_I_COLUMNS,
  ...BLIND_I_CONDITIONS,
  ...BLIND_I_SELECTIONS,
  ...BLIND_I_LOST_SELECTIONS,
  ...BLIND_I_LOST_CALLS,
];
const half = (rest: number): Kind[] => ALL.filter((_, at) => at % 2 === rest);

/** A ninth set, written before the repairs changed for it; the repairs may change after the failures of this half. */
export const BLIND_I_OPEN: readonly Kind[] = half(0);
/** The other half, of which only the totals are looked at. */
export const BLIND_I_SEALED: readonly Kind[] = half(1);
