/** Calls that results suggest: complete, valid, ranked, and the same however often they are asked for. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_KEYS } from '../../../../src/keyring/keyring.ts';
import { createRunner } from '../../../../src/tools/runner/runner.ts';
import { nextRequestId } from '../../../../src/tools/runner/advice.ts';
import { catalog } from '../../../../src/tools/catalog/index.ts';
import { comparableResult } from '../../../../src/tools/contract/result-hash.ts';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import { project } from '../../../../src/tools/contract/project.ts';
import { createRegistry } from '../../../../src/tools/registry.ts';
import type { DebugNote, RunOptions } from '../../../../src/tools/runner/ports.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';
import { runExamples } from '../../../support/tool-examples.ts';
import { walk } from '../../../evaluate/advice/walk.ts';

let workbench: NodeWorkbench;
const notes: DebugNote[] = [];
let run: (call: object, options?: RunOptions) => Promise<ToolResult>;

beforeAll(async () => {
  workbench = await nodeWorkbench();
  await workbench.openFile('public/samples/chamber_four_phones.pcapng');
  const runner = createRunner({ ...workbench.parts, debug: (note) => notes.push(note) });
  let next = 0;
  run = (call, options) =>
    runner.run({ capture_selection: {}, arguments: {}, timeout_ms: 60_000, request_id: `r${String(++next)}`, ...call }, options);
});
afterAll(() => workbench.close());

const CHAMBER = { capture_ids: ['chamber_four_phones'] };
const ANALYSIS = {
  address_columns: { advertiser_addr: 'advertiser_addr', initiator_addr: 'initiator_addr', scanner_addr: 'scanner_addr' },
  analysis_mode: 'both',
  linkage_window_s: 180,
  min_observation_count: 5,
  rpa_rotation_model: 'spec_default',
};
const overview = (more: object = {}) => ({ tool_name: 'capture_overview', tool_version: '1.1.0', capture_selection: CHAMBER, ...more });
const actions = ({ agentHints }: ToolResult): string[] => agentHints.suggestedNextActions.map(({ action }) => action);
const firstData = ({ agentHints }: ToolResult) => agentHints.suggestedNextActions[0]?.data as Record<string, unknown>;

describe('a walk by the first suggested call', () => {
  it('reaches the clusters and an audit of the largest, and says why it ends', async () => {
    const { results, looped } = await walk(workbench);
    expect(looped).toBe(false);
    expect(results.map(({ metadata, status }) => [metadata.toolName, status])).toEqual([
      ['list_captures', 'ok'],
      ['describe_capture', 'ok'],
      ['capture_overview', 'ok'],
      ['bluetooth_address_analyzer', 'ok'],
      ['rotation_privacy_audit', 'ok'],
      ['capture_query', 'ok'],
    ]);
    expect(results.at(-1)?.agentHints.reasoning).toContain('No call is suggested: ');
  });
});

describe('suggested calls', () => {
  it('run as they are after every example of every tool, and none is left out because it would be refused', async () => {
    const refused: unknown[] = [];
    let sent = 0;
    const runs = await runExamples(catalog, {
      debug: (note) => {
        if (note.phase === 'failure') refused.push(note.error);
      },
      async after({ key, result }, { runner }) {
        const [action] = result.agentHints.suggestedNextActions;
        const draft = action?.data;
        if (draft === undefined) return;
        sent += 1;
        const next = await runner.run(draft, { interactive: true, context: { connection_id: ALL_KEYS } });
        // A guess at what was meant may name a column without values.
        const guessed = action?.category === 'correction' && next.errors.every(({ code }) => code === 'INSUFFICIENT_DATA');
        if (next.status === 'error' && !guessed) refused.push([key, draft, next.errors]);
      },
    });
    expect(refused).toEqual([]);
    expect(sent).toBeGreaterThan(runs.length / 2);
  }, 240_000);

  it('name only tools that are installed, and leave no broken draft in the debug log', async () => {
    const registry = createRegistry(catalog);
    const result = await run(overview());
    expect(actions(result).every((action) => registry.get(action) !== undefined)).toBe(true);
    expect(notes.filter(({ phase }) => phase === 'failure')).toEqual([]);
  });

  it('keep the selection of the answered call', async () => {
    const selection = { ...CHAMBER, filter_expression: 'rssi > -80' };
    const result = await run(overview({ capture_selection: selection }));
    expect(firstData(result)['capture_selection']).toEqual(selection);
  });

  it('have ids of their own along a chain of any length', () => {
    const ids = new Set<string>();
    let id = 'r';
    for (let step = 0; step < 300; step++) {
      ids.add(nextRequestId(id, 1));
      id = nextRequestId(id, 0);
      ids.add(id);
    }
    expect(ids.size).toBe(600);
    expect([...ids].every((each) => /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/.test(each))).toBe(true);
  });

  it('stay whole in the view of a planner, or lose their data', async () => {
    const result = await run({
      tool_name: 'bluetooth_address_analyzer',
      tool_version: '1.4.0',
      capture_selection: CHAMBER,
      arguments: ANALYSIS,
    });
    for (const limit of [32 * 1024, 4096]) {
      const view = project(result, 'planner', limit) as { suggestedNextActions: { data?: unknown }[] };
      expect(new TextEncoder().encode(JSON.stringify(view)).length).toBeLessThanOrEqual(limit);
      for (const [at, { data }] of view.suggestedNextActions.entries())
        if (data !== undefined) expect(data).toEqual(result.agentHints.suggestedNextActions[at]?.data);
    }
  });
});

describe('after an error', () => {
  it('the corrected call comes first where the question is known, and answers it', async () => {
    const wrong = await run(overview({ tool_name: 'capture_overvieww', arguments: { top: '7' } }));
    expect(wrong.status).toBe('error');
    const right = await run({ ...firstData(wrong), request_id: 'corrected' });
    expect([right.status, right.metadata.toolName]).toEqual(['ok', 'capture_overview']);
    expect(wrong.agentHints.confidence).toBeGreaterThan(wrong.confidence);
  });

  it('one of several readings is named as a choice, with less confidence', async () => {
    const result = await run({
      tool_name: 'summary_stats_tool',
      tool_version: '1.0.0',
      capture_selection: CHAMBER,
      arguments: { columns: ['temperature'] },
    });
    const [first] = result.agentHints.suggestedNextActions;
    expect([first?.action, first?.data !== undefined]).toEqual(['describe-columns', true]);
    expect(first?.confidence).toBeLessThan(1);
  });

  it('an unknown capture leads to the list of those that are open', async () => {
    const result = await run(overview({ capture_selection: { capture_id: 'zzzzzz' } }));
    expect(actions(result)).toContain('list-captures');
    expect(result.agentHints.validityPeriod).toBe('short');
  });

  it('too few rows lead to the fallback over the same columns', async () => {
    const result = await run({
      tool_name: 'anova_tool',
      tool_version: '1.0.0',
      capture_selection: { ...CHAMBER, filter_expression: 'rssi > 100' },
      arguments: { response: 'rssi', factors: ['channel'] },
    });
    expect(firstData(result)).toMatchObject({ tool_name: 'summary_stats_tool', arguments: { columns: ['rssi'], group_by: ['channel'] } });
  });

  it('no call follows what only a person can allow, and the advice says so', async () => {
    const runner = createRunner({ ...workbench.parts, policy: { ...workbench.parts.policy, allowedTools: [] } });
    const result = await runner.run({ ...overview(), arguments: {}, request_id: 'denied', timeout_ms: 1000 });
    expect(result.agentHints.suggestedNextActions.every(({ data }) => data === undefined)).toBe(true);
    expect(result.agentHints.reasoning).toContain('only a person can allow this');
  });
});

describe('benefit, confidence and preferences', () => {
  it('an empty selection is widened to its captures', async () => {
    const result = await run(overview({ capture_selection: { ...CHAMBER, filter_expression: 'rssi > 100' } }));
    expect(firstData(result)).toMatchObject({ tool_name: 'capture_overview', capture_selection: CHAMBER });
  });

  it('the benefit is that of the first call, measured on the rows', async () => {
    const all = await run(overview());
    const few = await run(overview({ capture_selection: { ...CHAMBER, filter_expression: "advertiser_addr = '7D:40:A6:DF:72:73'" } }));
    expect(all.agentHints.estimatedImpact.affectedMetrics).toEqual(['addresses_explained']);
    expect(few.agentHints.estimatedImpact.benefit).not.toBe(all.agentHints.estimatedImpact.benefit);
  });

  it('advice is never trusted more than its result', async () => {
    for (const { result } of await runExamples(catalog.filter(({ scope }) => scope === 'captures'))) {
      if (result.status !== 'error') expect(result.agentHints.confidence).toBeLessThanOrEqual(result.confidence + 1e-4);
    }
  }, 120_000);

  it('a preference moves calls and is reported, and changes neither the answer nor its hash', async () => {
    const call = { tool_name: 'bluetooth_address_analyzer', tool_version: '1.4.0', capture_selection: CHAMBER };
    const plain = await run({ ...call, arguments: { ...ANALYSIS, min_observation_count: 2000 } });
    const asked = actions(plain).filter((action) => !action.startsWith('ui-'));
    expect(asked.length).toBeGreaterThan(1);
    const avoided = await run(
      { ...call, arguments: { ...ANALYSIS, min_observation_count: 2000 } },
      { context: { preferences: [`avoid ${asked[0]!}`, 'something unrelated altogether'] } },
    );
    expect(actions(avoided)[0]).not.toBe(asked[0]);
    expect(avoided.agentHints.preferenceAlignment).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: asked[0], alignment: 'conflict' }),
        expect.objectContaining({ preference: 'something unrelated altogether', alignment: 'neutral', score: 0 }),
      ]),
    );
    expect(avoided.metadata.result_hash).toBe(plain.metadata.result_hash);
    expect(comparableResult(avoided)).toBe(comparableResult(plain));
  });

  it('dependencies name the call that would change the answer', async () => {
    const result = await run({
      tool_name: 'bluetooth_address_analyzer',
      tool_version: '1.4.0',
      capture_selection: CHAMBER,
      arguments: { ...ANALYSIS, min_observation_count: 2000 },
    });
    const { dependencies } = result.agentHints;
    expect(dependencies.length).toBeGreaterThan(0);
    expect(dependencies.every(({ dependsOn }) => dependsOn.includes('analyze-bluetooth-addresses'))).toBe(true);
  });
});

it('deprecated tools name a successor that is in the catalog', () => {
  const registry = createRegistry(catalog);
  const deprecated = catalog.flatMap(({ manifest }) =>
    manifest.deprecated ? [[manifest.name, manifest.deprecated.replacement] as const] : [],
  );
  expect(deprecated.length).toBeGreaterThan(0);
  for (const [name, replacement] of deprecated) {
    const successor = registry.get(replacement)?.manifest;
    expect([name, successor?.name, successor?.deprecated]).toEqual([name, replacement, undefined]);
  }
});
