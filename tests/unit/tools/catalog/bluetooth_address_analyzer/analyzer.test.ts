import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaptureInfo } from '../../../../../src/tables/captures.ts';
import type { Answer } from '../../../../../src/tools/catalog/bluetooth_address_analyzer/schema.ts';
import { Output } from '../../../../../src/tools/catalog/bluetooth_address_analyzer/schema.ts';
import type { ToolResult } from '../../../../../src/tools/contract/index.ts';
import { EXPECTED, fixture, SAMPLE } from '../../../../support/fixtures.ts';
import type { NodeWorkbench } from '../../../../support/node-workbench.ts';
import { nodeWorkbench } from '../../../../support/node-workbench.ts';

const COLUMNS = { advertiser_addr: 'advertiser_addr', initiator_addr: 'initiator_addr', scanner_addr: 'scanner_addr' };
const ADVERTISERS = { advertiser_addr: 'advertiser_addr', initiator_addr: 'advertiser_addr' };

let workbench: NodeWorkbench;
beforeAll(async () => {
  workbench = await nodeWorkbench();
});
afterAll(() => workbench.close());

const analyse = async (captures: readonly CaptureInfo[], changes: Readonly<Record<string, unknown>> = {}): Promise<ToolResult> =>
  workbench.run({
    tool: 'bluetooth_address_analyzer',
    version: '1.5.0',
    captures,
    arguments: {
      address_columns: COLUMNS,
      analysis_mode: 'both',
      linkage_window_s: 180,
      min_observation_count: 10,
      rpa_rotation_model: 'spec_default',
      ...changes,
    },
  });

const output = (result: ToolResult): Answer => {
  expect(result.errors.filter((error) => error.fatal !== false)).toEqual([]);
  return Output.parse(result.structured_output);
};

/** A CSV of sightings, with the columns that decoded captures have. */
const table = (name: string, lines: readonly string[]): Promise<CaptureInfo> =>
  workbench.open(new TextEncoder().encode(['time_s,advertiser_addr,rssi', ...lines].join('\n')), name);

const beacon = (address: string, from: number, to: number, every = 1): string[] =>
  Array.from(
    { length: Math.floor((to - from) / every) },
    (_, n) => `${(1_700_000_000 + from + n * every + (n % 7) / 1000).toFixed(3)},${address},-60`,
  );

describe('classification', () => {
  it.each(EXPECTED)('counts the addresses and classes of $file', async ({ file, addresses, frequent, classes }) => {
    const capture = await workbench.openFile(fixture(file));
    const all = output(
      await analyse([capture], { address_columns: ADVERTISERS, analysis_mode: 'classification', min_observation_count: 1 }),
    );
    const count = (type: string) => all.address_classification.filter((item) => item.type === type).length;
    expect(all.address_classification.length).toBe(addresses);
    expect({ public: count('public'), static: count('random_static'), rpa: count('rpa'), nrpa: count('nrpa') }).toEqual(classes);
    const often = output(
      await analyse([capture], { address_columns: ADVERTISERS, analysis_mode: 'classification', min_observation_count: 10 }),
    );
    expect(often.address_classification.filter((item) => item.type !== 'unknown').length).toBe(frequent);
    await workbench.captures.close(capture.capture_id);
  });

  it('says in plain words what it rests on, and that a Find My address only looks static', async () => {
    const capture = await workbench.openFile(fixture('pact/iphone_11_124809.pcapng'));
    const { address_classification } = output(await analyse([capture]));
    const findMy = address_classification.find((item) => item.type === 'random_static');
    expect(findMy?.evidence.join(' ')).toMatch(/Find My.*rotate/);
    expect(findMy?.confidence).toBeLessThan(0.7);
    for (const item of address_classification) expect(item.evidence.every((line) => line.length > 10)).toBe(true);
    await workbench.captures.close(capture.capture_id);
  });

  it('stays at 0.7 or below without an address-type bit, and reads any spelling of an address', async () => {
    const capture = await table('spellings.csv', [...beacon('7a-4c-21-9d-10-ef', 0, 30), ...beacon('C0FFEE000001', 0, 30)]);
    const { address_classification } = output(await analyse([capture], { address_columns: ADVERTISERS }));
    expect(address_classification.map(({ address, type }) => [address, type])).toEqual([
      ['7A:4C:21:9D:10:EF', 'rpa'],
      ['C0:FF:EE:00:00:01', 'random_static'],
    ]);
    for (const item of address_classification) {
      expect(item.confidence).toBeLessThanOrEqual(0.7);
      expect(item.evidence.join(' ')).toContain('No address-type bit');
    }
    await workbench.captures.close(capture.capture_id);
  });
});

