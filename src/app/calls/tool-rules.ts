/** What judges and mends calls and manifests: loaded behind the first screen, which does without. */
export { checklistOf } from '../../tools/lint/checklist.ts';
export { lint, lintUnknown } from '../../tools/lint/lint.ts';
export { repair } from '../../tools/repair/repair.ts';
export { previewPlan, runPlan } from '../../tools/plan/plan.ts';
export { runReplay, writeReplay } from './replays.ts';
