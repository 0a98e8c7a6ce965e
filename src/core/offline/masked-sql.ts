import { endOfComment } from '../../tools/catalog/capture_query/words.ts';
import { type AccountedValues, isColumn, Unaccounted } from './masked-values.ts';

const TOKEN =
  /(?<space>\s+|--[^\n\r]*)|(?<comment>\/\*)|(?<text>'(?:[^']|'')*')|"(?<quoted>(?:[^"]|"")+)"|(?<word>[\p{L}_][\p{L}\p{N}_]*)|(?<number>\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)|(?<sign>[(),.;*/+\-%<>=!|&~^:[\]{}])/uy;
const GLUED = /[\p{L}\p{N}_$'"]/u;

/**
 * Rewrites a statement so that it contains only DuckDB keywords, columns of the contract, masked ids, names and addresses, small numbers
 * and punctuation. Comments are dropped and other identifiers get new names. This holds however DuckDB parses the statement. Throws
 * `Unaccounted` for any other token.
 */
export function maskedSql(sql: string, values: AccountedValues): string {
  const renamed = new Map<string, string>();
  const out: string[] = [];
  let at = 0;
  while (at < sql.length) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(sql)?.groups;
    if (found === undefined) throw new Unaccounted('its SQL has a character outside of names, numbers, texts and signs');
    const { space, comment, text, quoted, word, number, sign } = found;
    at = comment === undefined ? TOKEN.lastIndex : endOfComment(sql, at);
    if (space !== undefined || comment !== undefined) out.push(' ');
    else if (text !== undefined) out.push(`'${values.text(text.slice(1, -1).replaceAll("''", "'")).replaceAll("'", "''")}'`);
    else if (quoted !== undefined) out.push(`"${identifier(quoted.replaceAll('""', '"'), values, renamed, false)}"`);
    else if (word !== undefined) out.push(identifier(word, values, renamed, true));
    else if (number !== undefined) out.push(values.number(number.replace(/^\./, '0.').replace(/\.0*$/, '')));
    else out.push(sign ?? '');
    // Reject a word or number that touches the next token, such as E'…', x'…' and 0x…, because other lexical rules apply to it.
    if ((word !== undefined || number !== undefined) && at < sql.length && GLUED.test(sql.charAt(at)))
      throw new Unaccounted('its SQL has a text or number with a prefix');
  }
  return out.join('').replace(/ +/g, ' ').trim();
}

function identifier(name: string, values: AccountedValues, renamed: Map<string, string>, bare: boolean): string {
  const lower = name.toLowerCase();
  const capture = values.captureId(name);
  if (capture !== undefined) return capture;
  if (!values.isName(name)) {
    if (isColumn(lower)) return lower;
    if (bare && values.terms.sql_words.has(lower)) return lower;
  }
  const other = renamed.get(lower) ?? `name_${String(renamed.size + 1)}`;
  renamed.set(lower, other);
  return other;
}
