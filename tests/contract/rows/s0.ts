import { errorRow } from '../../../src/tools/contract/errors.ts';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { callRow } from '../frame/calls.ts';
import { manifestRow, type ToolChange } from '../frame/manifests.ts';
import { resultRow } from '../frame/results.ts';
import type { Row } from '../frame/row.ts';

const range = 'capture_selection.selectors.time_range';
const window = { start_ms: 1_700_000_000_000, end_ms: 1_700_000_120_000 };
const manifest = (change: object): ToolChange => ({ manifest: change });
const without = (key: string): ToolChange => manifest({ [key]: undefined });
const constraints = { max_timeout_ms: 60_000, max_payload_bytes: 4096, supports_streaming: true };
const cost = { unit: 'call', estimated_cost: 0, currency: 'credits' };
const TOP = ['name', 'version', 'description', 'capabilities', 'execution_constraints', 'cost_hint', 'deterministic'];
const inUnit = (value: number): boolean => value >= 0 && value <= 1;
const failed = (result: ToolResult): boolean => result.status === 'error';
const numbersIn = (text: string): string[] => text.match(/\d+(?:\.\d+)?/g) ?? [];

export const rows: readonly Row[] = [
  callRow('S0-2.1', { change: { tool_name: 'row_multipliers' }, expected: ['UNKNOWN_TOOL tool_name'] }),
  callRow('S0-2.2', { change: { tool_version: '2.0.0' }, expected: ['UNSUPPORTED_TOOL_VERSION tool_version'] }),
  callRow('S0-2.2', { change: { tool_version: '0.9.0' }, expected: ['UNSUPPORTED_TOOL_VERSION tool_version'] }),
  callRow('S0-2.4', {
    change: { 'capture_selection.capture_id': 'labb' },
    expected: ['INVALID_CAPTURE_SELECTION capture_selection.capture_id'],
    says: ['lab'],
  }),
  callRow('S0-2.5', { change: { 'capture_selection.selectors': { time_range: { ...window, end_ms: window.start_ms } } }, expected: [] }),
  callRow('S0-2.5', {
    change: { 'capture_selection.selectors': { time_range: { start_ms: 0.5, end_ms: 2 } } },
    expected: [`INVALID_TYPE ${range}.start_ms`],
  }),
  callRow('S0-2.6', {
    change: { 'capture_selection.selectors': { channels: ['37', '41'] } },
    expected: ['INVALID_CAPTURE_SELECTION capture_selection.selectors.channels[1]'],
    says: ['37'],
  }),
  callRow('S0-2.6', { change: { 'capture_selection.selectors': { channels: ['37', '39'] } }, expected: [] }),
  callRow('S0-2.7', { change: { 'capture_selection.selectors': { filters: ['rssi > -92', 'channel IN (37, 38)'] } }, expected: [] }),
  callRow('S0-2.7', {
    change: { 'capture_selection.selectors': { filters: ["rssi > 1'; DROP TABLE lab; --"] } },
    expected: ['INVALID_CAPTURE_SELECTION capture_selection.selectors.filters[0]'],
  }),
  callRow('S0-2.7', {
    change: { 'capture_selection.selectors': { filters: ['rsi > -92'] } },
    expected: ['INVALID_CAPTURE_SELECTION capture_selection.selectors.filters[0]'],
    says: ['rssi', 'character 0'],
  }),
  callRow('S0-2.8', { change: { 'arguments.factor': 11 }, expected: ['INVALID_VALUE arguments.factor'] }),
  callRow('S0-2.10', { change: { timeout_ms: 600_000 }, expected: [], warns: ['TIMEOUT_CLAMPED'] }),
  callRow('S0-3.13', { change: { 'arguments.options': { deep: 'yes' } }, expected: ['INVALID_TYPE arguments.options.deep'] }),
  callRow('S0-5.1b', { change: { tool_version: undefined }, expected: ['MISSING_REQUIRED_ARGUMENT tool_version'] }),
  callRow('S0-5.1b', { change: { tool_name: undefined }, expected: ['MISSING_REQUIRED_ARGUMENT tool_name'] }),
  callRow('S0-5.1b', { change: { capture_selection: undefined }, expected: ['MISSING_REQUIRED_ARGUMENT capture_selection'] }),
  callRow('S0-5.1b', { change: { arguments: undefined }, expected: ['MISSING_REQUIRED_ARGUMENT arguments'] }),
  callRow('S0-5.1b', { change: { request_id: undefined }, expected: ['MISSING_REQUIRED_ARGUMENT request_id'] }),
  callRow('S0-5.1b', { change: { timeout_ms: undefined }, expected: ['MISSING_REQUIRED_ARGUMENT timeout_ms'] }),
  callRow('S0-5.2a', { change: { 'arguments.label': 'a\ud800' }, expected: ['INVALID_VALUE arguments.label'] }),
  callRow('S0-5.2b', { change: { 'arguments.factor': 1.5 }, expected: ['INVALID_TYPE arguments.factor'] }),
  callRow('S0-5.2b', { change: { 'arguments.factor': -1 }, expected: ['INVALID_VALUE arguments.factor'] }),
  callRow('S0-5.2b', { change: { 'arguments.factor': 2.0 }, expected: [] }),
  callRow('S0-5.2b', { change: { 'arguments.factor': Infinity }, expected: ['INVALID_VALUE arguments.factor'] }),
  callRow('S0-5.2b', { change: { 'arguments.factor': '3' }, expected: ['INVALID_TYPE arguments.factor'] }),
  callRow('S0-5.2e', { change: { tool_version: 'v1.0.0' }, expected: ['INVALID_VALUE tool_version'] }),
  callRow('S0-5.2e', { change: { tool_version: '1.0.0-rc1' }, expected: ['INVALID_VALUE tool_version'] }),
  callRow('S0-5.2e', { change: { tool_version: '01.0.0' }, expected: [] }),
  callRow('S0-5.3a', { change: { tool_version: '1.0.1' }, expected: ['UNSUPPORTED_TOOL_VERSION tool_version'] }),
  callRow('S0-5.3b', { change: { timeout_ms: 60_001 }, expected: [], warns: ['TIMEOUT_CLAMPED'] }),
  callRow('S0-5.3c', { change: { timeout_ms: 9 }, expected: ['TIMEOUT_BELOW_MINIMUM timeout_ms'] }),
  callRow('S0-5.3c', { change: { timeout_ms: 10 }, expected: [] }),
  callRow('S0-5.3d', { change: { 'arguments.mode': 'soft' }, expected: ['INVALID_VALUE arguments.mode'] }),
  callRow('S0-5.3e', { change: { surplus: 1 }, expected: ['UNKNOWN_ARGUMENT surplus'] }),
  callRow('S0-5.3e', {
    change: { 'arguments.options': { deep: true, wide: true } },
    expected: ['UNKNOWN_ARGUMENT arguments.options.wide'],
  }),
  callRow('S0-5.4a', {
    change: { 'arguments.factor': undefined },
    expected: ['MISSING_REQUIRED_ARGUMENT arguments.factor'],
    says: ['is required'],
  }),
  callRow('S0-5.4b', { change: { 'arguments.factor': null }, expected: ['INVALID_TYPE arguments.factor'], says: ['expected', 'got null'] }),
  callRow('S0-5.4c', { change: { 'arguments.label': '' }, expected: ['INVALID_VALUE arguments.label'] }),
  callRow('S0-5.4c', { change: { 'arguments.label': '123456789' }, expected: ['INVALID_VALUE arguments.label'] }),
  callRow('S0-5.4d', { change: { 'arguments.labl': 'x' }, expected: ['UNKNOWN_ARGUMENT arguments.labl'], says: ['label'] }),
  callRow('S0-7e.2', {
    change: { 'arguments.factor': undefined, timeout_ms: undefined, 'arguments.options': {} },
    expected: [
      'MISSING_REQUIRED_ARGUMENT timeout_ms',
      'MISSING_REQUIRED_ARGUMENT arguments.factor',
      'MISSING_REQUIRED_ARGUMENT arguments.options.deep',
    ],
  }),
  callRow('S0-7e.3', {
    change: { 'capture_selection.filter_expression': 'nothing = 1' },
    expected: ['INVALID_CAPTURE_SELECTION capture_selection.filter_expression'],
  }),
  callRow('S0-7e.4', {
    change: { 'capture_selection.selectors': { time_range: { start_ms: 9, end_ms: 3 } } },
    expected: [`UNSUPPORTED_TIME_RANGE ${range}`],
    says: ['start_ms is after end_ms'],
  }),
  callRow('S0-7e.4', {
    change: { 'capture_selection.selectors': { time_range: { ...window, end_ms: window.end_ms + 60_000 } } },
    expected: [`UNSUPPORTED_TIME_RANGE ${range}`],
    says: ['1700000120000'],
  }),
  callRow('S0-7e.10', {
    change: { 'arguments.factor': undefined, 'capture_selection.selectors': { time_range: { start_ms: 0, end_ms: 999_999 } } },
    expected: ['MISSING_REQUIRED_ARGUMENT arguments.factor', `UNSUPPORTED_TIME_RANGE ${range}`],
  }),
  callRow('S0-7b.5', { change: { tool_version: undefined }, expected: ['MISSING_REQUIRED_ARGUMENT tool_version'] }),
  manifestRow('S0-1.1', manifest({ name: 'Anova-Tool' }), 'name'),
  manifestRow('S0-1.1', manifest({ name: '2x' }), 'name'),
  manifestRow('S0-1.2', manifest({ version: '1.2' }), 'version'),
  manifestRow('S0-1.2', manifest({ version: 'v1.0.0' }), 'version'),
  manifestRow('S0-1.2', manifest({ version: '1.0.0-rc1' }), 'version'),
  manifestRow('S0-1.3', manifest({ description: '' }), 'description'),
  manifestRow('S0-1.7', manifest({ execution_constraints: { ...constraints, max_timeout_ms: 0 } }), 'max_timeout_ms'),
  manifestRow('S0-1.8', manifest({ execution_constraints: { ...constraints, max_payload_bytes: 1.5 } }), 'max_payload_bytes'),
  manifestRow('S0-1.11', manifest({ cost_hint: { ...cost, unit: 'day' } }), 'cost_hint.unit'),
  manifestRow('S0-1.12', manifest({ cost_hint: { ...cost, currency: 'dollars' } }), 'cost_hint.currency'),
  ...TOP.map((key) => manifestRow('S0-5.1a', without(key), key)),
  resultRow('S0-3.1', 'status is ok, partial or error', ({ status }) => ['ok', 'partial', 'error'].includes(status)),
  resultRow('S0-3.4', 'no output on error', (result) => !failed(result) || result.structured_output === undefined),
  resultRow(
    'S0-3.5',
    'the summary is short and its numbers stand in the output',
    (result) =>
      result.summary.length <= 400 &&
      (failed(result) || numbersIn(result.summary).every((number) => JSON.stringify(result.structured_output).includes(number))),
  ),
  resultRow('S0-3.11', 'warnings have code and message', ({ warnings }) =>
    warnings.every(({ code, message }) => code !== '' && message !== ''),
  ),
  resultRow(
    'S0-3.12',
    'errors have code and message, and there are some on error',
    (result) => failed(result) === result.errors.length > 0 || result.status === 'partial',
  ),
  resultRow('S0-3.14', 'confidence in 0…1', ({ confidence }) => inUnit(confidence)),
  resultRow('S0-5.1c', 'five fields always', (result) =>
    ['status', 'summary', 'warnings', 'errors', 'confidence'].every((key) => Object.hasOwn(result, key)),
  ),
  resultRow('S0-5.1d', 'output when there is a result', (result) => failed(result) || result.structured_output !== undefined),
  resultRow('S0-5.2c', 'no result, no confidence', (result) => !failed(result) || result.confidence === 0),
  resultRow('S0-5.3f', 'an error names its errors', (result) => !failed(result) || result.errors.length > 0),
  resultRow('S0-5.3g', 'an error has no output', (result) => !failed(result) || result.data === undefined),
  resultRow('S0-5.3h', 'partial explains itself', (result) => result.status !== 'partial' || result.warnings.length > 0),
  resultRow('S0-7e.1', 'codes are of the registry', ({ errors }) => errors.every((error) => errorRow(error.code) !== undefined)),
];
