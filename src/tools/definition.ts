import type { Progress, WorkOptions } from '../base/progress.ts';
import type { Engine, SqlValue } from '../engine/engine.ts';
import type { Kernels } from '../kernels/contract.ts';
import type { CaptureInfo, TimeBase } from '../tables/captures.ts';
import type { HintParts, ManifestParts, ToolError, ToolExample, ToolWarning, ValidatedInvocation } from './contract/index.ts';
import type { z } from './contract/zod.ts';

/**
 * Definition of a tool (S2 #27, R33): its manifest, its two schemas, which output may leave it, which capabilities it needs, and its
 * function. The runner is the only caller of `run`.
 */
export interface ToolDefinition<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  /** The manifest without those fields that are derived from the other members of the definition. */
  readonly manifest: ManifestParts;
  /** Schema of `arguments`: a strict object with a description of every field. */
  readonly input: Input;
  /** Schema of `structured_output` of complete and partial results: a strict object with a description of every leaf. */
  readonly output: Output;
  /** `captures`: the call selects rows of at least one capture. `none`: the selection is an empty object. */
  readonly scope: 'captures' | 'none';
  readonly redaction: Redaction;
  /** Capabilities that must be available before the tool runs; if one is missing, the result is CAPABILITY_UNAVAILABLE. */
  readonly requires: readonly CapabilityName[];
  /** Rule that computes the confidence from the inputs in an outcome, so that it can be recomputed (R13). */
  readonly confidence: ConfidenceRule;
  /** Conditions checked after the output schema (S3-2.5); if one fails, the result is OUTPUT_INVALID. */
  readonly postconditions?: readonly Postcondition<z.output<Input>, z.output<Output>>[];
  readonly examples: readonly ToolExample[];
  /** Converts arguments of this tool to arguments of the manifest's `fallback` for the same question. */
  readonly fallbackArguments?: (args: z.output<Input>) => Readonly<Record<string, unknown>>;
  run(args: z.output<Input>, context: ToolContext, capabilities: ToolCapabilities): Promise<ToolOutcome<z.output<Output>>>;
}

/** Returns a definition unchanged, but infers its schema types, so that `run` gets typed arguments and returns a typed output. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): ToolDefinition<Input, Output> {
  return definition;
}

/**
 * Output that may leave a tool (S2 #4): paths into `structured_output`, `[]` for items, `*` for any key
 * (`links[].addresses`). A listed path lets everything below it through; anything else is dropped.
 */
export interface Redaction {
  readonly allow: readonly string[];
}

export interface ConfidenceRule {
  /** Stable id of the rule, e.g. `anova_tool/balanced_design@1`. */
  readonly method: string;
  /** Computes the confidence from the inputs alone; the result is limited to [0, 1]. */
  compute(inputs: ConfidenceInputs): number;
}

export type ConfidenceInputs = Readonly<Record<string, number | string | boolean>>;

export interface Postcondition<Args, Output> {
  readonly id: string;
  readonly description: string;
  holds(output: Output, args: Args, selection: SelectedRows): boolean;
}

export type CapabilityName = 'captures' | 'query' | 'kernels' | 'clock' | 'resolver' | 'exporter' | 'search';

/** Who makes the call, and its ids (S4 context, R34, R48). Contains references only, never a secret. */
export interface ToolContext {
  readonly request_id: string;
  readonly tool_call_id: string;
  readonly correlationId: string;
  readonly traceId: string;
  /** Who makes the call: `user:local` or `agent:<id>`. */
  readonly actor: string;
  readonly tenant: 'local';
  readonly userId: null;
  readonly sessionId: string;
  readonly agentId: string;
  readonly agentVersion: string;
  /** Entry point of the call: `page`, `console`, `replay`, `plan`, … */
  readonly entry: string;
  /** When the request was made, as RFC 3339 with `Z`. */
  readonly timestamp: string;
  /** Time limit in ms, after reduction to the maximum of the tool and of the policy. */
  readonly timeout_ms: number;
  /** Opaque reference to keys or handles; never part of the arguments (S2 #26a). */
  readonly connection_id: string | null;
}

