/** A program without a model: it sends the first suggested call of each result. */
import { canonicalJson } from '../../../src/base/canonical.ts';
import { questions } from '../../../src/planner/questions.ts';
import type { CaptureInfo } from '../../../src/tables/captures.ts';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import type { NodeWorkbench } from '../../support/node-workbench.ts';

/** Most calls of a walk. */
export const MOST_STEPS = 12;
const ANALYZER = 'bluetooth_address_analyzer';

export interface Walk {
  readonly results: readonly ToolResult[];
  /** Whether a call came a second time. */
  readonly looped: boolean;
}

let walks = 0;

/** Walks from the list of open captures until no call is suggested, or for `MOST_STEPS` calls. */
export async function walk(workbench: NodeWorkbench): Promise<Walk> {
  const results: ToolResult[] = [];
  const seen = new Set<string>();
  let call: unknown = {
    tool_name: 'list_captures',
    tool_version: '1.0.0',
    capture_selection: {},
    arguments: {},
    request_id: `walk-${String(++walks)}`,
    timeout_ms: 5000,
  };
  while (call !== undefined && results.length < MOST_STEPS) {
    const { request_id: _, ...question } = call as Readonly<Record<string, unknown>>;
    const key = canonicalJson(question);
    if (seen.has(key)) return { results, looped: true };
    seen.add(key);
    const result = await workbench.runner.run(call);
    results.push(result);
    call = result.agentHints.suggestedNextActions[0]?.data;
  }
  return { results, looped: false };
}

/** What the analyzer says when it is asked directly, in the words of the question that the page offers. */
export async function direct(workbench: NodeWorkbench, captures: readonly CaptureInfo[]): Promise<ToolResult> {
  const question = questions.find(({ id }) => id === 'rotate');
  if (question === undefined) throw new Error('there is no question about rotation');
  const [step] = question.steps(captures, (tool_name, args, chosen = captures) => ({
    tool_name,
    tool_version: workbench.parts.registry.get(tool_name)?.manifest.version,
    capture_selection: { capture_ids: chosen.map(({ capture_id }) => capture_id) },
    arguments: args,
    request_id: `direct-${String(++walks)}`,
    timeout_ms: 600_000,
  }));
  return workbench.runner.run(step?.invocation);
}

/** Whether the walk came to the same clusters and the same conclusion in words. */
export const reaches = ({ results }: Walk, wanted: ToolResult): boolean =>
  results.some(
    (result) =>
      result.metadata.toolName === ANALYZER &&
      result.status !== 'error' &&
      result.summary === wanted.summary &&
      canonicalJson(clustersOf(result)) === canonicalJson(clustersOf(wanted)),
  );

function clustersOf({ structured_output }: ToolResult): string[] {
  const links = (structured_output?.['probabilistic_links'] ?? []) as readonly { readonly addresses: readonly string[] }[];
  return links.map(({ addresses }) => [...addresses].sort().join(' ')).sort();
}
