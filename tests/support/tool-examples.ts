import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Engine } from '../../src/engine/engine.ts';
import { ALL_KEYS } from '../../src/keyring/keyring.ts';
import type { AnyTool } from '../../src/tools/definition.ts';
import type { ToolExample, ToolResult } from '../../src/tools/contract/index.ts';
import type { RunnerParts } from '../../src/tools/runner/ports.ts';
import { EXAMPLE_KEY, exampleFiles } from './example-files.ts';
import { nodeWorkbench, type NodeWorkbench } from './node-workbench.ts';

/** The answer of an example's run, in the form of its manifest. */
export interface ExampleRun {
  /** `name@version#index`, as the lint names examples. */
  readonly key: string;
  readonly example: ToolExample;
  readonly answered: Readonly<Record<string, unknown>>;
  readonly result: ToolResult;
}

/** Time of the tools' clock: 3 April 2026, 08:00 UTC. */
const CLOCK = Date.UTC(2026, 3, 3, 8);

/**
 * Every example of every tool, really run over the capture that it names by digest.
 *
 * @param after called after each, while its captures are open
 */
export async function runExamples(
  tools: readonly AnyTool[],
  {
    debug,
    after,
    engine,
  }: {
    readonly debug?: RunnerParts['debug'];
    readonly after?: (run: ExampleRun, workbench: NodeWorkbench) => Promise<void>;
    readonly engine?: Promise<Engine>;
  } = {},
): Promise<ExampleRun[]> {
  const files = exampleFiles();
  const workbench = await nodeWorkbench(() => CLOCK, debug, engine);
  await workbench.keys.add(...EXAMPLE_KEY);
  const runs: ExampleRun[] = [];
  try {
    for (const { manifest, examples } of tools) {
      for (const [index, example] of examples.entries()) {
        for (const { capture_id, sha256 } of example.captures ?? []) {
          if (workbench.captures.get(capture_id)?.sha256 === sha256) continue;
          const path = files.get(sha256);
          if (path === undefined) throw new Error(`${manifest.name}: no fixture has the digest ${sha256}`);
          const opened = await workbench.open(new Uint8Array(readFileSync(path)), basename(path));
          if (opened.capture_id !== capture_id) throw new Error(`${path} opens as ${opened.capture_id}, the example says ${capture_id}`);
        }
        const result = await workbench.runner.run(
          {
            tool_name: manifest.name,
            tool_version: manifest.version,
            capture_selection: example.capture_selection ?? {},
            arguments: example.params,
            request_id: `example-${randomUUID()}`,
            timeout_ms: manifest.execution_constraints.max_timeout_ms,
          },
          { interactive: true, context: { connection_id: manifest.requiresConnection === true ? ALL_KEYS : undefined } },
        );
        const run = { key: `${manifest.name}@${manifest.version}#${String(index)}`, example, answered: expectedOf(result), result };
        runs.push(run);
        await after?.(run, workbench);
      }
    }
  } finally {
    await workbench.close();
  }
  return runs;
}

function expectedOf({ status, summary, metadata, errors }: ToolResult): Readonly<Record<string, unknown>> {
  const faults = errors.map(({ code, field }) => ({ code, ...(field !== undefined && { field }) }));
  return { status, summary, ...(faults.length > 0 && { errors: faults }), result_hash: metadata.result_hash };
}
