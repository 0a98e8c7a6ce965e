/** S0 §7a: what the address analyzer answers. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { bluetoothAddressAnalyzer } from '../../../src/tools/catalog/bluetooth_address_analyzer/index.ts';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { jsonSchemaOf } from '../../../src/tools/contract/derive-schema.ts';
import { leavesOf, textOf } from '../../../src/tools/lint/rule.ts';
import { SAMPLE, analyse, onSample, onExample, onTable, answerOf, rpa, twins, sparse, holed } from '../frame/analyzer.ts';
import { sightings } from '../frame/examples.ts';
import { openFile, openTable, runTool, warningsOf } from '../frame/workbench.ts';
import { row, type Row } from '../frame/row.ts';

const inUnit = (value: number): boolean => value >= 0 && value <= 1;

export const rows: readonly Row[] = [
  row(
    'S0-7a.10 S0-7a.11',
    'a class has address, type of five, confidence and evidence, and fits an outside validator',
    async () => {
      const schema = jsonSchemaOf(bluetoothAddressAnalyzer.output, 'output');
      const valid = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
      const result = await onSample();
      const { address_classification: classes } = answerOf(result);
      const spoilt = (change: object): boolean => valid({ ...answerOf(result), address_classification: [{ ...classes[0], ...change }] });
      return [
        classes.length > 0 && valid(result.structured_output),
        classes.filter(
          ({ confidence, evidence }) => !inUnit(confidence) || evidence.length === 0 || evidence.some((line) => line.length < 10),
        ),
        [spoilt({}), spoilt({ type: 'static' }), spoilt({ confidence: 1.1 }), spoilt({ evidence: undefined }), spoilt({ evidence: [7] })],
      ];
    },
    [true, [], [true, false, false, false, false]],
  ),
  row(
    'S0-7a.10 R53d',
    'the address-type bit decides before the top bits',
    async () => {
      const lines = (random: string): string[] => [
        'time_s,advertiser_addr,advertiser_random',
        ...Array.from({ length: 40 }, (_, n) => `${String(1_712_131_200 + n)},4E:91:B2:6A:77:03,${random}`),
      ];
      const types = [];
      for (const random of ['true', 'false']) {
        const { capture_id } = await openTable(`bit_${random}.csv`, () => lines(random));
        const columns = { advertiser_addr: 'advertiser_addr', initiator_addr: 'advertiser_addr' };
        types.push(answerOf(await analyse({ capture_id }, { address_columns: columns })).address_classification[0]?.type);
      }
      return types;
    },
    ['rpa', 'public'],
  ),
  row(
    'S0-7a.12 S0-7a.13 S0-7a.17',
    'a cluster has two addresses or more, reasons, and a square symmetric matrix in [0,1] with a unit diagonal',
    async () => {
      const { probabilistic_links: clusters } = answerOf(await onSample());
      const wrong = clusters.filter(
        ({ addresses, pairwise_probability_matrix: matrix, rationale, cluster_id }) =>
          cluster_id === '' ||
          addresses.length < 2 ||
          rationale.length === 0 ||
          matrix.length !== addresses.length ||
          matrix.some(
            (line, i) =>
              line.length !== addresses.length || line[i] !== 1 || line.some((cell, j) => !inUnit(cell) || cell !== matrix[j]?.[i]),
          ),
      );
      return [clusters.length > 0, wrong];
    },
    [true, []],
  ),
  row(
    'S0-7a.14 S0-7a.20 R52 R53a R53b',
    'segments are wall clock in UTC, in order, and inside the selection',
    async () => {
      const { timeline_segments: segments } = answerOf(
        await onExample({ time_window: { start_ms: 1_712_131_260_000, end_ms: 1_712_132_700_000 } }),
      );
      const wrong = segments.filter(
        ({ start_ts, end_ts, activity_score }) =>
          !/^2024-04-03T08:[0-5]\d:[0-5]\d(?:\.\d+)?Z$/.test(start_ts) ||
          start_ts > end_ts ||
          Date.parse(start_ts) < 1_712_131_260_000 ||
          Date.parse(end_ts) > 1_712_132_700_001 ||
          activity_score < 0,
      );
      return [segments.map(({ address }) => address), wrong];
    },
    [['61:D2:88:3C:A4:19', '7A:4C:21:9D:10:EF', 'C1:91:B2:6A:77:03'], []],
  ),
  row(
    'S0-7a.15',
    'all three arrays are there, even where nothing can be said',
    async () => {
      const result = await onTable('sparse.csv', sparse);
      // A later minor adds fields after those of the contract.
      return Object.entries(result.structured_output ?? {})
        .slice(0, 3)
        .map(([key, value]) => [key, Array.isArray(value)]);
    },
    [
      ['address_classification', true],
      ['probabilistic_links', true],
      ['timeline_segments', true],
    ],
  ),
  row(
    'S0-7a.16',
    'every field of the output says how it is to be read',
    () =>
      leavesOf(jsonSchemaOf(bluetoothAddressAnalyzer.output, 'output'), '')
        .filter(({ node }) => node['type'] !== 'object' && textOf(node).length < 10)
        .map(({ pointer }) => pointer),
    [],
  ),
  row(
    'S0-7a.18',
    'ids of clusters follow from their members',
    async () => {
      const ids = async (args: object): Promise<string[]> =>
        answerOf(await onTable('twins.csv', twins, args)).probabilistic_links.map((cluster) => cluster.cluster_id);
      const [both, alone] = [await ids({}), await ids({ analysis_mode: 'linkage' })];
      return [both.length > 1, both.join() === alone.join(), new Set(both).size === both.length];
    },
    [true, true, true],
  ),
  row(
    'S0-7a.19',
    'the activity score says that it holds within one run, and the busiest segment has 1',
    async () => {
      const note = leavesOf(jsonSchemaOf(bluetoothAddressAnalyzer.output, 'output'), '').find(({ name }) => name === 'activity_score');
      const scores = answerOf(await onSample()).timeline_segments.map((segment) => segment.activity_score);
      return [/within the same run/.test(note ? textOf(note.node) : ''), Math.max(...scores)];
    },
    [true, 1],
  ),
  row(
    'S0-7a.21',
    'the result says that its scores are no p-values and no proof',
    async () => {
      const { metadata, summary } = await onSample();
      return [
        /posterior-like/.test(metadata.confidence_semantics ?? ''),
        /not frequentist p-values/.test(metadata.confidence_semantics ?? ''),
        /not proof/.test(summary),
      ];
    },
    [true, true, true],
  ),
  row(
    'S0-7a.22',
    'each caveat is said where it applies, with a risk, and not where it does not',
    async () => {
      const wide = await onTable('twins.csv', twins, { linkage_window_s: 3600 });
      const holes = await onTable('holed.csv', holed);
      const plain = await onExample();
      const risks = (result: ToolResult): boolean => result.agentHints.riskFactors.length > 0;
      return [
        warningsOf(wide).includes('LOOKALIKE_DEVICES'),
        warningsOf(wide).includes('WIDE_LINKAGE_WINDOW'),
        warningsOf(holes).includes('CLOCK_GAP'),
        [risks(wide), risks(holes)],
        warningsOf(plain),
      ];
    },
    [true, true, true, [true, true], []],
  ),
  row(
    'S0-7a.23',
    'a wider window never considers fewer pairs',
    async () => {
      const pairs: number[] = [];
      for (const linkage_window_s of [1, 10, 60, 3600])
        pairs.push(Number((await onTable('twins.csv', twins, { linkage_window_s })).metadata.measures?.['candidate_pairs']));
      return [pairs.every((count, at) => count >= (pairs[at - 1] ?? 0)), (pairs.at(-1) ?? 0) > (pairs[0] ?? 0)];
    },
    [true, true],
  ),
  row(
    'S0-7a.25 R15',
    'addresses below the count are unknown; where all are, the result is partial',
    async () => {
      const few = await onTable('sparse.csv', sparse);
      const some = await onTable('mixed.csv', () => [...sightings(rpa('40'), 0, 3), ...sightings(rpa('50'), 0, 90)]);
      const types = (result: ToolResult): string[] => answerOf(result).address_classification.map((item) => item.type);
      return [
        few.status,
        types(few),
        few.errors.map(({ code, fatal }) => [code, fatal]),
        warningsOf(few).includes('INSUFFICIENT_DATA'),
        some.status,
        types(some),
      ];
    },
    ['partial', ['unknown', 'unknown', 'unknown'], [['INSUFFICIENT_DATA', false]], true, 'ok', ['unknown', 'rpa']],
  ),
  row(
    'S0-7a.26',
    'a hole of the capture cuts segments and is listed',
    async () => {
      const result = await onTable('holed.csv', holed);
      const gap = result.warnings.find((warning) => warning.code === 'CLOCK_GAP');
      return [answerOf(result).timeline_segments.length, gap?.details?.['gap_count']];
    },
    [2, 1],
  ),
  row(
    'S0-7a.27',
    'devices that look alike and are active at once give a risk',
    async () => {
      const alike = await onTable('twins.csv', twins);
      const alone = await onExample();
      const merged = (result: ToolResult): boolean => result.agentHints.riskFactors.some(({ description }) => /merged/.test(description));
      return [warningsOf(alike).includes('LOOKALIKE_DEVICES'), merged(alike), merged(alone)];
    },
    [true, true, false],
  ),
  row(
    'R53c',
    'what is linked is classified, and what is classified was observed',
    async () => {
      await openFile(SAMPLE);
      const { address_classification: classes, probabilistic_links: links } = answerOf(await onSample());
      const seen = await runTool(
        'capture_query',
        {
          sql: 'SELECT DISTINCT advertiser_addr AS a FROM chamber_four_phones UNION SELECT DISTINCT scanner_addr FROM chamber_four_phones UNION SELECT DISTINCT initiator_addr FROM chamber_four_phones',
          limit: 10_000,
        },
        { capture_id: 'chamber_four_phones' },
      );
      const observed = new Set((seen.structured_output?.['rows'] as string[][]).map(([address]) => address));
      const classified = new Set(classes.map((item) => item.address));
      return [
        links.flatMap(({ addresses }) => addresses).filter((address) => !classified.has(address)),
        [...classified].filter((address) => !observed.has(address)),
      ];
    },
    [[], []],
  ),
  row(
    'R53e',
    'the counts of the summary are those of the output',
    async () => {
      const result = await onSample();
      const { address_classification: classes, probabilistic_links: links, timeline_segments: segments } = answerOf(result);
      const linked = links.reduce((sum, { addresses }) => sum + addresses.length, 0);
      const numbers = result.summary.match(/\d+/g)?.map(Number) ?? [];
      return numbers.filter((number) => ![classes.length, links.length, linked, segments.length].includes(number));
    },
    [],
  ),
];
