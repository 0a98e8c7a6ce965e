import { conditionOf, withoutColons } from './filter-functions.ts';
import { withoutFrames } from './frames.ts';
import { withOperators } from './operators.ts';
import { outsideTexts, straightened } from './texts.ts';
import { addressOf } from './words.ts';

/** Notations of other languages and their form in the filter grammar (docs/filter-grammar.md). Applied outside of texts. */
const HABITS: readonly (readonly [RegExp, string])[] = [
  [/^\s*(?:where|having|filter)\b[\s:]*/i, ''],
  [/;\s*$/, ''],
  [/!==|≠|\/=|~=|<>/g, ' != '],
  [/(?<![<>!=])={2,3}/g, ' = '],
  [/≥|=>/g, ' >= '],
  [/≤|=</g, ' <= '],
  [/&&?|∧/g, ' AND '],
  [/\|\|?|∨/g, ' OR '],
  [/(?<![<>!=])=\s*(?:null|none|nil|undefined)\b/gi, 'IS NULL'],
  [/!=\s*(?:null|none|nil|undefined)\b/gi, 'IS NOT NULL'],
  [/!\s*(?=[\p{L}_(])/gu, 'NOT '],
  [/\b(in)\s*[[{]([^\]}]*)[\]}]/gi, '$1 ($2)'],
  [/`([^`]+)`|\[([\p{L}_][\p{L}\p{N}_]*)\]/gu, '$1$2'],
  // A quantity is a text until its column says in which unit it is compared.
  [
    /(?<![\p{L}\p{N}_.])([+-]?\d+(?:\.\d+)?)\s*(dbm|db|bytes?|octets?|[nuµm]?s|m?secs?|(?:milli|micro|nano)?seconds?|min(?:ute)?s?|hours?)(?![\p{L}\p{N}_])/giu,
    "'$1 $2'",
  ],
];

/** A column as another tool writes it: a dotted path, or a name with its unit in brackets behind it. */
const FOREIGN = /(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_]*(?:(?:\.[\p{L}_][\p{L}\p{N}_]*)+|\s*[([](?:dbm|db|bytes|[nuµm]?s|hz)[)\]])/giu;

/** @param columnFor the column that a name means, if any; a name in double quotes that means none is a text */
export function tidyFilter(text: string, columnFor: (name: string) => string | undefined): string {
  const straight = withoutColons(conditionOf(straightened(text)), columnFor);
  const quoted = withoutFrames(straight, columnFor)
    .replace(/\\(["'])/g, '$1')
    // Addresses are often written without quotes.
    .replace(/(?<!['"\w:-])(?:[\da-f]{2}[:-]){5}[\da-f]{2}(?!['"\w:-])/gi, (found) => `'${addressOf(found) ?? found}'`)
    .replace(/"((?:[^"]|"")*)"/g, (whole, name: string) =>
      columnFor(name) === undefined ? `'${name.replaceAll('""', '"').replaceAll("'", "''")}'` : whole,
    );
  const named = quoted.replace(/'([^']+)'(?=\s*(?:[=<>!≤≥≠]|(?:not\s+)?(?:in|like|between)\b|is\b))/giu, (whole, name: string) =>
    columnFor(name) === undefined ? whole : `"${name}"`,
  );
  const foreign = (name: string): string => {
    const column = columnFor(name);
    return column === undefined ? name : `"${column}"`;
  };
  return outsideTexts(named, (part) =>
    HABITS.reduce((source, [habit, by]) => source.replace(habit, by), withOperators(part.replace(FOREIGN, foreign))),
  ).trim();
}
