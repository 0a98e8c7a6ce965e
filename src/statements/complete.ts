import type { CaptureInfo } from '../tables/captures.ts';
import type { Offer, Offers } from '../base/offer.ts';
import { sqlTables, type SqlTable } from './tables.ts';

/** A function of the query engine, as the engine lists it. */
export interface SqlFunction {
  readonly name: string;
  readonly parameters: string;
  readonly description: string;
}

/** Keywords that occur in statements that only read. */
const KEYWORDS: readonly string[] = (
  'SELECT,DISTINCT,FROM,WHERE,GROUP BY,GROUP BY ALL,HAVING,ORDER BY,LIMIT,OFFSET,WITH,AS,JOIN,LEFT JOIN,CROSS JOIN,ASOF JOIN,ON,USING,' +
  'UNION ALL,EXCEPT,INTERSECT,AND,OR,NOT,IN,IS NULL,IS NOT NULL,LIKE,ILIKE,BETWEEN,CASE,WHEN,THEN,ELSE,END,ASC,DESC,NULLS LAST,OVER,' +
  'PARTITION BY,QUALIFY,FILTER,UNNEST,EXCLUDE,REPLACE,COLUMNS,EXISTS,CAST,INTERVAL,SUMMARIZE,DESCRIBE,PIVOT,UNPIVOT,EXPLAIN,ANALYZE,' +
  'USING SAMPLE,VALUES,TRUE,FALSE,NULL'
).split(',');

/** A statement that lists the functions that can be called in an expression. */
export const FUNCTIONS_SQL =
  "SELECT function_name, any_value(array_to_string(parameters, ', ')), any_value(description) FROM duckdb_functions() WHERE function_type IN ('scalar', 'aggregate', 'macro') AND regexp_full_match(function_name, '[a-z][a-z0-9_]+') AND function_name NOT LIKE 'pg\\_%' ESCAPE '\\' GROUP BY function_name ORDER BY function_name LIMIT 2000";

/**
 * Completions for a position in a statement: tables after FROM; the columns of a table after its name and a dot; otherwise columns,
 * functions and keywords. Null inside literals and comments, and if nothing was typed and the person did not ask for the list.
 *
 * @param pos in UTF-16 units
 */
export function sqlOffers(
  text: string,
  pos: number,
  asked: boolean,
  captures: readonly CaptureInfo[],
  functions: readonly SqlFunction[],
): Offers | null {
  const before = text.slice(0, pos);
  const code = withoutLiterals(before);
  if (code === null) return null;
  const word = /(?:([A-Za-z_]\w*|"(?:[^"]|"")*")\s*\.\s*)?("?[A-Za-z_]?\w*)$/.exec(before);
  const [owner, typed = ''] = [word?.[1], word?.[2]];
  if (!asked && typed === '' && owner === undefined) return null;
  const from = pos - typed.length;
  const to = pos + (/^\w*"?/.exec(text.slice(pos))?.[0].length ?? 0);
  const offers = (options: readonly Offer[]): Offers => ({ from, to, options });

  const all = sqlTables(captures);
  const tables = all.map(({ name, detail, isCapture }): Offer => ({ label: name, insert: named(name), detail, boost: isCapture ? 2 : 1 }));
  const sources = tablesIn(text);
  if (owner !== undefined) {
    const table = bare(owner);
    const source = all.find(({ name }) => name === (sources.get(table) ?? table));
    return source ? offers(columnsOf([source])) : null;
  }
  if (/\b(?:from|join|describe|summarize)\s+$/i.test(code.slice(0, from))) return offers(tables);
  const used = all.filter(({ name }) => [...sources.values()].includes(name));
  return offers([
    ...columnsOf(used.length > 0 ? used : captures),
    ...tables.map((table) => ({ ...table, boost: 0 })),
    ...functions.map(({ name, parameters, description }): Offer => ({
      label: name,
      insert: `${name}()`,
      select: [name.length + 1, name.length + 1],
      detail: `(${parameters})`,
      info: description,
      boost: -1,
    })),
    ...KEYWORDS.map((label): Offer => ({ label, boost: 0 })),
  ]);
}

/** The columns of all tables, each name once, with its type, unit and description. */
function columnsOf(tables: readonly Pick<SqlTable, 'columns'>[]): readonly Offer[] {
  const offers = new Map<string, Offer>();
  for (const { columns } of tables)
    for (const { name, type, unit, description } of columns)
      if (!offers.has(name))
        offers.set(name, {
          label: name,
          insert: named(name),
          detail: unit === undefined ? type : `${type}, ${unit}`,
          info: description,
          boost: 3,
        });
  return [...offers.values()];
}

/** The tables that a statement names, by their alias and by their own name. */
function tablesIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const name = String.raw`"(?:[^"]|"")*"|[A-Za-z_]\w*`;
  const alias = String.raw`(?!(?:where|group|order|join|on|using|limit|left|cross|asof|inner|full|right|union|having)\b)(${name})`;
  for (const [, table = '', other] of text.matchAll(new RegExp(String.raw`\b(?:from|join)\s+(${name})(?:\s+(?:as\s+)?${alias})?`, 'gi'))) {
    const own = bare(table);
    found.set(own, own);
    if (other !== undefined) found.set(bare(other), own);
  }
  return found;
}

const bare = (name: string): string => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name);
const named = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.includes(name.toUpperCase()) ? name : `"${name.replaceAll('"', '""')}"`;

/** Replaces literals and comments in a text by blanks; null if the text ends inside one. */
function withoutLiterals(text: string): string | null {
  const blank = text.replaceAll(/'(?:[^']|'')*'|--[^\n]*\n|\/\*[\s\S]*?\*\//g, (part) => ' '.repeat(part.length));
  return /'|--|\/\*/.test(blank) ? null : blank;
}
