/** S0 §7a: what the address analyzer takes. */
import { bluetoothAddressAnalyzer } from '../../../src/tools/catalog/bluetooth_address_analyzer/index.ts';
import { onSample, onExample, onTable, answerOf, twins } from '../frame/analyzer.ts';
import { analysis, COLUMNS } from '../frame/examples.ts';
import { errorsOf } from '../frame/workbench.ts';
import { row, type Row } from '../frame/row.ts';

const { manifest } = bluetoothAddressAnalyzer;

/** The same call with one argument changed or taken away, and what it is answered. */
const refused = async (change: object): Promise<string[]> => errorsOf(await onExample({}, change));
const refusedSelection = async (change: object): Promise<string[]> => errorsOf(await onExample(change));

export const rows: readonly Row[] = [
  row(
    'S0-7a.0',
    'says that it is for investigation, and never speaks of identity',
    async () => {
      const result = await onSample();
      return [
        /investigat/i.test(manifest.description),
        /not proof/.test(manifest.description),
        /\bidentit|same person|is the same device/i.test(JSON.stringify([result.summary, result.structured_output, result.agentHints])),
      ];
    },
    [true, true, false],
  ),
  row('S0-7a.1 R4', 'at least one capture', async () => refusedSelection({ capture_ids: [] }), [
    'INVALID_VALUE capture_selection.capture_ids',
  ]),
  row(
    'S0-7a.2',
    'both ends of the window are whole and not negative',
    async () => [
      await refusedSelection({ time_window: { start_ms: 0.5, end_ms: 2 } }),
      await refusedSelection({ time_window: { start_ms: -1, end_ms: 2 } }),
      await refusedSelection({ time_window: { start_ms: 1 } }),
      await refusedSelection({ time_window: { end_ms: 1 } }),
    ],
    [
      ['INVALID_TYPE capture_selection.time_window.start_ms'],
      ['INVALID_VALUE capture_selection.time_window.start_ms'],
      ['MISSING_REQUIRED_ARGUMENT capture_selection.time_window.end_ms'],
      ['MISSING_REQUIRED_ARGUMENT capture_selection.time_window.start_ms'],
    ],
  ),
  row(
    'S0-7a.3 R57',
    'the filter of the example is read, may be absent, and a wrong one is pointed at',
    async () => {
      const good = await onExample();
      const wrong = await onExample({ filter_expression: 'channel IN (37,38,39) AND rsi > -92' });
      return [
        good.metadata.selection?.['filters'],
        errorsOf(await onExample({ filter_expression: undefined })),
        errorsOf(wrong),
        wrong.errors[0]?.offset,
        wrong.errors[0]?.allowed?.[0],
      ];
    },
    [['channel IN (37, 38, 39) AND rssi > -92'], [], ['INVALID_CAPTURE_SELECTION capture_selection.filter_expression'], 26, 'rssi'],
  ),
  row(
    'S0-7a.4',
    'advertiser and initiator are required, scanner is not',
    async () => {
      const drop = (key: string): Promise<string[]> => refused({ address_columns: { ...COLUMNS, [key]: undefined } });
      return [
        await drop('advertiser_addr'),
        await drop('initiator_addr'),
        await drop('scanner_addr'),
        await refused({ address_columns: { ...COLUMNS, scanner_addr: 'nobody' } }),
      ];
    },
    [
      ['MISSING_REQUIRED_ARGUMENT arguments.address_columns.advertiser_addr'],
      ['MISSING_REQUIRED_ARGUMENT arguments.address_columns.initiator_addr'],
      [],
      ['INVALID_VALUE arguments.address_columns.scanner_addr'],
    ],
  ),
  row(
    'S0-7a.5 R16 S0-7a.15',
    'each mode runs; what was not asked for is an empty array',
    async () => {
      const parts = [];
      for (const analysis_mode of ['classification', 'linkage', 'both']) {
        const {
          address_classification: classes,
          probabilistic_links: links,
          timeline_segments: segments,
        } = answerOf(await onExample({}, { analysis_mode }));
        parts.push([classes.length, links.length, segments.length > 0]);
      }
      return [parts, await refused({ analysis_mode: 'everything' })];
    },
    [
      [
        [3, 0, true],
        [0, 1, true],
        [3, 1, true],
      ],
      ['INVALID_VALUE arguments.analysis_mode'],
    ],
  ),
  row(
    'S0-7a.6',
    'the linkage window is at least a second',
    async () => [await refused({ linkage_window_s: 0.5 }), await refused({ linkage_window_s: 1 })],
    [['INVALID_VALUE arguments.linkage_window_s'], []],
  ),
  row(
    'S0-7a.7',
    'the count is whole and at least one',
    async () => [
      await refused({ min_observation_count: 0 }),
      await refused({ min_observation_count: 1.5 }),
      await refused({ min_observation_count: 1 }),
    ],
    [['INVALID_VALUE arguments.min_observation_count'], ['INVALID_TYPE arguments.min_observation_count'], []],
  ),
  row(
    'S0-7a.8',
    'four rotation models, each the same twice, and no fifth',
    async () => {
      const same = [];
      for (const rpa_rotation_model of ['spec_default', 'fast_rotation', 'slow_rotation', 'learned']) {
        const [first, second] = [
          await onTable('twins.csv', twins, { rpa_rotation_model }),
          await onTable('twins.csv', twins, { rpa_rotation_model }),
        ];
        same.push(first.ok && first.metadata.result_hash === second.metadata.result_hash);
      }
      return [same, await refused({ rpa_rotation_model: 'guess' })];
    },
    [[true, true, true, true], ['INVALID_VALUE arguments.rpa_rotation_model']],
  ),
  row(
    'S0-7a.9',
    'five arguments and the selection are required',
    async () => {
      const found = [];
      for (const key of Object.keys(analysis())) found.push(...(await refused({ [key]: undefined })));
      return [found.sort(), await refusedSelection({ capture_ids: undefined })];
    },
    [
      ['address_columns', 'analysis_mode', 'linkage_window_s', 'min_observation_count', 'rpa_rotation_model'].map(
        (key) => `MISSING_REQUIRED_ARGUMENT arguments.${key}`,
      ),
      ['MISSING_REQUIRED_ARGUMENT capture_selection.capture_id'],
    ],
  ),
];
