import { hintConfidence } from '../../../src/tools/runner/hints.ts';
import { errorRow } from '../../../src/tools/contract/errors.ts';
import { callRow } from '../frame/calls.ts';
import { manifestRow, type ToolChange } from '../frame/manifests.ts';
import { resultRow } from '../frame/results.ts';
import type { Row } from '../frame/row.ts';

const manifest = (change: object): ToolChange => ({ manifest: change });
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const round4 = (value: number): number => Math.round(value * 10_000) / 10_000;

export const rows: readonly Row[] = [
  callRow('S4-2.3', { change: { 'arguments.mode': undefined }, expected: [] }),
  callRow('S4-E.4', { change: { timeout_ms: 'soon' }, expected: ['INVALID_TYPE timeout_ms'], says: ['expected', 'got'] }),
  manifestRow('S4-1.1', manifest({ kebab_name: 'row_multiplier' }), 'kebab_name'),
  manifestRow('S4-1.2', manifest({ description: 'x'.repeat(49) }), 'description'),
  manifestRow('S4-1.6', manifest({ permissions: ['captures'] }), 'manifest.permissions.0'),
  manifestRow('S4-4.1', manifest({ category: 'mutation' }), 'category'),
  manifestRow('S4-4.1', manifest({ effect: 'state_change' }), 'category'),
  manifestRow('S4-5.1', manifest({ responseTime: 'soon' }), 'responseTime'),
  manifestRow('S4-5.3', manifest({ cacheable: true }), 'cacheTTL'),
  manifestRow('S4-5.3', manifest({ cacheable: true, cacheTTL: 0 }), 'cacheTTL'),
  manifestRow('S4-5.4', manifest({ idempotent: false }), 'idempotent'),
  manifestRow('S4-6.1', { examples: [] }, 'example'),
  manifestRow('S4-6.2', manifest({ tags: [] }), 'tags'),
  manifestRow('S4-7.1', manifest({ rateLimit: { maxCalls: 0, windowMs: 1 } }), 'rateLimit'),
  manifestRow('S4-8.1', manifest({ deprecated: { since: '1.0.0', replacement: 'x' } }), 'deprecated'),
  manifestRow('S4-N.8', manifest({ effect: 'state_change', category: 'mutation', cacheable: true, cacheTTL: 1 }), 'read_only'),
  resultRow('S4-R.1', 'data is the output', (result) => result.data === result.structured_output),
  resultRow('S4-R.2', 'hints always', (result) => Object.keys(result.agentHints).length >= 11),
  resultRow('S4-R.3', 'actions are kebab', ({ agentHints }) =>
    agentHints.suggestedNextActions.every(({ action }) => /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(action)),
  ),
  resultRow(
    'S4-R.6',
    'the confidence of the hints recomputes',
    ({ agentHints }) => agentHints.confidence === hintConfidence(agentHints.confidence_basis.inputs),
  ),
  resultRow('S4-R.7', 'source quality is one of four', ({ agentHints }) =>
    ['high', 'medium', 'low', 'unknown'].includes(agentHints.sourceQuality),
  ),
  resultRow('S4-R.10', 'every default is an assumption', (result) =>
    Object.keys(result.metadata.defaults ?? {}).every((key) => result.agentHints.assumptions.some((each) => each.startsWith(`${key} = `))),
  ),
  resultRow('S4-R.12', 'dependencies refer to suggested actions', ({ agentHints }) =>
    agentHints.dependencies.every(({ action }) => agentHints.suggestedNextActions.some((each) => each.action === action)),
  ),
  resultRow(
    'S4-R.13',
    'roi is benefit over effort',
    ({ agentHints: { estimatedImpact: it } }) => it.roi === round4(it.benefit / Math.max(it.effort, 0.01)),
  ),
  resultRow('S4-R.14', 'no preferences, no alignment', ({ agentHints }) => agentHints.preferenceAlignment.length === 0),
  resultRow('S4-R.15', 'a reason is given', ({ agentHints }) => agentHints.reasoning !== ''),
  resultRow('S4-R.16', 'warnings map one to one', (result) => result.agentHints.warnings?.length === result.warnings.length),
  resultRow(
    'S4-R.19',
    'hints say which rules made them',
    ({ agentHints }) => agentHints.metadata?.generatedBy === 'capture-workbench/hints@2',
  ),
  resultRow('S4-R.21', 'timestamp in UTC', ({ metadata }) => UTC.test(metadata.timestamp)),
  resultRow(
    'S4-R.22',
    'execution time within the span',
    ({ metadata }) => metadata.executionTime === metadata.endedAtMs - metadata.startedAtMs,
  ),
  resultRow('S4-R.24', 'both ids are UUIDs', ({ metadata }) => UUID.test(metadata.traceId) && UUID.test(metadata.correlationId)),
  resultRow('S4-N.2', 'hints are never omitted', (result) => typeof result.agentHints.confidence === 'number'),
  resultRow('S4-E.3', 'errors are structured', ({ errors }) =>
    errors.every((error) => typeof error.code === 'string' && typeof error.message === 'string'),
  ),
  resultRow('S4-E.5', 'no path, stack or secret', (result) => !/node_modules|\.ts:\d|\/home\/|hidden/.test(JSON.stringify(result))),
  resultRow('S4-E.6', 'validation, business and system are told apart', ({ errors }) =>
    errors.every((error) => ['validation', 'business', 'system'].includes(errorRow(error.code)?.s4_class ?? '')),
  ),
];
