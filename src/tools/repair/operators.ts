import { bare } from './words.ts';

/** Comparisons by the words and signs of other languages. */

const PHRASES: Readonly<Record<string, readonly string[]>> = {
  '>=': [
    'greater than or equal to',
    'greater than or equals',
    'greater than or equal',
    'more than or equal to',
    'at least',
    'no less than',
    'not less than',
    'not below',
    'gte',
    'ge',
  ],
  '<=': [
    'less than or equal to',
    'less than or equals',
    'less than or equal',
    'at most',
    'no more than',
    'not more than',
    'no greater than',
    'not greater than',
    'not above',
    'lte',
    'le',
  ],
  '!=': [
    'not equal to',
    'not equals',
    'not equal',
    'unequal to',
    'does not equal',
    'differs from',
    'different from',
    'other than',
    'isnt',
    'neq',
    'ne',
  ],
  '>': ['greater than', 'more than', 'larger than', 'higher than', 'bigger than', 'above', 'exceeds', 'gt'],
  '<': ['less than', 'lower than', 'smaller than', 'fewer than', 'below', 'lt'],
  '=': ['equal to', 'equals', 'equal', 'the same as', 'same as', 'eq'],
  'NOT IN': ['not one of', 'none of', 'not any of', 'not in', 'notin', 'nin'],
  IN: ['one of', 'any of', 'is in', 'isin', 'in'],
  'NOT BETWEEN': ['not between'],
  BETWEEN: ['between'],
  'NOT LIKE': ['not like'],
  LIKE: ['like'],
};

const BY_WORDS = new Map(
  Object.entries(PHRASES).flatMap(([operator, phrases]) => phrases.map((phrase) => [bare(phrase), operator] as const)),
);

/** The operator of the grammar of filters that a sign or a text names. */
export function operatorOf(written: string): string | undefined {
  const sign = written.trim();
  const words = bare(sign.replace(/^is\s+/i, ''));
  return /^(?:[=<>]=?|!=|<>|={2,3}|!==)$/.test(sign) ? sign : (BY_WORDS.get(words) ?? { is: '=', isnot: '!=' }[bare(sign)]);
}

const LONGEST_FIRST = Object.values(PHRASES)
  .flat()
  .sort((a, b) => b.length - a.length)
  .map((phrase) => phrase.replaceAll(' ', String.raw`\s+`));
/** Behind an operand and before another one; a private-use character marks a text. */
const COMPARED = new RegExp(
  String.raw`(?<=[\p{L}\p{N}_")\uE001]\s+)(?:(?:is|are|was)\s+)?(${LONGEST_FIRST.join('|')})(?=[\s(])|(?<=[\p{L}\p{N}_"]\s+)(is\s+not|isn't|is)(?=\s+(?!not\b|null\b)\S)`,
  'giu',
);

/** Puts operators of the grammar in the place of words between two operands. */
export const withOperators = (text: string): string => text.replace(COMPARED, (words) => operatorOf(words) ?? words);
