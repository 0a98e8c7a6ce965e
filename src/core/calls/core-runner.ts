import type { Engine } from '../../engine/engine.ts';
import type { KernelPool } from '../../kernels/pool.ts';
import { sha256Hex } from './digest.ts';
import type { AuditEntry, ToolPolicy } from '../../tools/contract/index.ts';
import { ToolResult } from '../../tools/contract/result.ts';
import { defaultPolicy } from '../../tools/policy/default-policy.ts';
import type { ToolRegistry } from '../../tools/registry.ts';
import type { AddressResolver, ArtifactDraft, RowExporter } from '../../tools/definition.ts';
import { requireBound } from '../../tools/runner/capabilities.ts';
import { deepFreeze } from '../../tools/runner/freeze.ts';
import { createRunner } from '../../tools/runner/runner.ts';
import type { DebugNote, Runner, RunnerParts } from '../../tools/runner/ports.ts';
import { selectRows } from '../../tools/runner/select.ts';
import type { CoreBus } from '../events.ts';
import type { Environment } from '../host.ts';
import { systemClock } from '../clock.ts';
import { catalogSearch } from '../search/catalog-search.ts';
import type { CaptureList } from '../captures/merges.ts';
import type { Run } from '../keeping/sessions.ts';

/** Formats a debug note as text, because the console keeps every logged object in memory. */
const lineOf = (note: DebugNote): string =>
  JSON.stringify(note, (_, value: unknown) => (value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value));

export interface CoreRunner extends Runner {
  /** Adds the runs of a loaded session. Those whose results do not match the contract are left out. */
  adopt(runs: readonly { readonly invocation: unknown; readonly result: unknown }[]): Run[];
}

/** Creates the core's runner with its clock, random ids, hashing and artifact storage. */
export function coreRunner(parts: {
  readonly registry: ToolRegistry;
  readonly engine: Engine;
  readonly kernels: KernelPool;
  readonly captures: CaptureList;
  readonly resolver: (connection_id: string) => AddressResolver | undefined;
  readonly approve: NonNullable<RunnerParts['approve']>;
  readonly exporter: RowExporter;
  readonly bus: CoreBus;
  readonly environment: Environment;
  /** The policy of the previous core, after a restart; the default policy if undefined. */
  readonly policy: ToolPolicy | undefined;
  /** Journal lines of the previous core, after a restart; the hash chain continues from them. */
  readonly journal: readonly AuditEntry[];
  readonly storeArtifact: (artifact: ArtifactDraft) => Promise<string>;
}): CoreRunner {
  const { registry } = parts;
  const policy = parts.policy ?? defaultPolicy(registry.getAll());
  const { captures, engine: query, kernels, resolver, exporter } = parts;
  const search = catalogSearch(() => runner, captures);
  const capabilities = { captures, query, kernels, resolver, exporter, search };
  requireBound(registry, policy, { capabilities, clock: systemClock });
  const runner: Runner = createRunner({
    registry,
    policy,
    capabilities,
    approve: parts.approve,
    corrections: async () => (await import('../../tools/repair/repair.ts')).correctCall,
    journal: parts.journal,
    select: selectRows,
    clock: systemClock,
    ids: { uuid: () => crypto.randomUUID() },
    hash: sha256Hex,
    service: { version: parts.environment.version, sessionId: crypto.randomUUID() },
    storeArtifact: parts.storeArtifact,
    debug: (note) => {
      console.debug(lineOf(note));
    },
  });
  runner.on('*', (event) => {
    parts.bus.emit(event);
  });
  return {
    ...runner,
    run: (invocation, options) => query.during(() => runner.run(invocation, options)),
    adopt: (runs) =>
      runs.flatMap((run) => {
        const result = ToolResult.safeParse(run.result);
        return result.success ? [{ invocation: run.invocation, result: deepFreeze(result.data) }] : [];
      }),
  };
}
