import { createBus } from '../base/bus.ts';
import { WorkbenchError } from '../base/failure.ts';
import { createDuckDb } from '../engine/duckdb.ts';
import { kernelPool } from '../kernels/pool.ts';
import type { CaptureInfo } from '../tables/captures.ts';
import type { OpenChoice } from '../tables/reading.ts';
import type { ToolResult } from '../tools/contract/index.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import type { Runner, RunOptions } from '../tools/runner/ports.ts';
import type { BundleWish } from '../ui/plan-desk.ts';
import type { OpenOptions, Remedy, SharedFile, WorkbenchEvent, WorkbenchPort, WorkState } from '../ui/workbench.ts';
import { Activities } from './activities.ts';
import { Busy } from './busy.ts';
import { createApprovals } from './calls/approvals.ts';
import { Captures } from './captures/captures.ts';
import { importCapture, prepareDecoders } from './captures/decoders.ts';
import { exportPlace, pageExporter } from './exports/page-exporter.ts';
import { Merges } from './captures/merges.ts';
import { draftInvocation } from './calls/draft.ts';
import { sha256Hex } from './calls/digest.ts';
import { keyHex, offeredKeys } from './captures/found-keys.ts';
import { createPolicies } from './calls/policies.ts';
import { liveDesk } from './live/live-desk.ts';
import { createJournals } from './calls/journals.ts';
import { createKeys } from './keys.ts';
import { browserStore } from './keeping/text-store.ts';
import { duckDbAssets } from './offline/assets.ts';
import type { ShareWish } from './offline/sharing.ts';
import { memoryLeft, offersOf } from './captures/memory-budget.ts';
import { openFiles, type OpenRequest } from './captures/open-files.ts';
import { pageRunner } from './calls/page-runner.ts';
import { pageRecentFiles } from './captures/recent-files.ts';
import type { ReplayDesk } from './calls/replays.ts';
import { sampleFile } from './captures/samples.ts';
import { sessionDesk, type SessionDesk } from './keeping/session-desk.ts';
import { toolDesk, type ScriptDesk } from './calls/tool-desk.ts';
import type { Run } from './keeping/sessions.ts';
import { warmUp } from './calls/warm-up.ts';

/** Bytes of a file that fits whatever is in it, unless the engine is all but full. */
const SURE_TO_FIT = 4 * 1024 * 1024;

/** The views' working state, which only they know; set once they stand. */
export interface WorkKeeper {
  read(): WorkState;
  restore(work: WorkState, results: readonly ToolResult[]): void;
}

/** Everything behind the page, put together: what the views' port and `window.workbench` are made of. */
export interface Composition extends WorkbenchPort {
  readonly runner: Runner;
  readonly desk: ScriptDesk;
  idle(): Promise<void>;
  /** The page is not idle until the work ends. */
  during<Value>(work: () => Promise<Value>): Promise<Value>;
  runAs(
    entry: 'page' | 'console' | 'plan' | 'webmcp' | 'transcript' | 'planner' | 'mcp' | 'embed',
    invocation: unknown,
    options: RunOptions,
  ): Promise<ToolResult>;
  readonly saveSession: SessionDesk['saveSession'];
  offlinePage(options: ShareWish): Promise<SharedFile>;
  bundle(wish: BundleWish): Promise<Blob>;
  readonly loadSession: SessionDesk['loadSession'];
  readonly keeping: SessionDesk['keeping'];
  keepWork(keeper: WorkKeeper): void;
  /** Events of any type, or of all with `*`. */
  listen(type: WorkbenchEvent['type'] | '*', listener: (event: WorkbenchEvent) => void): () => void;
}

