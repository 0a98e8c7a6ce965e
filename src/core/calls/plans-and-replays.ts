/** Loaded behind the core's start, which does without. */
export { previewPlan, runPlan } from '../../tools/plan/plan.ts';
export { runReplay, writeReplay } from './replays.ts';
