import { randomUUID } from 'node:crypto';
import { relative } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { analyzerOutput } from '../../../src/answers/analyzer/model.ts';
import { timelineFinding } from '../../../src/answers/analyzer/timeline.ts';
import { renderReport } from '../../../src/answers/report/report.ts';
import { viewOf } from '../../../src/core/results/view.ts';
import type { CaptureInfo } from '../../../src/tables/captures.ts';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { everyCapture } from '../../support/every-capture.ts';
import { devicesOf } from '../../support/device-bench.ts';
import { nodeWorkbench } from '../../support/node-workbench.ts';

const bench = await nodeWorkbench();
afterAll(() => bench.close());
const tables = devicesOf(bench);

const run = (capture: CaptureInfo, tool_name: string, tool_version: string, args: object): Promise<ToolResult> =>
  bench.runner.run(
    {
      tool_name,
      tool_version,
      capture_selection: { capture_id: capture.capture_id },
      arguments: args,
      request_id: `count-${randomUUID()}`,
      timeout_ms: 100_000,
    },
    { interactive: true },
  );

const ANALYSIS = {
  address_columns: { advertiser_addr: 'advertiser_addr', scanner_addr: 'scanner_addr', initiator_addr: 'initiator_addr' },
  analysis_mode: 'both',
  linkage_window_s: 180,
  min_observation_count: 5,
  rpa_rotation_model: 'spec_default',
};

const report = (result: ToolResult, capture: CaptureInfo): string =>
  renderReport(
    {
      ...{ title: 'count', note: '', tool_title: 'count', result, invocation: undefined, captures: [capture], verdicts: [] },
      ...{ notes: [], names: [], audit_head: 'a'.repeat(64), workbench: { version: '0.0.0', commit: 'test' }, made_ms: 0 },
    },
    null,
  );

/** The number before "address" or "addresses", which has thousands separators. */
const counted = (text: string): number => Number(/([\d,]+) address(?:es)?\b/.exec(text)?.[1]?.replaceAll(',', '') ?? 0);

let some = 0;

describe('every view states the same number of addresses', () => {
  test.each(everyCapture().map((path) => [relative('.', path), path]))('%s', async (_name, path) => {
    const capture = await bench.openFile(path).catch(() => null);
    if (capture === null) return;
    try {
      const question = { capture_id: capture.capture_id, row_count: capture.row_count, condition: null };
      const { addresses, title } = await tables.overview(question);
      const devices = await tables.rows({ ...question, sort: null, find: '', only: null, offset: 0, limit: 1 });
      const classes = (await run(capture, 'capture_overview', '1.1.0', { top: 5, time_bins: 4 })).structured_output?.['address_classes'];
      const found: Record<string, number> = {
        'title of Overview': counted(title),
        'rows of Devices': devices.total,
        'sentence of Devices': counted(devices.finding),
        'tool capture_overview': (classes as { addresses: number }[]).reduce((sum, each) => sum + each.addresses, 0),
      };
      const result = await run(capture, 'bluetooth_address_analyzer', '1.4.0', ANALYSIS);
      if (result.status !== 'error') {
        found['Identity'] = viewOf(result).counts['addresses']!;
        // The tool's sentence counts scanners too, and mentions them.
        if (!result.summary.includes('scanners included')) found['sentence of the analyzer'] = counted(result.summary);
        if (/\d address/.test(timelineFinding(analyzerOutput(result)))) found['lanes'] = counted(timelineFinding(analyzerOutput(result)));
        found['report'] = counted(/<caption[^>]*>([^<]*), by type/.exec(report(result, capture))?.[1] ?? '');
        some++;
      }
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((place) => [place, addresses])));
    } finally {
      await bench.captures.close(capture.capture_id);
    }
  });

  test('on many captures', () => {
    expect(some).toBeGreaterThan(30);
  });
});
