import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceIdAnalyzer } from '../../../../../src/tools/catalog/device_id_analyzer/index.ts';
import type { Answer } from '../../../../../src/tools/catalog/device_id_analyzer/schema.ts';
import { scanLogHead, scanLogLine } from '../../../../../src/tables/scan-log.ts';
import { openFile } from '../../../../support/captures.ts';
import { fakeAdvert } from '../../../../support/live/fake-source.ts';
import { asWebScan } from '../../../../support/live/as-web-scan.ts';
import { nodeWorkbench } from '../../../../support/node-workbench.ts';
import type { NodeWorkbench } from '../../../../support/node-workbench.ts';

const FOLDER = 'tests/fixtures/captures/pact';
const FIXTURE = `${FOLDER}/iphone_web_scan.ndjson.gz`;

let workbench: NodeWorkbench;
beforeAll(async () => {
  workbench = await nodeWorkbench();
});
afterAll(() => workbench.close());

let scans = 0;
async function analyse(log: string, tool = 'device_id_analyzer', args: object = {}) {
  const scan = await workbench.open(new TextEncoder().encode(log), `web scan ${String(++scans)}.ndjson`);
  const version = tool === 'device_id_analyzer' ? '1.0.0' : '1.1.0';
  return workbench.run({ tool, version, captures: [scan], arguments: { ...args } });
}

describe('ids of a scan made of a recording with known rotations', () => {
  it('the fixture is what a browser would have said of it', async () => {
    const { log } = asWebScan(await openFile(`${FOLDER}/sessions/iphone_01_ch37.pcapng`));
    if (process.env['GOLDEN'] === 'write') writeFileSync(FIXTURE, gzipSync(log, { level: 9 }));
    expect(gunzipSync(readFileSync(FIXTURE)).toString('utf8')).toBe(log);
  });

  // The Samsung advertises no data at all: handover, interval and strength are what is left.
  it.each([
    ['iphone_01', ['50:C9:02:BF:5F:FC', '5E:CB:2E:28:BD:BD'], 3],
    ['s10_01', ['72:B7:6E:AD:8D:3E', '40:8B:3E:D9:53:B1'], 2],
  ] as const)('%s: the ids of both addresses are one chain, and nothing else is', async (name, rotation, ids) => {
    const { log, address } = asWebScan(await openFile(`${FOLDER}/sessions/${name}_ch37.pcapng`));
    const result = await analyse(log);
    expect(result.status).toBe('ok');
    const { devices, chains, likely_successors: pairs } = result.structured_output as Answer;
    expect(devices).toHaveLength(ids);
    expect(chains.map(({ device_ids }) => device_ids.map((id) => address.get(id)))).toEqual([rotation]);
    expect(pairs.filter(({ shown }) => shown)).toHaveLength(1);
    const [most] = devices;
    expect(most?.interval_ms).toBeGreaterThan(270);
    expect(most?.rssi_median_dbm).toBeLessThan(-50);
    expect(result.warnings.map(({ code }) => code)).toContain('OPAQUE_IDS');
    expect(result.summary).toContain('Opaque ids, not addresses');
    expect(JSON.stringify(result)).not.toMatch(/(?:[0-9A-F]{2}:){5}/);
  });

  it('the analyzer of addresses declines it with the reason and names the way', async () => {
    const columns = { advertiser_addr: 'advertiser_addr', initiator_addr: 'initiator_addr', scanner_addr: 'scanner_addr' };
    const result = await analyse(gunzipSync(readFileSync(FIXTURE)).toString('utf8'), 'bluetooth_address_analyzer', {
      address_columns: columns,
      analysis_mode: 'both',
      linkage_window_s: 60,
      min_observation_count: 5,
      rpa_rotation_model: 'spec_default',
    });
    expect(result.errors[0]).toMatchObject({ code: 'INSUFFICIENT_DATA' });
    expect(result.errors[0]?.message).toMatch(/opaque id per device.*device_id_analyzer/);
    // The page makes a call of the action: its name is that of the tool.
    expect(result.agentHints.suggestedNextActions[0]?.action).toBe(deviceIdAnalyzer.manifest.kebab_name);
  });
});

describe('ids that are no rotation', () => {
  /** Advertisements each 100 ms. */
  const stay = (id: string, from: number, to: number, rssi: number, company: number, payload: readonly number[]): [number, string][] =>
    Array.from({ length: (to - from) * 10 }, (_, at) => {
      const us = 1_760_000_000_000_000 + (from * 10 + at) * 100_000;
      const heard = fakeAdvert({ us, device_id: id, rssi: rssi + (at % 3), manufacturer: [[company, Uint8Array.from(payload)]] });
      return heard.kind === 'advert' ? [us, scanLogLine(heard.advert)] : [us, ''];
    });
  const scan = (...stays: [number, string][][]): string =>
    scanLogHead('Web Bluetooth', 0) +
    stays
      .flat()
      .sort(([a], [b]) => a - b)
      .map(([, line]) => line)
      .join('');

  it('a device that leaves and another kind that comes are not one chain', async () => {
    const result = await analyse(
      scan(
        stay('beacon', 0, 300, -70, 0x59, [1]),
        stay('leaves', 0, 120, -45, 0x4c, [0x10, 5, 1, 2, 3, 4, 5]),
        stay('comes', 170, 300, -85, 0x75, [9, 9]),
      ),
      'device_id_analyzer',
      { linkage_window_s: 60 },
    );
    const { chains, devices } = result.structured_output as Answer;
    expect(chains).toEqual([]);
    expect(devices.map(({ device_id, presence_share }) => [device_id, Math.round(presence_share * 100)])).toEqual([
      ['beacon', 100],
      ['comes', 43],
      ['leaves', 40],
    ]);
    expect(devices[0]).toMatchObject({ advertisements: 3000, rssi_median_dbm: -69, payload: 'FF:3(0059)' });
  });

  it('ids heard at the same time never follow one another', async () => {
    const same = [0x4c, [0x10, 5, 1, 2, 3, 4, 5]] as const;
    const result = await analyse(scan(stay('one', 0, 100, -60, ...same), stay('other', 0, 100, -60, ...same)));
    expect((result.structured_output as Answer).likely_successors).toEqual([]);
  });
});
