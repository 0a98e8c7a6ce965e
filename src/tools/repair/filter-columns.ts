/** Columns and comparisons in filters as other languages mark them. Only names of columns are read. */
import { signOf } from './comparisons.ts';
import { outsideTexts } from './texts.ts';

type ColumnFor = (name: string) => string | undefined;

/** A variable or a column of another language: `$rssi`, `?rssi`, `{rssi}`, `@rssi`, with a comparison behind it. */
const SIGIL = /(?<![\w"'\])])(?:[$?@]([A-Za-z_]\w*)|\{\s*([A-Za-z_]\w*)\s*\})(?=\s*(?:[<>=!≤≥≠]|(?:not\s+)?(?:in|like|between|is)\b))/giu;
/** `rssi=gt=-60` of FIQL. */
const FIQL = /(?<![\w".])([A-Za-z_]\w*)=([gl][te])=(?=[+-]?[\d\uE000])/g;
/** Several words that are the name of a column: `CRC OK = true`. */
const WORDS = /(?<![\w"'.])([A-Za-z]\w*(?: [A-Za-z]\w*){1,3})(?=\s*(?:[<>=!≤≥≠]|(?:not\s+)?(?:in|like|between|is)\b))/giu;
const JOINS = /^(?:and|or|not|where|having|filter|is|in|like|between)$/i;

export function withoutSigils(text: string, columnFor: ColumnFor): string {
  return outsideTexts(text, (part) =>
    part
      .replace(SIGIL, (whole, plain?: string, braced?: string) => columnFor(plain ?? braced ?? '') ?? whole)
      .replace(FIQL, (whole, name: string, sign: string) => (columnFor(name) === undefined ? whole : `${name} ${signOf(sign) ?? ''} `))
      .replace(WORDS, (whole, found: string) => {
        const words = found.split(' ');
        const from = words.findLastIndex((word) => JOINS.test(word)) + 1;
        const column = words.length - from > 1 ? columnFor(words.slice(from).join('_')) : undefined;
        return column === undefined ? whole : [...words.slice(0, from), column].join(' ');
      }),
  );
}

const ITEM = String.raw`(?:[+-]?\d+(?:\.\d+)?|\uE000\d+\uE001|true|false)`;
/** `gt("rssi", -60)`: a comparison as a function of a column. */
const CALL = new RegExp(
  String.raw`\b([A-Za-z_]{2,24})\(\s*("[^"]{1,128}"|[A-Za-z_]\w*)\s*,\s*(${ITEM}|\[\s*${ITEM}(?:\s*,\s*${ITEM})*\s*\])\s*\)`,
  'gi',
);

/** The same as a retriever of LangChain prints it. */
const PRINTED = /\bComparison\(comparator=<Comparator\.\w+: '(\w+)'>, attribute='([^']+)', value=([^()=]+)\)/g;

/** Comparisons as functions, joined by words: `gt("rssi", -60) and eq("channel", 37)`. */
export function withoutCalls(text: string, columnFor: ColumnFor): string {
  return outsideTexts(text.replace(PRINTED, '$1("$2", $3)'), (part) =>
    part.replace(CALL, (whole, name: string, column: string, value: string) => {
      const sign = signOf(name);
      const known = columnFor(column.replaceAll('"', ''));
      const isList = value.startsWith('[');
      if (sign === undefined || known === undefined || !/^(?:[<>=!]=?|(?:NOT )?IN)$/.test(sign) || isList !== /IN$/.test(sign))
        return whole;
      return `"${known}" ${sign} ${isList ? `(${value.slice(1, -1)})` : value}`;
    }),
  );
}

const BOUND = String.raw`([+-]?\d+(?:\.\d+)?|\*)`;
/** `rssi:[-90 TO -50]` of Lucene; a brace leaves its bound out, `*` is no bound. */
const RANGE = new RegExp(String.raw`(?<![\w.])([A-Za-z_]\w*)\s*:\s*([[{])\s*${BOUND}\s+TO\s+${BOUND}\s*([\]}])`, 'g');

export function withoutRanges(text: string, columnFor: ColumnFor): string {
  return text.replace(RANGE, (whole, name: string, open: string, low: string, high: string, close: string) => {
    const column = columnFor(name);
    const bounds = [
      ...(low === '*' ? [] : [`${open === '{' ? '>' : '>='} ${low}`]),
      ...(high === '*' ? [] : [`${close === '}' ? '<' : '<='} ${high}`]),
    ];
    if (column === undefined || bounds.length === 0) return whole;
    const terms = bounds.map((bound) => `"${column}" ${bound}`);
    return terms.length === 1 ? terms.join('') : `(${terms.join(' AND ')})`;
  });
}
