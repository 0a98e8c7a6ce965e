import type { LiveService } from '../live/service.ts';
import type { BoundValue } from '../selection/types.ts';
import type { QueryResult } from '../tables/result-set.ts';
import type { ToolManifest, ToolResult } from '../tools/contract/index.ts';
import type { WorkOptions } from '../base/progress.ts';
import type { AssistantsPort } from './assistants.ts';
import type { DevicesPort } from './devices.ts';
import type { BundleRequest, PlansPort } from './plans.ts';
import type { ApprovalPort, JournalPort, KeyringPort, PolicyPort, WorkbenchPort, WorkState } from './port.ts';
import type { ResultsPort } from './results.ts';
import type { ToolServers } from './servers.ts';
import type { SigningKeys } from './verification.ts';
import type { KeepingPort, KeptSession } from './stored.ts';

type Async<T> = { readonly [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never };

/** Calls from the page to the core that scripts may not make. Synchronous members of `WorkbenchPort` read the snapshot instead. */
export interface PageCalls extends Pick<
  WorkbenchPort,
  | 'open'
  | 'gather'
  | 'preview'
  | 'reopen'
  | 'convert'
  | 'openSample'
  | 'close'
  | 'retry'
  | 'provide'
  | 'replace'
  | 'retryEngine'
  | 'restartEngine'
  | 'problems'
  | 'merge'
  | 'manual'
  | 'query'
  | 'validate'
  | 'run'
  | 'share'
  | 'shareContents'
  | 'verify'
  | 'pseudonymise'
> {
  ready(): Promise<void>;
  idle(): Promise<void>;
  /** Sends the state of the views, which the next saved session will contain. */
  work(state: WorkState): Promise<void>;
  rows(sql: string, values?: readonly BoundValue[], options?: WorkOptions): Promise<QueryResult>;
  numbers(sql: string, values?: readonly BoundValue[], options?: WorkOptions): Promise<Uint32Array>;
  /** Runs a call from a browser agent under that agent's policy. */
  runAgent(entry: 'webmcp', invocation: unknown, options: WorkOptions): Promise<ToolResult>;
  /** The tools that the policy allows an agent. */
  catalogFor(agent: string): Promise<readonly ToolManifest[]>;
  /** Serves MCP over this port. */
  serveMcp(port: MessagePort): Promise<void>;
  forgetCall(tool_call_id: string): Promise<void>;
  bundle(request: Omit<BundleRequest, 'name'>): Promise<Blob>;
  readonly signing: Omit<SigningKeys, 'key'>;
  readonly results: ResultsPort;
  readonly devices: DevicesPort;
  readonly keyring: Pick<KeyringPort, 'keep' | 'unlock' | 'forget' | 'take' | 'add' | 'remove'>;
  readonly plans: Pick<PlansPort, 'preview' | 'run' | 'replay'>;
  readonly approvals: Pick<ApprovalPort, 'rows' | 'check' | 'answer'>;
  readonly journal: Pick<JournalPort, 'verify' | 'check' | 'text'>;
  readonly policy: Pick<PolicyPort, 'apply'>;
  readonly activities: {
    dismiss(id: string): Promise<void>;
    cancel(id: string): Promise<void>;
    take(id: string, index: number): Promise<void>;
  };
  readonly live: Omit<LiveService, 'status'>;
  readonly sessions: WorkbenchPort['sessions'] & {
    /** Opens the session embedded in the page; does nothing if there is none. */
    loadEmbedded(): Promise<void>;
  };
  readonly keeping: Omit<KeepingPort, 'holds' | 'resume'> & {
    /** @param last_view_state JSON of the view state when the page was left, newer than what the core has stored */
    resume(id: string, last_view_state?: string): Promise<void>;
    start(): Promise<void>;
    flush(): Promise<void>;
    entries(): Promise<readonly KeptSession[]>;
  };
  readonly assistants: Async<
    Pick<
      AssistantsPort,
      | 'readTranscript'
      | 'runCall'
      | 'example'
      | 'planners'
      | 'allowReading'
      | 'ask'
      | 'conversation'
      | 'pause'
      | 'resume'
      | 'fork'
      | 'removeConversation'
      | 'traceFile'
    >
  >;
  readonly servers: Async<Pick<ToolServers, 'add' | 'connect' | 'disconnect' | 'forget' | 'allow' | 'allowModels' | 'answer'>> & {
    start(): Promise<void>;
  };
}

type GroupOf<T> = Extract<{ [K in keyof T]: T[K] extends (...args: never[]) => unknown ? never : K }[keyof T], string>;
type PagePath =
  | Exclude<keyof PageCalls, GroupOf<PageCalls>>
  | { [G in GroupOf<PageCalls>]: `${G}.${Extract<keyof PageCalls[G], string>}` }[GroupOf<PageCalls>];

/** Every path of `PageCalls`; the list does not compile if one is missing or surplus. */
export const PAGE_CALLS = Object.keys({
  ready: true,
  idle: true,
  work: true,
  open: true,
  gather: true,
  preview: true,
  reopen: true,
  convert: true,
  openSample: true,
  close: true,
  retry: true,
  provide: true,
  replace: true,
  retryEngine: true,
  restartEngine: true,
  problems: true,
  merge: true,
  manual: true,
  query: true,
  rows: true,
  numbers: true,
  validate: true,
  run: true,
  runAgent: true,
  catalogFor: true,
  serveMcp: true,
  forgetCall: true,
  share: true,
  shareContents: true,
  verify: true,
  'signing.create': true,
  'signing.import': true,
  'signing.export': true,
  'signing.remove': true,
  bundle: true,
  pseudonymise: true,
  'keyring.add': true,
  'keyring.remove': true,
  'keyring.keep': true,
  'keyring.unlock': true,
  'keyring.forget': true,
  'keyring.take': true,
  'results.view': true,
  'results.list': true,
  'results.tables': true,
  'results.rows': true,
  'results.tableFile': true,
  'results.plots': true,
  'results.plot': true,
  'results.text': true,
  'results.file': true,
  'results.compare': true,
  'results.diff': true,
  'results.patch': true,
  'results.report': true,
  'results.deviceHeadline': true,
  'results.headline': true,
  'results.clusters': true,
  'results.matrix': true,
  'results.threshold': true,
  'results.pair': true,
  'results.graph': true,
  'results.timeline': true,
  'results.lanes': true,
  'plans.preview': true,
  'plans.run': true,
  'plans.replay': true,
  'approvals.rows': true,
  'approvals.check': true,
  'approvals.answer': true,
  'journal.verify': true,
  'journal.check': true,
  'journal.text': true,
  'policy.apply': true,
  'activities.dismiss': true,
  'activities.cancel': true,
  'activities.take': true,
  'devices.rows': true,
  'devices.file': true,
  'devices.traces': true,
  'devices.overview': true,
  'devices.activity': true,
  'devices.kind': true,
  'devices.words': true,
  'live.preflight': true,
  'live.start': true,
  'live.resume': true,
  'live.more': true,
  'live.stop': true,
  'live.devices': true,
  'live.traces': true,
  'live.file': true,
  'live.left': true,
  'live.recover': true,
  'live.discard': true,
  'live.saved': true,
  'sessions.save': true,
  'sessions.open': true,
  'sessions.loadEmbedded': true,
  'keeping.start': true,
  'keeping.flush': true,
  'keeping.off': true,
  'keeping.set': true,
  'keeping.left': true,
  'keeping.resume': true,
  'keeping.forget': true,
  'keeping.entries': true,
  'assistants.readTranscript': true,
  'assistants.runCall': true,
  'assistants.example': true,
  'assistants.planners': true,
  'assistants.allowReading': true,
  'assistants.ask': true,
  'assistants.conversation': true,
  'assistants.pause': true,
  'assistants.resume': true,
  'assistants.fork': true,
  'assistants.removeConversation': true,
  'assistants.traceFile': true,
  'servers.start': true,
  'servers.add': true,
  'servers.connect': true,
  'servers.disconnect': true,
  'servers.forget': true,
  'servers.allow': true,
  'servers.allowModels': true,
  'servers.answer': true,
} satisfies Record<PagePath, true>);
