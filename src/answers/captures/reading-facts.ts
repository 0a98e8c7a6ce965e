import type { TableReading, TextEncoding, TimeForm } from '../../tables/reading.ts';

export const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  ' ': 'blank',
  ':': 'colon',
};
export const QUOTE_NAMES: Readonly<Record<'"' | "'" | 'none', string>> = { '"': 'double quotes', "'": 'single quotes', none: 'nothing' };
export const DECIMAL_NAMES: Readonly<Record<'.' | ',', string>> = { '.': 'point', ',': 'comma' };
export const ENCODING_NAMES: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little-endian',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1252': 'Windows-1252 (Latin-1)',
};
export const TIME_FORM_NAMES: Readonly<Record<TimeForm, string>> = {
  iso: 'ISO 8601 (2020-05-07 13:00)',
  dmy: 'day first (7.5.2020 13:00)',
  mdy: 'month first (5/7/2020 1:00 PM)',
  epoch_s: 'seconds since 1970',
  epoch_ms: 'milliseconds since 1970',
  epoch_us: 'microseconds since 1970',
  epoch_ns: 'nanoseconds since 1970',
  elapsed_s: 'seconds since the start',
  elapsed_ms: 'milliseconds since the start',
  elapsed_us: 'microseconds since the start',
  elapsed_ns: 'nanoseconds since the start',
};

/** Describes how a table was read, for its card. `before` is what the person had chosen, so that the rest was detected. */
export function readingFacts(used: TableReading, before: TableReading = {}): readonly { readonly term: string; readonly text: string }[] {
  const chosen = Object.values(before).some((value) => value !== undefined) ? Object.keys(before) : [];
  const facts = [
    { term: 'Text', text: used.delimiter === undefined ? '' : textFact(used) },
    { term: 'Time of rows', text: timeFact(used) },
    { term: 'Addresses', text: (used.address_columns ?? []).join(', ') },
    { term: 'RSSI', text: used.rssi_column ?? '' },
    { term: 'Chosen', text: chosen.map((key) => key.replaceAll('_', ' ')).join(', ') },
  ];
  return facts.filter(({ text }) => text !== '');
}

function textFact({ delimiter = '', quote, decimal, encoding, skip_lines = 0, header }: TableReading): string {
  const parts = [
    `${DELIMITER_NAMES[delimiter] ?? `“${delimiter}”`} as delimiter`,
    quote === 'none' ? 'no quotes' : quote === "'" ? 'single quotes' : null,
    decimal === ',' ? 'decimal comma' : null,
    encoding === undefined || encoding === 'utf-8' ? null : ENCODING_NAMES[encoding],
    skip_lines === 0 ? null : `${String(skip_lines)} ${skip_lines === 1 ? 'line' : 'lines'} above`,
    header === false ? 'no header' : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function timeFact({ time_column, time_form, zone }: TableReading): string {
  if (time_column === null || time_column === undefined) return 'no column';
  const form = time_form === undefined || time_form === 'iso' ? '' : `, ${TIME_FORM_NAMES[time_form].replace(/ \(.*$/, '')}`;
  return `${time_column}${form}${zone === undefined ? '' : `, zone ${zone}`}`;
}
