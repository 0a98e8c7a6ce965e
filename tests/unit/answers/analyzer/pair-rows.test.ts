import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import { analyzerOutput } from '../../../../src/answers/analyzer/model.ts';
import { contributionPlot, levelPlot } from '../../../../src/answers/analyzer/pair-plots.ts';
import { openCaptures, payloadsSql, readPayloads, readTraces, tracesSql } from '../../../../src/answers/analyzer/pair-rows.ts';
import { SAMPLE } from '../../../support/fixtures.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

/** The content of a pair's inspector for a real recording. */
let workbench: NodeWorkbench;
let result: ToolResult;
beforeAll(async () => {
  workbench = await nodeWorkbench();
  await workbench.open(new Uint8Array(readFileSync(SAMPLE)), 'chamber_four_phones.pcapng');
  result = await workbench.runner.run({
    tool_name: 'bluetooth_address_analyzer',
    tool_version: '1.4.0',
    capture_selection: { capture_id: 'chamber_four_phones' },
    arguments: {
      address_columns: { advertiser_addr: 'advertiser_addr', initiator_addr: 'initiator_addr', scanner_addr: 'scanner_addr' },
      analysis_mode: 'both',
      linkage_window_s: 300,
      min_observation_count: 5,
      rpa_rotation_model: 'spec_default',
    },
    request_id: 'pair',
    timeout_ms: 60_000,
  });
});
afterAll(() => workbench.close());

test('the inspector of a pair shows its RSSI, payloads and contributions', async () => {
  expect(result.errors).toEqual([]);
  const [pair] = analyzerOutput(result).candidates;
  if (!pair) throw new Error('expected a candidate in the sample');
  const { captures, missing } = openCaptures(result, workbench.captures.list());
  expect(missing).toEqual([]);

  const heard = readTraces(await workbench.engine.query(tracesSql(result, captures, [pair.from, pair.to]), { limit: 4000 }));
  const counted = await workbench.engine.query(
    `SELECT count(*) FROM chamber_four_phones WHERE crc_ok AND advertiser_addr = '${pair.from}' AND adv_type NOT IN ('SCAN_REQ', 'CONNECT_IND')`,
  );
  expect(heard.get(pair.from)?.packets).toBe(Number(counted.rows[0]?.[0]));
  for (const { points } of heard.values()) expect(points.length).toBeLessThanOrEqual(600);
  const levels = levelPlot(pair, heard, false);
  expect(levels.traces.map(({ label }) => label)).toEqual([pair.from, pair.to]);
  expect(levels.title).toMatch(/The level (stays|rises|falls)/);
  // The label of a point is its packet, which has the same RSSI.
  for (const { label, points, names } of levels.traces) {
    expect(names).toHaveLength(points.length);
    const packet = Number(names?.at(-1)?.replace('packet ', '').replaceAll(',', ''));
    const found = await workbench.engine.query(`SELECT advertiser_addr, rssi FROM chamber_four_phones WHERE packet_no = ${String(packet)}`);
    expect(found.rows).toContainEqual([label, points.at(-1)?.[1]]);
  }
  expect(levels.rows.every((row) => String(row[3]).startsWith('packet '))).toBe(true);
  expect(levelPlot(pair, new Map([...heard].slice(0, 1)), false).title).toBe(
    `No level of ${[...heard.keys()][0] === pair.from ? pair.to : pair.from} to compare`,
  );

  const payloads = readPayloads(await workbench.engine.query(payloadsSql(result, captures, [pair.from, pair.to])));
  expect(new Set(payloads.map(({ address }) => address))).toEqual(new Set([pair.from, pair.to]));
  for (const { hex } of payloads) expect(hex).toMatch(/^([0-9A-F]{2})*$/i);

  const plot = contributionPlot(pair);
  const sum = pair.evidence.reduce((total, { decibans }) => total + decibans, 0);
  expect(plot.bars.reduce((total, { value }) => total + value, 0)).toBeCloseTo(sum, 9);
  expect(plot.bars.every(({ hint }) => hint !== '')).toBe(true);
  expect(plot.title).toContain(sum > 0 ? 'for one device' : 'against one device');
});

test('a closed capture is named', () => {
  expect(openCaptures(result, [])).toEqual({ captures: [], missing: ['chamber_four_phones'] });
});
