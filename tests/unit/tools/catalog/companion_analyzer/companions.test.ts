import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../src/tools/catalog/companion_analyzer/schema.ts';
import { Output } from '../../../../../src/tools/catalog/companion_analyzer/schema.ts';
import type { ToolResult } from '../../../../../src/tools/contract/index.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../../support/node-workbench.ts';
import { walkCaptures, type Traveller, type WalkOptions } from '../../../../support/walk-captures.ts';

const TAG = 'F1:22:33:44:55:66';
const tag: Traveller = {
  addressIn: () => TAG,
  data: Uint8Array.of(30, 0xff, 0x4c, 0, 0x12, 25, 0x10, ...Array.from({ length: 22 }, (_, at) => at * 7), 1, 0),
  every_s: 2,
};
const PHONE = ['4A:00:00:00:00:01', '4B:00:00:00:00:02', '4C:00:00:00:00:03'];
const phone: Traveller = {
  addressIn: (place) => PHONE[place]!,
  data: Uint8Array.of(2, 1, 6, 9, 9, ...Buffer.from('Anna X21')),
  every_s: 0.5,
};

describe('the companion analyzer', () => {
  let workbench: NodeWorkbench;
  beforeAll(async () => {
    workbench = await nodeWorkbench();
  });
  afterEach(async () => {
    for (const { capture_id } of workbench.captures.list()) await workbench.captures.close(capture_id);
  });
  afterAll(() => workbench.close());

  async function open(options: Partial<WalkOptions>): Promise<string[]> {
    const files = walkCaptures({ places: 3, strangers: 150, travellers: [], seed: 1, ...options });
    const ids: string[] = [];
    for (const [place, bytes] of files.entries()) ids.push((await workbench.open(bytes, `place_${String(place + 1)}.pcapng`)).capture_id);
    return ids;
  }

  const call = (capture_ids: readonly string[], args: object = {}): Promise<ToolResult> =>
    workbench.runner.run({
      tool_name: 'companion_analyzer',
      tool_version: '1.2.0',
      capture_selection: { capture_ids },
      arguments: { ...args },
      request_id: `companions-${randomUUID()}`,
      timeout_ms: 120_000,
    });

  async function companions(capture_ids: readonly string[], args: object = {}): Promise<Answer> {
    const result = await call(capture_ids, args);
    expect(result.errors).toEqual([]);
    return Output.parse(result.structured_output);
  }
  const codes = ({ warnings }: ToolResult): string[] => warnings.map(({ code }) => code);

  it('finds a tag that comes along among strangers, with its state, and nothing else', async () => {
    const answer = await companions(await open({ travellers: [tag] }));
    expect(answer.beyond_chance_count).toBe(1);
    const [first] = answer.devices;
    expect(first).toMatchObject({
      addresses: [TAG],
      recognised_by: 'tracker_address',
      places_heard: 3,
      verdict: 'beyond_chance',
      mine: false,
    });
    expect(first?.tracker).toMatchObject({ network: 'Apple Find My', state: 'separated' });
    expect(first?.heard.map(({ presence_share }) => presence_share)).toEqual([1, 1, 1]);
    expect(first?.statement).toMatch(/Expected if it is yours/);
  });

  it('finds a phone that changes its address from place to place by its name', async () => {
    const answer = await companions(await open({ travellers: [phone], seed: 2 }));
    expect(answer.devices[0]).toMatchObject({
      addresses: PHONE,
      recognised_by: 'payload',
      token: 'name "Anna X21"',
      verdict: 'beyond_chance',
    });
  });

  it('joins what the caller knows, says that an own device is expected and does not count it', async () => {
    const ids = await open({ travellers: [{ ...phone, data: Uint8Array.of(2, 1, 6) }], seed: 3 });
    expect((await companions(ids)).device_count).toBe(0);
    const answer = await companions(ids, { known_devices: [{ name: 'my phone', addresses: PHONE, mine: true }] });
    expect(answer.devices[0]).toMatchObject({ name: 'my phone', mine: true, recognised_by: 'known', places_heard: 3 });
    expect(answer.devices[0]?.statement).toMatch(/Expected: the call names it/);
    expect(answer.beyond_chance_count).toBe(0);
  });

  it('calls nothing beyond chance where none comes along', async () => {
    const answer = await companions(await open({ seed: 4 }));
    expect(answer).toMatchObject({ device_count: 0, beyond_chance_count: 0, devices: [], has_more: false });
  });

  it('calls nothing beyond chance in two places, and warns', async () => {
    const result = await call(await open({ places: 2, travellers: [tag], seed: 5 }));
    expect(codes(result)).toContain('FEW_PLACES');
    const answer = Output.parse(result.structured_output);
    expect(answer.beyond_chance_count).toBe(0);
    expect(answer.devices[0]?.addresses).toEqual([TAG]);
  });

  it('refuses captures that hear the same fixed devices, because they are one place', async () => {
    const result = await call(await open({ resident: 30, seed: 6 }));
    expect(result.errors[0]).toMatchObject({ code: 'INSUFFICIENT_DATA', field: 'arguments.places' });
    expect(result.errors[0]?.message).toMatch(/share 30 of/);
  });

  it('calls no resident of them beyond chance when they are named as places all the same', async () => {
    const ids = await open({ resident: 30, seed: 7 });
    const result = await call(ids, { places: ids.map((capture_id) => ({ name: capture_id, capture_id })) });
    expect(codes(result)).toContain('PLACES_ALIKE');
    const answer = Output.parse(result.structured_output);
    expect(answer.device_count).toBe(30);
    expect(answer.beyond_chance_count).toBe(0);
  });

  it('sees that they are one place where many people with fixed addresses pass', async () => {
    const ids = await open({ resident: 12, strangers: 300, seed: 13 });
    const result = await call(ids, { places: ids.map((capture_id) => ({ name: capture_id, capture_id })) });
    expect(codes(result)).toContain('PLACES_ALIKE');
    expect(Output.parse(result.structured_output).beyond_chance_count).toBe(0);
  });

  it('takes sensors at one time for one place', async () => {
    const ids = await open({ apart_s: -240, travellers: [tag], seed: 8 });
    expect((await call(ids)).errors[0]).toMatchObject({ code: 'INSUFFICIENT_DATA' });
    expect((await call(ids, { places: ids.map((capture_id) => ({ name: capture_id, capture_id })) })).errors[0]?.message).toMatch(
      /at one time/,
    );
  });

  it('counts captures of one name as one place', async () => {
    const ids = await open({ travellers: [tag], seed: 9 });
    const answer = await companions(ids, { places: ids.map((capture_id, at) => ({ name: at === 1 ? 'away' : 'home', capture_id })) });
    expect(answer.places.map(({ name, capture_ids }) => [name, capture_ids.length])).toEqual([
      ['home', 2],
      ['away', 1],
    ]);
    expect(answer.devices[0]).toMatchObject({ places_heard: 2, verdict: expect.not.stringMatching('beyond') as string });
  });

  it('follows a private address through its change in a capture that goes on', async () => {
    const [before, after] = ['51:00:00:00:00:01', '52:00:00:00:00:02'];
    const moving = walkCaptures({ places: 1, strangers: 30, travellers: [], seed: 10, length_s: 900 });
    const device = (address: string): Traveller => ({
      addressIn: () => address,
      data: Uint8Array.of(2, 1, 6, 5, 0xff, 0x59, 0, 1, 9),
      every_s: 0.5,
    });
    expect(moving).toHaveLength(1);
    const first = walkCaptures({ places: 1, strangers: 30, travellers: [device(before)], seed: 11, length_s: 450 })[0]!;
    const second = walkCaptures({ places: 2, strangers: 30, travellers: [device(after)], seed: 11, length_s: 450, apart_s: 1 })[1]!;
    const ids = [await workbench.open(first, 'first.pcapng'), await workbench.open(second, 'second.pcapng')].map(
      ({ capture_id }) => capture_id,
    );
    const followed = await companions(ids);
    expect(followed.devices.find(({ addresses }) => addresses.includes(after))?.addresses).toEqual([before, after]);
    const alone = await companions(ids, { follow_rotation: false });
    expect(alone.devices.find(({ addresses }) => addresses.includes(after))).toBeUndefined();
  });

  it.each([
    [
      'a capture that is not selected',
      {
        places: [
          { name: 'a', capture_id: 'place_1' },
          { name: 'b', capture_id: 'elsewhere' },
        ],
      },
      'arguments.places[1].capture_id',
    ],
    [
      'an end before its start',
      { places: [{ name: 'a', time_range: { start_ms: 5, end_ms: 4 } }, { name: 'b' }] },
      'arguments.places[0].time_range.end_ms',
    ],
  ])('refuses places that cannot be: %s', async (_, args, field) => {
    const result = await call(await open({ strangers: 5 }), args);
    expect(result.errors).toMatchObject([{ code: 'INVALID_VALUE', field }]);
  });

  it('suggests the packets of the device with a call that can be sent', async () => {
    const result = await call(await open({ travellers: [tag], seed: 12 }));
    const [next] = result.agentHints.suggestedNextActions;
    expect(next).toBeDefined();
    expect(JSON.stringify(next)).toContain(TAG);
  });
});
