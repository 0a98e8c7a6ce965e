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

/** An entry of the page's activity list: a long operation that runs or has ended. */
export interface Activity {
  readonly id: string;
  readonly title: string;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly progress: Progress | null;
  /** Message shown after the operation has ended: the error message if it failed. */
  readonly message: string | null;
  /** Whether a person can cancel it. */
  readonly cancellable: boolean;
  /** Labels of actions that may resolve the failure. */
  readonly remedies?: readonly string[];
  /** Indexes of the remedies that each load one time window, if there are too many of them for buttons. */
  readonly windows?: readonly number[];
  /** True if the outcome is announced elsewhere, so that the list need not announce it. */
  readonly reported?: boolean;
}

/** An event of the workbench. One without further members announces that a list or value changed; the method for it reads the new one. */
export type WorkbenchEvent =
  /** Captures were opened, changed or closed. */
  | { readonly type: 'captures'; readonly captures: readonly CaptureInfo[] }
  /** The activity list changed. */
  | { readonly type: 'activity'; readonly activities: readonly Activity[] }
  /** The keyring changed. */
  | { readonly type: 'keys' }
  /** A loaded session contained a journal. */
  | { readonly type: 'journals' }
  /** A session was opened and its file was verified. */
  | { readonly type: 'verification' }
  /** The signing key was created, imported or removed. */
  | { readonly type: 'signing' }
  /** The state of the query engine changed. */
  | { readonly type: 'engine'; readonly state: EngineState }
  /** The policy was replaced. */
  | { readonly type: 'policy' }
  /** The list of calls that wait for approval changed. */
  | { readonly type: 'approvals' }
  /** A tool server that the person added, or one of its tools, changed. */
  | { readonly type: 'servers' }
  /** A conversation with a planner began, made progress or ended. */
  | { readonly type: 'conversations' }
  /** The list of calls that ran changed. */
  | { readonly type: 'calls' }
  /** The core started, or ended and is restarting; calls that were running reject with `CORE_LOST`. */
  | { readonly type: 'core'; readonly state: 'running' | 'restarting' }
  /** The sessions that the browser stores changed. */
  | { readonly type: 'kept' }
  /** The status of a live scan changed. */
  | { readonly type: 'live'; readonly status: LiveStatus }
  | RunnerEvent;

/** Events as the page receives them, with a `ResultView` instead of each result. */
export type PageEvent =
  | Exclude<WorkbenchEvent, { type: 'tool-result' }>
  | { readonly type: 'tool-result'; readonly tool_call_id: string; readonly result: ResultView };

/** A key in the keyring, without its secret value. */
export interface KeyName {
  /** Id by which `RunOptions.context` (resolving keys) or `OpenOptions.decrypt` (the other kinds) refers to the key. */
  readonly connection_id: string;
  readonly name: string;
  /** `irk`: identity resolving key; `ltk`: long-term key of a bond; `session`: key of one encrypted session. */
  readonly kind: 'irk' | 'ltk' | 'session';
}

/** A resolving key that was found in a capture, without its secret value. */
export interface FoundKeyName {
  readonly index: number;
  readonly whose: 'own' | 'peer';
  /** Suggested name for the key: the identity address if the capture states it. */
  readonly name: string;
}

/** Keys of devices. Scripts can add keys but never read them back. Every promise rejects with a message for the person. */
export interface KeyringPort {
  /** Adds a key. `key_hex`: 32 hexadecimal digits, most significant byte first. `kind`: `irk` by default. */
  add(name: string, key_hex: string, kind?: KeyName['kind']): Promise<KeyName>;
  list(): readonly KeyName[];
  remove(connection_id: string): Promise<void>;
  /** Whether this browser stores the keyring, encrypted. */
  kept(): boolean;
  /** Whether the keyring in memory contains keys that the stored one does not. */
  unkept(): boolean;
  /**
   * Encrypts the keyring under a passphrase and stores it in this browser instead of the stored one. Rejects with `KEPT_ELSEWHERE`, without
   * writing, if another tab has changed the stored keyring since this page last read it.
   */
  keep(passphrase: string): Promise<void>;
  /** Adds the stored keys to the keyring. Rejects with a `WorkbenchError`: `WRONG_PASSPHRASE`, `INVALID_VAULT`, `NOTHING_KEPT`. */
  unlock(passphrase: string): Promise<void>;
  /** Deletes the stored keyring. The keys in memory stay. Rejects with the errors of `keep`. */
  forget(): Promise<void>;
  /** The resolving keys that were found in a capture. */
  found(capture_id: string): readonly FoundKeyName[];
  /** Adds keys found in a capture to the keyring, under names that the person chooses. */
  take(capture_id: string, picks: readonly Pick<FoundKeyName, 'index' | 'name'>[]): Promise<void>;
}

