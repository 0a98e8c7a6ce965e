const SMALL =
  'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen';
const TENS = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';
const BELOW_THOUSAND = new RegExp(`^(?:(${SMALL}) hundred ?)?(?:and )?(?:(${TENS}) ?)?(${SMALL})?$`);

/**
 * Converts English words to the number that they spell: `five`, `twenty-five`, `minus ninety`, `two hundred and six`, `a thousand`.
 * Undefined for any other text, and for words that spell no single number (`five ten`).
 */
export function numberInWords(text: string): number | undefined {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, ' ')
    .replace(/\ban? (?=hundred|thousand)/, 'one ');
  const [, sign, above, below] = /^(minus |negative )?(?:(.+) thousand ?)?(.*)$/.exec(words) ?? [];
  const thousands = above === undefined ? 0 : belowThousand(above);
  const rest = above !== undefined && below === '' ? 0 : belowThousand(below ?? '');
  if (thousands === undefined || rest === undefined) return undefined;
  return (sign === undefined ? 1 : -1) * (thousands * 1000 + rest);
}

function belowThousand(words: string): number | undefined {
  const [found = '', hundreds, tens, small] = BELOW_THOUSAND.exec(words) ?? [];
  const [h, s] = [hundreds, small].map((word) => (word === undefined ? 0 : SMALL.split('|').indexOf(word))) as [number, number];
  const isNumber = found !== '' && h < 10 && hundreds !== 'zero' && (tens === undefined || (s > 0 && s < 10) || small === undefined);
  return isNumber ? h * 100 + (tens === undefined ? 0 : 20 + 10 * TENS.split('|').indexOf(tens)) + s : undefined;
}