describe('the whole answer', () => {
  it('is well-formed, within the selection, and the same twice', async () => {
    const capture = await workbench.openFile(SAMPLE);
    const result = await analyse([capture]);
    const answer = output(result);
    expect(answer.probabilistic_links.length).toBeGreaterThan(0);
    const classified = new Set(answer.address_classification.map((item) => item.address));
    for (const { addresses, pairwise_probability_matrix: matrix, rationale } of answer.probabilistic_links) {
      expect(addresses.every((address) => classified.has(address))).toBe(true);
      expect(matrix.map((row, i) => row[i])).toEqual(addresses.map(() => 1));
      matrix.forEach((row, i) => row.forEach((cell, j) => expect(cell).toBe(matrix[j]![i])));
      expect(rationale.length).toBeGreaterThan(0);
    }
    const { start_ms, end_ms } = capture.time_range!;
    for (const { start_ts, end_ts, activity_score } of answer.timeline_segments) {
      expect(Date.parse(start_ts)).toBeGreaterThanOrEqual(start_ms);
      expect(Date.parse(end_ts)).toBeLessThanOrEqual(end_ms);
      expect(start_ts <= end_ts).toBe(true);
      expect(activity_score).toBeGreaterThanOrEqual(0);
    }
    expect(result.summary.length).toBeLessThanOrEqual(400);
    expect(result.summary).toMatch(/not proof/);
    expect(result.metadata.confidence_semantics).toMatch(/not .*p-values/);
    expect((await analyse([capture])).metadata.result_hash).toBe(result.metadata.result_hash);
    await workbench.captures.close(capture.capture_id);
  });

  it('leaves the part empty that was not asked for', async () => {
    const capture = await workbench.openFile(SAMPLE);
    const classes = output(await analyse([capture], { analysis_mode: 'classification' }));
    const links = output(await analyse([capture], { analysis_mode: 'linkage' }));
    expect([classes.probabilistic_links.length, links.address_classification.length]).toEqual([0, 0]);
    expect(classes.address_classification.length).toBeGreaterThan(0);
    expect(links.probabilistic_links.length).toBeGreaterThan(0);
    await workbench.captures.close(capture.capture_id);
  });

  it('considers no fewer pairs in a wider window, and runs every rotation model', async () => {
    const captures = [];
    for (const part of ['01', '02']) captures.push(await workbench.openFile(fixture(`pact/sessions/s10_${part}_ch37.pcapng`)));
    const considered = [];
    for (const linkage_window_s of [1, 60, 3600]) {
      const { metadata } = await analyse(captures, { linkage_window_s });
      considered.push(Number(metadata.measures?.['candidate_pairs']));
    }
    expect([...considered].sort((a, b) => a - b)).toEqual(considered);
    for (const rpa_rotation_model of ['spec_default', 'fast_rotation', 'slow_rotation', 'learned']) {
      const { probabilistic_links } = output(await analyse(captures, { rpa_rotation_model }));
      expect(probabilistic_links[0]?.addresses.slice(0, 2)).toEqual(['72:B7:6E:AD:8D:3E', '40:8B:3E:D9:53:B1']);
    }
    for (const { capture_id } of captures) await workbench.captures.close(capture_id);
  });
});

