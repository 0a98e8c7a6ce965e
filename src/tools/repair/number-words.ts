const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const GROUPS: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6 };

/**
 * The number that English words spell: `five`, `twenty-five`, `minus ninety`, `two hundred and six`, `a thousand`. Undefined for any
 * other text, and for words in an order that spells no single number (`five ten`).
 */
export function numberInWords(text: string): number | undefined {
  const [, sign = '', said = ''] = /^\s*(?:(minus|negative)\s+)?(.*?)\s*$/is.exec(text.toLowerCase()) ?? [];
  const words = said
    .replace(/\ban?(?=\s+(?:hundred|thousand|million)\b)/g, 'one')
    .replace(/(?<=\b(?:hundred|thousand|million))\s+and\s+/g, ' ')
    .split(/[\s-]+/);
  let total = 0;
  let group: number | undefined;
  let largest = Infinity;
  for (const word of words) {
    const factor = GROUPS[word];
    if (factor !== undefined) {
      if (group === undefined || group === 0 || factor >= largest) return undefined;
      total += group * factor;
      [group, largest] = [undefined, factor];
    } else {
      group = extended(group, word);
      if (group === undefined) return undefined;
    }
  }
  const value = total + (group ?? 0);
  return sign === '' ? value : -value;
}

/** A number below a thousand with one more word behind it. */
function extended(group: number | undefined, word: string): number | undefined {
  if (word === 'hundred') return group !== undefined && group > 0 && group < 10 ? group * 100 : undefined;
  const small = SMALL.indexOf(word);
  const tens = TENS.indexOf(word);
  if (group === undefined) return small >= 0 ? small : tens >= 0 ? 20 + 10 * tens : undefined;
  // Units follow tens; tens and teens follow hundreds.
  const free = group % 100 === 0 ? 100 : group % 10 === 0 && group % 100 >= 20 ? 10 : 1;
  const value = small >= 0 ? small : tens >= 0 ? 20 + 10 * tens : -1;
  return group > 0 && value > 0 && value < free ? group + value : undefined;
}
