import type { ToolResult } from '../tools/contract/index.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import type { RunOptions } from '../tools/runner/ports.ts';
import { createApprovals, type Approvals } from './calls/approvals.ts';
import { sha256Hex } from './calls/digest.ts';
import { createJournals, type Journals } from './calls/journals.ts';
import { coreRunner, type CoreRunner } from './calls/core-runner.ts';
import { createPolicies, type Policies } from './calls/policies.ts';
import { toolService, type ToolService } from './calls/tool-service.ts';
import type { ReplayDependencies } from './calls/replays.ts';
import type { CoreBase, Data } from './data.ts';
import { exportPlace, rowExporter } from './exports/exporter.ts';
import { withoutKeys } from './captures/found-keys.ts';
import { createKeys, type Keys } from './keys.ts';
import { RunList } from './calls/run-list.ts';
import { ResultStore } from './results/store.ts';
import { browserStore, KEYS_STORE } from './keeping/text-store.ts';
import type { Opening } from './opening.ts';
import type { Recovery } from './recovery.ts';

/** Origin of a call, as recorded in the journal. */
export type Entry = 'page' | 'console' | 'plan' | 'webmcp' | 'transcript' | 'planner' | 'mcp' | 'embed';

/** The runner of calls, with the services that calls use. */
export interface Calling {
  readonly registry: ToolRegistry;
  readonly runner: CoreRunner;
  readonly approvals: Approvals;
  readonly keys: Keys;
  readonly journals: Journals;
  readonly policies: Policies;
  readonly tools: ToolService;
  readonly replays: ReplayDependencies;
  /** Every call with its result, failed calls included; sessions store only calls that succeeded. */
  readonly runs: RunList;
  runAs(entry: Entry, invocation: unknown, options: RunOptions): Promise<ToolResult>;
}

interface CallingDependencies {
  readonly base: CoreBase;
  readonly data: Data;
  readonly opening: Opening;
  readonly registry: ToolRegistry;
  readonly recovery: Recovery | undefined;
  /** The current device names that a person gave, by address. */
  readonly names: () => ReadonlyMap<string, string>;
}

export function createCalling({ base, data, opening, registry, recovery, names }: CallingDependencies): Calling {
  const { bus, host, environment, activities, busy } = base;
  const { engine, kernels, opened, captures, merges } = data;
  const emit = (type: 'keys' | 'journals' | 'policy' | 'approvals' | 'calls') => (): void => {
    bus.emit({ type });
  };
  const keys: Keys = createKeys(
    {
      ring: data.ring,
      store: browserStore(KEYS_STORE, environment),
      // On pages over plain http, `crypto.subtle` does not exist although the types say that it always does.
      crypto: globalThis.isSecureContext ? crypto : undefined,
      changed: emit('keys'),
    },
    { read: () => runner.policy(), write: (next) => void policies.replace(next) },
  );
  const approvals = createApprovals({
    countRows: async ({ sql, values }, signal) =>
      Number((await engine.answer(`SELECT count(*)::DOUBLE AS n FROM (${sql}) AS selected`, values, { signal })).column('n').values[0]),
    place: (args) => exportPlace(args, environment),
    changed: emit('approvals'),
  });
  const runner: CoreRunner = coreRunner({
    registry,
    policy: recovery?.policy,
    journal: recovery?.journal ?? [],
    engine,
    kernels,
    captures: opened,
    bus,
    environment,
    resolver: keys.resolver,
    approve: (request) => approvals.ask(request),
    exporter: rowExporter(engine, host.destination, { journalHead: () => runner.audit().at(-1)?.hash ?? null, names }),
    storeArtifact: ({ bytes, mime_type, name }) => host.storeArtifact(bytes, mime_type, name),
  });
  const journals = createJournals({
    runner,
    hash: sha256Hex,
    app_version: environment.version,
    now: () => Date.now(),
    changed: emit('journals'),
  });
  const policies = createPolicies({ registry, runner, connections: () => keys.connections(), changed: emit('policy') });
  const runs = new RunList(new ResultStore(), emit('calls'));
  bus.on('tool-result', ({ result }) => {
    // Do not list calls on the temporary captures of a masked share; they are closed when the share is written.
    if (result.metadata.entry !== 'share') runs.results.add(result);
  });

  const runAs: Calling['runAs'] = (entry, invocation, options) =>
    busy.during(() =>
      activities.run(
        titleOf(invocation),
        { ...options, reported: true },
        async (inner) => {
          const result = await runner.run(invocation, { ...options, ...inner, entry });
          runs.add({ invocation, result });
          return result;
        },
        (result) => (result.status === 'error' ? result.summary : null),
      ),
    );

  const replays: ReplayDependencies = {
    runner,
    get runs() {
      return runs.all();
    },
    build: { app_version: environment.version, kernels_sha256: kernels.build.sha256 },
    opened,
    merges: { kept: () => merges.kept(), merge: (ids, options) => opening.merge(ids, options) },
    files: {
      list: () => captures.list(),
      // By default a bundle does not include a capture that contains keys, only its digest; the recipient can then open their own copy.
      async file(id, options) {
        const file = captures.file(id);
        const copy = file && (await withoutKeys(file, data.removeKeys, options));
        return copy === file ? file : undefined;
      },
    },
    open: async (file, choice) => (await opening.open([file], { choice }))[0],
  };
  const tools = toolService({
    registry,
    runner: { ...runner, run: (invocation, options = {}) => runAs('plan', invocation, options) },
    captures: opened,
    replays,
  });
  return { registry, runner, approvals, keys, journals, policies, tools, replays, runs, runAs };
}

function titleOf(invocation: unknown): string {
  const name: unknown = typeof invocation === 'object' && invocation !== null ? Reflect.get(invocation, 'tool_name') : undefined;
  return `Running ${typeof name === 'string' && name !== '' ? name.slice(0, 64) : 'a tool'}`;
}
