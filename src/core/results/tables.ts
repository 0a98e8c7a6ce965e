import { type AnswerRows, answerRows, rowOrder } from '../../answers/answer-rows.ts';
import { LINK_THRESHOLD, analyzerOutput, type AnalyzerOutput } from '../../answers/analyzer/model.ts';
import { narrowed, type Narrowed } from '../../answers/analyzer/narrowed.ts';
import type { Narrowing } from '../../selection/types.ts';
import { addressRows, clusterRows, linkRows, segmentRows } from '../../answers/analyzer/tables.ts';
import { timelineGroups } from '../../answers/analyzer/timeline.ts';
import type { TimelineGroup } from '../../answers/charts/timeline-layout.ts';
import { deviceIdsOutput, deviceRows } from '../../answers/device-ids/model.ts';
import type { AnswerTable } from '../../answers/generic/answer-table.ts';
import type { DeviceName } from '../../base/device-name.ts';
import { WorkbenchError } from '../../base/failure.ts';
import type { GridRow } from '../../base/table.ts';
import type { Page, RowsSlice, TableHead, TableRequest } from '../../workbench/results.ts';
import type { KeptResult } from './store.ts';
import { MOST_CHARACTERS, sizeOf } from './view.ts';

/** Maximum number of rows in one slice. */
const MOST_ROWS = 250;
const NOTHING: Narrowing = { time_range: null, addresses: [] };

export const outputOf = (kept: KeptResult): AnalyzerOutput => kept.part('analyzer', () => analyzerOutput(kept.result));

export const groupsOf = (kept: KeptResult, names: readonly DeviceName[] = []): readonly TimelineGroup[] =>
  kept.part(`groups ${JSON.stringify(names)}`, () => timelineGroups(outputOf(kept), names));

export const narrowedOf = (kept: KeptResult, narrowing: Narrowing = NOTHING): Narrowed =>
  kept.part(`narrowed ${JSON.stringify(narrowing)}`, () => narrowed(outputOf(kept), narrowing));

export const headOf = ({ id, title, text, columns, rows }: AnswerTable): TableHead => ({ id, title, text, columns, total: rows.length });

/**
 * Finds a table of an answer by its id.
 *
 * @param listed returns the tables of an answer that has no view of its own
 */
export function tableOf(kept: KeptResult, id: string, request: TableRequest, listed: () => readonly AnswerTable[]): AnswerRows {
  return kept.part(tableKey(id, request), () => {
    const [kind, index = ''] = id.split('/');
    switch (`${kept.result.metadata.toolName} ${kind ?? ''}`) {
      case 'bluetooth_address_analyzer addresses':
        return addressRows(outputOf(kept), narrowedOf(kept, request.narrowing), request.names);
      case 'bluetooth_address_analyzer links': {
        const { narrowing, threshold = LINK_THRESHOLD, judged = [], names } = request;
        return linkRows(outputOf(kept), narrowedOf(kept, narrowing), threshold, judged, names);
      }
      case 'bluetooth_address_analyzer segments':
        return segmentRows(groupsOf(kept, request.names), outputOf(kept).relative);
      case 'bluetooth_address_analyzer cluster': {
        const cluster = outputOf(kept).clusters[Number(index)];
        if (cluster) return clusterRows(cluster);
        break;
      }
      case 'device_id_analyzer devices':
        return deviceRows(deviceIdsOutput(kept.result), request.names);
    }
    const table = listed().find((each) => each.id === id);
    if (!table) throw new WorkbenchError('NO_TABLE', `The result has no table "${id}".`);
    return answerRows(table.columns, table.rows);
  });
}

const tableKey = (id: string, { narrowing, threshold, judged, names }: TableRequest): string =>
  `table ${JSON.stringify([id, narrowing, threshold, judged, names])}`;

/** Row numbers in the order that the request sorts by; null for the table's own order. */
export function orderOf(kept: KeptResult, id: string, request: TableRequest, table: AnswerRows): Uint32Array | null {
  const { sort = null } = request;
  if (!sort) return null;
  return kept.part(`order ${tableKey(id, request)} ${JSON.stringify(sort)}`, () => rowOrder(table, sort));
}

/** Rows of a table from an offset; fewer than requested if they are large. */
export function sliceOf(table: AnswerRows, order: Uint32Array | null, { offset, limit }: Page): RowsSlice {
  const rows: GridRow[] = [];
  let room = MOST_CHARACTERS;
  const to = Math.min(table.count, offset + Math.min(limit, MOST_ROWS));
  for (let at = offset; at < to && (room > 0 || rows.length === 0); at++) {
    const row = table.row(order?.[at] ?? at);
    rows.push(row);
    room -= sizeOf(row, room);
  }
  return { columns: table.columns, rows, total: table.count, all: table.all };
}
