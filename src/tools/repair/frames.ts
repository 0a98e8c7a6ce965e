/** Conditions as data-frame libraries and programming languages write them, in the grammar of filters. */
import { outsideTexts } from './texts.ts';

type ColumnFor = (name: string) => string | undefined;

const TEXT = String.raw`'(?:[^']|'')*'`;
/** `df['rssi']`, `row.get("rssi")`, `pl.col('rssi')`. */
const ACCESS = new RegExp(
  String.raw`${TEXT}|(?:[A-Za-z_]\w*(?:\.\w+)*)?\[\s*(["'])([^'"\]]+)\1\s*\]|(?:[A-Za-z_]\w*\.)*(?:col|column|field|get|ref|F)\(\s*(["'])([^'"]+)\3\s*\)`,
  'g',
);
/** `"rssi".between(-90, -50)`, `df.channel.isin([37, 38])`. */
const METHOD = new RegExp(
  String.raw`${TEXT}|("[^"]+"|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*?)\.(?:str\.)?([A-Za-z_]+)\(((?:[^()']|${TEXT}|\([^()]*\)){0,2000})\)`,
  'g',
);
/** `[37, 38].includes(channel)` */
const INCLUDES = /\[([^[\]]{0,2000})\]\.(?:includes|contains|has)\(\s*("[^"]+"|[A-Za-z_][\w.]*)\s*\)/g;

const SIGNS: Readonly<Record<string, string>> = { eq: '=', ne: '!=', gt: '>', ge: '>=', gte: '>=', lt: '<', le: '<=', lte: '<=' };
const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:\s*(?:dbm|db|bytes|[mnu]?s))?`;
const VALUE = String.raw`(?:${NUMBER}|\uE000\d+\uE001)`;
const NAME = String.raw`(?:"[^"]+"|[A-Za-z_][\w.]*)`;
const NUMERIC = String.raw`(?:(?:unsigned\s+)?(?:big|small|tiny|u?big)?int(?:eger)?\d*|double(?:\s+precision)?|float\d*|real|numeric|decimal|number)`;
const TYPE = String.raw`(${NUMERIC}|text|string|varchar|char|bool(?:ean)?|timestamp\w*|datetime)(?:\s*\(\d+(?:,\s*\d+)?\))?`;

