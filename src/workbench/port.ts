import type { DeviceName } from '../base/device-name.ts';
import type { Progress, WorkOptions } from '../base/progress.ts';
import type { LiveService, LiveStatus } from '../live/service.ts';
import type { BoundValue } from '../selection/types.ts';
import type { CaptureInfo } from '../tables/captures.ts';
import type { MergeInfo } from '../tables/merges.ts';
import type { FilePreview } from '../tables/preview.ts';
import type { Problem } from '../tables/problems.ts';
import type { OpenChoice } from '../tables/reading.ts';
import type { QueryResult } from '../tables/result-set.ts';
import type { AuditEntry, AuditVerdict, ToolError, ToolPolicy, ToolManifest, ValidationReport } from '../tools/contract/index.ts';
import type { EngineState } from '../engine/state.ts';
import type { RunnerEvent } from '../tools/runner/ports.ts';
import type { AssistantsPort } from './assistants.ts';
import type { DevicesPort } from './devices.ts';
import type { PlansPort } from './plans.ts';
import type { ResultsPort, ResultView } from './results.ts';
import type { SharedFile, ShareContents, ShareOptions } from './share.ts';
import type { OpenedVerification, SigningKeys, Verification } from './verification.ts';
import type { KeepingPort, StoredPort } from './stored.ts';
import type { Change, CatalogPort } from './tools.ts';

/** Long work, as the page lists it. */
export interface Activity {
  readonly id: string;
  readonly title: string;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly progress: Progress | null;
  /** For a person, once the work ended; the error message when it failed. */
  readonly message: string | null;
  /** Whether the page can cancel it. */
  readonly cancellable: boolean;
  /** What a person can do about work that failed, in words. */
  readonly remedies?: readonly string[];
  /** Its result is already announced elsewhere. */
  readonly reported?: boolean;
}

/** Something that happened. Events without members say that a list or value changed, which a method then returns. */
export type WorkbenchEvent =
  /** Captures were opened, changed or closed. */
  | { readonly type: 'captures'; readonly captures: readonly CaptureInfo[] }
  /** The list of long work changed. */
  | { readonly type: 'activity'; readonly activities: readonly Activity[] }
  /** The keyring changed. */
  | { readonly type: 'keys' }
  /** A session brought a journal. */
  | { readonly type: 'journals' }
  /** A session was opened, and its file verified. */
  | { readonly type: 'verification' }
  /** The signing key was made, read or removed. */
  | { readonly type: 'signing' }
  /** The query engine starts, answers, fails or starts again. */
  | { readonly type: 'engine'; readonly state: EngineState }
  /** The policy was replaced. */
  | { readonly type: 'policy' }
  /** The list of calls that wait for approval changed. */
  | { readonly type: 'approvals' }
  /** A tool server of the person, or one of its tools, changed. */
  | { readonly type: 'servers' }
  /** The list of calls that were run changed. */
  | { readonly type: 'calls' }
  /** The core started, or ended and starts again; a call that was running then rejects with `CORE_LOST`. */
  | { readonly type: 'core'; readonly state: 'running' | 'restarting' }
  /** The sessions that the browser stores changed. */
  | { readonly type: 'kept' }
  /** The state of a scan changed. */
  | { readonly type: 'live'; readonly status: LiveStatus }
  | RunnerEvent;

/** The same for the page, which receives views of results. */
export type PageEvent =
  | Exclude<WorkbenchEvent, { type: 'tool-result' }>
  | { readonly type: 'tool-result'; readonly tool_call_id: string; readonly result: ResultView };

/** A key without its value. */
export interface KeyName {
  /** Id of a resolving key in `RunOptions.context`, and of the others in `OpenOptions.decrypt`. */
  readonly connection_id: string;
  readonly name: string;
  /** `irk`: identity resolving key; `ltk`: long-term key of a bond; `session`: key of one encrypted session. */
  readonly kind: 'irk' | 'ltk' | 'session';
}

/** A resolving key that a capture holds, as everybody may see it. */
export interface FoundKeyName {
  readonly index: number;
  readonly whose: 'own' | 'peer';
  /** Proposed: the identity address where the log says it. */
  readonly name: string;
}

