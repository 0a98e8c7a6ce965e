import type { Bus } from '../../base/bus.ts';
import type { Engine } from '../../engine/engine.ts';
import type { KernelPool } from '../../kernels/pool.ts';
import { prepareDigest, sha256Hex, sha256Text } from './digest.ts';
import { ToolResult } from '../../tools/contract/index.ts';
import { defaultPolicy } from '../../tools/policy/default-policy.ts';
import type { ToolRegistry } from '../../tools/registry.ts';
import type { AddressResolver, ArtifactDraft, RowExporter } from '../../tools/definition.ts';
import { requireBound } from '../../tools/runner/capabilities.ts';
import { createRunner } from '../../tools/runner/runner.ts';
import type { DebugNote, Runner, RunnerParts } from '../../tools/runner/ports.ts';
import { selectRows } from '../../tools/runner/select.ts';
import type { WorkbenchEvent } from '../../ui/workbench.ts';
import { pageClock, pageTurn } from '../clock.ts';
import type { CaptureList } from '../captures/merges.ts';
import type { Run } from '../keeping/sessions.ts';

export interface PageRunner extends Runner {
  /** Takes over the runs of a session: those whose result has the contract's shape. */
  adopt(runs: readonly { readonly invocation: unknown; readonly result: unknown }[]): Run[];
}

/** The one runner of the page, with the page's own clock, chance, digests and storage of artifacts. */
export function pageRunner(parts: {
  readonly registry: ToolRegistry;
  readonly engine: Engine;
  readonly kernels: KernelPool;
  readonly captures: CaptureList;
  readonly resolver: (connection_id: string) => AddressResolver | undefined;
  readonly approve: NonNullable<RunnerParts['approve']>;
  readonly exporter: RowExporter;
  readonly bus: Bus<WorkbenchEvent>;
}): PageRunner {
  const { registry } = parts;
  const policy = defaultPolicy(registry.getAll());
  const { captures, engine: query, kernels, resolver, exporter } = parts;
  const capabilities = { captures, query, kernels, resolver, exporter };
  requireBound(registry, policy, { capabilities, clock: pageClock });
  // Without it the platform's digest answers, a little later.
  prepareDigest().catch(() => undefined);
  const runner = createRunner({
    registry,
    policy,
    capabilities,
    approve: parts.approve,
    select: selectRows,
    clock: pageClock,
    turn: pageTurn,
    ids: { uuid: () => crypto.randomUUID() },
    hash: sha256Hex,
    hashText: sha256Text,
    service: { version: __APP_VERSION__, sessionId: crypto.randomUUID() },
    storeArtifact: (artifact: ArtifactDraft) => URL.createObjectURL(new Blob([artifact.bytes], { type: artifact.mime_type })),
    debug: laterInConsole,
  });
  runner.on('*', (event) => {
    parts.bus.emit(event);
  });
  return {
    ...runner,
    adopt: (runs) =>
      runs.flatMap((run) => {
        const result = ToolResult.safeParse(run.result);
        return result.success ? [{ invocation: run.invocation, result: result.data }] : [];
      }),
  };
}

const notes: DebugNote[] = [];

/** A console takes longer over a note than the runner over a small answer: it is told when the page has nothing else to do. */
const laterInConsole = (note: DebugNote): void => {
  if (notes.push(note) > 1) return;
  setTimeout(() => {
    for (const each of notes.splice(0)) console.debug(each);
  });
};
