import { describe, expect, it } from 'vitest';
import { MODEL_12, MODEL_13, MODEL_14, MODEL_15, type ModelEdition } from '../../../../src/tools/linkage/editions.ts';
import { broadened, learnSupported, priorOf } from '../../../../src/tools/linkage/rotation.ts';
import { f1, measureWorld } from '../../../evaluate/worlds/measure.ts';
import { WORLDS } from '../../../evaluate/worlds/world.ts';

const total = (components: readonly { readonly weight: number }[]): number => components.reduce((sum, { weight }) => sum + weight, 0);
const timersIn = (lives: readonly number[]): number[] =>
  learnSupported(lives)
    .flatMap((component) => (component.kind === 'laplace' && component.centre !== 900 ? [component.centre] : []))
    .sort((a, b) => a - b);

describe('models of rotation', () => {
  it.each(['spec_default', 'fast_rotation', 'slow_rotation', 'learned'] as const)('%s has weights that add up to 1', (model) => {
    expect(total(broadened(priorOf(model)))).toBeCloseTo(1, 9);
  });

  it('learns a timer that four lives share, and none that fewer do', () => {
    expect(timersIn([431, 523, 600, 601, 602])).toEqual([]);
    expect(timersIn([431, 523, 599, 600, 601, 602])).toEqual([601]);
    expect(total(learnSupported([599, 600, 601, 602]))).toBeCloseTo(1, 9);
  });

  it('learns both of two timers', () => {
    expect(timersIn([300, 300, 301, 301, 599, 600, 601, 602]).map(Math.round)).toEqual([301, 601]);
  });
});

describe('learned lives', () => {
  it('find lives of one to three minutes under a model that expects 15', async () => {
    const world = { ...WORLDS.find(({ name }) => name === 'fast')!, present: 12, duration_s: 600 };
    const linked = async (edition: ModelEdition): Promise<number> =>
      f1((await measureWorld(world, 7, ['spec_default'], edition)).modes.get('spec_default')!.links);
    expect(await linked(MODEL_13)).toBeGreaterThan((await linked(MODEL_12)) + 0.05);
  });
});

describe('pauses around a change of address', () => {
  it('are learnt where all emitters pause alike', async () => {
    const world = WORLDS.find(({ name }) => name === 'pauses')!;
    const linked = async (edition: ModelEdition): Promise<number> =>
      f1((await measureWorld(world, 7, ['spec_default'], edition)).modes.get('spec_default')!.links);
    expect(await linked(MODEL_13)).toBeGreaterThan((await linked(MODEL_12)) + 0.03);
  });
});

describe('model 1.4 against 1.3, in worlds on which nothing was set', () => {
  const linked = async (name: string, edition: ModelEdition) => {
    const { addresses, modes } = await measureWorld(
      WORLDS.find((world) => world.name === name)!,
      20,
      ['spec_default'],
      edition,
    );
    const { links } = modes.get('spec_default')!;
    return { f1: f1(links), wrong: (200 * (links.claimed - links.right)) / addresses };
  };

  it.each(['pausing', 'earbuds'])('follows more addresses in the world “%s”', async (name) => {
    expect((await linked(name, MODEL_14)).f1).toBeGreaterThan((await linked(name, MODEL_13)).f1 + 0.02);
  });

  it('links no more than one address of 200 falsely where nothing rotates', async () => {
    expect((await linked('no rotation', MODEL_14)).wrong).toBeLessThanOrEqual(1);
  });
});

describe('model 1.5 against 1.4', () => {
  it('does not let chance links with gaps of one length support one another where nothing rotates', async () => {
    const world = WORLDS.find(({ name }) => name === 'no rotation')!;
    const wrong = async (edition: ModelEdition): Promise<number> => {
      const { addresses, modes } = await measureWorld(world, 309, ['fast_rotation'], edition);
      return (200 * modes.get('fast_rotation')!.links.claimed) / addresses;
    };
    expect(await wrong(MODEL_14)).toBeGreaterThan(5);
    expect(await wrong(MODEL_15)).toBeLessThanOrEqual(1);
  });
});
