import { withoutCalls, withoutRanges, withoutSigils } from './filter-columns.ts';
import { conditionOf, plainFilter, withoutColons, withoutDots } from './filter-functions.ts';
import { withoutFrames } from './frames.ts';
import { withOperators } from './operators.ts';
import { outsideTexts, straightened } from './texts.ts';
import { addressOf } from './words.ts';

/** Notations of other languages and their form in the filter grammar (docs/reference/filter-grammar.md). Applied outside of texts. */
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

/** Nothing, as languages and people name it. */
const ABSENT = /\bis\s+(not\s+)?(?:none|nil|undefined|missing|absent)\b/gi;

/** A column as another tool writes it: a dotted path, or a name with its unit in brackets behind it. */
const FOREIGN = /(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_]*(?:(?:\.[\p{L}_][\p{L}\p{N}_]*)+|\s*[([](?:dbm|db|bytes|[nuµm]?s|hz)[)\]])/giu;

/** Comparisons in other languages; each is a whole phrase between two operands. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:größer\s+als|grösser\s+als|größer|über|mehr\s+als|supérieur\s+à|plus\s+grand\s+que|mayor\s+que|maggiore\s+di)(?=\s)/giu, '>'],
  [/\b(?:kleiner\s+als|kleiner|unter|weniger\s+als|inférieur\s+à|plus\s+petit\s+que|menor\s+que|minore\s+di)(?=\s)/giu, '<'],
  [
    /\b(?:mindestens|größer\s+oder\s+gleich|au\s+moins|supérieur\s+ou\s+égal\s+à|al\s+menos|mayor\s+o\s+igual\s+(?:a|que)|almeno)(?=\s)/giu,
    '>=',
  ],
  [
    /\b(?:höchstens|kleiner\s+oder\s+gleich|au\s+plus|inférieur\s+ou\s+égal\s+à|como\s+máximo|menor\s+o\s+igual\s+(?:a|que)|al\s+massimo)(?=\s)/giu,
    '<=',
  ],
  [/\b(?:ungleich|nicht\s+gleich|différent\s+de|distinto\s+de|diverso\s+da)(?=\s)/giu, '!='],
  [/\b(?:ist\s+gleich|gleich|égal\s+à|igual\s+a|uguale\s+a)(?=\s)/giu, '='],
];
const inEnglish = (text: string): string =>
  /[a-zà-ÿ]{4}/iu.test(text)
    ? outsideTexts(text, (part) =>
        PHRASES.reduce(
          (source, [phrase, sign]) =>
            source.replace(new RegExp(String.raw`(?:\b(?:ist|est|es|è)\s+)?${phrase.source}`, 'giu'), ` ${sign} `),
          part,
        ),
      )
    : text;

/** The condition in a fence, in braces of a template, or behind the name of its member. */
function alone(text: string): string {
  const fenced = /^\s*```\w*\s*([^`]+?)\s*```\s*$/.exec(text)?.[1] ?? text;
  const inside = /^\s*\{\{\s*([^{}]+?)\s*\}\}\s*$/.exec(fenced)?.[1] ?? fenced;
  return inside
    .replace(/^\s*(?:filter|filter_?expression|expression|condition)s?\s*[:=]\s*(?=\S)/i, '')
    .replace(/(?<=^|[\s(])@(?=\w+:?[<>=])/g, '')
    .replace(/^\s*\{\s*([^{}:]*\w\s*[<>=!]=?[^{}:]*)\}\s*$/, '$1');
}

/** @param columnFor the column that a name means, if any; a name in double quotes that means none is a text */
export function tidyFilter(text: string, columnFor: (name: string) => string | undefined): string {
  const plain = withoutDots(plainFilter(straightened(alone(text))).trim(), columnFor);
  const straight = withoutColons(
    withoutRanges(withoutCalls(conditionOf(inEnglish(withoutSigils(plain, columnFor))), columnFor), columnFor),
    columnFor,
  );
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
    HABITS.reduce(
      (source, [habit, by]) => source.replace(habit, by),
      withOperators(
        part
          .replace(ABSENT, 'IS $1NULL')
          .replace(/\s*∈\s*/g, ' IN ')
          .replace(FOREIGN, foreign),
      ),
    ),
  ).trim();
}
