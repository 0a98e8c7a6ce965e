import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import type { Answer } from '../../../../src/tools/catalog/device_id_analyzer/schema.ts';
import { deviceIdsOutput, deviceRows, findingWords, reasonsOf, signedDecibans } from '../../../../src/answers/device-ids/model.ts';
import { REASONS } from '../../../../src/kernels/layout.ts';
import { fixture } from '../../../support/fixtures.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

/** The view's input: a real analysis of a scan with one known rotation. */
let workbench: NodeWorkbench;
let result: ToolResult;
beforeAll(async () => {
  workbench = await nodeWorkbench();
  const scan = await workbench.open(gunzipSync(readFileSync(fixture('pact/iphone_web_scan.ndjson.gz'))), 'iphone_web_scan.ndjson');
  result = await workbench.run({ tool: 'device_id_analyzer', version: '1.0.0', captures: [scan], arguments: {} });
});
afterAll(() => workbench.close());

test('ids, pairs and chains are those of the tool', () => {
  const output = deviceIdsOutput(result);
  const raw = result.structured_output as Answer;
  expect(output.devices.map(({ id, advertisements, presence }) => [id, advertisements, presence])).toEqual(
    raw.devices.map(({ device_id, advertisements, presence_share }) => [device_id, advertisements, presence_share]),
  );
  expect(output.devices.map(({ interval_ms, rssi_dbm }) => [interval_ms, rssi_dbm])).toEqual(
    raw.devices.map(({ interval_ms = null, rssi_median_dbm = null }) => [interval_ms, rssi_median_dbm]),
  );
  expect(output.pairs.filter(({ shown }) => shown)).toHaveLength(1);
  expect(output.chains.map(({ ids }) => ids)).toEqual(raw.chains.map(({ device_ids }) => device_ids));
  expect(findingWords(output)).toMatch(/^3 ids heard; 1 probable change of id in 1 chain, the likeliest with probability [>\d.]+\.$/);
});

test('the table of ids has a column of names if any is given', () => {
  const output = deviceIdsOutput(result);
  const [, second] = output.devices;
  expect(deviceRows(output).columns.map(({ title }) => title)).not.toContain('Device');
  const { columns, row } = deviceRows(output, [{ address: second!.id, name: 'Watch' }]);
  expect(columns[1]?.title).toBe('Device');
  expect([row(0)[1], row(1)[1], row(1).length]).toEqual([null, 'Watch', columns.length]);
});

test('reasons for a link are in words, strongest first, without negligible ones', () => {
  const [link] = deviceIdsOutput(result).pairs;
  const { speaksFor, against } = reasonsOf(link!);
  expect(speaksFor.length).toBeGreaterThan(0);
  expect(Math.min(...speaksFor.map(({ decibans }) => decibans))).toBeGreaterThanOrEqual(1);
  expect(speaksFor.map(({ decibans }) => decibans)).toEqual(speaksFor.map(({ decibans }) => decibans).sort((a, b) => b - a));
  expect(against.every(({ decibans }) => decibans <= -1)).toBe(true);
  // Every term of the model has words for and against a link.
  const pair = { from: 'a', to: 'b', probability: 0.5, shown: false, gap_s: 1 };
  for (const sign of [1, -1]) {
    const { speaksFor: yes, against: no } = reasonsOf({ ...pair, evidence: REASONS.map((term) => ({ term, decibans: sign * 5 })) });
    const words = [...yes, ...no].map((reason) => reason.words);
    expect(new Set(words).size).toBe(REASONS.length);
    expect(words.filter((word) => REASONS.some((term) => term === word))).toEqual([]);
    expect(yes.length).toBe(sign > 0 ? REASONS.length : 0);
  }
  expect([signedDecibans(4.24), signedDecibans(-4)]).toEqual(['+4.2', '−4.0']);
});

test('an output that lacks parts is read as empty', () => {
  const bare = deviceIdsOutput({ ...result, structured_output: { devices: [null], likely_successors: 'none' } });
  expect(bare).toMatchObject({ pairs: [], chains: [] });
  expect(bare.devices).toHaveLength(1);
  expect(findingWords(bare)).toBe('1 id heard; no id ended shortly before another that could be its successor.');
});
