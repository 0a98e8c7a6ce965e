import { amount } from '../../../base/amount.ts';
import type { CaptureInfo } from '../../../tables/captures.ts';
import type { NextCall } from '../../contract/index.ts';
import type { Description } from './schema.ts';

type Column = Description['columns'][number];

const MOST_NUMBERS = 8;
/** A column makes groups worth comparing if its number of distinct values is in this range. */
const GROUPS = { least: 2, most: 20 } as const;

/** Suggests an overview of packets or a summary of a table; nothing if no rows are selected. */
export function afterDescription(columns: readonly Column[], rows: number, captures: readonly CaptureInfo[]): NextCall[] {
  if (rows === 0) return [];
  if (captures.some(({ kind }) => kind === 'ble')) return [countPackets(columns, rows)];
  return summarise(columns, rows);
}

function countPackets(columns: readonly Column[], rows: number): NextCall {
  const named = columns.find(({ name }) => name === 'advertiser_addr')?.filled ?? 0;
  const ids = columns.find(({ name }) => name === 'device_id')?.filled ?? 0;
  return {
    tool: 'capture_overview',
    arguments: { top: 10, time_bins: 20 },
    why: 'Count packet types, senders and rows over time in the same rows.',
    expectedOutcome: `Classes of the addresses in ${amount(named, 'row')} of ${amount(rows, 'row')}, and rows by type, channel and time.`,
    benefit: { measure: 'rows_explained', share: Math.max(named, ids) / rows },
  };
}

function summarise(columns: readonly Column[], rows: number): NextCall[] {
  const numbers = columns.filter(({ kind, distinct }) => kind === 'number' && distinct > 1).slice(0, MOST_NUMBERS);
  if (numbers.length === 0) return [];
  const group = columns.find(
    ({ kind, distinct }) => (kind === 'text' || kind === 'boolean') && distinct >= GROUPS.least && distinct <= GROUPS.most,
  );
  const filled = numbers.reduce((sum, column) => sum + column.filled, 0);
  return [
    {
      tool: 'summary_stats_tool',
      arguments: {
        columns: numbers.map(({ name }) => name),
        ...(group !== undefined && { group_by: [group.name] }),
        ...(numbers.length > 1 && { correlation: 'pearson' }),
      },
      why: `Describe the spread of ${amount(numbers.length, 'numeric column')}${group === undefined ? '' : `, and whether it differs by ${group.name}`}.`,
      expectedOutcome: `Figures of ${amount(filled, 'value')}.`,
      benefit: { measure: 'values_summarised', share: filled / (rows * columns.length) },
    },
  ];
}
