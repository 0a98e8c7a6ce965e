import { describe, expect, it } from 'vitest';
import type { ToolCapabilities } from '../../../../src/tools/definition.ts';
import { MODEL_15 } from '../../../../src/tools/linkage/editions.ts';
import { succeed } from '../../../../src/tools/linkage/successors.ts';
import { kernels, observeFrames } from '../../../evaluate/heard.ts';
import { randomSource } from '../../../support/random.ts';
import type { SceneFrame } from '../../../support/scene/scene.ts';

const LIFE_S = 900;
const GROUPS = 24;

/** Groups of two emitters that look alike and pause at the same time, so that either may follow either: every pair has p near 0.5. */
function alike(): { readonly frames: SceneFrame[]; readonly addresses: string[] } {
  const random = randomSource(5);
  const frames: SceneFrame[] = [];
  const addresses: string[] = [];
  for (let group = 0; group < GROUPS; group++)
    for (const from of [0, LIFE_S + 12])
      for (const _ of [0, 1]) {
        const address = addresses.length;
        addresses.push(`40:00:00:00:00:${address.toString(16).padStart(2, '0').toUpperCase()}`);
        const start = group * 3 * LIFE_S + from;
        for (let at = start; at < start + LIFE_S; at += random.between(1, 3))
          frames.push({ us: Math.round(at * 1e6), channel: 37, rssi: -60, pdu: 0, random: true, address, data: Uint8Array.of(2, 1, 6) });
      }
  return { frames: frames.sort((a, b) => a.us - b.us), addresses };
}

describe('the share of emitters that pause around a change of address', () => {
  it('is learnt as high from uncertain links as from certain ones', async () => {
    const tool = { kernels, signal: new AbortController().signal, progress: () => undefined } as unknown as ToolCapabilities;
    const observation = await observeFrames(alike());
    const { candidates, learnt } = await succeed(observation, { window_s: 180, model: 'spec_default', edition: MODEL_15 }, tool);
    const close = candidates.filter(({ probability }) => probability > 0.3 && probability < 0.7);
    expect(close.length).toBeGreaterThan(3 * GROUPS);
    // All of them pause; the prior is worth eight links.
    expect(learnt[0]!.values.Quiet).toBeGreaterThan(0.6);
  });
});
