import type { Kind } from './kind.ts';
import { LATEST_CALLS } from './latest-calls.ts';
import { LATEST_LOST } from './latest-lost.ts';
import { LATEST_VALUES } from './latest-values.ts';

/** Kinds written after the gate and before any reader was tried on them. Their first look is in docs/how-to/assistants.md. */
export const LATEST: readonly Kind[] = [...LATEST_CALLS, ...LATEST_VALUES, ...LATEST_LOST];
