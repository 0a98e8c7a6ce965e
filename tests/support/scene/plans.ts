import { CITY } from './devices.ts';
import type { ScenePlan } from './scene.ts';

/** The published scenes, from a quiet home to a stadium; one seed each draws another crowd. */
const base = { seed: 0, duration_s: 2700, oneChannel: true, walking: 0.1, mix: CITY } as const;

export const PLANS: Readonly<Record<string, ScenePlan>> = {
  home: { ...base, name: 'home', devices: 12, stay_s: Infinity, loss: 0.1 },
  office: { ...base, name: 'office', devices: 70, stay_s: 7200, loss: 0.2 },
  train: { ...base, name: 'train', devices: 140, stay_s: 1200, loss: 0.45, walking: 0.15 },
  crowd: { ...base, name: 'crowd', devices: 260, stay_s: 1500, loss: 0.75, walking: 0.4 },
  square: { ...base, name: 'square', devices: 420, stay_s: 1500, loss: 0.8, walking: 0.4 },
  stadium: { ...base, name: 'stadium', devices: 900, stay_s: 5400, loss: 0.9, walking: 0.05 },
};

export const planOf = (name: string, seed: number): ScenePlan => ({ ...PLANS[name]!, seed });