export function compose(reportError: (error: unknown) => void, registry: ToolRegistry): Composition {
  const bus = createBus<WorkbenchEvent>(reportError);
  const activities = new Activities((list) => {
    bus.emit({ type: 'activity', activities: list });
  });
  const engine = createDuckDb(duckDbAssets());
  // A failed start is told where the engine is needed.
  void engine.ready.then(prepareDecoders, () => undefined);
  const kernels = kernelPool();
  const changed = (): void => {
    bus.emit({ type: 'captures', captures: opened.list() });
  };
  const captures: Captures = new Captures(engine, importCapture, changed, (id) => merges.get(id) !== undefined);
  const merges: Merges = new Merges(engine, captures, changed);
  /** Everything that can be selected: the captures of files, and views over several of them. */
  const opened = {
    list: () => [...captures.list(), ...merges.list().map(({ capture }) => capture)],
    get: (id: string) => captures.get(id) ?? merges.get(id)?.capture,
  };
  const keyStore = browserStore('capture-workbench/keyring');
  const recent = pageRecentFiles();
  const keys = createKeys(
    {
      resolve: (input, options) => kernels.resolve(input, options),
      uuid: () => crypto.randomUUID(),
      store: keyStore,
      // Undefined on plain http, whatever the types say.
      crypto: globalThis.isSecureContext ? crypto : undefined,
      changed: () => {
        bus.emit({ type: 'keys' });
      },
    },
    {
      read: () => tools.policy(),
      write: (policy) => {
        policies.apply(policy);
      },
    },
  );
  const stored = { keyStore, keyring: keys, recent, keeping: () => sessions.keeping };
  const approvals = createApprovals({
    countRows: async ({ sql, values }, signal) =>
      Number((await engine.answer(`SELECT count(*)::DOUBLE AS n FROM (${sql}) AS selected`, values, { signal })).column('n').values[0]),
    place: exportPlace,
  });
  const tools = pageRunner({
    registry,
    engine,
    kernels,
    captures: opened,
    bus,
    resolver: keys.resolver,
    approve: (request) => approvals.ask(request),
    exporter: pageExporter(engine, () => tools.audit().at(-1)?.hash ?? null),
  });
  const journals = createJournals({
    runner: tools,
    hash: sha256Hex,
    app_version: __APP_VERSION__,
    now: () => Date.now(),
    changed: () => {
      bus.emit({ type: 'journals' });
    },
  });
  const policies = createPolicies({
    registry,
    runner: tools,
    connections: () => keys.connections(),
    changed: () => {
      bus.emit({ type: 'policy' });
    },
  });
  /** Every call with what came of it; a session keeps those that gave a result. */
  const runs: Run[] = [];
  const answered = (): Run[] => runs.filter(({ result }) => result.status !== 'error');
  let keeper: WorkKeeper | null = null;
  const busy = new Busy();

  engine.onLost((reason) => {
    void activities
      .run(`Reading the captures again: ${reason}`, {}, async (inner) => {
        const lost = [...(await captures.restore(inner)), ...(await merges.restore(inner))];
        if (lost.length > 0) throw new WorkbenchError('CAPTURES_LOST', `could not read again: ${lost.join(', ')}`);
      })
      .catch(reportError);
  });

  /** The parts of a file that fit, each a way to open it after all. */
  const parts = (error: unknown, choice: OpenChoice | undefined, { memory_bytes, mask }: OpenOptions, of?: OpenRequest): Remedy[] =>
    offersOf(error).map(({ label, keep }) => ({
      label,
      // What goes wrong stands in the activity list again.
      take: () => void open(of ? [of.file] : [], { choice: { ...choice, keep }, memory_bytes, mask }).catch(() => undefined),
    }));

  const isTaken = (id: string): boolean => opened.get(id) !== undefined;
  const open = (files: readonly File[], { choice, memory_bytes, mask, ...options }: OpenOptions = {}): Promise<CaptureInfo[]> =>
    busy.during(() =>
      openFiles(files, {
        activity: (title, work, of) =>
          activities.run(title, options, work, undefined, (error) => parts(error, choice, { memory_bytes, mask }, of)),
        unpack: async (file, options) => (await import('../capture/unpack-captures.ts')).unpackInWorker(file, options),
        open: async (request, inner) => {
          const left = memory_bytes ?? (request.file.size < SURE_TO_FIT ? undefined : await memoryLeft(engine));
          if (mask === undefined) return captures.open(request.file, { ...inner, choice, memory_bytes: left }, request.warnings);
          const how = { ...inner, choice, memory_bytes: left, payloads: mask };
          return (await import('./offline/sharing.ts')).openMasked({ captures, engine, isTaken }, request.file, how);
        },
      }),
    );

  const runAs: Composition['runAs'] = (entry, invocation, options) =>
    busy.during(() =>
      activities.run(
        titleOf(invocation),
        { ...options, told: true },
        async (inner) => {
          const result = await tools.run(invocation, { ...options, ...inner, entry });
          runs.push({ invocation, result });
          return result;
        },
        (settled) => (settled.status === 'error' ? settled.summary : null),
      ),
    );

  const replays: ReplayDesk = {
    runner: tools,
    runs,
    build: { app_version: __APP_VERSION__, kernels_sha256: kernels.build.sha256 },
    opened,
    merges: { kept: () => merges.kept(), merge: (ids, options) => composition.merge(ids, options) },
    files: {
      list: () => captures.list(),
      // A bundle holds bytes as they were, keys and all: a file with keys stays here, and whoever replays opens it.
      file: (id) => (captures.keys(id).length > 0 ? undefined : captures.file(id)),
    },
    open: async (file, choice) => (await open([file], { choice }))[0],
  };

  const desk = toolDesk({
    registry,
    runner: { ...tools, run: (invocation, options = {}) => runAs('plan', invocation, options) },
    captures: opened,
    replays,
  });
  const ready = Promise.all([engine.ready, desk.ready]).then(() => undefined);
  void ready.then(
    () => {
      warmUp(tools, registry);
    },
    () => undefined,
  );

  const live = liveDesk({
    engine,
    captures,
    open: async (file) => (await open([file]))[0],
    changed: (status) => {
      bus.emit({ type: 'live', status });
    },
  });

  const work = (): WorkState => keeper?.read() ?? { selected: [], invocation: '', sql: '' };

  const sharing = { engine, captures, merges, runner: tools, journals, work, answered, close: (id: string) => composition.close(id) };

  const sessions = sessionDesk({
    sharing,
    isOpen: isTaken,
    open: (file, choice) => open([file], { choice }),
    merge: (ids, options) => composition.merge(ids, options),
    activities,
    journals,
    policies,
    recent,
    bus,
    adopt(found) {
      const adopted = tools.adopt(found);
      runs.push(...adopted);
      return adopted;
    },
    restore: (restored, results) => keeper?.restore(restored, results),
  });

  const composition: Composition = {
    version: __APP_VERSION__,
    build: { commit: __BUILD_COMMIT__, kernels_sha256: kernels.build.sha256 },
    ready,
    runner: tools,
    desk,
    approvals: approvals.port,
    open,
    openSample: async (id) => open([await sampleFile(id)]),
    async reopen(id, choice, options = {}) {
      await merges.closeOver(id);
      return activities.run(`Reading ${captures.get(id)?.file_name ?? id} again`, options, (inner) => captures.reopen(id, choice, inner));
    },
    preview: (file, options = {}) =>
      composition.later(
        `Looking into ${file.name}`,
        async (inner) => (await import('./previews.ts')).lookInto(file, { ...options, ...inner }),
        options,
      ),
    recent,
    ...sessions,
    loadSession: (given) => busy.during(() => sessions.loadSession(given)),
    stored: {
      list: async () => (await import('./keeping/stored.ts')).storedHere(stored),
      remove: async (id) => (await import('./keeping/stored.ts')).removeStored(id, stored),
    },
    captures: () => opened.list(),
    async close(id) {
      if (merges.get(id)) return merges.close(id);
      await merges.closeOver(id);
      await captures.close(id);
    },
    merge: (ids, options = {}) => activities.run('Merging captures', options, (inner) => merges.merge(ids, { ...options, ...inner })),
    merges: () => merges.list(),
    problems: (id, page) => Promise.resolve().then(() => captures.problems(id, page)),
    query: (sql, options = {}) => activities.later('Running a query', options, (inner) => engine.query(sql, { ...options, ...inner })),
    rows: (sql, values, options) => engine.rows(sql, values, options),
    numbers: (sql, values, options) => engine.numbers(sql, values, options),
    tools: () => tools.catalog(),
    validate: (invocation, options = {}) => tools.validate(invocation, options),
    run: (invocation, options = {}) => runAs('page', invocation, options),
    runAs,
    draft(toolName, ids) {
      const manifest = tools.manifest(toolName);
      const chosen = ids.flatMap((id) => opened.get(id) ?? []);
      return manifest && draftInvocation(manifest, chosen, `req-${crypto.randomUUID()}`);
    },
    assistants: () =>
      import('./assistants/desk.ts').then(({ assistantDesk }) =>
        assistantDesk({
          runner: tools,
          captures: opened,
          policy: policies,
          registry,
          onPolicy: (listener) => bus.on('policy', listener),
          repair: (invocation, result) => desk.repair(invocation, result),
          run: runAs,
          localModel: __LOCAL_MODEL__,
        }),
      ),
    plans: {
      preview: (plan) => desk.preview(plan),
      run: (plan, options) => desk.plan(plan, { ...options, interactive: true }),
      bundle: (wish) => composition.bundle({ name: 'Replay bundle', ...wish }),
      replay: (file) => activities.run(`Running ${file.name} again`, {}, (inner) => desk.replay(file, inner)),
    },
    calls: {
      of: (id) => runs.find(({ result }) => result.tool_call_id === id)?.invocation,
      forget(id) {
        const at = runs.findIndex(({ result }) => result.tool_call_id === id);
        if (at >= 0) runs.splice(at, 1);
      },
    },
    keyring: {
      ...keys,
      found: (id) => offeredKeys(captures.keys(id)),
      async take(id, picks) {
        for (const { index, name } of picks) {
          const key = captures.keys(id)[index];
          if (key) await keys.add(name, keyHex(key.bytes));
        }
      },
    },
    live,
    audit: () => tools.audit(),
    journal: journals,
    policy: policies,
    activities: () => activities.list(),
    dismissActivity: (id) => {
      activities.dismiss(id);
    },
    later: (title, work, options = {}) => busy.during(() => activities.later(title, options, work)),
    tableFile: async (names, rows, options) => (await import('./exports/table-file.ts')).tableFile(names, rows, options),
    share: (options) => composition.offlinePage(options),
    on: (type, listener) => bus.on(type, listener),
    listen: (type, listener) => bus.on(type, listener),

    during: (work) => busy.during(work),

    async idle() {
      await engine.ready;
      while (activities.running || busy.now) await nextFrame();
      await nextFrame();
      await nextFrame();
    },

    offlinePage: ({ signal, ...wish }) =>
      activities.run('Writing the one-file workbench', { signal }, async (inner) =>
        (await import('./offline/sharing.ts')).sharedFile(sharing, wish, inner),
      ),

    bundle: ({ mask, signal, ...wish }) =>
      activities.run('Writing the replay bundle', { signal }, async (inner) =>
        mask === undefined
          ? desk.bundle(wish.name, wish.capture_ids, wish.tool_call_ids, inner)
          : (await import('./offline/sharing.ts')).maskedBundle(sharing, replays, { ...wish, mask }, policies.initial(), inner),
      ),

    pseudonymise: (id) =>
      activities.run(`Masking ${id}`, {}, async (inner) => (await import('./offline/sharing.ts')).maskedInPlace(sharing, id, inner)),

    keepWork(newKeeper) {
      keeper = newKeeper;
    },
  };
  return composition;
}

const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      setTimeout(resolve, 0);
    });
  });

function titleOf(invocation: unknown): string {
  const name: unknown = typeof invocation === 'object' && invocation !== null ? Reflect.get(invocation, 'tool_name') : undefined;
  return `Running ${typeof name === 'string' && name !== '' ? name.slice(0, 64) : 'a tool'}`;
}
