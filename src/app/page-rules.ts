import { WorkbenchError } from '../base/failure.ts';
import type { ToolFacts, ToolRules } from '../core/calls/tool-rules.ts';
import type * as policies from '../tools/policy/check-policy.ts';
import { yieldToEventLoop } from '../base/yield-to-event-loop.ts';

type CheckPolicy = typeof policies.checkPolicy;

/** The rules on calls and policies for the page. They throw `NOT_READY` until `loaded` has settled. */
export interface PageRules extends ToolRules {
  readonly loaded: Promise<void>;
  readonly checkPolicy: CheckPolicy;
}

const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('../tools/contract/identifiers.ts'),
  () => import('../tools/contract/hints.ts'),
  () => import('../tools/contract/result.ts'),
  () => import('../tools/contract/manifest.ts'),
  () => import('../tools/contract/generated/validators.js'),
  () => import('../tools/contract/schema.ts'),
];

export const notReady = (): WorkbenchError => new WorkbenchError('NOT_READY', 'the workbench is not ready: wait for workbench.ready first');

export function pageRules(facts: ToolFacts): PageRules {
  let found: { readonly rules: ToolRules; readonly checkPolicy: CheckPolicy } | undefined;
  const have = (): NonNullable<typeof found> => {
    if (found) return found;
    throw notReady();
  };
  const load = async (): Promise<void> => {
    // Load each part in its own task, so that none blocks the page for long: zod, the schemas, their validators, the rules. zod is not
    // imported dynamically itself, because the build would then include its unused parts.
    for (const part of PARTS) {
      await yieldToEventLoop();
      await part();
    }
    await yieldToEventLoop();
    const { checkPolicy } = await import('../tools/policy/check-policy.ts');
    const { createToolRules } = await import('../core/calls/tool-rules.ts');
    found = { rules: createToolRules(facts), checkPolicy };
  };
  return {
    loaded: load(),
    envelope: () => have().rules.envelope(),
    checklist: (manifest) => have().rules.checklist(manifest),
    lint: (...given) => have().rules.lint(...given),
    repair: (invocation, result) => have().rules.repair(invocation, result),
    checkPolicy: (policy, installed) => have().checkPolicy(policy, installed),
  };
}
