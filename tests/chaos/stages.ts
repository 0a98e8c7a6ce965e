import type { ToolResult } from '../../src/tools/contract/index.ts';
import type { World } from './world.ts';

/** One kind of work of a person, as a stage at which faults happen. */
export interface Stage {
  readonly name: string;
  /** Does the work. Rejects, or answers the error of a call, where it failed; the person may then do it once more. */
  readonly run: (world: World) => Promise<unknown>;
  /** Work before the faults begin. */
  readonly prepare?: (world: World) => Promise<unknown>;
}

/** A failed call is an answer; here it counts as a failure like any other. */
async function answered(call: Promise<ToolResult>): Promise<ToolResult> {
  const result = await call;
  if (result.status === 'error') throw Object.assign(new Error(result.summary), { code: result.errors[0]?.code });
  return result;
}

let serial = 0;
export const invocation = (tool_name: string, capture_id: string, args: object) => ({
  ...{ tool_name, tool_version: '1.0.0', arguments: args, timeout_ms: 60_000, request_id: `chaos-${String(++serial)}` },
  capture_selection: tool_name === 'capture_query' || tool_name === 'capture_export' ? { capture_id } : { capture_ids: [capture_id] },
});

const ANALYZER = {
  address_columns: { advertiser_addr: 'advertiser_addr', initiator_addr: 'initiator_addr', scanner_addr: 'scanner_addr' },
  ...{ analysis_mode: 'both', linkage_window_s: 180, min_observation_count: 5, rpa_rotation_model: 'spec_default' },
};

const opening: Stage = {
  name: 'opening',
  run: ({ page, disk }) => page.script.open(disk.all.filter(({ file }) => file.name === 'new.pcap').map(({ file }) => file)),
};

const merging: Stage = { name: 'merging', run: ({ page }) => page.calls.merge(['north', 'south'], { name: 'stereo' }) };

const query: Stage = {
  name: 'query',
  run: async ({ page }) => {
    await page.script.query('SELECT count(*) FROM north');
    return answered(page.script.run(invocation('capture_query', 'x_2', { sql: 'SELECT snr, count(*) AS n FROM x_2 GROUP BY snr' })));
  },
};

const analyzer: Stage = {
  name: 'analyzer',
  run: ({ page }) => answered(page.script.run(invocation('bluetooth_address_analyzer', 'north', ANALYZER))),
};

const exporting: Stage = {
  name: 'export',
  run: ({ page }) => answered(page.script.run(invocation('capture_export', 'north', { format: 'csv' }), { interactive: true })),
};

/** A scan ends when the person stops it, or by itself; what it recorded is then a capture. */
const scan: Stage = {
  name: 'live scan',
  run: async (world) => {
    const { page, bluetooth } = world;
    await page.script.live.start({ source: 'lescan', name: 'scan' });
    for (let round = 0; round < 6; round++) {
      for (let i = 0; i < 20; i++) bluetooth.advertise(`device ${String(i % 3)}`);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return page.script.live.stop();
  },
};

const saving: Stage = {
  name: 'save',
  run: async ({ page }) => {
    await page.calls.keeping.flush();
    return page.script.session.save({ name: 'Lab' });
  },
};

const sharing: Stage = {
  name: 'share',
  run: async ({ page }) => {
    await page.script.bundle({ name: 'Bundle', capture_ids: ['x_2'] });
    return page.script.session.offline({ capture_ids: ['x_2', 'north'] });
  },
};

const restoring: Stage = {
  name: 'restore',
  prepare: async (world) => {
    // Each page keeps its own session; nothing is open in the new one.
    await world.page.calls.keeping.flush();
    world.reload();
    await world.page.calls.ready();
  },
  run: async ({ page }) => {
    const [left] = await page.calls.keeping.left();
    if (left) await page.calls.keeping.resume(left.id);
  },
};

export const STAGES: readonly Stage[] = [opening, merging, query, analyzer, exporting, scan, saving, sharing, restoring];
