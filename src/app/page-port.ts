import type { WorkOptions } from '../base/progress.ts';
import { Activities } from '../core/activities.ts';
import { Busy } from '../core/busy.ts';
import { createDrafts } from '../core/calls/draft.ts';
import type { ToolFacts } from '../core/calls/tool-rules.ts';
import { NO_SCAN } from '../live/service.ts';
import type { Recovery } from '../core/recovery.ts';
import type { EngineState } from '../engine/state.ts';
import { KERNEL_BUILD } from '../kernels/build.ts';
import type { CaptureInfo } from '../tables/captures.ts';
import type { ToolManifest, ToolPolicy } from '../tools/contract/index.ts';
import { knownTools } from '../tools/catalog-view.ts';
import { defaultPolicy } from '../tools/policy/default-policy.ts';
import { PAGE_CALLS, type PageCalls } from '../workbench/page.ts';
import type { Activity, WorkbenchPort } from '../workbench/port.ts';
import type { CoreLink } from './core-connection.ts';
import { deleteLastViewState, readLastViewState } from './keeping/last-view-state.ts';
import type { RecentFiles } from './files/recent-files.ts';
import { pageRules } from './page-rules.ts';
import { remote } from './remote.ts';

/** State of the query engine until the core sends the actual one. */
const STARTING: EngineState = { phase: 'starting', reason: null, attempt: 1, progress: null, retry_at_ms: null };
const NO_POLICY = defaultPolicy([]);

/** The port of the views, with further members that only `app` uses. */
export interface PagePort extends WorkbenchPort {
  readonly core: PageCalls;
  /** Runs work and counts the page as busy until it ends. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Whether work of the views runs, or calls to the core wait for an answer. */
  readonly busy: () => boolean;
}

/**
 * Creates the port that the views use. Calls go to the core, values come from the mirror, and rules on calls and manifests run on the page.
 * The activity list contains activities of the core and of the views, such as saving a picture.
 * @param sendWork sends the state of the views to the core, so that the next saved file contains the latest input
 */
export function pagePort(connection: CoreLink, recent: RecentFiles | null, sendWork: () => void): PagePort {
  const { mirror, bus } = connection;
  const core = remote<PageCalls>(connection, 'page', PAGE_CALLS);
  const read = <T>(name: string, otherwise: T): T => (mirror.read(name) as T | undefined) ?? otherwise;
  const busy = new Busy();
  const changed = (): void => {
    bus.emit({ type: 'activity', activities: activities() });
  };
  const own = new Activities(changed, 'view');
  const activities = (): readonly Activity[] => [...read<readonly Activity[]>('page.activities', []), ...own.list()];
  const isOwn = (id: string): boolean => own.list().some((activity) => activity.id === id);
  const captures = (): readonly CaptureInfo[] => read('captures', []);
  const tools = (): readonly ToolManifest[] => read('page.tools', []);
  const manifests = (): readonly ToolManifest[] => read('page.manifests', []);
  /** The installed versions, sorted by name like the catalog, newest version first. */
  const versions = (): readonly ToolManifest[] =>
    tools().flatMap(({ name }) =>
      manifests()
        .filter((manifest) => manifest.name === name)
        .reverse(),
    );
  const facts: ToolFacts = {
    versions,
    catalog: tools,
    captures: { list: captures, get: (id) => captures().find(({ capture_id }) => capture_id === id) },
    ids: { uuid: () => crypto.randomUUID() },
  };
  const drafts = createDrafts(facts);
  const { checkPolicy, ...rules } = pageRules(facts);
  const ready = (): Promise<void> => Promise.all([core.ready(), rules.loaded]).then(() => undefined);
  const later = <T>(title: string, work: (inner: WorkOptions) => Promise<T>, options: WorkOptions = {}): Promise<T> =>
    busy.during(() => own.later(title, options, work));
  return {
    ...core,
    core,
    version: __APP_VERSION__,
    build: { commit: __BUILD_COMMIT__, kernels_sha256: KERNEL_BUILD.sha256 },
    ready: ready(),
    whenReady: ready,
    recent,
    captures,
    engine: () => read('engine', STARTING),
    merges: () => read('merges', []),
    tools,
    draft: drafts.draft,
    audit: () => read('audit', []),
    activities,
    dismissActivity: (id) => (isOwn(id) ? Promise.resolve(own.dismiss(id)) : core.activities.dismiss(id)),
    cancelActivity: (id) => (isOwn(id) ? Promise.resolve(own.cancel(id)) : core.activities.cancel(id)),
    takeRemedy: (id, index) => (isOwn(id) ? Promise.resolve(own.take(id, index)) : core.activities.take(id, index)),
    calls: {
      of: (id) => read<Recovery['runs']>('recovery.runs', []).findLast((call) => call.id === id)?.invocation,
      forget: (id) => core.forgetCall(id),
    },
    keyring: {
      ...core.keyring,
      list: () => read('keyring.list', []),
      kept: () => read('page.keysKept', false),
      unkept: () => read('page.keysUnkept', false),
      found: (id) => read<Readonly<Record<string, ReturnType<WorkbenchPort['keyring']['found']>>>>('page.foundKeys', {})[id] ?? [],
    },
    catalog: {
      ...rules,
      example: (...given) => drafts.example(...given),
      versions,
      manifest(name, version) {
        const found = knownTools(manifests()).get(name, version)?.manifest;
        return found && read<ToolPolicy>('policy', NO_POLICY).allowedTools.includes(found.name) ? found : undefined;
      },
      metrics: () => read('metrics', []),
    },
    plans: { ...core.plans, bundle: (request) => (sendWork(), core.bundle(request)) },
    query: (sql, options) => (sendWork(), core.query(sql, options)),
    share: (options) => (sendWork(), core.share(options)),
    shareContents: (options) => (sendWork(), core.shareContents(options)),
    sessions: { ...core.sessions, save: (name, sign) => (sendWork(), core.sessions.save(name, sign)) },
    assistants: async () => (await import('./page-assistants.ts')).pageAssistants(core, mirror, bus, captures, tools),
    live: { ...core.live, status: () => read('live.status', NO_SCAN) },
    verification: () => read('page.verification', null),
    signing: { ...core.signing, key: () => read('signing.key', null), unkept: () => read('page.signingUnkept', false) },
    approvals: { ...core.approvals, list: () => read('page.approvals', []) },
    journal: { ...core.journal, head: () => read('auditHead', ''), earlier: () => read('page.journals', []) },
    policy: {
      ...core.policy,
      read: () => read('policy', NO_POLICY),
      initial: () => read('page.initialPolicy', NO_POLICY),
      offered: () => read<unknown>('page.offeredPolicy', null),
      check: (policy) => checkPolicy(policy, read('page.names', [])),
    },
    later,
    tableFile: async (names, rows, options) => (await import('../core/exports/table-file.ts')).tableFile(names, rows, options),
    stored: {
      list: async () => (await import('./keeping/stored.ts')).storedHere({ core, recent }),
      remove: async (id) => (await import('./keeping/stored.ts')).removeStored(id, { core, recent }),
    },
    get keeping() {
      if (!read('page.keeping', false)) return null;
      const resume = async (id: string): Promise<void> => {
        await core.keeping.resume(id, readLastViewState(id) ?? undefined);
        deleteLastViewState(id);
      };
      return { ...core.keeping, resume, holds: () => read('page.holds', false) };
    },
    on: (type, listener) => bus.on(type, listener),
    during: (work) => busy.during(work),
    busy: () => busy.now || own.running || connection.pending,
  };
}
