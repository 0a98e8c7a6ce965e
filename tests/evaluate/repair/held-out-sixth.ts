import { LIBRARIES } from './held-out-libraries.ts';
import { MESSAGES } from './held-out-messages.ts';
import { LOST_SIXTH } from './held-out-lost.ts';
import { LANGUAGES } from './held-out-languages.ts';
import { SELECTIONS } from './held-out-selections.ts';
import type { Kind } from './kind.ts';

/** The kinds of the sixth set, held out since the readers were changed after its first look. */
export const SIXTH: readonly Kind[] = [...MESSAGES, ...LANGUAGES, ...SELECTIONS, ...LIBRARIES, ...LOST_SIXTH];
