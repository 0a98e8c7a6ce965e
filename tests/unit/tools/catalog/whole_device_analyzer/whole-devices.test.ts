import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ToolCapabilities } from '../../../../../src/tools/definition.ts';
import type { ToolResult } from '../../../../../src/tools/contract/index.ts';
import { disclosedIn } from '../../../../../src/tools/catalog/whole_device_analyzer/read.ts';
import { Output } from '../../../../../src/tools/catalog/whole_device_analyzer/schema.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../../support/node-workbench.ts';
import { drawDevices } from '../../../../evaluate/devices/generate.ts';
import { DEVICE_WORLDS } from '../../../../evaluate/devices/world.ts';
import { sceneCapture } from '../../../../support/scene/capture.ts';
import { fixture, SAMPLE } from '../../../../support/fixtures.ts';

describe('the whole device analyzer', () => {
  let workbench: NodeWorkbench;
  beforeAll(async () => {
    workbench = await nodeWorkbench();
  });
  afterEach(async () => {
    for (const { capture_id } of workbench.captures.list()) await workbench.captures.close(capture_id);
  });
  afterAll(() => workbench.close());

  const call = (capture_id: string, args: object = {}): Promise<ToolResult> =>
    workbench.runner.run({
      tool_name: 'whole_device_analyzer',
      tool_version: '1.1.0',
      capture_selection: { capture_id },
      arguments: { ...args },
      request_id: `whole-${randomUUID()}`,
      timeout_ms: 120_000,
    });

  it('finds the phones with two streams in a file, and joins no two of them', async () => {
    const world = { ...DEVICE_WORLDS.find(({ name }) => name === 'phones that stay')!, present: 12, duration_s: 1200 };
    const drawn = drawDevices(world, 5);
    const { capture_id } = await workbench.open(sceneCapture(drawn), 'phones.pcapng');
    const result = await call(capture_id);
    expect(result.errors).toEqual([]);
    const { devices, device_count } = Output.parse(result.structured_output);
    const owner = new Map(drawn.addresses.map((address, at) => [address, drawn.devices[at]]));
    const owners = devices.map(({ parts }) => [...new Set(parts.flatMap(({ addresses }) => addresses.map((each) => owner.get(each))))]);
    expect(device_count).toBeGreaterThanOrEqual(3);
    expect(owners.filter((each) => each.length > 1)).toEqual([]);
    expect(devices[0]!.pairs[0]!.evidence.map(({ term }) => term)).toEqual(
      expect.arrayContaining(['presence', 'level', 'company', 'partners']),
    );
    expect(result.summary).toContain('never proof of identity');
  });

  it('reads identities of pairings and names of devices in connections, with the packet of each', async () => {
    const disclosed = async (path: string): Promise<[string, string, string, number][]> => {
      const { capture_id } = await workbench.openFile(fixture(path));
      const capture = workbench.captures.get(capture_id)!;
      const sql = `SELECT packet_no, '${capture_id}' AS capture_id FROM ${capture_id}`;
      const parts = { query: workbench.engine, selection: { sql, values: [], captures: [capture] }, signal: new AbortController().signal };
      const found = await disclosedIn(capture, parts as unknown as ToolCapabilities);
      return found.map(({ address, token: { kind, value, packet } }) => [address, kind, value, packet!.packet_no]);
    };
    expect(await disclosed('made/heart_rate.pcap')).toEqual([['C4:10:20:30:40:50', 'name', 'Pulse 7', 60]]);
    // The log of a peripheral does not say under which address it was connected.
    expect(await disclosed('made/host_logs/pairing.btsnoop')).toEqual([['F0:F0:F0:F0:F0:F0', 'identity', 'F0:F0:F0:F0:F0:F0', 63]]);
  });

  it('finds none in a recording of a minute, and says what is missing where no address is heard often enough', async () => {
    const { capture_id } = await workbench.openFile(SAMPLE);
    const result = await call(capture_id, { min_observation_count: 1_000_000 });
    expect(result.errors[0]).toMatchObject({ code: 'INSUFFICIENT_DATA' });
    expect(Output.parse((await call(capture_id)).structured_output).devices).toEqual([]);
  });
});