/** Everything that a tool may use; all of it is bound to this one call. */
export interface ToolCapabilities {
  readonly captures: CaptureLookup;
  /** The selected rows, ready to be queried. */
  readonly selection: SelectedRows;
  readonly query: Pick<Engine, 'answer' | 'confine' | 'query' | 'stream'>;
  readonly kernels: Kernels;
  readonly clock: Clock;
  /** Resolves addresses with the keys of this call's connection, which the tool itself never sees (S2-F3). */
  readonly resolver: AddressResolver;
  /** Writes files to a place that the person chooses and the tool never sees. */
  readonly exporter: RowExporter;
  /** Searches the catalog, the open captures and the documents. */
  readonly search: CatalogSearch;
  /** The call after validation: version resolved, selection normalised, defaults applied. */
  readonly invocation: ValidatedInvocation;
  readonly progress: (progress: Progress) => void;
  /** Aborts when the caller, the time limit or the page cancels the call; pass it to every engine and kernel call. */
  readonly signal: AbortSignal;
  /** Stops the call's time limit while the user answers a question; only for tools of other servers. */
  readonly hold?: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface AddressResolver {
  /** Names of the keys, in the order in which they are tried. */
  readonly keys: readonly string[];
  /** For each address (`AA:BB:CC:DD:EE:FF`), returns the index of the key that generated it, or -1 if none did. */
  resolve(addresses: readonly string[], options?: WorkOptions): Promise<Int32Array>;
}

export const FOUND_KINDS = ['tool', 'capture', 'document'] as const;

/** One item that a search found. */
export interface Found {
  readonly kind: (typeof FOUND_KINDS)[number];
  /** Name of a tool, id of a capture, or file and heading of a document. */
  readonly id: string;
  readonly title: string;
  /** One or two sentences from it. */
  readonly excerpt: string;
}

export interface CatalogSearch {
  /**
   * Returns items that match a question in plain words, most relevant first.
   * @param options.actor `user:local` or `agent:<id>`: tools that the policy hides from it are not found
   * @param options.kinds kinds of items to search; all kinds if absent
   */
  search(text: string, options: { actor: string; limit: number; kinds?: readonly Found['kind'][] | undefined }): Promise<readonly Found[]>;
}

export interface RowExporter {
  /**
   * Writes the rows of a query into one file or a folder of files, all or nothing. Rejects with an `AbortError` when no
   * place is chosen, or a `WorkbenchError` `DESTINATION_DENIED`, `WRITE_FAILED`, `RESULT_TOO_LARGE` or `INSUFFICIENT_DATA`.
   */
  write(job: ExportJob, options: WorkOptions): Promise<ExportReport>;
}

export const EXPORT_FORMATS = ['csv', 'ndjson', 'pcapng', 'parquet', 'partitioned_parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** An export: rows as a relation like `SelectedRows`, and the format. */
export interface ExportJob {
  readonly format: ExportFormat;
  /** File name of the export, without extension. */
  readonly name: string;
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /** Columns of the relation, in the order in which they are written. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly captures: readonly CaptureInfo[];
  /** Whether the rows have a `ts_us` column, by which they are divided into one file per hour. */
  readonly timed: boolean;
  /** Whether to write a provenance file beside formats that cannot contain provenance. */
  readonly provenance_file: boolean;
  /** Whether to escape texts that a spreadsheet would run as formulas. */
  readonly spreadsheet_safe: boolean;
  /**
   * The column for the names that the user gave to devices; null if they are not exported. The rows contain addresses in it, which the
   * exporter replaces. In pcapng the names go into comments.
   */
  readonly name_column: string | null;
  /** Whether packets may have comments, including the device names by address. */
  readonly comments: boolean;
  readonly labels: ReadonlyMap<string, string>;
}

export interface ExportReport {
  readonly files: readonly ExportedFile[];
  readonly rows_written: number;
  /** Number of rows that were left out because the format cannot represent them. */
  readonly rows_left_out: number;
  readonly place: 'file' | 'folder' | 'download';
  /** Name of the folder or zip file; null for a single file. */
  readonly folder: string | null;
  /** Hash of the journal's last line when the export began; null if there was none. */
  readonly journal_head: string | null;
}

export interface ExportedFile {
  /** Path of a written file relative to the destination, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface CaptureLookup {
  get(capture_id: string): CaptureInfo | undefined;
  list(): readonly CaptureInfo[];
}

export interface Clock {
  /** Returns the current time in ms since 1970-01-01 UTC. */
  now(): number;
}

/** The clock for the runner; tools may only call `now`. */
export interface TimingClock extends Clock {
  /** Calls back once after `ms`; the returned function cancels this. */
  after(ms: number, callback: () => void): () => void;
}

/** Rows as a relation: `SELECT … FROM (${sql}) AS rows` with `values` bound to its `?` in order. */
export interface SelectedRows {
  /** The selected captures, in the order of the call and each once; empty for tools of scope `none`. */
  readonly captures: readonly CaptureInfo[];
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /** Selected time range in ms of `time_base`, both ends inclusive; null if the captures have no time. */
  readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null;
  readonly time_base: TimeBase;
}

/** What a tool returns. A failure that the caller can correct is a value; an exception becomes EXECUTION_FAILED. */
export type ToolOutcome<Output> =
  | {
      readonly status: 'ok' | 'partial';
      /** Summary of the result in at most 400 characters; every number in it occurs in the output. */
      readonly summary: string;
      readonly structured_output: Output;
      readonly warnings: readonly ToolWarning[];
      /** Errors of a partial result, with `fatal: false` (R15). */
      readonly errors?: readonly ToolError[];
      readonly confidence_inputs: ConfidenceInputs;
      readonly hints?: HintParts;
      readonly artifacts?: readonly ArtifactDraft[];
      /** Deterministic figures about the run for `metadata.measures`, e.g. candidate pairs considered. */
      readonly measures?: Readonly<Record<string, number>>;
      readonly reads?: Reads;
    }
  | {
      readonly status: 'error';
      readonly errors: readonly [ToolError, ...ToolError[]];
      readonly warnings?: readonly ToolWarning[];
      readonly hints?: HintParts;
      readonly reads?: Reads;
    };

/** Ids of the captures that the tool read. If it does not report them, all captures of the selection count as read. */
type Reads = readonly string[];

export interface ArtifactDraft {
  readonly name: string;
  readonly mime_type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * A definition without the types of its arguments, as lists and the runner store it. `run` is only called with arguments that passed the
 * definition's own schema.
 */
export type AnyTool = Omit<ToolDefinition, 'run' | 'postconditions' | 'fallbackArguments'> & {
  readonly fallbackArguments?: (args: never) => Readonly<Record<string, unknown>>;
  readonly postconditions?: readonly Postcondition<never, never>[];
  run(args: never, context: ToolContext, capabilities: ToolCapabilities): Promise<ToolOutcome<Readonly<Record<string, unknown>>>>;
};
