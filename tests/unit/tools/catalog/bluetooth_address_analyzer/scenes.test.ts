import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Output } from '../../../../../src/tools/catalog/bluetooth_address_analyzer/schema.ts';
import { MODEL_15 } from '../../../../../src/tools/linkage/editions.ts';
import type { Found, HeardSet } from '../../../../evaluate/heard.ts';
import { linkObserved, observeFrames } from '../../../../evaluate/heard.ts';
import { owedLinks } from '../../../../evaluate/score.ts';
import type { NodeWorkbench } from '../../../../support/node-workbench.ts';
import { nodeWorkbench } from '../../../../support/node-workbench.ts';
import type { RandomSource } from '../../../../support/random.ts';
import { randomSource } from '../../../../support/random.ts';
import { sceneCapture } from '../../../../support/scene/capture.ts';
import type { DeviceModel, Mix } from '../../../../support/scene/devices.ts';
import { phoneAndroid, phoneApple, watch } from '../../../../support/scene/devices.ts';
import type { SceneFrame, ScenePlan } from '../../../../support/scene/scene.ts';
import { makeScene } from '../../../../support/scene/scene.ts';

const MIX: Mix = [
  [0.5, phoneApple],
  [0.4, phoneAndroid],
  [0.1, watch],
];
const PLAN: ScenePlan = {
  name: 'small',
  seed: 1,
  duration_s: 1500,
  devices: 10,
  stay_s: 2400,
  loss: 0.5,
  walking: 0.2,
  oneChannel: true,
  mix: MIX,
};
const MINIMUM = 10;

const scene = (change: Partial<ScenePlan> = {}): HeardSet => ({
  ...makeScene({ ...PLAN, ...change }),
  name: '',
  windows: [300],
  minimum: MINIMUM,
});

const linked = async (set: Pick<HeardSet, 'frames' | 'addresses'>): Promise<Found> =>
  linkObserved(await observeFrames(set), MODEL_15, 300, MINIMUM);

/** Adjacent addresses of one stream that were heard, with any pause between them. */
function truths({ frames, addresses, streams }: HeardSet): Set<string> {
  const seen = new Map<number, { first: number; last: number }>();
  for (const { address, us } of frames) {
    const own = seen.get(address);
    if (own === undefined) seen.set(address, { first: us / 1e6, last: us / 1e6 });
    else own.last = us / 1e6;
  }
  return owedLinks(
    streams,
    [...seen].map(([at, times]) => ({ address: addresses[at]!, ...times })),
    300,
  );
}

/** Mean probability that is given to true links; a pair that is not told counts as 0. */
function belief(set: HeardSet, { forecasts }: Found): number {
  const owed = truths(set);
  const sum = forecasts.reduce((total, { from, to, probability }) => total + (owed.has(`${from} ${to}`) ? probability : 0), 0);
  return sum / Math.max(owed.size, 1);
}

function wrong(set: HeardSet, { claims }: Found): number {
  const owed = truths(set);
  return claims.filter(({ from, to }) => !owed.has(`${from} ${to}`)).length;
}

const seeds = fc.integer({ min: 1, max: 10_000 });
const few = { numRuns: 4 };

describe('what is done to the packets shows in the probabilities', () => {
  it('losing half of the packets and blurring the rest makes true links less certain over several places', async () => {
    let before = 0;
    let halved = 0;
    let blurred = 0;
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const set = scene({ seed, loss: 0.1 });
        const random = randomSource(seed);
        const half = set.frames.filter(() => random.next() < 0.5);
        const blur = (frame: SceneFrame): SceneFrame => ({
          ...frame,
          us: frame.us + Math.round(random.normal(2000)),
          rssi: Math.max(-126, Math.min(0, Math.round(frame.rssi + random.normal(10)))),
        });
        const noisy = half.map(blur).sort((a, b) => a.us - b.us);
        before += belief(set, await linked(set));
        halved += belief(set, await linked({ ...set, frames: half }));
        blurred += belief(set, await linked({ ...set, frames: noisy }));
      }),
      few,
    );
    expect(before).toBeGreaterThan(3);
    expect(halved).toBeLessThan(before + 0.02);
    expect(blurred).toBeLessThan(halved);
  });

  it('renaming the addresses changes no probability', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const set = scene({ seed });
        // The class bits stay; the order of the names turns round.
        const rename = (address: string): string => {
          const octets = address.split(':').map((octet) => Number.parseInt(octet, 16));
          const turned = octets.map((octet, at) => (at === 0 ? octet ^ 0x3f : octet ^ 0xff));
          return turned.map((octet) => octet.toString(16).padStart(2, '0').toUpperCase()).join(':');
        };
        const told = (found: Found, name: (address: string) => string): Map<string, number> =>
          new Map(found.forecasts.map(({ from, to, probability }) => [`${name(from)} ${name(to)}`, probability]));
        const own = told(await linked(set), rename);
        const other = told(await linked({ ...set, addresses: set.addresses.map(rename) }), (address) => address);
        expect([...other.keys()].sort()).toEqual([...own.keys()].sort());
        for (const [pair, probability] of other) expect(probability).toBeCloseTo(own.get(pair)!, 6);
      }),
      few,
    );
  });
});

