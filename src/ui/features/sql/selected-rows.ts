/** Adds the selected time and addresses as a condition to the statement in the editor. */
import type { CaptureInfo } from '../../../tables/captures.ts';
import type { AppState } from '../../state/app.svelte.ts';
import { writtenConditions } from '../../../selection/rows.ts';
import { namesIn, withCondition } from '../../../statements/narrow.ts';
import { statementAt, statementsOf } from '../../../statements/statements.ts';

/** The capture that a statement names, otherwise the current one. */
function captureOf(app: AppState, sql: string): CaptureInfo | null {
  const names = namesIn(sql);
  return app.workbench.captures.find(({ capture_id }) => names.has(capture_id.toLowerCase())) ?? app.traffic.capture;
}

/** Adds the selected time and addresses to the statement at the cursor; returns false if they do not apply to its capture. */
export function addSelection(app: AppState): boolean {
  const { text, cursor } = app.sql;
  const { from, to } = statementAt(statementsOf(text), cursor) ?? { from: 0, to: text.length };
  const sql = text.slice(from, to);
  const capture = captureOf(app, sql);
  const conditions = capture ? writtenConditions(capture, app.selection.data, '') : [];
  if (!capture || conditions.length === 0) return false;
  const condition = conditions.map((each) => (each.startsWith('(') ? each : `(${each})`)).join(' AND ');
  const table = capture.capture_id;
  const before = sql.trim() === '' ? `SELECT *\nFROM "${table}"` : sql;
  const done = withCondition(before, table, condition, Math.min(Math.max(0, cursor - from), before.length));
  app.sql.edit(`${text.slice(0, from)}${done.text}${text.slice(to)}`);
  app.sql.place = { from: from + done.from, to: from + done.to };
  return true;
}
