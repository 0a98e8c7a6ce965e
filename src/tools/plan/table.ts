import type { PlanStep, StepState } from './plan.ts';

/** Results of a step that ran once per capture, with one row per capture. */
export interface PlanTable {
  readonly id: string;
  readonly tool_name: string;
  /** Names of the columns: the number, text and boolean members of `structured_output`, in order of first appearance. */
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly capture_id: string;
    readonly state: StepState;
    readonly confidence: number;
    readonly summary: string;
    readonly result_hash: string | null;
    readonly values: Readonly<Record<string, number | string | boolean | null>>;
  }[];
}

const MOST_COLUMNS = 32;

/** Builds the tables of all steps that ran once per capture, with rows in the order of the captures. */
export function tablesOf(steps: readonly PlanStep[]): PlanTable[] {
  const ids = [...new Set(steps.flatMap(({ id, capture_id }) => (id !== undefined && capture_id !== undefined ? [id] : [])))];
  return ids.map((id) => {
    const rows = steps.filter((step) => step.id === id).map(rowOf);
    const columns = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))].slice(0, MOST_COLUMNS);
    const tool_name = steps.flatMap((step) => (step.id === id ? (shownOf(step)?.metadata.toolName ?? []) : []))[0] ?? '';
    return { id, tool_name, columns, rows };
  });
}

const shownOf = ({ repaired, result }: PlanStep) => repaired?.result ?? result;

function rowOf(step: PlanStep): PlanTable['rows'][number] {
  const result = shownOf(step);
  const values = Object.entries(result?.structured_output ?? {}).filter((entry): entry is [string, number | string | boolean] =>
    ['number', 'string', 'boolean'].includes(typeof entry[1]),
  );
  return {
    capture_id: step.capture_id ?? '',
    state: step.state,
    confidence: result?.confidence ?? 0,
    summary: summaryOf(step),
    result_hash: result?.metadata.result_hash ?? null,
    values: Object.fromEntries(values.slice(0, MOST_COLUMNS)),
  };
}

const summaryOf = (step: PlanStep): string =>
  shownOf(step)?.summary ?? `not run: ${step.report.errors.map((error) => error.code).join(', ')}`;

/** Builds a summary that consists only of the results' summaries (S0-6.5). */
export function summarize(steps: readonly PlanStep[]): string {
  return steps.map((step) => `${String(step.index + 1)}. ${summaryOf(step)}`).join('\n');
}
