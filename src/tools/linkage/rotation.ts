import type { LifetimeComponent } from '../../kernels/contract.ts';

/** Distributions of how long addresses are used, by `rpa_rotation_model`. Sources: docs/explanation/linkage-model.md, "Lifetime". */
export type RotationModel = 'spec_default' | 'fast_rotation' | 'slow_rotation' | 'learned';

const uniform = (weight: number, from: number, to: number): LifetimeComponent => ({ kind: 'uniform', weight, from, to });
const around = (weight: number, centre: number, scale: number): LifetimeComponent => ({ kind: 'laplace', weight, centre, scale });

/** Weight of all other lifetimes, which come from host delays, forced rotations and restarts. */
const STRAY = 0.06;

export const PRIORS: Readonly<Record<Exclude<RotationModel, 'learned'>, readonly LifetimeComponent[]>> = {
  // Core's default of 900 s, Android's 300–900 s, Core 6.1's 480–900 s, and delayed hosts up to 1026 s.
  spec_default: [around(0.5, 900, 6), uniform(0.2, 300, 900), uniform(0.12, 480, 900), uniform(0.12, 900, 1030), uniform(STRAY, 0, 3600)],
  fast_rotation: [uniform(0.5, 300, 600), uniform(0.24, 60, 420), around(0.1, 300, 10), around(0.1, 180, 10), uniform(STRAY, 0, 1800)],
  slow_rotation: [
    around(0.3, 3600, 30),
    uniform(0.24, 900, 3600),
    uniform(0.2, 3600, 43_200),
    around(0.2, 86_400, 600),
    uniform(STRAY, 0, 90_000),
  ],
};

/** The distribution of lifetimes before learning. */
export const priorOf = (model: RotationModel): readonly LifetimeComponent[] => PRIORS[model === 'learned' ? 'spec_default' : model];

/**
 * Learns the rotation periods of the selection from lifetimes that were observed from begin to end, of addresses with a confident
 * successor. Half of the weight goes to these lifetimes, each with a width of 1 %, and half stays with the prior.
 */
export function learn(lives: readonly number[]): readonly LifetimeComponent[] {
  if (lives.length < MIN_LIVES) return PRIORS.spec_default;
  const kept = PRIORS.spec_default.map((component) => ({ ...component, weight: component.weight / 2 }));
  const sorted = [...lives].sort((a, b) => a - b);
  // Use at most 24 evenly chosen lifetimes, so that evaluating the density stays cheap.
  const centres = Math.min(sorted.length, 24);
  const learnt = Array.from({ length: centres }, (_, at) => sorted[Math.floor(((at + 0.5) * sorted.length) / centres)]!);
  return [...kept, ...learnt.map((life) => around(0.5 / centres, life, Math.max(1, 0.01 * life)))];
}

const MIN_LIVES = 3;

/** Share of the weight that is given to lifetimes outside the known models. */
const OPEN = 0.12;
/**
 * Limits in s of the ranges that share this weight equally. Longer ones would explain emitters that leave as addresses that never rotate.
 */
const SPANS = [20, 40, 80, 130, 200, 320, 480, 720, 1200] as const;

/** A rotation model that can learn any lifetime, because part of its weight covers lifetimes from 20 s to 20 min. */
export function broadened(model: readonly LifetimeComponent[], open = OPEN): readonly LifetimeComponent[] {
  const spans = SPANS.slice(1).map((to, at) => uniform(open / (SPANS.length - 1), SPANS[at]!, to));
  return [...model.map((component) => ({ ...component, weight: component.weight * (1 - open) })), ...spans];
}

/** A lifetime counts as a timer if at least this many others are within the share `ALIKE` of it. */
const SUPPORT = 3;
const ALIKE = 0.01;
const MOST_TIMERS = 6;
const TIMERS = 0.3;

/**
 * The distribution for `learned`: that of `spec_default`, any other lifetime, and timers of the selection. A timer is a length that at
 * least four lifetimes share within 1 %, so that none makes one alone; how often a family of payloads follows it is learned from other
 * lifetimes.
 */
export function learnSupported(lives: readonly number[]): readonly LifetimeComponent[] {
  const sorted = [...lives].sort((a, b) => a - b);
  const timers: { readonly life: number; readonly support: number }[] = [];
  for (let at = 0; at < sorted.length;) {
    const life = sorted[at]!;
    let end = at;
    while (end < sorted.length && sorted[end]! <= life * (1 + 2 * ALIKE)) end++;
    if (end - at > SUPPORT) {
      timers.push({ life: sorted[(at + end) >> 1]!, support: end - at });
      at = end;
    } else at++;
  }
  const kept = timers.sort((a, b) => b.support - a.support || a.life - b.life).slice(0, MOST_TIMERS);
  const base = broadened(PRIORS.spec_default, 2 * OPEN);
  if (kept.length === 0) return base;
  return [
    ...base.map((component) => ({ ...component, weight: component.weight * (1 - TIMERS) })),
    ...kept.map(({ life }) => around(TIMERS / kept.length, life, Math.max(1, (ALIKE * life) / 2))),
  ];
}
