import type { Progress, WorkOptions } from '../base/progress.ts';
import type { LiveDesk, LiveStatus } from '../live/desk.ts';
import type { BoundValue } from '../selection/types.ts';
import type { CaptureInfo } from '../tables/captures.ts';
import type { MergeInfo } from '../tables/merges.ts';
import type { FilePreview } from '../tables/preview.ts';
import type { Problem } from '../tables/problems.ts';
import type { OpenChoice } from '../tables/reading.ts';
import type { QueryResult } from '../tables/result-set.ts';
import type {
  AuditEntry,
  AuditVerdict,
  ToolError,
  ToolPolicy,
  ToolManifest,
  ToolResult,
  ValidationReport,
} from '../tools/contract/index.ts';
import type { AssistantDesk } from './assistant-desk.ts';
import type { PlanDesk } from './plan-desk.ts';
import type { KeepingPort, StoredDesk } from './stored-desk.ts';
import type { ToolDesk } from './tool-desk.ts';

/** What a person can do about work that failed. */
export interface Remedy {
  readonly label: string;
  readonly take: () => void;
}

/** A piece of long work that the page shows: one list for everything that takes time. */
export interface Activity {
  readonly id: string;
  readonly title: string;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly progress: Progress | null;
  /** What to tell the person once it ended; the error message when it failed. */
  readonly message: string | null;
  readonly cancel: (() => void) | null;
  readonly remedies?: readonly Remedy[];
  /** What it brings says how it ended; said here too it would be heard twice. */
  readonly told?: boolean;
}

/** What happened, for views that follow along. */
export type WorkbenchEvent =
  | { readonly type: 'captures'; readonly captures: readonly CaptureInfo[] }
  | { readonly type: 'activity'; readonly activities: readonly Activity[] }
  | { readonly type: 'keys' }
  | { readonly type: 'journals' }
  | { readonly type: 'policy' }
  | { readonly type: 'kept' }
  | { readonly type: 'live'; readonly status: LiveStatus }
  | { readonly type: 'audit'; readonly entry: AuditEntry }
  | { readonly type: 'tool-start'; readonly tool_call_id: string; readonly tool_name: string }
  | { readonly type: 'tool-progress'; readonly tool_call_id: string; readonly progress: Progress }
  | { readonly type: 'tool-result'; readonly tool_call_id: string; readonly result: ToolResult };

/** A key of the ring, as everybody may see it. */
export interface KeyName {
  /** Opaque; calls carry it in their context. */
  readonly connection_id: string;
  readonly name: string;
}

/** A resolving key that a capture holds, as everybody may see it. */
export interface FoundKeyName {
  readonly index: number;
  readonly whose: 'own' | 'peer';
  /** Proposed: the identity address where the log says it. */
  readonly name: string;
}

/** Identity resolving keys: they go in and never come out. Each promise rejects with a message for the person. */
export interface KeyringPort {
  /** `irk_hex`: 32 hexadecimal digits, most significant byte first. */
  add(name: string, irk_hex: string): Promise<KeyName>;
  list(): readonly KeyName[];
  remove(connection_id: string): Promise<void>;
  /** Whether an encrypted ring lies in the browser. */
  kept(): boolean;
  /** Whether keys are here that would be lost with the page. */
  unkept(): boolean;
  keep(passphrase: string): Promise<void>;
  unlock(passphrase: string): Promise<void>;
  forget(): Promise<void>;
  /** Resolving keys that were found in a capture. */
  found(capture_id: string): readonly FoundKeyName[];
  /** Puts keys of a capture into the ring, under names of one's own. */
  take(capture_id: string, picks: readonly Pick<FoundKeyName, 'index' | 'name'>[]): Promise<void>;
}

/** The calls that were made on this page or came with a session, by whichever door. */
export interface CallsPort {
  /** The invocation as it was run; undefined where no such call is known. */
  of(tool_call_id: string): unknown;
  /** Takes a call with its result out of what is saved and shared; the journal keeps its line. */
  forget(tool_call_id: string): void;
}

/** The policy of the page. */
export interface PolicyPort {
  /** What is in force. */
  read(): ToolPolicy;
  /** What a fresh page has. */
  initial(): ToolPolicy;
  /** The last one that came with a session of somebody's and is not in force; null where none did. */
  brought(): unknown;
  /** What stands in the way of a policy, each at its place, and what it names that nobody knows. */
  check(policy: unknown): { readonly errors: readonly ToolError[]; readonly warnings: readonly ToolError[] };
  /** Replaces the policy at once, for every caller; throws with a message for the person, and the old one stays. */
  apply(policy: unknown): void;
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
  /** The journal with its head, to be kept elsewhere. */
  text(form: 'json' | 'ndjson'): string;
  /** Verifies a journal in a text of either form; rejects with a message for the person when it is none. */
  check(text: string, expected_head?: string): Promise<AuditVerdict>;
  /** Journals that came with sessions. */
  earlier(): readonly CheckedJournal[];
}

