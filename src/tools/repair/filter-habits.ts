import { addressOf } from './words.ts';

/** Habits of other languages, each with what the grammar of filters (docs/filter-grammar.md) writes. Applied outside of texts. */
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
  [/\bis\s+not\s+(?:none|nil)\b/gi, 'IS NOT NULL'],
  [/\bis\s+(?:none|nil)\b/gi, 'IS NULL'],
  [/\bis\s+(true|false)\b/gi, '= $1'],
  [/!\s*(?=[\p{L}_(])/gu, 'NOT '],
  [/\b(in)\s*[[{]([^\]}]*)[\]}]/gi, '$1 ($2)'],
  [/`([^`]+)`|\[([\p{L}_][\p{L}\p{N}_]*)\]/gu, '$1$2'],
  [/\b[\p{L}_][\p{L}\p{N}_]*\.(?=[\p{L}_])/gu, ''],
  [/(-?\d+(?:\.\d+)?)\s*(?:dbm|db|bytes?|octets?)\b/gi, '$1'],
];

const WORD_OPERATORS: Readonly<Record<string, string>> = { eq: '=', ne: '!=', gt: '>', gte: '>=', ge: '>=', lt: '<', lte: '<=', le: '<=' };

/** @param isColumn whether a name in double quotes is a column; any other one is a text */
export function tidyFilter(text: string, isColumn: (name: string) => boolean): string {
  const straight = text
    .replace(/[‘’‚′]/g, "'")
    .replace(/[“”„″]/g, '"')
    .replace(/\u00a0/g, ' ')
    .replaceAll('−', '-');
  const quoted = straight
    .replace(/\\(["'])/g, '$1')
    // The quotes around an address may be missing altogether.
    .replace(/(?<!['"\w:-])(?:[\da-f]{2}[:-]){5}[\da-f]{2}(?!['"\w:-])/gi, (found) => `'${addressOf(found) ?? found}'`)
    .replace(/"((?:[^"]|"")*)"/g, (whole, name: string) =>
      isColumn(name) ? whole : `'${name.replaceAll('""', '"').replaceAll("'", "''")}'`,
    );
  const named = quoted.replace(/'([^']+)'(?=\s*(?:[=<>!≤≥≠]|(?:not\s+)?(?:in|like|between)\b|is\b))/giu, (whole, name: string) =>
    isColumn(name) ? `"${name}"` : whole,
  );
  return outsideTexts(named, (part) => {
    const tidy = HABITS.reduce((source, [habit, by]) => source.replace(habit, by), part);
    return tidy.replace(/(?<=[\p{L}\p{N}_"]\s+)(eq|ne|gte?|ge|lte?|le)(?=\s)/giu, (word) => WORD_OPERATORS[word.toLowerCase()] ?? word);
  }).trim();
}

/** Applies a change to everything but texts in single quotes, which it sees as they are only at their ends. */
function outsideTexts(text: string, change: (part: string) => string): string {
  const texts: string[] = [];
  const marked = text.replace(/'(?:[^']|'')*'/g, (found) => `\uE000${String(texts.push(found) - 1)}\uE001`);
  return change(marked).replace(/\uE000(\d+)\uE001/g, (_, index: string) => texts[Number(index)] ?? '');
}
