/**
 * Rows whose test is one change of a valid call: the path that changes, the value it gets (undefined: it goes), and
 * the errors that must come of it, as `CODE path`. Several rows may carry one id.
 */
export interface CallRow {
  readonly id: string;
  readonly change: Readonly<Record<string, unknown>>;
  readonly expected: readonly string[];
  /** Words that the first message must hold. */
  readonly says?: readonly string[];
  /** Warnings that a call which runs must carry. */
  readonly warns?: readonly string[];
}

const range = 'capture_selection.selectors.time_range';
const window = { start_ms: 1_700_000_000_000, end_ms: 1_700_000_120_000 };

export const callRows: readonly CallRow[] = [
  { id: 'S0-2.1', change: { tool_name: 'row_multipliers' }, expected: ['UNKNOWN_TOOL tool_name'] },
  { id: 'S0-2.2', change: { tool_version: '2.0.0' }, expected: ['UNSUPPORTED_TOOL_VERSION tool_version'] },
  { id: 'S0-2.2', change: { tool_version: '0.9.0' }, expected: ['UNSUPPORTED_TOOL_VERSION tool_version'] },
  {
    id: 'S0-2.4',
    change: { 'capture_selection.capture_id': 'labb' },
    expected: ['INVALID_CAPTURE_SELECTION capture_selection.capture_id'],
    says: ['lab'],
  },
  { id: 'S0-2.5', change: { 'capture_selection.selectors': { time_range: { ...window, end_ms: window.start_ms } } }, expected: [] },
  {
    id: 'S0-2.5',
    change: { 'capture_selection.selectors': { time_range: { start_ms: 0.5, end_ms: 2 } } },
    expected: [`INVALID_TYPE ${range}.start_ms`],
  },
  {
    id: 'S0-2.6',
    change: { 'capture_selection.selectors': { channels: ['37', '41'] } },
    expected: ['INVALID_CAPTURE_SELECTION capture_selection.selectors.channels[1]'],
    says: ['37'],
  },
  { id: 'S0-2.6', change: { 'capture_selection.selectors': { channels: ['37', '39'] } }, expected: [] },
  { id: 'S0-2.7', change: { 'capture_selection.selectors': { filters: ['rssi > -92', 'channel IN (37, 38)'] } }, expected: [] },
  {
    id: 'S0-2.7',
    change: { 'capture_selection.selectors': { filters: ["rssi > 1'; DROP TABLE lab; --"] } },
    expected: ['INVALID_CAPTURE_SELECTION capture_selection.selectors.filters[0]'],
  },
  {
    id: 'S0-2.7',
    change: { 'capture_selection.selectors': { filters: ['rsi > -92'] } },
    expected: ['INVALID_CAPTURE_SELECTION capture_selection.selectors.filters[0]'],
    says: ['rssi', 'character 0'],
  },
  { id: 'S0-2.8', change: { 'arguments.factor': 11 }, expected: ['INVALID_VALUE arguments.factor'] },
  { id: 'S0-2.10', change: { timeout_ms: 600_000 }, expected: [], warns: ['TIMEOUT_CLAMPED'] },
  { id: 'S0-3.13', change: { 'arguments.options': { deep: 'yes' } }, expected: ['INVALID_TYPE arguments.options.deep'] },
  { id: 'S0-5.1b', change: { tool_version: undefined }, expected: ['MISSING_REQUIRED_ARGUMENT tool_version'] },
  { id: 'S0-5.1b', change: { tool_name: undefined }, expected: ['MISSING_REQUIRED_ARGUMENT tool_name'] },
  { id: 'S0-5.1b', change: { capture_selection: undefined }, expected: ['MISSING_REQUIRED_ARGUMENT capture_selection'] },
  { id: 'S0-5.1b', change: { arguments: undefined }, expected: ['MISSING_REQUIRED_ARGUMENT arguments'] },
  { id: 'S0-5.1b', change: { request_id: undefined }, expected: ['MISSING_REQUIRED_ARGUMENT request_id'] },
  { id: 'S0-5.1b', change: { timeout_ms: undefined }, expected: ['MISSING_REQUIRED_ARGUMENT timeout_ms'] },
  { id: 'S0-5.2a', change: { 'arguments.label': 'a\ud800' }, expected: ['INVALID_VALUE arguments.label'] },
  { id: 'S0-5.2b', change: { 'arguments.factor': 1.5 }, expected: ['INVALID_TYPE arguments.factor'] },
  { id: 'S0-5.2b', change: { 'arguments.factor': -1 }, expected: ['INVALID_VALUE arguments.factor'] },
  { id: 'S0-5.2b', change: { 'arguments.factor': 2.0 }, expected: [] },
  { id: 'S0-5.2b', change: { 'arguments.factor': Infinity }, expected: ['INVALID_VALUE arguments.factor'] },
  { id: 'S0-5.2b', change: { 'arguments.factor': '3' }, expected: ['INVALID_TYPE arguments.factor'] },
  { id: 'S0-5.2e', change: { tool_version: 'v1.0.0' }, expected: ['INVALID_VALUE tool_version'] },
  { id: 'S0-5.2e', change: { tool_version: '1.0.0-rc1' }, expected: ['INVALID_VALUE tool_version'] },
  { id: 'S0-5.2e', change: { tool_version: '01.0.0' }, expected: [] },
  { id: 'S0-5.3a', change: { tool_version: '1.0.1' }, expected: ['UNSUPPORTED_TOOL_VERSION tool_version'] },
  { id: 'S0-5.3b', change: { timeout_ms: 60_001 }, expected: [], warns: ['TIMEOUT_CLAMPED'] },
  { id: 'S0-5.3c', change: { timeout_ms: 9 }, expected: ['TIMEOUT_BELOW_MINIMUM timeout_ms'] },
  { id: 'S0-5.3c', change: { timeout_ms: 10 }, expected: [] },
  { id: 'S0-5.3d', change: { 'arguments.mode': 'soft' }, expected: ['INVALID_VALUE arguments.mode'] },
  { id: 'S0-5.3e', change: { surplus: 1 }, expected: ['UNKNOWN_ARGUMENT surplus'] },
  { id: 'S0-5.3e', change: { 'arguments.options': { deep: true, wide: true } }, expected: ['UNKNOWN_ARGUMENT arguments.options.wide'] },
  {
    id: 'S0-5.4a',
    change: { 'arguments.factor': undefined },
    expected: ['MISSING_REQUIRED_ARGUMENT arguments.factor'],
    says: ['is required'],
  },
  { id: 'S0-5.4b', change: { 'arguments.factor': null }, expected: ['INVALID_TYPE arguments.factor'], says: ['expected', 'got null'] },
  { id: 'S0-5.4c', change: { 'arguments.label': '' }, expected: ['INVALID_VALUE arguments.label'] },
  { id: 'S0-5.4c', change: { 'arguments.label': '123456789' }, expected: ['INVALID_VALUE arguments.label'] },
  { id: 'S0-5.4d', change: { 'arguments.labl': 'x' }, expected: ['UNKNOWN_ARGUMENT arguments.labl'], says: ['label'] },
  {
    id: 'S0-7e.2',
    change: { 'arguments.factor': undefined, timeout_ms: undefined, 'arguments.options': {} },
    expected: [
      'MISSING_REQUIRED_ARGUMENT timeout_ms',
      'MISSING_REQUIRED_ARGUMENT arguments.factor',
      'MISSING_REQUIRED_ARGUMENT arguments.options.deep',
    ],
  },
  {
    id: 'S0-7e.3',
    change: { 'capture_selection.filter_expression': 'nothing = 1' },
    expected: ['INVALID_CAPTURE_SELECTION capture_selection.filter_expression'],
  },
  {
    id: 'S0-7e.4',
    change: { 'capture_selection.selectors': { time_range: { start_ms: 9, end_ms: 3 } } },
    expected: [`UNSUPPORTED_TIME_RANGE ${range}`],
  },
  {
    id: 'S0-7e.4',
    change: { 'capture_selection.selectors': { time_range: { ...window, end_ms: window.end_ms + 1 } } },
    expected: [`UNSUPPORTED_TIME_RANGE ${range}`],
    says: ['1700000120000'],
  },
  {
    id: 'S0-7e.10',
    change: { 'arguments.factor': undefined, 'capture_selection.selectors': { time_range: { start_ms: 0, end_ms: 999_999 } } },
    expected: ['MISSING_REQUIRED_ARGUMENT arguments.factor', `UNSUPPORTED_TIME_RANGE ${range}`],
  },
  { id: 'S0-7b.5', change: { tool_version: undefined }, expected: ['MISSING_REQUIRED_ARGUMENT tool_version'] },
  { id: 'S3-2.3', change: { 'arguments.mode': 'LOUD' }, expected: ['INVALID_VALUE arguments.mode'], says: ['plain', 'loud'] },
  { id: 'S3-2.7', change: { 'arguments.factor': 0 }, expected: ['INVALID_VALUE arguments.factor'] },
  { id: 'S3-3.28', change: { 'arguments.options': [] }, expected: ['INVALID_TYPE arguments.options'] },
  { id: 'S3-3.29', change: { 'arguments.factor': '42' }, expected: ['INVALID_TYPE arguments.factor'] },
  {
    id: 'S3-3.30',
    change: { 'arguments.factor': 99 },
    expected: ['INVALID_VALUE arguments.factor'],
    says: ['expected an integer from 1 to 10', 'got a number 99', 'for example 3'],
  },
  { id: 'S4-2.3', change: { 'arguments.mode': undefined }, expected: [] },
  { id: 'S4-E.4', change: { timeout_ms: 'soon' }, expected: ['INVALID_TYPE timeout_ms'], says: ['expected', 'got'] },
];
