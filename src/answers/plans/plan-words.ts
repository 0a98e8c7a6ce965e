import type { Stage, PreviewedStep } from '../../workbench/plans.ts';

export const STATE_WORDS = {
  waiting: 'ready',
  running: 'running',
  ok: 'done',
  partial: 'partial',
  error: 'failed',
  invalid: 'not valid',
  skipped: 'blocked',
  cancelled: 'cancelled',
  rejected: 'rejected',
} as const;

export const STAGE_WORDS: Readonly<Record<Stage, string>> = {
  discover: 'Discover',
  plan: 'Plan',
  validate: 'Validate',
  execute: 'Execute',
  summarize: 'Summarize',
  repair: 'Repair',
};

/** Names a step by its id or, if it has none, by its number. */
export function nameOf({ id, index, capture_id }: PreviewedStep): string {
  const name = id ?? `Step ${String(index + 1)}`;
  return capture_id === undefined ? name : `${name}: ${capture_id}`;
}

export function toolOf({ invocation }: PreviewedStep): string {
  const name: unknown = typeof invocation === 'object' && invocation !== null ? Reflect.get(invocation, 'tool_name') : undefined;
  return typeof name === 'string' ? name : 'no tool named';
}