/** The calls that ran on this page, of any caller, and the calls loaded with sessions. */
export interface CallsPort {
  /** Returns the invocation of a call as it ran; undefined if the call is unknown. */
  of(tool_call_id: string): unknown;
  /** Removes a call and its result, so that they are not saved or shared. The call's line in the journal stays. */
  forget(tool_call_id: string): Promise<void>;
}

/** The policy of the page, which says who may call which tool. */
export interface PolicyPort {
  /** The policy in force. */
  read(): ToolPolicy;
  /** The policy that applies before a person changes it. */
  initial(): ToolPolicy;
  /** The policy of the last session from another person, which was not applied; null if there was none. */
  offered(): unknown;
  /** Lists errors and unknown names in a policy, each with its location. */
  check(policy: unknown): { readonly errors: readonly ToolError[]; readonly warnings: readonly ToolError[] };
  /** Replaces the policy for all callers. If the new policy is invalid, rejects with a message for the person and keeps the old one. */
  apply(policy: unknown): Promise<void>;
}

/** A journal that was loaded with a session, with its verification. */
export interface CheckedJournal {
  /** Name of the session that contained the journal. */
  readonly name: string;
  readonly verdict: AuditVerdict;
  /** The entries of the journal that can be displayed. */
  readonly entries: readonly AuditEntry[];
}

/** The journal of the page; `Workbench.audit()` returns its entries. */
export interface JournalPort {
  /** Hash of the last entry; zeros if there are no entries. */
  head(): string;
  verify(expected_head?: string): Promise<AuditVerdict>;
  /** Writes the journal with its head hash as the text of a file. */
  text(form: 'json' | 'ndjson'): Promise<string>;
  /** Verifies a journal given as text in either form. Rejects with a message for the person if the text is not a journal. */
  check(text: string, expected_head?: string): Promise<AuditVerdict>;
  /** The journals that were loaded with sessions. */
  earlier(): readonly CheckedJournal[];
}

/** A call that waits for the person's approval, with its effects. */
export interface ApprovalQuestion {
  readonly id: string;
  readonly tool: ToolManifest;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly captures: readonly CaptureInfo[];
  /** Time range of the selection; null if its times are not dates. */
  readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null;
  /** Where the call will write, as a sentence. */
  readonly place: string;
  readonly actor: string;
  readonly entry: string;
  /** Estimated risk of the call, from 0 to 1. */
  readonly risk: number;
  readonly reason: string;
}

export type ApprovalAnswer =
  | { readonly kind: 'approved' | 'rejected' }
  /** The person changed the arguments; the call runs with these, after another validation. */
  | { readonly kind: 'modified'; readonly arguments: Readonly<Record<string, unknown>> };

/** The calls that wait for approval, oldest first; the page shows the first. Only the page can answer; scripts cannot see them. */
export interface ApprovalPort {
  list(): readonly ApprovalQuestion[];
  /** How many rows the call would read; null for tools that read no rows. */
  rows(id: string): Promise<number | null>;
  /** Validates arguments that the person changed, in place of the call's own. */
  check(id: string, changed: Readonly<Record<string, unknown>>): Promise<readonly ToolError[]>;
  answer(id: string, answer: ApprovalAnswer): Promise<void>;
}

/** Who makes a call, and what the call may use, in addition to its invocation. Keys appear only as ids. */
export interface CallContext {
  readonly connection_id?: string | undefined;
}

export interface OpenOptions extends WorkOptions {
  /** How to read the files and which rows to keep. What is absent is detected from the file. */
  readonly choice?: OpenChoice | undefined;
  /** Bytes of memory that the rows may use; by default, the memory that the engine has free. */
  readonly memory_bytes?: number | undefined;
  /** Opens only a masked copy; the original is never listed as a capture. `drop`: the copy has no advertising data. */
  readonly mask?: 'mask' | 'drop' | undefined;
}

