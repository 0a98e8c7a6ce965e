import type { Verification } from '../workbench/verification.ts';

interface StateWords {
  readonly title: string;
  /** Text for a narrow page. */
  readonly short: string;
  readonly icon: 'done' | 'warn' | 'error';
  readonly meaning: string;
}

/** Names of the states of a verification, with what each means for the reader. */
export const STATE_WORDS: Readonly<Record<Verification['state'], StateWords>> = {
  intact: {
    title: 'Intact:',
    short: 'Intact',
    icon: 'done',
    meaning: 'Every byte of the file is as it was sealed, and every result matches its own digest.',
  },
  changed: {
    title: 'Changed:',
    short: 'Changed',
    icon: 'error',
    meaning:
      'Parts of the file are not as they were written. Results among them are marked. Run their calls again on a capture that you trust before you use them.',
  },
  newer: {
    title: 'Made by a newer version:',
    short: 'Newer',
    icon: 'warn',
    meaning: 'A newer version of the workbench wrote the file. What this version knows of it is open; the rest is listed below.',
  },
};
