import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { PUBLISHED, workbenchTypes } from '../../../.ci/workbench-types.mjs';
import type * as published from '../../../public/workbench.d.ts';
import type * as source from '../../../src/workbench/public.ts';
import { faultsOf, programOf } from '../../support/compile.ts';

const stored = readFileSync(PUBLISHED, 'utf8');
const entry = readFileSync('src/workbench/public.ts', 'utf8');

const SCRIPT = `
import type { PlanDocument, ToolInvocation, ToolPolicy, ToolResult } from './workbench.d.ts';
const [capture] = await window.workbench.open([new File([], 'a.pcapng')], { onProgress: ({ done }) => void done });
if (!capture) throw new Error('no capture');
const call: ToolInvocation = {
  tool_name: 'capture_overview',
  tool_version: '1.0.0',
  capture_selection: { capture_id: capture.capture_id },
  arguments: {},
  request_id: crypto.randomUUID(),
  timeout_ms: 60_000,
};
const context = { agent: { id: 'bot', version: '1.0.0' }, preferences: ['short answers'] };
const result: ToolResult = await window.workbench.run(call, { interactive: true, toolIds: ['capture_overview'], context });
const action: string | undefined = result.agentHints.suggestedNextActions[0]?.action;
const why: string = result.confidence_basis.method;
for (const { expected, got, allowed } of result.errors) console.log(expected, got, allowed?.[0], action, why, result.data);
const manifest = window.workbench.manifest('capture_overview');
const codes: readonly string[] = [...(manifest?.permissions ?? []), ...(manifest?.error_codes.map(({ code }) => code) ?? [])];
for (const { risk, approval, approver, arguments: given } of window.workbench.audit()) console.log(risk.toFixed(), approval, approver, given, codes);
const policy: ToolPolicy = window.workbench.policy();
await window.workbench.setPolicy({ ...policy, agents: { bot: { ...policy, allowedTools: ['capture_overview'] } } });
const plan: PlanDocument = { format: 'capture-workbench/plan', version: 1, steps: [{ id: 'overview', invocation: { ...call } }] };
const { steps } = await window.workbench.plan(plan);
console.log(steps.map(({ state }) => state === 'skipped'));
const stop: () => void = window.workbench.on('*', (event) => {
  if (event.type === 'tool-progress') console.log(event.progress.phase);
});
stop();
`;

const compiled = (script: string): string[] => faultsOf(programOf({ '/user/workbench.d.ts': stored, '/user/script.ts': script }));

describe('the published types', () => {
  it('are up to date; `npm run types` writes them again', async () => {
    expect(await workbenchTypes()).toBe(stored);
  });

  it('change when the interface gains a member', async () => {
    const grown = entry.replace(
      'export interface Workbench {',
      'export interface Workbench {\n  /** Added. */\n  added(bytes: number): void;',
    );
    expect(await workbenchTypes(grown)).toBe(
      stored.replace('export interface Workbench {', 'export interface Workbench {\n  /** Added. */\n  added(bytes: number): void;'),
    );
  });

  it('describe the members of a schema', () => {
    expect(stored).toMatch(/\/\*\* [^\n]+ \*\/\n {2}readonly agentHints: AgentHints;/);
  });

  it('compile on their own with a script that uses them', () => {
    expect(compiled(SCRIPT)).toEqual([]);
  });

  it.each([
    ['a misspelled method', 'window.workbench.runs({});', /Property 'runs' does not exist/],
    ['an unknown member of the context', 'window.workbench.run({}, { context: { agent_id: "bot" } });', /'agent_id' does not exist/],
    ['writing to a result', 'window.workbench.captures()[0]!.file_name = "";', /read-only property/],
  ])('refuse %s', (_, script, fault) => {
    const faults = compiled(`import type {} from './workbench.d.ts';\n${script}`);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(fault);
  });

  it('are the types of the source', () => {
    expectTypeOf<source.Workbench>().toExtend<published.Workbench>();
    expectTypeOf<published.Workbench>().toExtend<source.Workbench>();
    expectTypeOf<source.ToolInvocation>().toEqualTypeOf<published.ToolInvocation>();
    expectTypeOf<source.PlanDocument>().toEqualTypeOf<published.PlanDocument>();
  });
});
