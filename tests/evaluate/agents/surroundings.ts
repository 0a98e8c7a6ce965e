import { readFileSync } from 'node:fs';
import { isRecord } from '../../../src/base/record.ts';
import type { LoopParts } from '../../../src/planner/loop.ts';
import type { CaptureInfo } from '../../../src/tables/captures.ts';
import type { ToolManifest, ToolResult } from '../../../src/tools/contract/index.ts';
import { installForeign } from '../../../src/tools/foreign/install.ts';
import { interpret } from '../../../src/tools/foreign/interpret.ts';
import { repair } from '../../../src/tools/repair/repair.ts';
import { SAMPLE } from '../../support/fixtures.ts';
import { nodeWorkbench } from '../../support/node-workbench.ts';
import { countingIds } from '../../support/tools.ts';
import { refuse, textIn, functionName, type GivenFunction } from './cases.ts';

/** Tools that a run offers, and what runs their calls. */
export interface Surroundings {
  readonly tools: readonly ToolManifest[];
  readonly captures: readonly CaptureInfo[];
  /** @param scope request ids are unique within it */
  readonly run: (invocation: unknown, signal: AbortSignal, scope: string) => Promise<ToolResult>;
  readonly repair: LoopParts['repair'];
  readonly valid: (invocation: unknown) => Promise<boolean>;
  /** Members of the request instead of those that the catalog is written as. */
  readonly request?: Readonly<Record<string, unknown>>;
  /** Whether the built-in instructions of the planner fit. */
  readonly instructed: boolean;
}

/** Time of the clock of the sample's runner, so that equal runs give equal results. */
const STILL_MS = Date.UTC(2026, 0, 1);

/** The workbench itself, over the sample capture that the evaluation file asks about. */
export async function workbenchSurroundings(): Promise<Surroundings & { readonly close: () => Promise<void> }> {
  const workbench = await nodeWorkbench(() => STILL_MS);
  await workbench.open(new Uint8Array(readFileSync(SAMPLE)), 'chamber_four_phones.pcapng');
  const { runner, captures, parts } = workbench;
  const facts = { registry: parts.registry, catalog: runner.catalog(), captures, ids: countingIds() };
  return {
    tools: runner.catalog(),
    captures: captures.list(),
    run: (invocation, signal, scope) => runner.run(invocation, { signal, scope, entry: 'planner' }),
    repair: (invocation, result) => repair(invocation, result, facts),
    valid: async (invocation) => (await runner.validate(invocation)).valid,
    instructed: true,
    close: () => Promise.resolve(workbench.close()),
  };
}

/** Functions that a case or a catalog brings along. Their calls are answered with `ok`; nothing runs. */
export function functionSurroundings(functions: readonly GivenFunction[]): Surroundings {
  const tools = functions.map(manifestOf);
  const schemas = new Map(tools.map(({ name, input_schema }) => [name, input_schema]));
  const valid = (invocation: unknown): boolean => {
    const { tool_name, arguments: args } = invocation as { readonly tool_name: string; readonly arguments: unknown };
    const schema = schemas.get(tool_name);
    return schema !== undefined && interpret(schema, args).faults.length === 0;
  };
  return {
    tools,
    captures: [],
    run: (invocation) => Promise.resolve(standInResult(invocation as { tool_name: string; tool_call_id: string }, valid(invocation))),
    repair: () => undefined,
    valid: (invocation) => Promise.resolve(valid(invocation)),
    request: { tools: functions.map((own) => ({ type: 'function', function: own })), tool_choice: 'auto' },
    instructed: false,
  };
}

function manifestOf({ name, description, parameters }: GivenFunction): ToolManifest {
  const offered = { name, title: null, description, inputSchema: parameters, outputSchema: null, claims: [], left: [], definition: {} };
  const { manifest } = installForeign({
    id: name,
    server: { name: 'evaluation', url: '' },
    offered,
    fingerprint: '0'.repeat(64),
    revision: 1,
    call: () => Promise.resolve({}),
    ask: () => Promise.resolve({ action: 'cancel' }),
  });
  return { ...manifest, description };
}

const BASIS = { method: 'evaluation/stand_in@1', inputs: {} };

function standInResult(
  { tool_name, tool_call_id }: { readonly tool_name: string; readonly tool_call_id: string },
  ok: boolean,
): ToolResult {
  const at = new Date(STILL_MS).toISOString();
  const id = '00000000-0000-4000-8000-000000000000';
  return Object.freeze<ToolResult>({
    status: ok ? 'ok' : 'error',
    summary: ok ? 'Done.' : 'The arguments do not fit the schema of the tool.',
    ...(ok && { structured_output: {} }),
    artifacts: [],
    warnings: [],
    errors: ok ? [] : [{ code: 'INVALID_VALUE', message: 'expected arguments that fit the schema of the tool' }],
    confidence: ok ? 1 : 0,
    confidence_basis: BASIS,
    agentHints: {
      suggestedNextActions: [],
      relatedResources: [],
      confidence: 0,
      confidence_basis: BASIS,
      sourceQuality: 'unknown',
      validityPeriod: 'indefinite',
      contextNeeded: [],
      assumptions: [],
      riskFactors: [],
      dependencies: [],
      alternatives: [],
      preferenceAlignment: [],
      warnings: [],
      reasoning: 'Nothing ran.',
    } as unknown as ToolResult['agentHints'],
    metadata: {
      toolName: tool_name,
      toolVersion: '1.0.0',
      timestamp: at,
      executionTime: 0,
      startedAt: at,
      endedAt: at,
      startedAtMs: STILL_MS,
      endedAtMs: STILL_MS,
      serviceVersion: '0.0.0',
      traceId: id,
      correlationId: id,
      requestId: tool_call_id,
      entry: 'planner',
      cached: false,
    },
    tool_call_id,
    ok,
  });
}

/**
 * A catalog file over the workbench's: `{ "descriptions": { "tool": "text" } }` changes descriptions of the workbench's tools, a list of
 * tools with `name`, `description` and `inputSchema` or `parameters` (as webmcp-evals has) takes their place.
 */
export function catalogOf(value: unknown, workbench: Surroundings): Surroundings {
  const descriptions = isRecord(value) ? value['descriptions'] : undefined;
  if (isRecord(descriptions)) {
    const unknown = Object.keys(descriptions).find((name) => !workbench.tools.some((tool) => tool.name === name));
    if (unknown !== undefined) refuse(`expected names of tools in descriptions, found ${unknown.slice(0, 64)}`);
    return {
      ...workbench,
      tools: workbench.tools.map((tool) =>
        Object.hasOwn(descriptions, tool.name) ? { ...tool, description: textIn(descriptions, tool.name, 'descriptions') } : tool,
      ),
    };
  }
  const list = isRecord(value) ? value['tools'] : value;
  if (!Array.isArray(list)) return refuse('expected a catalog with descriptions or a list of tools, found another file');
  return functionSurroundings(
    list.map((tool: unknown, at) => {
      const parameters = isRecord(tool) ? (tool['inputSchema'] ?? tool['parameters']) : undefined;
      if (!isRecord(tool) || !isRecord(parameters)) return refuse(`expected a tool with inputSchema as entry ${String(at)} of a catalog`);
      const name = functionName(textIn(tool, typeof tool['name'] === 'string' ? 'name' : 'functionName', `tool ${String(at)}`));
      return { name, description: typeof tool['description'] === 'string' ? tool['description'] : '', parameters };
    }),
  );
}