const everyLife =
  (make: (random: RandomSource) => DeviceModel, life: () => number) =>
  (random: RandomSource): DeviceModel => {
    const model = make(random);
    return { ...model, streams: model.streams.map((stream) => ({ ...stream, lifetime: life })) };
  };

describe('extremes', () => {
  it('links few where people come and go and nothing rotates', async () => {
    const never = MIX.map(([share, make]) => [share, everyLife(make, () => Infinity)] as const);
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const set = scene({ seed, devices: 30, stay_s: 600, mix: never });
        expect(truths(set).size).toBe(0);
        expect((await linked(set)).claims.length).toBeLessThan(set.addresses.length / 10);
      }),
      few,
    );
  });

  it('keeps its precision where everything rotates every five minutes', async () => {
    const often = MIX.map(([share, make]) => [share, everyLife(make, () => 300)] as const);
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const set = scene({ seed, devices: 20, stay_s: Infinity, mix: often });
        const found = await linked(set);
        expect(found.claims.length).toBeGreaterThan(truths(set).size / 2);
        expect(wrong(set, found)).toBeLessThan(found.claims.length / 10);
      }),
      few,
    );
  });
});

describe('the tool over a scene as a capture', () => {
  let workbench: NodeWorkbench;
  beforeAll(async () => {
    workbench = await nodeWorkbench();
  });
  afterAll(() => workbench.close());

  const analyse = async (set: ReturnType<typeof makeScene>, name: string, more: Readonly<Record<string, unknown>> = {}) => {
    const capture = await workbench.open(sceneCapture(set), name);
    const result = await workbench.run({
      tool: 'bluetooth_address_analyzer',
      version: '1.5.0',
      captures: [capture],
      arguments: {
        address_columns: { advertiser_addr: 'advertiser_addr', initiator_addr: 'advertiser_addr' },
        analysis_mode: 'both',
        linkage_window_s: 300,
        min_observation_count: MINIMUM,
        rpa_rotation_model: 'spec_default',
        ...more,
      },
    });
    await workbench.captures.close(capture.capture_id);
    return result;
  };

  it('answers the same twice, and what the evaluation observes directly', async () => {
    const made = makeScene(PLAN);
    const result = await analyse(made, 'scene.pcapng');
    const answer = Output.parse(result.structured_output);
    expect((await analyse(made, 'scene.pcapng')).metadata.result_hash).toBe(result.metadata.result_hash);
    const direct = await linked(made);
    expect(direct.forecasts.length).toBe(answer.candidate_links.length);
    const told = new Map(direct.forecasts.map(({ from, to, probability }) => [`${from} ${to}`, probability]));
    for (const { from_address, to_address, probability } of answer.candidate_links) {
      expect(told.get(`${from_address} ${to_address}`)).toBeCloseTo(probability, 3);
    }
    for (const { evidence } of answer.candidate_links) expect(evidence.length).toBe(9);
  });

  it('follows what a person rules, scores the links by labels, and says what it could not follow', async () => {
    const made = makeScene(PLAN);
    const free = Output.parse((await analyse(made, 'scene.pcapng')).structured_output);
    const [best] = free.candidate_links;
    const [weakest] = free.candidate_links.slice(-1);
    expect(free.label_scores).toBeUndefined();
    const labels = made.streams.flatMap(({ emitter, addresses }) => addresses.map((address) => ({ address, device: emitter })));
    const constraints = [
      { address_a: best!.to_address, address_b: best!.from_address, rule: 'cannot_link' },
      { address_a: weakest!.from_address, address_b: weakest!.to_address, rule: 'must_link' },
      { address_a: '40:00:00:00:00:01', address_b: best!.to_address, rule: 'must_link' },
    ];
    const ruled = Output.parse((await analyse(made, 'scene.pcapng', { constraints, labels })).structured_output);
    const clusterOf = (address: string) => ruled.probabilistic_links.find(({ addresses }) => addresses.includes(address))?.cluster_id;
    expect(clusterOf(best!.from_address) ?? 'none').not.toBe(clusterOf(best!.to_address) ?? 'alone');
    expect(clusterOf(weakest!.from_address)).toBeDefined();
    expect(clusterOf(weakest!.from_address)).toBe(clusterOf(weakest!.to_address));
    expect(ruled.linkage_model.unused_constraints).toEqual([`40:00:00:00:00:01 ${best!.to_address} must_link`]);
    expect(ruled.label_scores).toMatchObject({ devices: new Set(labels.map(({ device }) => device)).size });
    const { owed_links, found_links, wrong_links, recall } = ruled.label_scores!;
    expect(found_links).toBeLessThanOrEqual(owed_links);
    expect(wrong_links).toBeGreaterThan(0);
    expect(recall).toBeCloseTo(found_links / owed_links, 3);
  });

  it('refuses a pair that is ruled both ways', async () => {
    const pair = { address_a: '40:00:00:00:00:01', address_b: '50:00:00:00:00:01' };
    const constraints = [
      { ...pair, rule: 'must_link' },
      { address_a: pair.address_b, address_b: pair.address_a, rule: 'cannot_link' },
    ];
    const result = await analyse(makeScene({ ...PLAN, duration_s: 100 }), 'short.pcapng', { constraints });
    expect(result.errors).toMatchObject([{ code: 'INVALID_VALUE', field: 'arguments.constraints' }]);
  });
});
