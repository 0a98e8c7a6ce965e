/** Finds whether two names are the same name in different spelling, without guessing at their meaning. */

/** Reduces a name to lower-case letters and digits, so that `linkageWindowS` and `linkage-window-s` are equal. */
export const bare = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** The only candidate for which `fits` holds. */
export function only<T>(candidates: readonly T[], fits: (candidate: T) => boolean): T | undefined {
  const [first, ...others] = candidates.filter(fits);
  return others.length === 0 ? first : undefined;
}

/** Finds the known name that a text spells: with other case or separators, or one typing error away from this name and no other. */
export function knownName(written: string, names: readonly string[]): string | undefined {
  if (names.includes(written)) return written;
  const wanted = bare(written.trim().replace(/^(["'`[(<])(.*)["'`\])>]$/, '$2'));
  if (wanted === '') return undefined;
  return only(names, (name) => bare(name) === wanted) ?? typo(written, names);
}

function typo(written: string, names: readonly string[]): string | undefined {
  const wanted = bare(written);
  // Do not correct a single letter, a number or a negating word, which distinguish similar names: `lab_a` is not a misspelt `lab_b`.
  const rated = names
    .map((name) => ({ name, distance: siblings(written, name) ? Infinity : typingErrors(wanted, bare(name)) }))
    .sort((a, b) => a.distance - b.distance);
  const [first, second] = rated;
  if (first === undefined || first.distance === (second?.distance ?? Infinity)) return undefined;
  const length = Math.max(wanted.length, bare(first.name).length);
  return first.distance <= (length < 4 ? 0 : length < 8 ? 1 : 2) ? first.name : undefined;
}

/** Words that negate or limit a name: `no_intercept` is not a misspelt `intercept`, nor `min_count` a `max_count`. */
const TURNS = new Set(
  'no not non un dis without min max least most start end first last before after from to in out on off up down lo hi low high'.split(' '),
);
const PREFIXES = ['no', 'not', 'non', 'un', 'in', 'dis', 'de', 'ex'];

function siblings(one: string, other: string): boolean {
  if (marks(one) !== marks(other)) return true;
  const [a, b] = [bare(one), bare(other)];
  return PREFIXES.some((prefix) => a === prefix + b || b === prefix + a);
}

const wordsOf = (name: string): string[] =>
  name
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
const marks = (name: string): string =>
  wordsOf(name)
    .filter((word) => /^\p{L}$/u.test(word) || TURNS.has(word))
    .join();

/** Edit distance of two texts with swaps of neighbours; infinite unless their digits are equal, because `rssi1` is not `rssi2`. */
function typingErrors(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2 || a.replace(/\D/g, '') !== b.replace(/\D/g, '')) return Infinity;
  const table = Array.from({ length: a.length + 1 }, (_, row) => [row, ...Array.from({ length: b.length }, () => 0)]);
  for (let column = 0; column <= b.length; column++) table[0]![column] = column;
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      table[row]![column] = Math.min(
        table[row - 1]![column]! + 1,
        table[row]![column - 1]! + 1,
        table[row - 1]![column - 1]! + (same ? 0 : 1),
        swapped ? table[row - 2]![column - 2]! + 1 : Infinity,
      );
    }
  }
  return table[a.length]![b.length]!;
}

/** Matches a Bluetooth address of six octets in any notation. */
export const ADDRESSES =
  /(?<![\da-z])(?:(?:0x)?[\da-f]{2}[:\-. ]){5}(?:0x)?[\da-f]{2}(?![\da-z])|(?<![\da-z])[\da-f]{2}(?:_[\da-f]{2}){5}(?![\da-z])|(?<![\da-z])(?:0x[\da-f]{2}[\s,]+){5}0x[\da-f]{2}(?![\da-z])|(?<![\da-z])[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4}(?![\da-z])|(?<![\da-z.])(?:0x)?(?=[\da-f]*[a-f])(?=[\da-f]*\d)[\da-f]{12}(?![\da-z])/gi;
/** Matches words around an address that say what it is. */
const AROUND =
  /^(?:adva|inita|scana|targeta|addr|address|mac|bd|bdaddr|ble|bluetooth|le|device|dev|id|random|public|static|rpa|nrpa|resolvable|non|private|urn|org|bluez|hci0|type|the|is)$/i;

/** Converts an address to the spelling that captures use; undefined if a text contains none, two, or other words than those above. */
export function addressOf(written: string): string | undefined {
  const text = written.replace(/dev_(?=[\da-f]{2}_)/gi, 'dev ');
  const [found, second] = /^\s*\d{12}\s*$/.test(text) ? [text] : (text.match(ADDRESSES) ?? []);
  if (found === undefined || second !== undefined) return undefined;
  const rest = text.replace(found, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  if (!rest.every((word) => AROUND.test(word)) || /[!<>~*?+]/.test(text.replace(/^\*+|\*+$/g, ''))) return undefined;
  return found
    .replace(/0x|[^\da-f]/gi, '')
    .toUpperCase()
    .match(/../g)
    ?.join(':');
}

const TRUE = new Set('true yes on 1 t y enabled enable ✓ ✔ ☑ ✅ ja wahr oui vrai si sí sì vero verdadero да 是'.split(' '));
const FALSE = new Set('false no off 0 f n disabled disable ✗ ✘ ☐ ❌ nein falsch non faux não нет 否'.split(' '));

/** Parses `yes`, `on`, `1` and the like as booleans. */
export function truthOf(value: unknown): boolean | undefined {
  const word =
    typeof value === 'string' || typeof value === 'number'
      ? String(value)
          .trim()
          .replace(/[!.]+$/, '')
          .toLowerCase()
      : '';
  return TRUE.has(word) ? true : FALSE.has(word) ? false : undefined;
}
