import type { CaptureInfo } from '../tables/captures.ts';
import { classOf, roleColumn } from './columns.ts';
import { quoteName } from './print.ts';
import type { BoundValue, Sql } from './types.ts';

/** The values that `channels` may contain for a capture: its channels and its receivers. */
export const channelsOf = (capture: CaptureInfo): string[] => [
  ...(roleColumn(capture, 'channel') === undefined ? [] : capture.channels),
  ...(roleColumn(capture, 'receiver') === undefined ? [] : capture.sensors),
];

/** Whether a table has too many different channels to list. Then every channel name is accepted, because it may exist. */
export const hasUnlistedChannels = (capture: CaptureInfo): boolean =>
  capture.kind === 'table' && capture.row_count > 0 && capture.channels.length === 0 && roleColumn(capture, 'channel') !== undefined;

/** SQL condition for rows with one of these channels or receivers. */
export function channelSql(capture: CaptureInfo, names: readonly string[]): Sql {
  const open = hasUnlistedChannels(capture);
  const channels = names.filter((name) => open || capture.channels.includes(name));
  const receivers = names.filter((name) => capture.sensors.includes(name));
  const parts = [oneOf(capture, 'channel', channels), oneOf(capture, 'receiver', receivers)].filter((part) => part !== null);
  if (parts.length === 0) return { sql: 'FALSE', values: [] };
  return { sql: `(${parts.map(({ sql }) => sql).join(' OR ')})`, values: parts.flatMap(({ values }) => values) };
}

function oneOf(capture: CaptureInfo, role: 'channel' | 'receiver', names: readonly string[]): Sql | null {
  const column = roleColumn(capture, role);
  if (column === undefined || names.length === 0) return null;
  const name = quoteName(column.name);
  const marks = (type: string, values: readonly BoundValue[]): string => values.map(() => `CAST(? AS ${type})`).join(', ');
  if (classOf(column.type) !== 'number') return { sql: `CAST(${name} AS VARCHAR) IN (${marks('VARCHAR', names)})`, values: names };
  // Compare as numbers too, because files write a channel in several ways: 37, 037, 37.0.
  const numbers = names.map(Number).filter((value) => Number.isFinite(value));
  return numbers.length === 0 ? null : { sql: `${name} IN (${marks('DOUBLE', numbers)})`, values: numbers };
}
