import type { DeviceName } from '../base/device-name.ts';
import type { Progress, WorkOptions } from '../base/progress.ts';
import type { LiveService, LiveStatus } from '../live/service.ts';
import type { BoundValue } from '../selection/types.ts';
import type { CaptureInfo } from '../tables/captures.ts';
import type { MergeInfo } from '../tables/merges.ts';
import type { ManualPage } from '../manual/manual-page.ts';
import type { FilePreview } from '../tables/preview.ts';
import type { Problem } from '../tables/problems.ts';
import type { OpenChoice } from '../tables/reading.ts';
import type { QueryResult } from '../tables/result-set.ts';
import type { AuditEntry, AuditVerdict, ToolError, ToolPolicy, ToolManifest, ValidationReport } from '../tools/contract/index.ts';
import type { EngineState } from '../engine/state.ts';
import type { RunnerEvent } from '../tools/runner/ports.ts';
import type { AssistantsPort } from './assistants.ts';
import type { DevicesPort } from './devices.ts';
import type { ConvertReport, RecentPort } from './files.ts';
import type { PlansPort } from './plans.ts';
import type { ResultsPort, ResultView } from './results.ts';
import type { SharedFile, ShareContents, ShareOptions } from './share.ts';
import type { OpenedVerification, SigningKeys, Verification } from './verification.ts';
import type { KeepingPort, StoredPort } from './stored.ts';
import type { Change, CatalogPort } from './tools.ts';

/** A long-running task in the page's activity list. */
export interface Activity {
  readonly id: string;
  readonly title: string;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly progress: Progress | null;
  /** Message shown when the task has ended; the error message if it failed. */
  readonly message: string | null;
  /** Whether the page can cancel it. */
  readonly cancellable: boolean;
  /** Actions that may resolve a failure, as labels. */
  readonly remedies?: readonly string[];
  /** Indexes of the remedies that load one time window each, where these are too many for buttons. */
  readonly windows?: readonly number[];
  /** True if its result is already announced elsewhere. */
  readonly reported?: boolean;
}

/** An event of the workbench. Events without members announce that a list or value has changed; read it with the matching method. */
export type WorkbenchEvent =
  /** Captures were opened, changed or closed. */
  | { readonly type: 'captures'; readonly captures: readonly CaptureInfo[] }
  /** The list of long work changed. */
  | { readonly type: 'activity'; readonly activities: readonly Activity[] }
  /** The keyring changed. */
  | { readonly type: 'keys' }
  /** A loaded session contained a journal. */
  | { readonly type: 'journals' }
  /** A session was opened and its file was verified. */
  | { readonly type: 'verification' }
  /** The signing key was made, read or removed. */
  | { readonly type: 'signing' }
  /** The state of the query engine changed. */
  | { readonly type: 'engine'; readonly state: EngineState }
  /** The policy was replaced. */
  | { readonly type: 'policy' }
  /** The list of calls that await approval changed. */
  | { readonly type: 'approvals' }
  /** A tool server that the person added, or one of its tools, changed. */
  | { readonly type: 'servers' }
  /** A conversation with a planner began, went on or ended. */
  | { readonly type: 'conversations' }
  /** The list of calls that were run changed. */
  | { readonly type: 'calls' }
  /** The core started, or ended and is restarting; calls that were running reject with `CORE_LOST`. */
  | { readonly type: 'core'; readonly state: 'running' | 'restarting' }
  /** The sessions that the browser stores changed. */
  | { readonly type: 'kept' }
  /** The state of a scan changed. */
  | { readonly type: 'live'; readonly status: LiveStatus }
  | RunnerEvent;

/** The same events for the page, which receives `ResultView` in place of results. */
export type PageEvent =
  | Exclude<WorkbenchEvent, { type: 'tool-result' }>
  | { readonly type: 'tool-result'; readonly tool_call_id: string; readonly result: ResultView };

/** A stored key, without its secret value. */
export interface KeyName {
  /** Id for use in `RunOptions.context` (resolving keys) or `OpenOptions.decrypt` (the other kinds). */
  readonly connection_id: string;
  readonly name: string;
  /** `irk`: identity resolving key; `ltk`: long-term key of a bond; `session`: key of one encrypted session. */
  readonly kind: 'irk' | 'ltk' | 'session';
}

/** A resolving key found in a capture, without its secret value. */
export interface FoundKeyName {
  readonly index: number;
  readonly whose: 'own' | 'peer';
  /** Suggested name: the identity address if the log states it. */
  readonly name: string;
}

