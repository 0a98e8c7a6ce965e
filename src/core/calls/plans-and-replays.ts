/** Loaded after the core has started, which does not need it. */
export { previewPlan, runPlan } from '../../tools/plan/plan.ts';
export { runReplay, writeReplay } from './replays.ts';