/** Keys of devices: they go in and never come out. Each promise rejects with a message for the person. */
export interface KeyringPort {
  /** `key_hex`: 32 hexadecimal digits, most significant byte first. `kind`: `irk` by default. */
  add(name: string, key_hex: string, kind?: KeyName['kind']): Promise<KeyName>;
  list(): readonly KeyName[];
  remove(connection_id: string): Promise<void>;
  /** Whether an encrypted ring lies in the browser. */
  kept(): boolean;
  /** Whether keys are in memory that the ring in the browser has not. */
  unkept(): boolean;
  /**
   * Encrypts the ring under a passphrase and keeps it in this browser, in place of what was kept. Rejects with
   * `KEPT_ELSEWHERE` when another tab has changed that since this one looked; nothing is written then.
   */
  keep(passphrase: string): Promise<void>;
  /** Adds the keys that were kept. Rejects with a `WorkbenchError`: `WRONG_PASSPHRASE`, `INVALID_VAULT`, `NOTHING_KEPT`. */
  unlock(passphrase: string): Promise<void>;
  /** Takes the kept keys out of the browser; those in memory stay. Rejects as `keep` does. */
  forget(): Promise<void>;
  /** Resolving keys that were found in a capture. */
  found(capture_id: string): readonly FoundKeyName[];
  /** Puts keys of a capture into the ring, under names of one's own. */
  take(capture_id: string, picks: readonly Pick<FoundKeyName, 'index' | 'name'>[]): Promise<void>;
}

/** Calls made on this page, by any caller, and those that came with a session. */
export interface CallsPort {
  /** The invocation as it was run; undefined where no such call is known. */
  of(tool_call_id: string): unknown;
  /** Takes a call with its result out of what is saved and shared; the journal keeps its line. */
  forget(tool_call_id: string): Promise<void>;
}

/** The policy of the page. */
export interface PolicyPort {
  /** What is in force. */
  read(): ToolPolicy;
  /** The policy of a fresh page. */
  initial(): ToolPolicy;
  /** The last policy that came with a session of another person and is not in force; null if there was none. */
  brought(): unknown;
  /** Errors and unknown names in a policy, each at its place. */
  check(policy: unknown): { readonly errors: readonly ToolError[]; readonly warnings: readonly ToolError[] };
  /** Replaces the policy for every caller; rejects with a message for the person, and the old policy stays. */
  apply(policy: unknown): Promise<void>;
}

/** A journal that came with a session, verified when it was loaded. */
export interface CheckedJournal {
  /** Of the session. */
  readonly name: string;
  readonly verdict: AuditVerdict;
  /** The lines that can be shown. */
  readonly entries: readonly AuditEntry[];
}

/** The journal of the page as a whole; its lines come with `audit()`. */
export interface JournalPort {
  /** Hash of its last line; zeros while it is empty. */
  head(): string;
  verify(expected_head?: string): Promise<AuditVerdict>;
  /** The journal with its head, as a file. */
  text(form: 'json' | 'ndjson'): Promise<string>;
  /** Verifies a journal in a text of either form; rejects with a message for the person when it is none. */
  check(text: string, expected_head?: string): Promise<AuditVerdict>;
  /** Journals that came with sessions. */
  earlier(): readonly CheckedJournal[];
}

/** A call that waits for the person's decision, with what it will do. */
export interface ApprovalQuestion {
  readonly id: string;
  readonly tool: ToolManifest;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly captures: readonly CaptureInfo[];
  /** Of the selection; null where it has no wall clock. */
  readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null;
  /** Where it writes. */
  readonly place: string;
  readonly actor: string;
  readonly entry: string;
  /** 0…1 */
  readonly risk: number;
  readonly reason: string;
}

export type ApprovalAnswer =
  | { readonly kind: 'approved' | 'rejected' }
  /** Runs with other arguments, which are checked again. */
  | { readonly kind: 'modified'; readonly arguments: Readonly<Record<string, unknown>> };

/** Calls that wait for the person, oldest first; the first is shown. Only the page can answer: no script sees them. */
export interface ApprovalPort {
  list(): readonly ApprovalQuestion[];
  /** Rows that the call would read; null for tools that read none. */
  rows(id: string): Promise<number | null>;
  /** Errors of other arguments in the place of the call's own. */
  check(id: string, changed: Readonly<Record<string, unknown>>): Promise<readonly ToolError[]>;
  answer(id: string, answer: ApprovalAnswer): Promise<void>;
}

/** Who calls and with what, beside the invocation; references only. */
export interface CallContext {
  readonly connection_id?: string | undefined;
}

export interface OpenOptions extends WorkOptions {
  /** How the files are to be read and which part of them; the rest is guessed. */
  readonly choice?: OpenChoice | undefined;
  /** Bytes that the rows may take; what the engine has left by default. */
  readonly memory_bytes?: number | undefined;
  /** The file is never a capture of this page: a masked one takes its place while it is read. `drop`: without advertising data. */
  readonly mask?: 'mask' | 'drop' | undefined;
}