/** Keys of devices. Keys can be added but never read back. Each promise rejects with a message for the person. */
export interface KeyringPort {
  /** `key_hex`: 32 hexadecimal digits, most significant byte first. `kind`: `irk` by default. */
  add(name: string, key_hex: string, kind?: KeyName['kind']): Promise<KeyName>;
  list(): readonly KeyName[];
  remove(connection_id: string): Promise<void>;
  /** Whether this browser stores an encrypted keyring. */
  kept(): boolean;
  /** Whether memory holds keys that the stored keyring does not contain. */
  unkept(): boolean;
  /**
   * Encrypts the keyring under a passphrase and stores it in this browser, replacing the stored one. Rejects with `KEPT_ELSEWHERE`, without
   * writing, when another tab has changed the stored keyring since this page last read it.
   */
  keep(passphrase: string): Promise<void>;
  /** Loads the stored keys. Rejects with a `WorkbenchError`: `WRONG_PASSPHRASE`, `INVALID_VAULT`, `NOTHING_KEPT`. */
  unlock(passphrase: string): Promise<void>;
  /** Deletes the stored keyring; keys in memory stay. Rejects as `keep` does. */
  forget(): Promise<void>;
  /** Resolving keys that were found in a capture. */
  found(capture_id: string): readonly FoundKeyName[];
  /** Adds keys found in a capture to the keyring, under names that the person chooses. */
  take(capture_id: string, picks: readonly Pick<FoundKeyName, 'index' | 'name'>[]): Promise<void>;
}

/** Calls made on this page, by any caller, and calls loaded with a session. */
export interface CallsPort {
  /** The invocation as it was run; undefined if the call is unknown. */
  of(tool_call_id: string): unknown;
  /** Removes a call and its result from what is saved and shared; its journal line stays. */
  forget(tool_call_id: string): Promise<void>;
}

/** The policy of the page. */
export interface PolicyPort {
  /** The policy in force. */
  read(): ToolPolicy;
  /** The default policy. */
  initial(): ToolPolicy;
  /** The last policy that came with another person's session and was not applied; null if there was none. */
  offered(): unknown;
  /** Errors and unknown names in a policy, each with its location. */
  check(policy: unknown): { readonly errors: readonly ToolError[]; readonly warnings: readonly ToolError[] };
  /** Replaces the policy for all callers. Rejects with a message for the person and keeps the old policy if the new one is invalid. */
  apply(policy: unknown): Promise<void>;
}

/** A journal loaded with a session, with its verification. */
export interface CheckedJournal {
  /** Name of the session. */
  readonly name: string;
  readonly verdict: AuditVerdict;
  /** The entries that can be displayed. */
  readonly entries: readonly AuditEntry[];
}

/** The page's journal; `audit()` returns its entries. */
export interface JournalPort {
  /** Hash of the last entry; zeros while the journal is empty. */
  head(): string;
  verify(expected_head?: string): Promise<AuditVerdict>;
  /** The journal with its head, as a file. */
  text(form: 'json' | 'ndjson'): Promise<string>;
  /** Verifies a journal in either text form. Rejects with a message for the person if the text is not a journal. */
  check(text: string, expected_head?: string): Promise<AuditVerdict>;
  /** Journals that came with sessions. */
  earlier(): readonly CheckedJournal[];
}

/** A call that awaits the person's approval, with its effects. */
export interface ApprovalQuestion {
  readonly id: string;
  readonly tool: ToolManifest;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly captures: readonly CaptureInfo[];
  /** Time range of the selection; null if it has no wall-clock time. */
  readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null;
  /** Where the call writes, as a sentence. */
  readonly place: string;
  readonly actor: string;
  readonly entry: string;
  /** Risk of the call, from 0 to 1. */
  readonly risk: number;
  readonly reason: string;
}

export type ApprovalAnswer =
  | { readonly kind: 'approved' | 'rejected' }
  /** Runs with changed arguments, which are validated again. */
  | { readonly kind: 'modified'; readonly arguments: Readonly<Record<string, unknown>> };

/** Calls that await approval, oldest first; the first is shown. Only the page can answer; scripts cannot see them. */
export interface ApprovalPort {
  list(): readonly ApprovalQuestion[];
  /** Number of rows that the call would read; null for tools that read no rows. */
  rows(id: string): Promise<number | null>;
  /** Validates changed arguments in place of the call's own. */
  check(id: string, changed: Readonly<Record<string, unknown>>): Promise<readonly ToolError[]>;
  answer(id: string, answer: ApprovalAnswer): Promise<void>;
}

/** The caller and the context of a call beside its invocation. Keys appear by reference only. */
export interface CallContext {
  readonly connection_id?: string | undefined;
}

export interface OpenOptions extends WorkOptions {
  /** How to read the files and which rows to keep; what is absent is detected. */
  readonly choice?: OpenChoice | undefined;
  /** Bytes of memory for the rows; by default the engine's free memory. */
  readonly memory_bytes?: number | undefined;
  /** Opens a masked copy; the original never becomes a capture of this page. `drop`: the copy has no advertising data. */
  readonly mask?: 'mask' | 'drop' | undefined;
}

