/** Comparison operators written as words or as signs of other languages. */
import { bare } from './words.ts';

const ORDER =
  /^(not?)?(?:(greater|more|larger|higher|bigger|above|exceeds|gt|atleast|ge$)|less|lower|smaller|fewer|below|lt|atmost|le$)(?:than)?(orequals?(?:to)?|e)?$/;
const EQUAL = /^(not|doesnot|un|n)?(?:equals?(?:to)?|(?:the)?sameas|eq?)$/;
const RANGE = /^(not?|n)?(in|(?:one|any)of|between|like)$/;

/** The operator of the filter grammar that a sign or phrase means. */
export function operatorOf(written: string): string | undefined {
  const sign = written.trim();
  if (/^(?:[=<>]=?|!=|<>|={2,3}|!==)$/.test(sign)) return sign;
  const words = bare(sign);
  if (/^(?:is)?(?:nt|not|differsfrom|differentfrom|otherthan)$/.test(words) && words !== 'not') return '!=';
  if (words === 'is') return '=';
  const phrase = words.replace(/^(?:is|are|was)/, '');
  const [order, negated, greater, orEqual] = ORDER.exec(phrase) ?? [];
  if (order !== undefined) {
    const isNot = negated !== undefined;
    const includes = orEqual !== undefined || /(?:least|most|ge|le)$/.test(order);
    return ((greater !== undefined) === isNot ? '<' : '>') + (includes === isNot ? '' : '=');
  }
  const equal = EQUAL.exec(phrase);
  if (equal && phrase !== 'e') return equal[1] === undefined ? '=' : '!=';
  const [range, not, kind = ''] = phrase === 'noneof' ? ['noneof', 'not', 'in'] : (RANGE.exec(phrase) ?? []);
  return range === undefined ? undefined : `${not === undefined ? '' : 'NOT '}${/of$/.test(kind) ? 'IN' : kind.toUpperCase()}`;
}
