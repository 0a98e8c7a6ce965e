import type { Kind } from './kind.ts';
import { REPORTED_CALLS } from './reported-calls.ts';
import { REPORTED_FILTERS } from './reported-filters.ts';
import { REPORTED_LOST } from './reported-lost.ts';
import { REPORTED_NAMES } from './reported-names.ts';
import { REPORTED_SELECTIONS } from './reported-selections.ts';
import { REPORTED_VALUES } from './reported-values.ts';

/** Kinds written before any reader was tried on them, most after public reports. Their first look is in docs/how-to/assistants.md. */
export const REPORTED: readonly Kind[] = [
  ...REPORTED_CALLS,
  ...REPORTED_VALUES,
  ...REPORTED_NAMES,
  ...REPORTED_SELECTIONS,
  ...REPORTED_FILTERS,
  ...REPORTED_LOST,
];
