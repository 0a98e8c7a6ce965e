import { CONVERSATION_TABLES } from '../../src/tables/conversation/index.ts';

/** Where the generated part of the page begins. */
export const REFERENCE = '## Reference';

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The tables with their columns, as Markdown, out of the definition that the decoder uses. */
export function conversationReference(): string {
  const tables = CONVERSATION_TABLES.map(({ name, row, columns }) =>
    [
      `### x_${name}`,
      '',
      `One row: ${row}.`,
      '',
      '| column | type | unit | holds | section |',
      '| --- | --- | --- | --- | --- |',
      ...columns.map(({ name: column, type, unit = '', description = '', section = '' }) =>
        `| \`${column}\` | ${type} | ${unit} | ${cell(description)} | ${section} |`.replaceAll(/ {2,}/g, ' '),
      ),
    ].join('\n'),
  );
  return [REFERENCE, '', 'Sections are those of the Bluetooth Core specification, version 5.4.', '', tables.join('\n\n'), ''].join('\n');
}
