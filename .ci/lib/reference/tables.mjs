/** @typedef {{ name: string, type: string, unit?: string, description?: string, section?: string }} Column */
import { page, table } from './markdown.mjs';

const HEAD = ['column', 'type', 'unit', 'holds'];

/** @param {Column} column */
const cells = ({ name, type, unit = '', description = '' }) => [`\`${name}\``, type, unit, description];

/**
 * Every table of a capture of packets, with its columns.
 * @param {readonly Column[]} packets
 * @param {Column} time the column of corrected times
 * @param {readonly Column[]} merged columns that a merged view adds
 * @param {readonly { name: string, row: string, columns: readonly Column[] }[]} connections
 */
export const tablesPage = (packets, time, merged, connections) =>
  page(
    '# Tables and columns',
    'An open capture is a table named by its id, here `x`. A capture of packets has the columns below; an empty value (NULL) means that the file does not say. A capture that is a table of its own, such as a CSV file, has the columns of the file.',
    '## x: packets',
    'One row: a link-layer PDU, or an advertising report of an HCI event, in the order of the file.',
    table(HEAD, [...packets, time].map(cells)),
    `\`${time.name}\` exists only where the times of the file are corrected.`,
    '## Merged views',
    'A merged view has these columns besides those of its captures:',
    table(HEAD, merged.map(cells)),
    '## Tables of connections',
    'A capture that holds connections, or a host log with more than advertising reports, has these tables beside its packets. Sections are those of the Bluetooth Core specification, version 5.4. [How to use them](../how-to/connections.md).',
    connections.flatMap(({ name, row, columns }) => [
      `### x_${name}`,
      `One row: ${row}.`,
      table(
        [...HEAD, 'section'],
        columns.map((column) => [...cells(column), column.section ?? '']),
      ),
    ]),
    '## device_names',
    'The names that you gave to devices: `address` and `name`, both VARCHAR. `capture_query` cannot read this table, because its results must not depend on names.',
  );
