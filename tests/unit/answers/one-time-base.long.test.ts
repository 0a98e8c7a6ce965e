import { randomUUID } from 'node:crypto';
import { relative } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { analyzerOutput } from '../../../src/answers/analyzer/model.ts';
import type { CaptureInfo } from '../../../src/tables/captures.ts';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { readTraces, tracesSql } from '../../../src/answers/analyzer/pair-rows.ts';
import { everyCapture } from '../../support/every-capture.ts';
import { devicesOf } from '../../support/device-bench.ts';
import { nodeWorkbench } from '../../support/node-workbench.ts';
import { drawnLanes, statedSpans, WIDTH_PX } from '../../support/stated-times.ts';

const bench = await nodeWorkbench();
afterAll(() => bench.close());
const tables = devicesOf(bench);

const ARGUMENTS = {
  address_columns: { advertiser_addr: 'advertiser_addr', scanner_addr: 'scanner_addr', initiator_addr: 'initiator_addr' },
  analysis_mode: 'both',
  linkage_window_s: 300,
  min_observation_count: 2,
  rpa_rotation_model: 'spec_default',
};

const analyse = (capture: CaptureInfo): Promise<ToolResult> =>
  bench.runner.run(
    {
      tool_name: 'bluetooth_address_analyzer',
      tool_version: '1.4.0',
      capture_selection: { capture_id: capture.capture_id },
      arguments: ARGUMENTS,
      request_id: `times-${randomUUID()}`,
      timeout_ms: 600_000,
    },
    { interactive: true },
  );

/** Opens a capture, calls a function with it, and closes it. Files without Bluetooth LE frames do not open and are skipped. */
async function withCapture(path: string, work: (capture: CaptureInfo) => Promise<void>): Promise<void> {
  const capture = await bench.openFile(path).catch(() => null);
  if (capture === null) return;
  try {
    await work(capture);
  } finally {
    await bench.captures.close(capture.capture_id);
  }
}

const captures = everyCapture();
let stated = 0;

describe('every time in an explanation matches the lanes to one pixel', () => {
  test.each(captures.map((path) => [relative('.', path), path]))('%s', async (_name, path) => {
    await withCapture(path, async (capture) => {
      const result = await analyse(capture);
      if (result.status === 'error') return;
      const output = analyzerOutput(result);
      const lanes = drawnLanes(output);
      for (const { text, seconds, from, to } of statedSpans(output)) {
        const [a, b] = [lanes[from.edge].get(from.address), lanes[to.edge].get(to.address)];
        // An address that sent nothing has no lane, and no time is stated for it.
        if (a === undefined || b === undefined) {
          expect(seconds, text).toBe(0);
          continue;
        }
        stated++;
        // Addresses that overlap within the tolerance of the model are reported as 0 s apart.
        const drawn = text.startsWith('gap_s') ? b - a : Math.max(b - a, 0);
        // Times of an answer are whole milliseconds, which are several pixels in a recording shorter than a second.
        const one = Math.max(1, lanes.length(0.001));
        expect(Math.abs(drawn - lanes.length(seconds)), `${text}: drawn ${String(drawn)} px of ${String(WIDTH_PX)}`).toBeLessThanOrEqual(
          one,
        );
      }
    });
  });

  test('enough explanations were compared', () => {
    expect(stated).toBeGreaterThan(300);
  });
});

describe('charts of one capture have its time range', () => {
  test.each(captures.map((path) => [relative('.', path), path]))('%s', async (_name, path) => {
    await withCapture(path, async (capture) => {
      expect(capture.clock?.reason).toMatch(/[.]$/);
      const result = await analyse(capture);
      if (result.status === 'error') return;
      const output = analyzerOutput(result);
      const { x, begin, finish, start, end } = drawnLanes(output);
      const question = { capture_id: capture.capture_id, row_count: capture.row_count, condition: null };
      const { activity } = await tables.overview(question);
      const span = capture.time_range!;
      // The activity chart and the span of the capture contain every lane.
      expect(x(activity!.start_ms)).toBeLessThanOrEqual(x(start) + 1);
      expect(x(activity!.end_ms)).toBeGreaterThanOrEqual(x(end) - 1);
      expect(Math.abs(x(span.start_ms) - x(activity!.start_ms))).toBeLessThanOrEqual(1 + x(1) - x(0));
      expect(Math.abs(x(span.end_ms) - x(activity!.end_ms))).toBeLessThanOrEqual(1 + x(1) - x(0));
      // The RSSI plot of a pair begins and ends with its lanes.
      const advertisers = output.candidates.flatMap(({ from, to }) => [from, to]);
      const some = [...new Set(advertisers)].slice(0, 12);
      if (some.length === 0) return;
      const traces = readTraces(await bench.engine.query(tracesSql(result, [capture], some), { limit: 100_000 }));
      for (const [address, { points, packets }] of traces) {
        expect(Math.abs(x(points[0]![0]) - begin.get(address)!), address).toBeLessThanOrEqual(1);
        // With more packets only every nth is drawn, which may exclude the last.
        if (points.length === packets) expect(Math.abs(x(points.at(-1)![0]) - finish.get(address)!), address).toBeLessThanOrEqual(1);
      }
    });
  });
});