const LITERAL_CASTS = [
  new RegExp(String.raw`(${VALUE}|true|false)\s*::\s*${TYPE}`, 'gi'),
  new RegExp(String.raw`\b(?:try_)?cast\s*\(\s*(${VALUE}|true|false)\s+as\s+${TYPE}\s*\)`, 'gi'),
];
const NOTATIONS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:timestamp|datetime|date)\s*(?=\uE000)/gi, ''],
  [/(?<=^\s*|[(&|]\s*|\b(?:and|or|not)\s+)~\s*(?=["(A-Za-z_])/giu, 'NOT '],
  [new RegExp(String.raw`\bbetween\s*[[(]\s*(${VALUE})\s*(?:,|\band\b|\bto\b|\.\.)\s*(${VALUE})\s*[\])]`, 'gi'), 'BETWEEN $1 AND $2'],
  [new RegExp(String.raw`\bbetween\s+(${VALUE})\s*(?:,|\bto\b|\.\.)\s*(${VALUE})`, 'gi'), 'BETWEEN $1 AND $2'],
  [new RegExp(String.raw`\bin\s+[[(]?(${NUMBER})\s*\.\.=?\s*(${NUMBER})[\])]?`, 'gi'), 'BETWEEN $1 AND $2'],
  [new RegExp(String.raw`=\s*any\s*\(\s*(?:array\s*)?\[([^[\]()]*)\]\s*\)`, 'gi'), ' IN ($1)'],
  [new RegExp(String.raw`(?<![<>!=])={1,3}\s*[[(](\s*${VALUE}(?:\s*,\s*${VALUE})+\s*)[\])]`, 'g'), ' IN ($1)'],
  [new RegExp(String.raw`(?:!={1,2}|<>)\s*[[(](\s*${VALUE}(?:\s*,\s*${VALUE})+\s*)[\])]`, 'g'), ' NOT IN ($1)'],
  [new RegExp(String.raw`\bin\s+(${VALUE}(?:\s*,\s*${VALUE})+)(?=\s*$|\s+(?:and|or)\b|\s*[)&|])`, 'gi'), 'IN ($1)'],
];
const CHAINED = new RegExp(String.raw`(?<![\w.")\]])(${VALUE})\s*(<=?|>=?)\s*(${NAME})\s*(<=?|>=?)\s*(${VALUE})(?![\w.])`, 'gi');
const TURNED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** @param columnFor the column that a name means, if any; only names of columns are read as such */
export function withoutFrames(text: string, columnFor: ColumnFor): string {
  const columns = unwrapped(text).replace(ACCESS, (whole, _q1, index?: string, _q2?: string, called?: string) => {
    const column = columnFor(index ?? called ?? '');
    return column === undefined ? whole : `"${column}"`;
  });
  const methods = columns
    .replace(
      /(!?)\b(?:is\.na|isna|isnull|isNaN|is_null|pd\.isna|pd\.isnull)\(\s*("[^"]+"|[A-Za-z_][\w.]*)\s*\)/g,
      (whole, not: string, name: string) => (isColumn(name, columnFor) ? `${name} IS ${not === '' ? '' : 'NOT '}NULL` : whole),
    )
    .replace(METHOD, (whole, name?: string, method?: string, args = '') =>
      name === undefined || method === undefined ? whole : (predicate(name, method, String(args), columnFor) ?? whole),
    )
    .replace(INCLUDES, (whole, items: string, name: string) => (isColumn(name, columnFor) ? `${name} IN (${items})` : whole));
  return outsideTexts(methods, (part) => {
    const cast = LITERAL_CASTS.reduce((source, pattern) => source.replace(pattern, withoutCast), part);
    const plain = NOTATIONS.reduce((source, [pattern, by]) => source.replace(pattern, by), cast);
    return plain.replace(CHAINED, (whole, low: string, first: string, name: string, second: string, high: string) =>
      first.startsWith(second.charAt(0)) ? `(${name} ${TURNED[first] ?? ''} ${low} AND ${name} ${second} ${high})` : whole,
    );
  });
}

const isColumn = (name: string, columnFor: ColumnFor): boolean => columnFor(name.replace(/^"(.*)"$/, '$1')) !== undefined;

/** A cast that would change the value stays, and with it the fault. */
const withoutCast = (whole: string, value: string, type: string): string =>
  /int/i.test(type) && /^[+-]?\d*\.\d/.test(value) ? whole : value;

/** A condition on the rows of a table: with the name of a row first, where it has one, and then the condition. */
const ROWS: readonly RegExp[] = [
  /^(?:\w+\.)?(?:filter|select|where)\s*\{\s*\|\s*(\w+)\s*\|\s*([^{}]+?)\s*\}$/i,
  /^\w+(?:\.\w+)*\.(?:filter|select|where)\s*\{\s*\|\s*(\w+)\s*\|\s*([^{}]+?)\s*\}$/i,
  /^\.?(?:\w+\.)*filter\(\s*\|\s*&?(\w+)\s*\|\s*([^|]+?)\s*\)$/i,
  /^filter\(\s*fn\s*:\s*\(\s*(\w+)\s*\)\s*=>\s*([^]+?)\s*\)$/i,
  /^(?:filter|subset)\(\s*[A-Za-z_]\w*\s*,\s*([^,]+?)\s*\)$/i,
  /^\/\/?\w+\[\s*([^[\]]+?)\s*\]$/,
  // Rows of a table in MATLAB: `T(T.rssi > -60, :)`.
  /^(\w+)\(\s*([^,]+?)\s*,\s*:\s*\)$/,
];
const withoutRow = (condition: string, row: string | undefined): string =>
  (row === undefined ? condition : condition.replace(new RegExp(`\\b${row}\\.(?=[A-Za-z_])`, 'g'), '')).replace(/@(?=[A-Za-z_])/g, '');

/** The condition inside of what applies it: `lambda p: …`, `p => …`, `df[…]`, `df.query("…")`. */
function unwrapped(text: string): string {
  const [whole, one, other] = /^(?:lambda\s+(\w+)\s*:|\(?\s*(\w+)\s*\)?\s*=>)\s*/.exec(text.trim()) ?? [];
  const name = one ?? other;
  // `rssi => -60` is a comparison; the name of a parameter is used behind the arrow.
  const isFunction = whole !== undefined && name !== undefined && new RegExp(`\\b${name}\\s*[.[]`).test(text.trim().slice(whole.length));
  const inRows = ROWS.map((pattern) => pattern.exec(text.trim())?.slice(1).filter(Boolean)).find((found) => found !== undefined);
  if (inRows !== undefined) return withoutRow(inRows.at(-1) ?? '', inRows.length > 1 ? inRows[0] : undefined);
  const piped = /^[\w.]+\s*\|\s*(?:where|filter)\s+([^|]+)$/i.exec(text.trim().replace(/\|\|/g, ' OR '))?.[1];
  if (piped !== undefined) return piped.trim();
  const body = (isFunction ? text.trim().slice(whole.length) : text.trim()).replace(/^return\s+/, '');
  const [, index, quote, query] =
    /^\w+(?:\.loc)?\[([\s\S]*)\]$|^(?:\w+\.(?:query|filter|where)|select|filter|where|subset)\(\s*(["'`]?)([\s\S]*)\2\s*\)$/.exec(body) ??
    [];
  if (index !== undefined && /[<>=]|\.\w+\(/.test(index) && isBalanced(index, '[', ']')) return index.trim();
  if (query === undefined || !isBalanced(query, '(', ')') || (quote !== '' && query.includes(quote ?? ''))) return body;
  // `.rssi` of jq is a member of the row.
  return query.trim().replace(/(?<![\w"')\]])\.(?=[A-Za-z_])/g, '');
}

function isBalanced(text: string, open: string, close: string): boolean {
  let depth = 0;
  for (const sign of text) {
    if (sign === open) depth++;
    else if (sign === close && --depth < 0) return false;
  }
  return depth === 0;
}

function predicate(name: string, method: string, args: string, columnFor: ColumnFor): string | undefined {
  if (!isColumn(name, columnFor)) return undefined;
  const list = args.trim().replace(/,\s*$/, '');
  const sign = SIGNS[method.toLowerCase()];
  const isOne = list !== '' && !list.includes(',') && !list.includes('=');
  if (sign !== undefined) return isOne ? `${name} ${sign} ${list}` : undefined;
  switch (method.toLowerCase().replaceAll('_', '')) {
    case 'between': {
      const [low, high, more] = list.split(',').map((each) => each.trim());
      return low === undefined || high === undefined || more !== undefined || high.includes('=')
        ? undefined
        : `${name} BETWEEN ${low} AND ${high}`;
    }
    case 'isin': {
      const items = /^[[({]([^[\](){}]+)[\])}]$/.exec(list)?.[1];
      return items === undefined ? undefined : `${name} IN (${items})`;
    }
    case 'isna':
    case 'isnull':
      return list === '' ? `${name} IS NULL` : undefined;
    case 'notna':
    case 'notnull':
    case 'isnotnull':
      return list === '' ? `${name} IS NOT NULL` : undefined;
    default:
      return pattern(name, method.toLowerCase(), list);
  }
}

/** `.startswith('ADV')`: only a text without signs of a pattern means the same. */
function pattern(name: string, method: string, list: string): string | undefined {
  const text = /^(['"])([^'"%_*?\\.^$|()[\]{}+]+)\1$/.exec(list)?.[2];
  if (text === undefined) return undefined;
  if (method === 'startswith') return `${name} LIKE '${text}%'`;
  if (method === 'endswith') return `${name} LIKE '%${text}'`;
  return method === 'contains' || method === 'includes' ? `${name} LIKE '%${text}%'` : undefined;
}
