import { BLIND_C_ARGUMENTS } from './blind-c-arguments.ts';
import { BLIND_C_CONDITIONS } from './blind-c-conditions.ts';
import { BLIND_C_ENCODINGS } from './blind-c-encodings.ts';
import { BLIND_C_ENVELOPES } from './blind-c-envelopes.ts';
import { BLIND_C_FILTERS } from './blind-c-filters.ts';
import { BLIND_C_LOST } from './blind-c-lost.ts';
import { BLIND_C_SELECTIONS } from './blind-c-selections.ts';
import { BLIND_C_SETTINGS } from './blind-c-settings.ts';
import { BLIND_C_TEXTS } from './blind-c-texts.ts';
import type { Kind } from './kind.ts';

/** A third set that was written without a look at the repairs: frameworks, literals of languages, encodings, query objects and calendars. */
export const BLIND_C: readonly Kind[] = [
  ...BLIND_C_ENVELOPES,
  ...BLIND_C_TEXTS,
  ...BLIND_C_ENCODINGS,
  ...BLIND_C_ARGUMENTS,
  ...BLIND_C_SETTINGS,
  ...BLIND_C_FILTERS,
  ...BLIND_C_CONDITIONS,
  ...BLIND_C_SELECTIONS,
  ...BLIND_C_LOST,
];
