import type { ToolManifest } from '../../tools/contract/index.ts';
import type { Runner } from '../../tools/runner/ports.ts';
import type { PlannerId } from '../../workbench/assistants.ts';

export const PLANNERS: readonly PlannerId[] = ['rules', 'plan', 'transcript', 'endpoint', 'built_in'];

/**
 * Policy agent of each planner that uses a model; the policy initially allows it no tools. Plans, transcripts and rules run with the
 * person's own rights.
 */
export const AGENTS: Readonly<Record<string, string>> = { endpoint: 'local-model', built_in: 'built-in-model' };
export const MODEL_AGENTS: readonly string[] = Object.values(AGENTS);

/** The tools that the policy allows a planner now. */
export const toolsFor = (runner: Pick<Runner, 'catalog'>, planner: string): readonly ToolManifest[] => {
  const agent = AGENTS[planner];
  return runner.catalog(agent === undefined ? undefined : { id: agent, attended: true });
};
