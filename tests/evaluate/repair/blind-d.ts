import { BLIND_D_ARGUMENTS } from './blind-d-arguments.ts';
import { BLIND_D_ENVELOPES } from './blind-d-envelopes.ts';
import { BLIND_D_LOST } from './blind-d-lost.ts';
import { BLIND_D_SELECTIONS } from './blind-d-selections.ts';
import { BLIND_D_TOOLS } from './blind-d-tools.ts';
import type { Kind } from './kind.ts';

const ALL: readonly Kind[] = [...BLIND_D_ENVELOPES, ...BLIND_D_ARGUMENTS, ...BLIND_D_TOOLS, ...BLIND_D_SELECTIONS, ...BLIND_D_LOST];

/** A fourth set that was written without a look at the repairs, of common faults over every tool; the repairs changed after the failures of this half. */
export const BLIND_D_OPEN: readonly Kind[] = ALL.filter((_, at) => at % 2 === 0);
/** The other half, of which only the totals were looked at. */
export const BLIND_D_SEALED: readonly Kind[] = ALL.filter((_, at) => at % 2 === 1);
