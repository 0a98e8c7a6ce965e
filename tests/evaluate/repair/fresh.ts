import { FRESH_CARRIERS } from './fresh-carriers.ts';
import { FRESH_LOST } from './fresh-lost.ts';
import { FRESH_VALUES } from './fresh-values.ts';
import type { Kind } from './kind.ts';

/** The newest kinds of broken calls, written before any reader was tried on them. Their first look is in docs/how-to/assistants.md. */
export const FRESH: readonly Kind[] = [...FRESH_CARRIERS, ...FRESH_VALUES, ...FRESH_LOST];
