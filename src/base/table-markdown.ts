import { type GridColumn, type GridRow, cellText } from './table.ts';
import { visibleString } from './visible-text.ts';

/** Maximum number of rows in a copied Markdown table, because it is meant to be read. */
export const MOST_MARKDOWN_ROWS = 1000;

/**
 * Writes a table in GitHub Markdown. Bars, backslashes, line breaks and markup characters are escaped, so that an untrusted name stays
 * plain text. NULL is an empty cell.
 */
export function tableMarkdown(columns: readonly GridColumn[], rows: readonly GridRow[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return [
    line(columns.map(({ title, detail }) => escaped(detail === undefined || detail === '' ? title : `${title} (${detail})`))),
    line(columns.map(({ align }) => (align === 'end' ? '---:' : '---'))),
    ...rows.slice(0, MOST_MARKDOWN_ROWS).map((row) => line(columns.map((_, at) => cell(row[at])))),
  ].join('');
}

const cell = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : escaped(cellText(value));

const escaped = (text: string): string =>
  visibleString(text.replaceAll(/\s*[\r\n]+\s*/g, ' ')).replaceAll(/[\\|`*_[\]<>&#~!]/g, (character) => `\\${character}`);
