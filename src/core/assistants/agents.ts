import type { ToolManifest } from '../../tools/contract/index.ts';
import type { Runner } from '../../tools/runner/ports.ts';
import type { PlannerId } from '../../workbench/assistants.ts';

export const PLANNERS: readonly PlannerId[] = ['rules', 'plan', 'transcript', 'endpoint', 'built_in'];

/** Models are agents: the policy says what each may call, nothing at first. Plans, transcripts and rules act for the person. */
export const AGENTS: Readonly<Record<string, string>> = { endpoint: 'local-model', built_in: 'built-in-model' };
export const MODEL_AGENTS: readonly string[] = Object.values(AGENTS);

/** What a planner may call now. */
export const toolsFor = (runner: Pick<Runner, 'catalog'>, planner: string): readonly ToolManifest[] => {
  const agent = AGENTS[planner];
  return runner.catalog(agent === undefined ? undefined : { id: agent, attended: true });
};