/** A call that waits for the person's word, with what it will do. Steps of a plan may wait beside each other; they are shown one by one. */
export interface ApprovalQuestion {
  readonly tool: ToolManifest;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly captures: readonly CaptureInfo[];
  /** Of the selection; null where it has no wall clock. */
  readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null;
  /** Rows of the selection; null for tools that read none. */
  readonly rows: Promise<number | null>;
  /** Where it writes. */
  readonly place: string;
  readonly actor: string;
  readonly entry: string;
  /** 0…1 */
  readonly risk: number;
  readonly reason: string;
  /** What stands against other arguments. */
  check(changed: Readonly<Record<string, unknown>>): readonly ToolError[];
  approve(): void;
  /** Runs with other arguments, which are checked again. */
  modify(changed: Readonly<Record<string, unknown>>): void;
  reject(): void;
}

export interface ApprovalPort {
  current(): ApprovalQuestion | null;
  /** How many questions come after the current one. */
  waiting(): number;
  /** Told of the question that is asked now, null when there is none, and of how many wait behind it. */
  follow(listener: (question: ApprovalQuestion | null, waiting: number) => void): () => void;
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
  run(invocation: unknown, options?: WorkOptions & { interactive?: boolean; context?: CallContext }): Promise<ToolResult>;
  /** A ready invocation for the captures that are open, to start from. */
  draft(tool_name: string, capture_ids: readonly string[]): unknown;
  readonly calls: CallsPort;
  readonly keyring: KeyringPort;
  readonly desk: ToolDesk;
  readonly plans: PlanDesk;
  /** Transcripts of others; loaded with the first use. */
  assistants(): Promise<AssistantDesk>;
  readonly live: LiveDesk;
  readonly approvals: ApprovalPort;
  audit(): readonly AuditEntry[];
  readonly journal: JournalPort;
  readonly policy: PolicyPort;
  activities(): readonly Activity[];
  /** Takes an ended activity off the list. */
  dismissActivity(id: string): void;
  /** Runs work of the views: what takes longer than a moment stands in the activity list, and can be ended there. */
  later<T>(title: string, work: (inner: WorkOptions) => Promise<T>, options?: WorkOptions): Promise<T>;
  /** A table of the page as a Parquet file. */
  tableFile(names: readonly string[], rows: readonly (readonly unknown[])[], options?: WorkOptions): Promise<Blob>;
  /** One file that opens offline with the chosen captures and the results inside. */
  share(options: ShareOptions): Promise<SharedFile>;
  /** Puts a masked capture in the place of one that is open; nothing here knows its addresses and names afterwards. */
  pseudonymise(capture_id: string): Promise<CaptureInfo>;
  /** Saves and opens sessions as files; captures are named in them by digest. */
  readonly sessions: { save(name: string): Promise<Blob>; open(file: File): Promise<void> };
  readonly stored: StoredDesk;
  /** Null where nothing may be kept: on pages from disk, which share one storage, and on those that carry a session themselves. */
  readonly keeping: KeepingPort | null;
  on<T extends WorkbenchEvent['type']>(type: T, listener: (event: Extract<WorkbenchEvent, { type: T }>) => void): () => void;
}

export interface ShareOptions {
  readonly capture_ids: readonly string[];
  readonly include_results: boolean;
  /** What the session in it is called; a masked one is called nothing of its own. */
  readonly name: string;
  /** Other addresses and names in the place of those that were heard; `drop` leaves advertising data out as well. */
  readonly mask?: MaskedShare['payloads'] | undefined;
  /** Ends the work. */
  readonly signal?: AbortSignal | undefined;
}

export interface SharedFile {
  readonly file: Blob;
  /** Null where nothing was masked. */
  readonly masked: MaskedShare | null;
}

/** What became of captures and results in a masked share. */
export interface MaskedShare {
  readonly payloads: 'mask' | 'drop';
  readonly captures: readonly { readonly from: string; readonly to: string; readonly rows: number; readonly rows_left_out: number }[];
  /** How many calls were run again and are in the file. */
  readonly runs: number;
  readonly runs_left_out: readonly { readonly tool_name: string; readonly reason: string }[];
}

/** How captures are merged. */
export interface MergeOptions extends WorkOptions {
  /** What the view is called, made a capture id like a file's name; `merged` by default. A view of that name is replaced. */
  readonly name?: string | undefined;
  /** µs to add to a capture's `ts_us`, by capture id; the others are aligned by their packets. */
  readonly offsets_us?: Readonly<Record<string, number>> | undefined;
  /** What the sensor of a capture is called, by capture id; `receiver` says it. At most 64 characters each. */
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

/** What a note is about: the answer of a call, or a packet of a file. */
export type NoteSubject =
  { readonly on: 'result'; readonly tool_call_id: string } | { readonly on: 'packet'; readonly sha256: string; readonly packet_no: number };

export type AnalystNote = NoteSubject & { readonly text: string };

/** What the views hold and a session keeps: which captures are chosen, the editors' texts, what the person judged. */
export interface WorkState {
  /** What the person calls the session. */
  readonly name?: string | undefined;
  readonly verdicts?: readonly PairVerdict[] | undefined;
  readonly notes?: readonly AnalystNote[] | undefined;
  /** Statements under names of the person's. */
  readonly queries?: readonly { readonly name: string; readonly sql: string }[] | undefined;
  /** Calls that are kept whatever comes after them. */
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
