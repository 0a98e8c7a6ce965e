import { amount } from '../../../base/amount.ts';
import { probabilityWords } from '../../linkage/probability-words.ts';
import type { Edition } from './edition.ts';
import type { Scored } from './model.ts';
import { scoreCompanions10 } from './model-1-0.ts';
import type { ListedDevice } from './schema.ts';
import { BY_WORDS } from './words.ts';

const NOTE =
  'A device recurs beyond chance when it is heard in more of the places, and longer, than others of its kind. Fixed devices that two places hear and people on the same way recur too. Scores for investigation: they are no proof of identity, and say nothing about why a device is there.';

const BEYOND = { probability: 0.8, places: 3 } as const;
const POSSIBLE = 0.5;

/** Two places are too few to call anything more than possible: a person on the same street is heard in two. */
function verdictOf({ apart, probability }: Scored): ListedDevice['verdict'] {
  if (probability >= BEYOND.probability && apart >= BEYOND.places) return 'beyond_chance';
  return probability >= POSSIBLE ? 'possible' : 'chance';
}

/** The score in words, with what else explains it; never a claim about a person. */
function statementOf(scored: Scored, places: number): string {
  const { candidate, probability } = scored;
  const { stays, by, known, tracker } = candidate;
  const heard = `Heard in ${String(stays.length)} of ${amount(places, 'place')}, recognised by ${BY_WORDS[by]}.`;
  if (known?.mine === true) return `${heard} Expected: the call names it as one that is there.`;
  const score = `${probabilityWords(probability)} that it travels with the receiver`;
  const verdict = verdictOf(scored);
  if (verdict === 'chance') return `${heard} Chance explains this: ${score}.`;
  const apart = tracker?.state === 'separated' ? ' It says that it is apart from its owner.' : '';
  // Measured on composed walks (docs/measurements.md), over the devices of two places and more.
  const high = verdict === 'possible' ? ' Such scores were too high on test walks: at 0.6 one device in six travelled along.' : '';
  const opening = verdict === 'beyond_chance' ? 'More than chance explains' : 'Chance may explain this';
  return `${heard} ${opening}: ${score}.${high}${apart} Expected if it is yours or of a person who came along; a fixed device that several places hear, or a person on the same way, is possible too.`;
}

/** How version 1.0 scores and speaks. */
export const EDITION_10: Edition = { score: scoreCompanions10, verdictOf, statementOf, note: NOTE };
