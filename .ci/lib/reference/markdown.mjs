/** @param {string} text one cell of a table, on one line */
export const cell = (text) =>
  text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
    .trim();

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows cells as Markdown
 */
export const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`.replaceAll(/ {2,}/g, ' ')).join('\n');

/** @param {readonly (string | readonly string[])[]} parts paragraphs, tables and headings */
export const page = (...parts) => `${parts.flat().join('\n\n')}\n`;
