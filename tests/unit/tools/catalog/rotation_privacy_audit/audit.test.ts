import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../src/tools/catalog/rotation_privacy_audit/schema.ts';
import { Output } from '../../../../../src/tools/catalog/rotation_privacy_audit/schema.ts';
import type { CaptureInfo } from '../../../../../src/tables/captures.ts';
import type { NodeWorkbench } from '../../../../support/node-workbench.ts';
import { nodeWorkbench } from '../../../../support/node-workbench.ts';
import type { RandomSource } from '../../../../support/random.ts';
import { sceneCapture } from '../../../../support/scene/capture.ts';
import type { StreamModel } from '../../../../support/scene/devices.ts';
import type { Scene } from '../../../../support/scene/scene.ts';
import { makeScene } from '../../../../support/scene/scene.ts';

const token = (random: RandomSource): number[] => Array.from({ length: 8 }, () => random.below(256));
const payload = (bytes: readonly number[], name: readonly number[] = []): Uint8Array =>
  Uint8Array.of(2, 1, 6, bytes.length + 3, 0xff, 0x59, 0, ...bytes, ...(name.length === 0 ? [] : [name.length + 1, 9, ...name]));
const ANNA = [0x41, 0x6e, 0x6e, 0x61];
const LATE_S = 3;

/** A device that draws its lives and its whole payload afresh: nothing of it should be found. */
const CLEAN: StreamModel = {
  kind: 'audited',
  pdu: 0,
  addressClass: 'rpa',
  interval: 0.5,
  lifetime: (random) => random.between(480, 900),
  pause: () => 0.2,
  keepsPhase: false,
  switchesClock: false,
  restless: Infinity,
  payload: (random) => payload(token(random)),
};

const LEAKS: Readonly<Record<string, Partial<StreamModel>>> = {
  counter: {
    restless: 20,
    payload: (random, previous, rotated) =>
      payload([...(previous === null || rotated ? token(random) : previous.subarray(7, 15)), ((previous?.[15] ?? 250) + 1) & 0xff]),
  },
  name: { payload: (random) => payload(token(random), ANNA) },
  token: { payload: (random, previous) => previous ?? payload(token(random)) },
  still: { lifetime: () => Infinity },
  timer: { lifetime: () => 600 },
};

function sceneOf(change: Partial<StreamModel> = {}, seed = 4): Scene {
  const model = { name: 'audited', twin: false, power: 10, streams: [{ ...CLEAN, ...change }] };
  const plan = { name: 'bench', seed, duration_s: 3900, devices: 1, stay_s: Infinity, loss: 0.1, walking: 0, oneChannel: true };
  return makeScene({ ...plan, mix: [[1, () => model]] });
}

/** For some seconds every address goes on with the payload of the one before. */
function late(scene: Scene): Scene {
  const held = new Map<number, { since: number; before: Uint8Array | undefined }>();
  let last: Uint8Array | undefined;
  const frames = scene.frames.map((frame) => {
    if (!held.has(frame.address)) held.set(frame.address, { since: frame.us, before: last });
    const { since, before } = held.get(frame.address)!;
    last = frame.data;
    return before !== undefined && frame.us - since <= LATE_S * 1e6 ? { ...frame, data: before } : frame;
  });
  return { ...scene, frames };
}

