/** Reported kinds of conditions: as other languages, stores and grids write them. */
import { filtersOf, inFilter, isText, kind, type Kind } from './kind.ts';

/** Replaces a comparison of the signal, the only condition of a filter. */
const inComparison = (change: (column: string, sign: string, value: string) => unknown): Kind['break'] => {
  const parts = /^(rssi|snr) (>) (-?\d+)$/;
  return (call) => {
    const found = filtersOf(call).find((each) => parts.test(each.text));
    const [, column = '', sign = '', value = ''] = found === undefined ? [] : (parts.exec(found.text) ?? []);
    if (found === undefined) return undefined;
    found.put(change(column, sign, value));
    return call;
  };
};

export const REPORTED_FILTERS: readonly Kind[] = [
  kind(
    'filter as a function of JavaScript',
    inComparison((column, sign, value) => `(p) => p.${column} ${sign} ${value}`),
  ),
  kind(
    'filter as a function of Python',
    inComparison((column, sign, value) => `lambda row: row["${column}"] ${sign} ${value}`),
  ),
  kind(
    'filter of dplyr',
    inComparison((column, sign, value) => `filter(packets, ${column} ${sign} ${value})`),
  ),
  kind(
    'filter of polars',
    inComparison((column, sign, value) => `pl.col("${column}") ${sign} ${value}`),
  ),
  kind(
    'filter of jq',
    inComparison((column, sign, value) => `select(.${column} ${sign} ${value})`),
  ),
  kind(
    'filter of JSONPath',
    inComparison((column, sign, value) => `$[?(@.${column} ${sign} ${value})]`),
  ),
  kind(
    'filter of XPath',
    inComparison((column, sign, value) => `//packet[@${column} ${sign} ${value}]`),
  ),
  kind(
    'filter of Django',
    inComparison((column, _, value) => ({ [`${column}__gt`]: Number(value) })),
  ),
  kind(
    'filter of Prisma',
    inComparison((column, _, value) => ({ [column]: { gt: Number(value) } })),
  ),
  kind(
    'filter of Hasura',
    inComparison((column, _, value) => ({ [column]: { _gt: Number(value) } })),
  ),
  kind(
    'filter of OData',
    inComparison((column, _, value) => `${column} gt ${value}`),
  ),
  kind(
    'filter of FIQL',
    inComparison((column, _, value) => `${column}=gt=${value}`),
  ),
  kind(
    'filter of Elasticsearch',
    inComparison((column, _, value) => ({ range: { [column]: { gt: Number(value) } } })),
  ),
  kind(
    'filter of Lucene',
    inComparison((column, sign, value) => `${column}:${sign}${value}`),
  ),
  kind(
    'filter of Kusto',
    inComparison((column, sign, value) => `packets | where ${column} ${sign} ${value}`),
  ),
  kind(
    'filter of Flux',
    inComparison((column, sign, value) => `filter(fn: (r) => r.${column} ${sign} ${value})`),
  ),
  kind(
    'filter of LINQ',
    inComparison((column, sign, value) => `.Where(x => x.${column} ${sign} ${value})`),
  ),
  kind(
    'filter of Cypher',
    inComparison((column, sign, value) => `WHERE p.${column} ${sign} ${value}`),
  ),
  kind(
    'filter of SPARQL',
    inComparison((column, sign, value) => `FILTER(?${column} ${sign} ${value})`),
  ),
  kind(
    'filter of awk',
    inComparison((column, sign, value) => `$${column} ${sign} ${value}`),
  ),
  kind(
    'filter of Ruby',
    inComparison((column, sign, value) => `packets.select { |p| p.${column} ${sign} ${value} }`),
  ),
  kind(
    'filter of Rust',
    inComparison((column, sign, value) => `.filter(|p| p.${column} ${sign} ${value})`),
  ),
  kind(
    'filter of MATLAB',
    inComparison((column, sign, value) => `T(T.${column} ${sign} ${value}, :)`),
  ),
  kind(
    'filter of Airtable',
    inComparison((column, sign, value) => `{${column}} ${sign} ${value}`),
  ),
  kind(
    'filter of a spreadsheet',
    inComparison((column, sign, value) => ({ column, criteria: `${sign}${value}` })),
  ),
  kind(
    'filter of a grid',
    inComparison((column, _, value) => ({ colId: column, filterType: 'number', type: 'greaterThan', filter: Number(value) })),
  ),
  kind(
    'filter of a data store',
    inComparison((column, _, value) => [{ field: column, operator: 'GREATER_THAN', value: { integerValue: value } }]),
  ),
  kind(
    'filter of Notion',
    inComparison((column, _, value) => ({ property: column, number: { greater_than: Number(value) } })),
  ),
  kind(
    'filter of Vega',
    inComparison((column, sign, value) => `datum.${column} ${sign} ${value}`),
  ),
  kind(
    'filter of Datadog',
    inComparison((column, sign, value) => `@${column}:${sign}${value}`),
  ),
  kind(
    'filter in a template',
    inComparison((column, sign, value) => `{{ ${column} ${sign} ${value} }}`),
  ),
  kind(
    'filter with its unit',
    inFilter((filter) => filter.replace(/rssi > (-\d+)/, 'rssi > $1 dBm')),
  ),
  kind(
    'filter with a long minus',
    inFilter((filter) => filter.replace(/-(\d+)/, '−$1')),
  ),
  kind(
    'filter with a word for the sign',
    inFilter((filter) => filter.replace(/rssi > (-\d+)/, 'rssi is above $1')),
  ),
  kind(
    'filter with a capital for every word',
    inFilter((filter) => filter.replace('crc_ok = TRUE', 'CRC OK = True')),
  ),
  kind(
    'filter with truth as a number',
    inFilter((filter) => filter.replace('crc_ok = TRUE', 'crc_ok == 1')),
  ),
  kind(
    'filter with truth as a text',
    inFilter((filter) => filter.replace('crc_ok = TRUE', "crc_ok = 'true'")),
  ),
  kind(
    'filter with element of',
    inFilter((filter) => filter.replace('IN (37, 38, 39)', '∈ {37, 38, 39}')),
  ),
  kind(
    'filter with texts for channels',
    inFilter((filter) => filter.replace('IN (37, 38, 39)', "IN ('37', '38', '39')")),
  ),
  kind(
    'filter with is missing',
    inFilter((filter) => filter.replace('IS NULL', 'is missing')),
  ),
  kind(
    'filter with equals null',
    inFilter((filter) => filter.replace('IS NULL', '== null')),
  ),
  kind(
    'filter with types in lower case',
    inFilter((filter) => filter.replace(/'(ADV_IND|ADV_NONCONN_IND|SCAN_RSP)'/g, (_, name: string) => `'${name.toLowerCase()}'`)),
  ),
  kind(
    'filter with types without quotes',
    inFilter((filter) => filter.replace(/'(ADV_IND|ADV_NONCONN_IND|SCAN_RSP)'/g, '$1')),
  ),
  kind(
    'filter with types in double quotes',
    inFilter((filter) => filter.replace(/'(ADV_IND|ADV_NONCONN_IND|SCAN_RSP)'/g, '"$1"')),
  ),
  kind(
    'filter with a new line',
    inFilter((filter) =>
      / (?:AND|OR) /.test(filter) ? filter.replace(/ (AND|OR) /, '\n&& ').replace('&&', / OR /.test(filter) ? '||' : '&&') : filter,
    ),
  ),
  kind(
    'filter in a fence',
    inFilter((filter) => `\`\`\`sql\n${filter}\n\`\`\``),
  ),
  kind(
    'filter behind its name',
    inFilter((filter) => `filter_expression: ${filter}`),
  ),
  kind('filter as a list of one', (call) =>
    isText(call.capture_selection['filter_expression'])
      ? { ...call, capture_selection: { ...call.capture_selection, filter_expression: [call.capture_selection['filter_expression']] } }
      : undefined,
  ),
];