export interface PreviewOptions {
  readonly choice?: OpenChoice | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The beginning of a file. Its rows have cells as `query` returns them, for the first of the columns. */
export interface PreviewOfFile extends FilePreview {
  readonly rows: readonly (readonly unknown[])[];
}

/** Sample captures of the build: four phones in a chamber; and one phone over an hour, in which its address changes. */
export type SampleId = 'four_phones' | 'one_hour';

/** The interface between the page's views and the core. Scripts can do everything that the views can do, through `Workbench`. */
export interface WorkbenchPort {
  readonly version: string;
  readonly build: { readonly commit: string; readonly kernels_sha256: string };
  readonly ready: Promise<void>;
  /** Settles when the core is ready. After a restart of the core, a new call waits for the new core. */
  whenReady(): Promise<void>;
  open(files: readonly File[], options?: OpenOptions): Promise<CaptureInfo[]>;
  /** Joins the files of each converted capture to one file, to be passed to `open`; other files are returned unchanged. */
  gather(files: readonly File[]): Promise<readonly File[]>;
  /** Reads the beginning of a file without opening it as a capture. Rejects with the same errors as `open`. */
  preview(file: File, options?: PreviewOptions): Promise<PreviewOfFile>;
  /** Reads a capture's file again with another choice. If that fails, the capture is unchanged. */
  reopen(capture_id: string, choice: OpenChoice, options?: WorkOptions): Promise<CaptureInfo>;
  /**
   * Converts a capture to Parquet files in a folder that the person picks, so it must be called on a click. The rows do not pass the query
   * engine, so the capture may be larger than memory. Only for the page: scripts write files with `capture_export`, which the policy
   * governs. Rejects with `UNREADABLE_FILE`, `CANCELLED`, `DESTINATION_DENIED` or `WRITE_FAILED`, and then keeps no files.
   */
  convert(file: File, options?: WorkOptions): Promise<ConvertReport>;
  /** Opens a sample capture that the build contains. */
  openSample(id: SampleId): Promise<CaptureInfo[]>;
  /** The recently opened files; null if the browser cannot store file handles or the page must not. */
  readonly recent: RecentPort | null;
  captures(): readonly CaptureInfo[];
  /** The state of the query engine. */
  engine(): EngineState;
  /** Starts the query engine now, without waiting for its next automatic attempt. */
  retryEngine(): Promise<void>;
  /** Stops the query engine and starts a new one. The captures are then read again. */
  restartEngine(): Promise<void>;
  /** Reads a capture again if its rows are unavailable. */
  retry(capture_id: string): Promise<CaptureInfo | undefined>;
  /** Supplies the missing file of a capture, or the files of its conversion. Rejects with `OTHER_FILE` unless the bytes are the same. */
  provide(capture_id: string, files: readonly File[]): Promise<CaptureInfo | undefined>;
  /**
   * Reads a different file under a capture's id, for instance because the file changed after it was opened. Merged views over the capture
   * are closed. If the file cannot be read, rejects with the reader's error, and the capture is unchanged.
   */
  replace(capture_id: string, files: readonly File[]): Promise<CaptureInfo>;
  close(capture_id: string): Promise<void>;
  problems(capture_id: string, page?: { limit?: number; offset?: number }): Promise<{ total: number; rows: readonly Problem[] }>;
  /** Merges captures into one view, with times on the clock of the first. Rejects with a message for the person. */
  merge(capture_ids: readonly string[], options?: MergeOptions): Promise<MergeInfo>;
  merges(): readonly MergeInfo[];
  query(sql: string, options?: { signal?: AbortSignal; limit?: number }): Promise<QueryResult>;
  /** Runs SQL of the page itself, with values bound to `?`, and returns all rows. Cells and errors are those of `query`. */
  rows(sql: string, values?: readonly BoundValue[], options?: WorkOptions): Promise<QueryResult>;
  /** Runs SQL like `rows`, for a result with one column of UINTEGER without NULL. */
  numbers(sql: string, values?: readonly BoundValue[], options?: WorkOptions): Promise<Uint32Array>;
  tools(): readonly ToolManifest[];
  validate(invocation: unknown, options?: { context?: CallContext }): Promise<ValidationReport>;
  /** Runs one call. `repairs`: repairs that the person accepted; the result lists them and warns of what they discarded. */
  run(
    invocation: unknown,
    options?: WorkOptions & { interactive?: boolean; context?: CallContext; repairs?: readonly Change[] },
  ): Promise<ResultView>;
  /** Drafts a complete invocation of a tool over the open captures, as a starting point for the editor. */
  draft(tool_name: string, capture_ids: readonly string[]): unknown;
  readonly calls: CallsPort;
  readonly results: ResultsPort;
  readonly keyring: KeyringPort;
  readonly catalog: CatalogPort;
  readonly plans: PlansPort;
  /** Functions for transcripts and planners; their code is loaded on first use. */
  assistants(): Promise<AssistantsPort>;
  readonly devices: DevicesPort;
  readonly live: LiveService;
  readonly approvals: ApprovalPort;
  audit(): readonly AuditEntry[];
  readonly journal: JournalPort;
  readonly policy: PolicyPort;
  activities(): readonly Activity[];
  /** Removes an activity that has ended from the list. */
  dismissActivity(id: string): Promise<void>;
  cancelActivity(id: string): Promise<void>;
  /** Performs a remedy of a failed activity; `index` is its position in the activity's `remedies`. */
  takeRemedy(id: string, index: number): Promise<void>;
  /** Runs work of the views. If it takes longer than about a second, the activity list shows it, and a person can cancel it there. */
  later<T>(title: string, work: (inner: WorkOptions) => Promise<T>, options?: WorkOptions): Promise<T>;
  /** Returns the pages of the manual. */
  manual(): Promise<readonly ManualPage[]>;
  /** Writes a table that the page shows to a Parquet file. */
  tableFile(names: readonly string[], rows: readonly (readonly unknown[])[], options?: WorkOptions): Promise<Blob>;
  /** Writes one HTML file that works offline, with the chosen captures and results. */
  share(options: ShareOptions): Promise<SharedFile>;
  /** Lists what `share` would include, without writing the file. */
  shareContents(options: ShareOptions): Promise<ShareContents>;
  /** Verifies a session, shared file or replay bundle. */
  verify(file: Blob): Promise<Verification>;
  /** The verification of the session that was opened; null if none was opened. */
  verification(): OpenedVerification | null;
  readonly signing: SigningKeys & {
    /** Whether the signing key was created here and has not been exported. */
    unkept(): boolean;
  };
  /** Replaces an open capture with a masked copy. Afterwards the page does not have the capture's real addresses and names. */
  pseudonymise(capture_id: string): Promise<CaptureInfo>;
  /** Saves sessions to files and opens them. The files name captures by digest and do not contain them. */
  readonly sessions: { save(name: string, sign?: boolean): Promise<Blob>; open(file: File): Promise<void> };
  readonly stored: StoredPort;
  /**
   * Sessions stored in the browser. Null on pages that must store none: those opened from disk, which share one storage, and those with an
   * embedded session.
   */
  readonly keeping: KeepingPort | null;
  on<T extends PageEvent['type']>(type: T, listener: (event: Extract<PageEvent, { type: T }>) => void): () => void;
}

/** How captures are merged. */
export interface MergeOptions extends WorkOptions {
  /** Name of the merged view, from which its capture id is made; `merged` by default. An existing view of that name is replaced. */
  readonly name?: string | undefined;
  /**
   * By capture id, the µs to add to its `ts_us`. A capture without an offset is aligned by its packets; the first capture always has offset
   * 0.
   */
  readonly offsets_us?: Readonly<Record<string, number>> | undefined;
  /** By capture id, the sensor name for the column `receiver`; at most 64 characters each. */
  readonly sensors?: Readonly<Record<string, string>> | undefined;
}

/** The analyst's verdict on whether two addresses belong to one device. */
export interface PairVerdict {
  readonly from_address: string;
  readonly to_address: string;
  /** The verdict; null if there is only a note. */
  readonly verdict: 'confirmed' | 'rejected' | null;
  readonly note: string;
  /** Id of the call whose result the verdict is about. */
  readonly tool_call_id: string;
}

/**
 * What a note is about: a call's answer, a packet or a time in a file, or the device behind an address. A note on a pair of addresses is
 * part of the verdict on it.
 */
export type NoteSubject =
  | { readonly on: 'result'; readonly tool_call_id: string }
  | { readonly on: 'packet'; readonly sha256: string; readonly packet_no: number }
  | { readonly on: 'device'; readonly address: string }
  | { readonly on: 'time'; readonly sha256: string; readonly start_ms: number; readonly end_ms: number };

export type AnalystNote = NoteSubject & { readonly text: string };

/** The state of the views that a session stores: the chosen captures, the texts of the editors and the analyst's verdicts. */
export interface WorkState {
  /** Name that the person gave the session. */
  readonly name?: string | undefined;
  readonly verdicts?: readonly PairVerdict[] | undefined;
  readonly notes?: readonly AnalystNote[] | undefined;
  /** Device names that the person entered. */
  readonly names?: readonly DeviceName[] | undefined;
  /** SQL statements that the person saved, each with a name. */
  readonly queries?: readonly { readonly name: string; readonly sql: string }[] | undefined;
  /** Ids of calls whose results every saved session contains. */
  readonly pinned?: readonly string[] | undefined;
  readonly selected: readonly string[];
  readonly invocation: string;
  readonly sql: string;
  /** Which rows of the chosen captures are selected. */
  readonly selection?:
    | { readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null; readonly addresses: readonly string[] }
    | undefined;
  /** Names of the tabs in front. Unknown names are ignored. */
  readonly layout?: { readonly active: string; readonly fronts: readonly string[]; readonly maximised: string | null } | undefined;
}
