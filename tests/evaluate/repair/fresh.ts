import { FRESH_ARGUMENTS } from './fresh-arguments.ts';
import { FRESH_ENVELOPES } from './fresh-envelopes.ts';
import { FRESH_LOST } from './fresh-lost.ts';
import { FRESH_NOTATIONS } from './fresh-notations.ts';
import { FRESH_SELECTIONS } from './fresh-selections.ts';
import type { Kind } from './kind.ts';

/** The newest kinds of broken calls, written before any reader was tried on them. Their first look is in docs/assistants.md. */
export const FRESH: readonly Kind[] = [...FRESH_ENVELOPES, ...FRESH_NOTATIONS, ...FRESH_SELECTIONS, ...FRESH_ARGUMENTS, ...FRESH_LOST];
