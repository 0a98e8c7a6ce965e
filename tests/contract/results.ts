import { hintConfidence } from '../../src/tools/runner/hints.ts';
import { errorRow } from '../../src/tools/contract/errors.ts';
import type { ToolResult } from '../../src/tools/contract/index.ts';
import { project } from '../../src/tools/contract/project.ts';

/** Rows that must hold of every result there is: the predicate says what is wrong, or nothing. */
export interface ResultRow {
  readonly id: string;
  readonly asks: string;
  readonly holds: (result: ToolResult) => boolean;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const inUnit = (value: number): boolean => value >= 0 && value <= 1;
const failed = (result: ToolResult): boolean => result.status === 'error';
const round4 = (value: number): number => Math.round(value * 10_000) / 10_000;
const numbersIn = (text: string): string[] => text.match(/\d+(?:\.\d+)?/g) ?? [];

export const resultRows: readonly ResultRow[] = [
  { id: 'S0-3.1', asks: 'status is ok, partial or error', holds: ({ status }) => ['ok', 'partial', 'error'].includes(status) },
  { id: 'S0-3.4', asks: 'no output on error', holds: (result) => !failed(result) || result.structured_output === undefined },
  {
    id: 'S0-3.5',
    asks: 'the summary is short and its numbers stand in the output',
    holds: (result) =>
      result.summary.length <= 400 &&
      (failed(result) || numbersIn(result.summary).every((number) => JSON.stringify(result.structured_output).includes(number))),
  },
  {
    id: 'S0-3.11',
    asks: 'warnings have code and message',
    holds: ({ warnings }) => warnings.every(({ code, message }) => code !== '' && message !== ''),
  },
  {
    id: 'S0-3.12',
    asks: 'errors have code and message, and there are some on error',
    holds: (result) => failed(result) === result.errors.length > 0 || result.status === 'partial',
  },
  { id: 'S0-3.14', asks: 'confidence in 0…1', holds: ({ confidence }) => inUnit(confidence) },
  {
    id: 'S0-5.1c',
    asks: 'five fields always',
    holds: (result) => ['status', 'summary', 'warnings', 'errors', 'confidence'].every((key) => Object.hasOwn(result, key)),
  },
  { id: 'S0-5.1d', asks: 'output when there is a result', holds: (result) => failed(result) || result.structured_output !== undefined },
  { id: 'S0-5.2c', asks: 'no result, no confidence', holds: (result) => !failed(result) || result.confidence === 0 },
  { id: 'S0-5.3f', asks: 'an error names its errors', holds: (result) => !failed(result) || result.errors.length > 0 },
  { id: 'S0-5.3g', asks: 'an error has no output', holds: (result) => !failed(result) || result.data === undefined },
  { id: 'S0-5.3h', asks: 'partial explains itself', holds: (result) => result.status !== 'partial' || result.warnings.length > 0 },
  { id: 'S0-7e.1', asks: 'codes are of the registry', holds: ({ errors }) => errors.every((error) => errorRow(error.code) !== undefined) },
  {
    id: 'S1-7',
    asks: 'the short view has the first names of the codes',
    holds: (result) => !JSON.stringify(project(result, 's1')).includes('"MISSING_REQUIRED_ARGUMENT"'),
  },
  {
    id: 'S2-C2',
    asks: 'JSON and nothing else',
    holds: (result) => JSON.stringify(JSON.parse(JSON.stringify(result))) === JSON.stringify(result),
  },
  {
    id: 'S2-C4',
    asks: 'a planner sees at most 32 KiB',
    holds: (result) => new TextEncoder().encode(JSON.stringify(project(result, 'planner'))).length <= 32 * 1024,
  },
  {
    id: 'S2-C8',
    asks: 'the exec view',
    holds: (result) => {
      const view = project(result, 'exec') as { toolCallId: string; ok: boolean; errorCode?: string };
      return view.toolCallId === result.tool_call_id && view.ok === !failed(result) && (view.errorCode !== undefined) === failed(result);
    },
  },
  {
    id: 'S3-2.51',
    asks: 'status, ok and errorCode agree',
    holds: (result) => result.ok === !failed(result) && (result.errorCode !== undefined) === failed(result),
  },
  {
    id: 'S3-3.24',
    asks: 'times are ISO 8601',
    holds: ({ metadata }) => [metadata.timestamp, metadata.startedAt, metadata.endedAt].every((time) => UTC.test(time)),
  },
  {
    id: 'S3-3.35',
    asks: 'every error has a class',
    holds: ({ errors }) =>
      errors.every((error) => ['user', 'system', 'transient', 'permanent'].includes(errorRow(error.code)?.s3_class ?? '')),
  },
  { id: 'S4-R.1', asks: 'data is the output', holds: (result) => result.data === result.structured_output },
  { id: 'S4-R.2', asks: 'hints always', holds: (result) => Object.keys(result.agentHints).length >= 11 },
  {
    id: 'S4-R.3',
    asks: 'actions are kebab',
    holds: ({ agentHints }) => agentHints.suggestedNextActions.every(({ action }) => /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(action)),
  },
  {
    id: 'S4-R.6',
    asks: 'the confidence of the hints recomputes',
    holds: ({ agentHints }) =>
      agentHints.confidence === hintConfidence(agentHints.confidence_basis.inputs as Parameters<typeof hintConfidence>[0]),
  },
  {
    id: 'S4-R.7',
    asks: 'source quality is one of four',
    holds: ({ agentHints }) => ['high', 'medium', 'low', 'unknown'].includes(agentHints.sourceQuality),
  },
  {
    id: 'S4-R.10',
    asks: 'every default is an assumption',
    holds: (result) =>
      Object.keys(result.metadata.defaults ?? {}).every((key) =>
        result.agentHints.assumptions.some((each) => each.startsWith(`${key} = `)),
      ),
  },
  {
    id: 'S4-R.12',
    asks: 'dependencies refer to suggested actions',
    holds: ({ agentHints }) =>
      agentHints.dependencies.every(({ action }) => agentHints.suggestedNextActions.some((each) => each.action === action)),
  },
  {
    id: 'S4-R.13',
    asks: 'roi is benefit over effort',
    holds: ({ agentHints: { estimatedImpact: it } }) => it.roi === round4(it.benefit / Math.max(it.effort, 0.01)),
  },
  { id: 'S4-R.14', asks: 'no preferences, no alignment', holds: ({ agentHints }) => agentHints.preferenceAlignment.length === 0 },
  { id: 'S4-R.15', asks: 'a reason is given', holds: ({ agentHints }) => agentHints.reasoning !== '' },
  { id: 'S4-R.16', asks: 'warnings map one to one', holds: (result) => result.agentHints.warnings?.length === result.warnings.length },
  {
    id: 'S4-R.19',
    asks: 'hints say which rules made them',
    holds: ({ agentHints }) => agentHints.metadata?.generatedBy === 'capture-workbench/hints@1',
  },
  { id: 'S4-R.21', asks: 'timestamp in UTC', holds: ({ metadata }) => UTC.test(metadata.timestamp) },
  {
    id: 'S4-R.22',
    asks: 'execution time within the span',
    holds: ({ metadata }) => metadata.executionTime === metadata.endedAtMs - metadata.startedAtMs,
  },
  { id: 'S4-R.24', asks: 'both ids are UUIDs', holds: ({ metadata }) => UUID.test(metadata.traceId) && UUID.test(metadata.correlationId) },
  { id: 'S4-N.2', asks: 'hints are never omitted', holds: (result) => typeof result.agentHints.confidence === 'number' },
  {
    id: 'S4-E.3',
    asks: 'errors are structured',
    holds: ({ errors }) => errors.every((error) => typeof error.code === 'string' && typeof error.message === 'string'),
  },
  {
    id: 'S4-E.5',
    asks: 'no path, stack or secret',
    holds: (result) => !/node_modules|\.ts:\d|\/home\/|hidden/.test(JSON.stringify(result)),
  },
  {
    id: 'S4-E.6',
    asks: 'validation, business and system are told apart',
    holds: ({ errors }) => errors.every((error) => ['validation', 'business', 'system'].includes(errorRow(error.code)?.s4_class ?? '')),
  },
];
