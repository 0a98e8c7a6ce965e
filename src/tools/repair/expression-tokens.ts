/** Splits a condition in any programming or query language into tokens. */
import { NoFilter, signOf } from './comparisons.ts';
import { addressOf } from './words.ts';

export type ColumnFor = (name: string) => string | undefined;

export type Token =
  | { readonly kind: 'name' | 'sign' | 'operator'; readonly text: string; readonly tight: boolean }
  | { readonly kind: 'join'; readonly text: 'AND' | 'OR' | 'NOT'; readonly raw: string; readonly tight: boolean }
  | { readonly kind: 'text' | 'value'; readonly value: unknown; readonly quote: string; readonly tight: boolean };

/** Maximum length of a condition in characters. */
const MOST_CHARACTERS = 4096;
/** Maximum number of words that form one operator, as in `is greater than or equal to`. */
const LONGEST = 6;

const UNIT = /^(?:dbm|db|[mnuµ]?s|us|bytes?|octets?|minutes?|seconds?|milliseconds?)$/i;
const OCTETS = /(?:[\da-f]{2}[:-]){5}[\da-f]{2}(?![\w:-])/iy;
const TOKEN =
  /(?<blank>\s+|\/\*[^]*?\*\/|--\s[^\n]*|\/\/\s[^\n]*)|(?<prefix>[NEBrbu](?=['"]))|(?<member><\w+\.\w+:\s*'\w+'>)|(?<quote>"(?:[^"\\]|\\.|"")*"|'(?:[^'\\]|\\.|'')*'|`(?:[^`\\]|\\.)*`)|(?<number>(?:\d+(?:\.\d+)?|(?<![\p{L}\p{N}_])\.\d+(?![\d:]))(?:e[+-]?\d+)?)|(?<word>[A-Z]\p{L}+-[A-Z]\p{L}+|[\p{L}_][\p{L}\p{N}_]*)|(?<shell>(?<=[\s("'\]}])-(?:eq|ne|[gl][te]|and|or|not|i?n?like|c?eq|notin|in)\b)|(?<dotted>\.(?:and|or|not|eq|ne|[gl][te]|true|false)\.)|(?<fiql>=[a-z]{2,3}=)|(?<piped>=>|%[a-z]+%|%>%|\|>|->>?|::)|(?<join>&&?|\|\|?|∧|∨)|(?<operator><=>|[<>!=]==?|<>|<=|>=|=<(?!\w+\.)|\/=|~=|≤|≥|≠|∈|[<>=])|(?<range>\.\.[=<]?)|(?<sign>[()[\]{},;.:?@$#\\!~|*+/-])/giuy;

const JOINS: Readonly<Record<string, 'AND' | 'OR' | 'NOT'>> = {
  '&': 'AND', '&&': 'AND', '∧': 'AND', and: 'AND', andalso: 'AND', und: 'AND', et: 'AND',
  '|': 'OR', '||': 'OR', '∨': 'OR', or: 'OR', orelse: 'OR', oder: 'OR', ou: 'OR',
  not: 'NOT', '!': 'NOT', '~': 'NOT',
}; // prettier-ignore
/** Maps signs and words of other languages to operators of the filter grammar. */
const OPERATORS: Readonly<Record<string, string>> = {
  '<=>': '=', '=<': '<=', '/=': '!=', '~=': '!=', '≤': '<=', '≥': '>=', '≠': '!=', '∈': 'IN', '===': '=', '!==': '!=', isin: 'IN', is_in: 'IN',
  'one of': 'IN', either: 'IN', 'either of': 'IN', 'stronger than': '>', 'weaker than': '<', over: '>', under: '<', unequal: '!=', 大于: '>', 小于: '<', 等于: '=',
  'größer als': '>', 'kleiner als': '<', mindestens: '>=', höchstens: '<=', ungleich: '!=', gleich: '=',
  'supérieur à': '>', 'inférieur à': '<', 'au moins': '>=', 'au plus': '<=', 'égal à': '=', 'mayor que': '>', 'menor que': '<', 'igual a': '=',
}; // prettier-ignore

/** Splits a text into tokens; throws `NoFilter` for a character that no token can contain. */
export function tokensOf(written: string, columnFor: ColumnFor): Token[] {
  if (written.length > MOST_CHARACTERS) throw new NoFilter();
  // Convert full-width characters, as used with Chinese text, to ordinary ones.
  const text = written.replace(/[！（），：；＜＝＞｜＆]/g, (sign) => sign.normalize('NFKC'));
  const out: Token[] = [];
  let tight = false;
  for (let at = 0; at < text.length;) {
    OCTETS.lastIndex = TOKEN.lastIndex = at;
    const octets = /[\w:-]/.test(text[at - 1] ?? ' ') ? null : OCTETS.exec(text);
    if (octets !== null) {
      out.push({ kind: 'value', value: addressOf(octets[0]) ?? octets[0], quote: '', tight });
      [at, tight] = [OCTETS.lastIndex, true];
      continue;
    }
    const groups = TOKEN.exec(text)?.groups;
    if (groups === undefined) throw new NoFilter();
    const end = TOKEN.lastIndex;
    const { blank, prefix, member, quote, number, word, sign } = groups;
    if (blank !== undefined || prefix !== undefined) {
      [at, tight] = [end, prefix !== undefined];
      continue;
    }
    // Python prints a member of an enumeration in this form.
    if (member !== undefined) out.push({ kind: 'text', value: /'(\w+)'/.exec(member)?.[1] ?? '', quote: "'", tight });
    else if (quote !== undefined) out.push({ kind: 'text', value: unquoted(quote), quote: quote.charAt(0), tight });
    else if (number !== undefined) {
      const [unit, bracketed, plain] = /^\s*(?:\[\s*([\p{L}µ]+)\s*\]|([\p{L}µ]+)\b)/u.exec(text.slice(end)) ?? [];
      const name = bracketed ?? plain ?? '';
      const isUnit = unit !== undefined && UNIT.test(name);
      out.push({ kind: 'value', value: isUnit ? `${number} ${name}` : Number(number), quote: '', tight });
      at = end + (isUnit ? unit.length : 0);
      tight = true;
      continue;
    } else if (word !== undefined) {
      const run = wordsAt(text, at, out.at(-1), columnFor);
      out.push({ ...run.token, tight });
      [at, tight] = [run.end, true];
      continue;
    } else out.push({ ...signToken(groups, sign), tight });
    [at, tight] = [end, true];
  }
  return out;
}

function unquoted(quoted: string): string {
  const quote = quoted.charAt(0);
  return quoted
    .slice(1, -1)
    .replaceAll(quote + quote, quote)
    .replace(/\\(.)/g, '$1');
}

type Bare =
  | { readonly kind: 'name' | 'sign' | 'operator'; readonly text: string }
  | { readonly kind: 'join'; readonly text: 'AND' | 'OR' | 'NOT'; readonly raw: string };
type BareValue = Bare | { readonly kind: 'value'; readonly value: unknown; readonly quote: string };

function signToken(groups: Readonly<Record<string, string | undefined>>, sign: string | undefined): BareValue {
  const named = (groups['shell'] ?? groups['dotted'] ?? groups['fiql'])?.toLowerCase().replace(/[-.=]/g, '');
  if (named === 'true' || named === 'false') return { kind: 'value', value: named === 'true', quote: '' };
  if (named !== undefined) return operatorToken(named);
  const { piped, join, operator, range } = groups;
  if (piped === '%in%') return { kind: 'operator', text: 'IN' };
  if (piped !== undefined) return { kind: 'sign', text: piped };
  if (join !== undefined) return { kind: 'join', text: JOINS[join] ?? 'AND', raw: join };
  if (operator !== undefined)
    return { kind: 'operator', text: OPERATORS[operator] ?? operator.replace(/^==+$/, '=').replace(/^<>$/, '!=') };
  if (range !== undefined) return { kind: 'sign', text: range };
  return sign === '!' || sign === '~' ? { kind: 'join', text: 'NOT', raw: sign } : { kind: 'sign', text: sign ?? '' };
}

function operatorToken(word: string): Bare {
  const join = JOINS[word];
  if (join !== undefined) return { kind: 'join', text: join, raw: word };
  const sign = OPERATORS[word] ?? signOf(word);
  if (sign === undefined) throw new NoFilter();
  return { kind: 'operator', text: sign === 'NULL' ? word : sign };
}

/** Reads a word, or the longest run of words that is one column or one operator. */
function wordsAt(text: string, at: number, before: Token | undefined, columnFor: ColumnFor): { token: BareValue; end: number } {
  const run = /^[\p{L}_][\p{L}\p{N}_']*(?:-\p{Lu}\p{L}+)?(?:[ \t]+[\p{L}_][\p{L}\p{N}_']*)*/u.exec(text.slice(at))?.[0] ?? '';
  const words = [...run.matchAll(/\S+/g)].slice(0, LONGEST);
  // Read a column with a unit, such as `rssi (dBm)`, as one token.
  const headed = /^[\p{L}_][\p{L}\p{N}_]*\s*[([](?:dbm|db|bytes|[nuµm]?s|hz)[)\]]/iu.exec(text.slice(at))?.[0];
  const column = headed === undefined ? undefined : columnFor(headed);
  if (headed !== undefined && column !== undefined) return { token: { kind: 'name', text: column }, end: at + headed.length };
  const isPart = before?.kind === 'sign' && before.text === '.';
  for (let count = isPart ? 1 : words.length; count > 0; count--) {
    const last = words[count - 1]!;
    const end = at + last.index + last[0].length;
    const phrase = words.slice(0, count).map(([word]) => word).join(' '); // prettier-ignore
    if (
      count > 1 &&
      columnFor(phrase.replaceAll(' ', '_')) !== undefined &&
      !words.slice(0, count).some(([word]) => columnFor(word) !== undefined)
    )
      return { token: { kind: 'name', text: phrase.replaceAll(' ', '_') }, end };
    const plain = phrase.toLowerCase().replace(/^(?:is|are|was|be|ist|est|es|è) (?=.)/, '');
    const follows = text.slice(end).trimStart();
    // A function or method of that name follows, so leave it to the parser.
    const isObject = /^\.\p{L}/u.test(text.slice(end));
    if (count === 1 && isObject) break;
    if (count === 1 && (follows.startsWith('(') || isPart) && !/^(?:and|or|not|in|between|is|like)$/i.test(phrase)) break;
    if (plain === 'not' && phrase.toLowerCase() !== 'not') return { token: { kind: 'operator', text: '!=' }, end };
    if (JOINS[plain] !== undefined && !(count === 1 && plain.length === 1))
      return { token: { kind: 'join', text: JOINS[plain], raw: plain }, end };
    if (columnFor(phrase) !== undefined || /^(?:has|where|set|present)$/.test(plain)) continue;
    const nulls = /^(not )?(?:null|none|nil|missing|absent|undefined)$/.exec(plain);
    if (nulls !== null && plain !== phrase.toLowerCase())
      return { token: { kind: 'operator', text: nulls[1] === undefined ? 'isnull' : 'notnull' }, end };
    if (/^(?:isnull|notnull)$/.test(plain)) return { token: { kind: 'operator', text: plain }, end };
    const sign = OPERATORS[plain] ?? (/^(?:not )?(?:null|none|nil)$/.test(plain) ? undefined : signOf(plain === 'not' ? phrase : plain));
    if (sign !== undefined && sign !== 'NULL') return { token: { kind: 'operator', text: sign }, end };
  }
  const [word = ''] = words[0] ?? [];
  return { token: { kind: 'name', text: word }, end: at + word.length };
}
