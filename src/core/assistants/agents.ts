import type { ToolManifest } from '../../tools/contract/index.ts';
import type { Runner } from '../../tools/runner/ports.ts';
import type { PlannerId } from '../../workbench/assistants.ts';

export const PLANNERS: readonly PlannerId[] = ['rules', 'plan', 'transcript', 'endpoint', 'built_in'];

/**
 * The agent id in the policy for each planner that uses a model; by default the policy allows these agents no tools. Other planners (plans,
 * transcripts, rules) run with the person's own rights.
 */
export const AGENTS: Readonly<Record<string, string>> = { endpoint: 'local-model', built_in: 'built-in-model' };
export const MODEL_AGENTS: readonly string[] = Object.values(AGENTS);

/** The tools that the policy currently allows a planner to call. */
export const toolsFor = (runner: Pick<Runner, 'catalog'>, planner: string): readonly ToolManifest[] => {
  const agent = AGENTS[planner];
  return runner.catalog(agent === undefined ? undefined : { id: agent, attended: true });
};
