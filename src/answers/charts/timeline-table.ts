import type { GridColumn } from '../../base/table.ts';

/**
 * Columns of a timeline as a table.
 *
 * @param noun word for one lane, such as "address"
 * @param weightName name for the weight of a span
 * @param relative whether times are relative to the first packet
 */
export function timelineColumns(noun: string, weightName: string, relative: boolean): readonly GridColumn[] {
  const zone = relative ? 's since the first packet' : 'UTC';
  return [
    { title: noun.charAt(0).toUpperCase() + noun.slice(1), mono: true, width: 160 },
    { title: 'Start', detail: zone, mono: true, width: 220 },
    { title: 'End', detail: zone, mono: true, width: 220 },
    { title: 'Length', align: 'end', width: 90 },
    { title: weightName, detail: 'within this run', align: 'end', width: 110 },
    // Put the longest column last, where it gets the remaining width.
    { title: 'Group', width: 320 },
  ];
}