describe('the rotation privacy audit', () => {
  let workbench: NodeWorkbench;
  beforeAll(async () => {
    workbench = await nodeWorkbench();
  });
  afterAll(() => workbench.close());

  async function audit(captures: readonly CaptureInfo[], addresses: readonly string[], more: object = {}): Promise<Answer> {
    const result = await workbench.run({
      tool: 'rotation_privacy_audit',
      version: '1.0.0',
      captures,
      arguments: { addresses, follow_links: false, ...more },
    });
    expect(result.errors).toEqual([]);
    return Output.parse(result.structured_output);
  }
  const codes = ({ findings }: Answer): string[] => findings.map(({ code }) => code);
  const heard = ({ addresses, frames }: Scene): string[] => [...new Set(frames.map(({ address }) => address))].map((at) => addresses[at]!);

  async function audited(scene: Scene): Promise<Answer> {
    const capture = await workbench.open(sceneCapture(scene), 'bench.pcapng');
    const answer = await audit([capture], heard(scene));
    await workbench.captures.close(capture.capture_id);
    return answer;
  }

  it('finds nothing that survives where nothing does', async () => {
    const answer = await audited(sceneOf());
    expect(answer.rotations.length).toBeGreaterThan(2);
    expect(answer.rotations.every(({ carried_s }) => carried_s === 0)).toBe(true);
    expect(codes(answer).filter((code) => code !== 'CAN_BE_FOLLOWED')).toEqual([]);
  });

  it.each([
    ['counter', 'COUNTER_CONTINUES'],
    ['name', 'NAME_KEPT'],
    ['token', 'STATIC_PAYLOAD'],
    ['still', 'NO_ROTATION'],
    ['timer', 'PREDICTABLE_ROTATION'],
  ])(
    'finds what leaks on purpose: %s',
    async (leak, code) => {
      const answer = await audited(sceneOf(LEAKS[leak]));
      const found = codes(answer);
      expect(found).toContain(code);
      const others = [
        'COUNTER_CONTINUES',
        'NAME_KEPT',
        'STATIC_PAYLOAD',
        'NO_ROTATION',
        'PREDICTABLE_ROTATION',
        'PAYLOAD_OUTLIVES_ADDRESS',
      ];
      expect(others.filter((other) => other !== code && found.includes(other))).toEqual([]);
      const { severity } = answer.findings.find((finding) => finding.code === code)!;
      expect(found.includes('CONNECTABLE_IDENTIFIABLE')).toBe(severity === 'high');
      // A name is reported by its length.
      expect(JSON.stringify(answer)).not.toContain('Anna');
    },
    120_000,
  );

  it('measures how long a payload outlives its address', async () => {
    const answer = await audited(late(sceneOf()));
    expect(codes(answer)).toContain('PAYLOAD_OUTLIVES_ADDRESS');
    expect(codes(answer)).not.toContain('STATIC_PAYLOAD');
    for (const { carried_s } of answer.rotations) expect(Math.abs(carried_s - LATE_S)).toBeLessThan(1.5);
  });

  it('compares two recordings, and says what is gone', async () => {
    const [before, after] = [sceneOf(LEAKS['token']), sceneOf({}, 5)];
    const first = await workbench.open(sceneCapture(before), 'before.pcapng');
    const second = await workbench.open(sceneCapture(after), 'after.pcapng');
    const given = { before: { capture_id: first.capture_id, addresses: heard(before) } };
    const { comparison = [], findings } = await audit([first, second], heard(after), given);
    expect(comparison).toContainEqual({ code: 'STATIC_PAYLOAD', before: 'high', after: 'none', change: 'gone' });
    expect(findings.map(({ code }) => code)).not.toContain('STATIC_PAYLOAD');
    for (const { capture_id } of [first, second]) await workbench.captures.close(capture_id);
  });

  it('sees the timer of a phone that was alone in a chamber, and follows every change', async () => {
    const folder = 'tests/fixtures/captures/pact/sessions';
    const captures: CaptureInfo[] = [];
    for (const name of readdirSync(folder)
      .filter((each) => each.startsWith('s10_'))
      .sort())
      captures.push(await workbench.open(new Uint8Array(readFileSync(`${folder}/${name}`)), name));
    const truth = readFileSync('tests/fixtures/captures/pact/ground-truth.tsv', 'utf8')
      .split('\n')
      .map((line) => line.split('\t'));
    const own = truth.filter(([session]) => session === 'Samsung Galaxy S10').map((cells) => cells[2]!.toUpperCase());
    const answer = await audit(captures, own);
    expect(answer.streams).toHaveLength(1);
    // Pauses of the recording cut some lives; those that it holds whole keep to the timer.
    expect(answer.streams[0]!.lives_s.filter((life) => Math.abs(life - 900) < 5).length).toBeGreaterThan(2);
    expect(answer.followed.followed_share).toBeGreaterThan(0.5);
    expect(codes(answer)).toContain('CAN_BE_FOLLOWED');
    expect(codes(answer)).toContain('PREDICTABLE_ROTATION');
    expect(codes(answer)).not.toContain('NO_ROTATION');
  });
});