export interface PreviewOptions {
  readonly choice?: OpenChoice | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Cells as of `query`, of the first columns of `columns`. */
export interface PreviewOfFile extends FilePreview {
  readonly rows: readonly (readonly unknown[])[];
}

/** A file that was opened before. */
export interface RecentFile {
  readonly id: string;
  readonly name: string;
  /** Size when it was read last. */
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly opened_at: number;
}

/** Handles of files, kept in this browser; no bytes. */
export interface RecentPort {
  list(): Promise<readonly RecentFile[]>;
  /** The same file is listed once. */
  remember(handles: readonly FileSystemFileHandle[]): Promise<void>;
  /** Asks the person for leave where the browser wants it; rejects with a message for the person. */
  file(id: string): Promise<File>;
  /** One, or all. */
  forget(id?: string): Promise<void>;
}

/** Samples of the build: four phones in a chamber, and one phone over an hour in which its address changes. */
export type SampleId = 'four_phones' | 'one_hour';

/** The port this folder needs; `app` supplies it. The page does nothing that a script could not do. */
export interface WorkbenchPort {
  readonly version: string;
  readonly build: { readonly commit: string; readonly kernels_sha256: string };
  readonly ready: Promise<void>;
  /** Settles when the core that runs now answers: after a restart it is another one. */
  whenReady(): Promise<void>;
  open(files: readonly File[], options?: OpenOptions): Promise<CaptureInfo[]>;
  /** Reads the beginning of a file, without opening it; rejects as opening would. */
  preview(file: File, options?: PreviewOptions): Promise<PreviewOfFile>;
  /** Reads the file of a capture again as chosen; where that fails it stays as it was. */
  reopen(capture_id: string, choice: OpenChoice, options?: WorkOptions): Promise<CaptureInfo>;
  /** Opens a sample capture that the build carries. */
  openSample(id: SampleId): Promise<CaptureInfo[]>;
  /** Null where the browser keeps no handles, or the page must not. */
  readonly recent: RecentPort | null;
  captures(): readonly CaptureInfo[];
  /** The state of the query engine. */
  engine(): EngineState;
  /** Starts the engine now instead of at its next automatic attempt. */
  retryEngine(): Promise<void>;
  /** Gives the engine up and starts a fresh one; captures are read again. */
  restartEngine(): Promise<void>;
  /** Reads a capture again whose rows are unavailable. */
  retry(capture_id: string): Promise<CaptureInfo | undefined>;
  /** Gives a capture its file again; rejects with `OTHER_FILE` unless the bytes are the same. */
  provide(capture_id: string, file: File): Promise<CaptureInfo | undefined>;
  /**
   * Reads another file under the id of a capture, for one that changed since it was opened; the merged views over it are closed.
   * Rejects with the reader's error and leaves the capture as it was where the file cannot be read.
   */
  replace(capture_id: string, file: File): Promise<CaptureInfo>;
  close(capture_id: string): Promise<void>;
  problems(capture_id: string, page?: { limit?: number; offset?: number }): Promise<{ total: number; rows: readonly Problem[] }>;
  /** Makes one view of several captures, on the first one's time; the promise rejects with a message for the person. */
  merge(capture_ids: readonly string[], options?: MergeOptions): Promise<MergeInfo>;
  merges(): readonly MergeInfo[];
  query(sql: string, options?: { signal?: AbortSignal; limit?: number }): Promise<QueryResult>;
  /** The page's own SQL with its values bound to `?`, for what a view shows: all rows, cells as of `query`. Rejects like it. */
  rows(sql: string, values?: readonly BoundValue[], options?: WorkOptions): Promise<QueryResult>;
  /** The same of one column of UINTEGER without NULL. */
  numbers(sql: string, values?: readonly BoundValue[], options?: WorkOptions): Promise<Uint32Array>;
  tools(): readonly ToolManifest[];
  validate(invocation: unknown, options?: { context?: CallContext }): Promise<ValidationReport>;
  /** `repairs`: what a person accepted; the result lists it and warns of what was lost. */
  run(
    invocation: unknown,
    options?: WorkOptions & { interactive?: boolean; context?: CallContext; repairs?: readonly Change[] },
  ): Promise<ResultView>;
  /** A ready invocation for the captures that are open, to start from. */
  draft(tool_name: string, capture_ids: readonly string[]): unknown;
  readonly calls: CallsPort;
  readonly results: ResultsPort;
  readonly keyring: KeyringPort;
  readonly catalog: CatalogPort;
  readonly plans: PlansPort;
  /** Transcripts of others; loaded with the first use. */
  assistants(): Promise<AssistantsPort>;
  readonly devices: DevicesPort;
  readonly live: LiveService;
  readonly approvals: ApprovalPort;
  audit(): readonly AuditEntry[];
  readonly journal: JournalPort;
  readonly policy: PolicyPort;
  activities(): readonly Activity[];
  /** Takes an ended activity off the list. */
  dismissActivity(id: string): Promise<void>;
  cancelActivity(id: string): Promise<void>;
  /** Does what a failed activity offers; `index` is the remedy's place in its list. */
  takeRemedy(id: string, index: number): Promise<void>;
  /** Runs work of the views: what takes longer than a moment is shown in the activity list and can be cancelled there. */
  later<T>(title: string, work: (inner: WorkOptions) => Promise<T>, options?: WorkOptions): Promise<T>;
  /** A table of the page as a Parquet file. */
  tableFile(names: readonly string[], rows: readonly (readonly unknown[])[], options?: WorkOptions): Promise<Blob>;
  /** One file that opens offline with the chosen captures and the results inside. */
  share(options: ShareOptions): Promise<SharedFile>;
  /** What `share` would write. */
  shareContents(options: ShareOptions): Promise<ShareContents>;
  /** Verification of a session, shared file or bundle. */
  verify(file: Blob): Promise<Verification>;
  /** Verification of the session that was opened; null where none was. */
  verification(): OpenedVerification | null;
  readonly signing: SigningKeys & {
    /** Whether the key was made here and not exported. */
    unkept(): boolean;
  };
  /** Puts a masked capture in the place of one that is open; nothing here knows its addresses and names afterwards. */
  pseudonymise(capture_id: string): Promise<CaptureInfo>;
  /** Saves and opens sessions as files; captures are named in them by digest. */
  readonly sessions: { save(name: string, sign?: boolean): Promise<Blob>; open(file: File): Promise<void> };
  readonly stored: StoredPort;
  /** Null where nothing may be kept: on pages from disk, which share one storage, and on those that carry a session themselves. */
  readonly keeping: KeepingPort | null;
  on<T extends PageEvent['type']>(type: T, listener: (event: Extract<PageEvent, { type: T }>) => void): () => void;
}

/** Options of merging captures. */
export interface MergeOptions extends WorkOptions {
  /** Name of the view, from which its capture id is made; `merged` by default. A view of that name is replaced. */
  readonly name?: string | undefined;
  /** µs to add to a capture's `ts_us`, by capture id. The others are aligned by their packets; the first has no offset. */
  readonly offsets_us?: Readonly<Record<string, number>> | undefined;
  /** Name of a capture's sensor for the column `receiver`, by capture id; at most 64 characters each. */
  readonly sensors?: Readonly<Record<string, string>> | undefined;
}

/** What a person holds of two addresses that may be one emitter's. */
export interface PairVerdict {
  readonly from_address: string;
  readonly to_address: string;
  /** Null where there is only a note. */
  readonly verdict: 'confirmed' | 'rejected' | null;
  readonly note: string;
  /** Call whose result was judged. */
  readonly tool_call_id: string;
}

/** What a note is about: the answer of a call, a packet or a time of a file, or the device of an address. A pair's note is in its verdict. */
export type NoteSubject =
  | { readonly on: 'result'; readonly tool_call_id: string }
  | { readonly on: 'packet'; readonly sha256: string; readonly packet_no: number }
  | { readonly on: 'device'; readonly address: string }
  | { readonly on: 'time'; readonly sha256: string; readonly start_ms: number; readonly end_ms: number };

export type AnalystNote = NoteSubject & { readonly text: string };

/** What the views hold and a session keeps: which captures are chosen, the editors' texts, what the person judged. */
export interface WorkState {
  /** What the person calls the session. */
  readonly name?: string | undefined;
  readonly verdicts?: readonly PairVerdict[] | undefined;
  readonly notes?: readonly AnalystNote[] | undefined;
  /** Names that the person gave to devices. */
  readonly names?: readonly DeviceName[] | undefined;
  /** Statements under names of the person's. */
  readonly queries?: readonly { readonly name: string; readonly sql: string }[] | undefined;
  /** Calls that are kept, however many follow. */
  readonly pinned?: readonly string[] | undefined;
  readonly selected: readonly string[];
  readonly invocation: string;
  readonly sql: string;
  /** Which rows are selected beside the captures. */
  readonly selection?:
    | { readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null; readonly addresses: readonly string[] }
    | undefined;
  /** What is in front; unknown names say nothing. */
  readonly layout?: { readonly active: string; readonly fronts: readonly string[]; readonly maximised: string | null } | undefined;
}
