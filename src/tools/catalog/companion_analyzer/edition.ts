import type { BaseRate, Scored, scoreCompanions } from './model.ts';
import type { ListedDevice } from './schema.ts';

/** What differs between versions of the tool: how it scores, and what it says of a score. */
export interface Edition {
  readonly score: typeof scoreCompanions;
  readonly verdictOf: (scored: Scored) => ListedDevice['verdict'];
  readonly statementOf: (scored: Scored, places: number, rates: readonly BaseRate[]) => string;
  readonly note: string;
}
