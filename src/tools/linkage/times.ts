import { formatExactSpan } from '../../base/format.ts';
import { seconds, type SpanWords } from './classify.ts';

/** Where the times of a run come from, and how it says lengths of time. A version of a tool keeps its own. */
export interface Times {
  /** `capture`: the one time base of each capture. `selection`: late packets are looked for among the selected rows, as before. */
  readonly from: 'capture' | 'selection';
  readonly words: SpanWords;
}

/** The time base of the captures (docs/decisions/0025-one-time-base.md). */
export const ONE_BASE: Times = { from: 'capture', words: formatExactSpan };

/** What versions did before captures had one. */
export const EARLIER: Times = { from: 'selection', words: seconds };