describe('what may mislead is said', () => {
  it('sparse addresses are unknown, and the result partial when most frames are theirs', async () => {
    const capture = await table(
      'sparse.csv',
      ['40', '50', '60'].flatMap((first) => beacon(`${first}:00:00:00:00:01`, 0, 3)),
    );
    const result = await analyse([capture], { address_columns: ADVERTISERS, min_observation_count: 25 });
    const { address_classification, probabilistic_links } = output(result);
    expect(result.status).toBe('partial');
    expect(address_classification.map((item) => item.type)).toEqual(['unknown', 'unknown', 'unknown']);
    expect(address_classification[0]?.evidence.join(' ')).toContain('Fewer than the 25');
    expect(probabilistic_links).toEqual([]);
    expect(result.warnings.map((warning) => warning.code)).toContain('INSUFFICIENT_DATA');
    expect(result.errors).toMatchObject([{ code: 'INSUFFICIENT_DATA', fatal: false }]);
    await workbench.captures.close(capture.capture_id);
  });

  it('a few sparse addresses beside a busy one leave the result complete', async () => {
    const capture = await table('mixed.csv', [...beacon('40:00:00:00:00:01', 0, 3), ...beacon('50:00:00:00:00:01', 0, 90)]);
    const result = await analyse([capture], { address_columns: ADVERTISERS, min_observation_count: 25 });
    expect(result.status).toBe('ok');
    expect(output(result).address_classification.map((item) => item.type)).toEqual(['unknown', 'rpa']);
    await workbench.captures.close(capture.capture_id);
  });

  it('holes of the capture cut segments and are listed', async () => {
    const capture = await table('hole.csv', [...beacon('40:00:00:00:00:01', 0, 30), ...beacon('40:00:00:00:00:01', 130, 160)]);
    const result = await analyse([capture], { address_columns: ADVERTISERS });
    expect(output(result).timeline_segments.length).toBe(2);
    const gap = result.warnings.find((warning) => warning.code === 'CLOCK_GAP');
    expect(gap?.details).toMatchObject({ gap_count: 1 });
    await workbench.captures.close(capture.capture_id);
  });

  it('devices that look alike give a risk factor', async () => {
    const twins = ['4', '5', '6', '7'].map((first) => `${first}0:00:00:00:00:01`);
    const lines = [
      ...beacon(twins[0]!, 0, 900),
      ...beacon(twins[1]!, 0.5, 950),
      ...beacon(twins[2]!, 900.5, 1200),
      ...beacon(twins[3]!, 950.7, 1200),
    ];
    const capture = await table('twins.csv', lines);
    const result = await analyse([capture], { address_columns: ADVERTISERS });
    expect(result.warnings.map((warning) => warning.code)).toContain('LOOKALIKE_DEVICES');
    expect(result.agentHints.riskFactors.map((risk) => risk.type)).toContain('accuracy');
    await workbench.captures.close(capture.capture_id);
  });
});

describe('bad calls', () => {
  it('names a column that is not there', async () => {
    const capture = await workbench.openFile(fixture('hackrf/ble_all_adv.pcap'));
    const result = await analyse([capture], { address_columns: { ...COLUMNS, initiator_addr: 'nobody' } });
    expect(result.errors).toMatchObject([{ code: 'INVALID_VALUE', field: 'arguments.address_columns.initiator_addr' }]);
    await workbench.captures.close(capture.capture_id);
  });

  it.each([
    ['linkage_window_s', 0.5, 'INVALID_VALUE'],
    ['min_observation_count', 0, 'INVALID_VALUE'],
    ['rpa_rotation_model', 'guess', 'INVALID_VALUE'],
    ['analysis_mode', undefined, 'MISSING_REQUIRED_ARGUMENT'],
  ])('refuses %s of %s', async (key, value, code) => {
    const capture = await workbench.openFile(fixture('hackrf/ble_all_adv.pcap'));
    const result = await analyse([capture], { [key]: value });
    expect(result.errors.map((error) => [error.code, error.key])).toEqual([[code, key]]);
    await workbench.captures.close(capture.capture_id);
  });
});
