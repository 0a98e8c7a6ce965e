import type { CaptureInfo } from '../../../tables/captures.ts';
import type { AppState } from '../../state/app.svelte.ts';
import { callSelection, conditionSql, writtenConditions } from '../../../selection/rows.ts';
import { chosenNames, firstColumns } from '../../../answers/packets/columns.ts';
import { statementOf } from '../../../selection/page-sql.ts';

export const canWork = ({ selection, traffic }: AppState, capture: CaptureInfo): boolean =>
  conditionSql(capture, selection.data, traffic.filter).ok;

/** Writes the list's query into the SQL editor, with literal values. */
export function queryRows({ traffic, selection, sql, place }: AppState, capture: CaptureInfo): void {
  const columns = chosenNames(capture, traffic.columns ?? firstColumns(capture)) ?? [];
  const conditions = writtenConditions(capture, selection.data, traffic.filter);
  sql.draft(statementOf({ capture, columns, condition: null, sort: traffic.sort }, conditions));
  place.go('sql');
}

export const callRows = (app: AppState, capture: CaptureInfo): void =>
  app.selectInCall(callSelection(capture, app.selection.data, app.traffic.filter));

/** Drafts a call that exports the rows, with the chosen columns. */
export function exportRows(app: AppState, capture: CaptureInfo): void {
  const rows = callSelection(capture, app.selection.data, app.traffic.filter);
  app.draftExport([capture.capture_id], rows, chosenNames(capture, app.traffic.columns));
}
