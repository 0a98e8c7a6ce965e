/** This module is loaded on demand, because starting the core does not need it. */
export { previewPlan, runPlan } from '../../tools/plan/plan.ts';
export { runReplay, writeReplay } from './replays.ts';