export interface PreviewOptions {
  readonly choice?: OpenChoice | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Cells as `query` returns them, for the first columns of `columns`. */
export interface PreviewOfFile extends FilePreview {
  readonly rows: readonly (readonly unknown[])[];
}

/** Samples of the build: four phones in a chamber, and one phone over an hour in which its address changes. */
export type SampleId = 'four_phones' | 'one_hour';

/** The interface between the views and the core; `app` implements it. A script can do everything that the page can do. */
export interface WorkbenchPort {
  readonly version: string;
  readonly build: { readonly commit: string; readonly kernels_sha256: string };
  readonly ready: Promise<void>;
  /** Settles when the current core has answered; a restarted core is awaited anew. */
  whenReady(): Promise<void>;
  open(files: readonly File[], options?: OpenOptions): Promise<CaptureInfo[]>;
  /** Joins the files of each converted capture to one file for `open`; other files are unchanged. */
  gather(files: readonly File[]): Promise<readonly File[]>;
  /** Reads the beginning of a file without opening it; rejects with the same errors as `open`. */
  preview(file: File, options?: PreviewOptions): Promise<PreviewOfFile>;
  /** Reads a capture's file again with other choices; if that fails, the capture stays unchanged. */
  reopen(capture_id: string, choice: OpenChoice, options?: WorkOptions): Promise<CaptureInfo>;
  /**
   * Converts a capture to Parquet files in a folder that the person picks; call on a click. The rows do not pass the query engine, so the
   * capture may be larger than memory. For the page only: scripts write files with `capture_export`, which the policy governs. Rejects with
   * `UNREADABLE_FILE`, `CANCELLED`, `DESTINATION_DENIED` or `WRITE_FAILED`; nothing is kept then.
   */
  convert(file: File, options?: WorkOptions): Promise<ConvertReport>;
  /** Opens a sample capture included in the build. */
  openSample(id: SampleId): Promise<CaptureInfo[]>;
  /** Null if the browser cannot store file handles or the page must not. */
  readonly recent: RecentPort | null;
  captures(): readonly CaptureInfo[];
  /** The state of the query engine. */
  engine(): EngineState;
  /** Starts the engine now instead of at its next automatic retry. */
  retryEngine(): Promise<void>;
  /** Stops the engine and starts a new one; captures are read again. */
  restartEngine(): Promise<void>;
  /** Reads a capture again whose rows are unavailable. */
  retry(capture_id: string): Promise<CaptureInfo | undefined>;
  /** Supplies a capture's missing file, or the files of its conversion; rejects with `OTHER_FILE` unless the bytes are the same. */
  provide(capture_id: string, files: readonly File[]): Promise<CaptureInfo | undefined>;
  /**
   * Reads a different file under a capture's id, for a file that changed since it was opened. Merged views of the capture are closed. If
   * the file cannot be read, rejects with the reader's error and leaves the capture unchanged.
   */
  replace(capture_id: string, files: readonly File[]): Promise<CaptureInfo>;
  close(capture_id: string): Promise<void>;
  problems(capture_id: string, page?: { limit?: number; offset?: number }): Promise<{ total: number; rows: readonly Problem[] }>;
  /** Merges captures into one view, on the first capture's clock; rejects with a message for the person. */
  merge(capture_ids: readonly string[], options?: MergeOptions): Promise<MergeInfo>;
  merges(): readonly MergeInfo[];
  query(sql: string, options?: { signal?: AbortSignal; limit?: number }): Promise<QueryResult>;
  /** Runs the page's own SQL with values bound to `?` and returns all rows, with cells as `query` returns them. Rejects as `query` does. */
  rows(sql: string, values?: readonly BoundValue[], options?: WorkOptions): Promise<QueryResult>;
  /** As `rows`, for one column of UINTEGER without NULL. */
  numbers(sql: string, values?: readonly BoundValue[], options?: WorkOptions): Promise<Uint32Array>;
  tools(): readonly ToolManifest[];
  validate(invocation: unknown, options?: { context?: CallContext }): Promise<ValidationReport>;
  /** `repairs`: repairs that the person accepted; the result lists them and warns of what they discarded. */
  run(
    invocation: unknown,
    options?: WorkOptions & { interactive?: boolean; context?: CallContext; repairs?: readonly Change[] },
  ): Promise<ResultView>;
  /** A complete invocation for the open captures, as a starting point. */
  draft(tool_name: string, capture_ids: readonly string[]): unknown;
  readonly calls: CallsPort;
  readonly results: ResultsPort;
  readonly keyring: KeyringPort;
  readonly catalog: CatalogPort;
  readonly plans: PlansPort;
  /** Transcripts and planners; loaded on first use. */
  assistants(): Promise<AssistantsPort>;
  readonly devices: DevicesPort;
  readonly live: LiveService;
  readonly approvals: ApprovalPort;
  audit(): readonly AuditEntry[];
  readonly journal: JournalPort;
  readonly policy: PolicyPort;
  activities(): readonly Activity[];
  /** Removes a finished activity from the list. */
  dismissActivity(id: string): Promise<void>;
  cancelActivity(id: string): Promise<void>;
  /** Performs a remedy of a failed activity; `index` is its position in the activity's list. */
  takeRemedy(id: string, index: number): Promise<void>;
  /** Runs work of the views. If it takes longer than a moment, the activity list shows it and can cancel it. */
  later<T>(title: string, work: (inner: WorkOptions) => Promise<T>, options?: WorkOptions): Promise<T>;
  /** The pages of the manual. */
  manual(): Promise<readonly ManualPage[]>;
  /** A table of the page as a Parquet file. */
  tableFile(names: readonly string[], rows: readonly (readonly unknown[])[], options?: WorkOptions): Promise<Blob>;
  /** One HTML file that opens offline, with the chosen captures and results. */
  share(options: ShareOptions): Promise<SharedFile>;
  /** What `share` would include. */
  shareContents(options: ShareOptions): Promise<ShareContents>;
  /** Verification of a session, shared file or bundle. */
  verify(file: Blob): Promise<Verification>;
  /** Verification of the session that was opened; null if none was. */
  verification(): OpenedVerification | null;
  readonly signing: SigningKeys & {
    /** Whether the key was created here and has not been exported. */
    unkept(): boolean;
  };
  /** Replaces an open capture with a masked copy; the page then no longer holds its real addresses and names. */
  pseudonymise(capture_id: string): Promise<CaptureInfo>;
  /** Saves sessions to files and opens them; the files refer to captures by digest. */
  readonly sessions: { save(name: string, sign?: boolean): Promise<Blob>; open(file: File): Promise<void> };
  readonly stored: StoredPort;
  /**
   * Null where the page must not store sessions: on pages opened from disk, which share one storage, and on pages with an embedded session.
   */
  readonly keeping: KeepingPort | null;
  on<T extends PageEvent['type']>(type: T, listener: (event: Extract<PageEvent, { type: T }>) => void): () => void;
}

/** Options of merging captures. */
export interface MergeOptions extends WorkOptions {
  /** Name of the view, from which its capture id is made; `merged` by default. A view of that name is replaced. */
  readonly name?: string | undefined;
  /**
   * µs to add to a capture's `ts_us`, by capture id. Captures without an offset are aligned by their packets; the first always has offset
   * 0.
   */
  readonly offsets_us?: Readonly<Record<string, number>> | undefined;
  /** Sensor name of a capture for the column `receiver`, by capture id; at most 64 characters each. */
  readonly sensors?: Readonly<Record<string, string>> | undefined;
}

/** The analyst's verdict on two addresses that may belong to one device. */
export interface PairVerdict {
  readonly from_address: string;
  readonly to_address: string;
  /** Null if there is only a note. */
  readonly verdict: 'confirmed' | 'rejected' | null;
  readonly note: string;
  /** Call whose result was judged. */
  readonly tool_call_id: string;
}

/**
 * The subject of a note: a call's answer, a packet or a time in a file, or the device of an address. Notes on pairs are part of their
 * verdict.
 */
export type NoteSubject =
  | { readonly on: 'result'; readonly tool_call_id: string }
  | { readonly on: 'packet'; readonly sha256: string; readonly packet_no: number }
  | { readonly on: 'device'; readonly address: string }
  | { readonly on: 'time'; readonly sha256: string; readonly start_ms: number; readonly end_ms: number };

export type AnalystNote = NoteSubject & { readonly text: string };

/** View state that a session stores: the chosen captures, the editors' texts and the analyst's verdicts. */
export interface WorkState {
  /** Name that the person gave the session. */
  readonly name?: string | undefined;
  readonly verdicts?: readonly PairVerdict[] | undefined;
  readonly notes?: readonly AnalystNote[] | undefined;
  /** Device names that the person entered. */
  readonly names?: readonly DeviceName[] | undefined;
  /** SQL statements that the person saved under a name. */
  readonly queries?: readonly { readonly name: string; readonly sql: string }[] | undefined;
  /** Ids of calls whose results a session always keeps. */
  readonly pinned?: readonly string[] | undefined;
  readonly selected: readonly string[];
  readonly invocation: string;
  readonly sql: string;
  /** The selected rows within the chosen captures. */
  readonly selection?:
    | { readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null; readonly addresses: readonly string[] }
    | undefined;
  /** The tabs in front; unknown names are ignored. */
  readonly layout?: { readonly active: string; readonly fronts: readonly string[]; readonly maximised: string | null } | undefined;
}
