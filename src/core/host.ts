import type { RadioHost } from '../live/radio-host.ts';
import type { WorkState } from '../workbench/port.ts';
import type { ResultView } from '../workbench/results.ts';

/** A file handle with the permission methods that TypeScript's DOM types lack (File System Access API). */
export type Handle = FileSystemFileHandle & {
  queryPermission?: (options: { mode: 'read' }) => Promise<PermissionState>;
  requestPermission?: (options: { mode: 'read' }) => Promise<PermissionState>;
};

/** Constant facts about the environment in which the core runs. */
export interface Environment {
  readonly version: string;
  readonly commit: string;
  /** URL of the page; the paths of its files are relative to it. */
  readonly base_url: string;
  /** Origin of the page as servers on this machine see it. */
  readonly origin: string;
  /** Whether the page was opened from disk. All such pages share one storage, so nothing is stored. */
  readonly from_disk: boolean;
  /** Identifier of the page, for locks and kept sessions. */
  readonly page_id: string;
  /** Whether the page embeds a session (a shared file). */
  readonly embeds_session: boolean;
  /** Whether the person wants sessions stored in this browser. */
  readonly keep_sessions: boolean;
  /** Whether this build may connect to servers on this machine. */
  readonly local_model: boolean;
  /**
   * If true, the user of an MCP client approves that client's calls. Otherwise such calls are denied, because only the person at the page
   * may approve.
   */
  readonly mcp_client_approves?: boolean;
  /** Where exports are written, in words for the person. */
  readonly places: {
    readonly file: string;
    readonly folder: string;
    /** Why the files that calls make are not written, for MCP clients; undefined if they are stored. */
    readonly artifacts?: string | undefined;
  };
}

/** A destination for exports that the person chose; `id` identifies it in later calls. */
export interface ChosenPlace {
  readonly id: number;
  readonly place: 'file' | 'folder' | 'download';
  readonly name: string;
}

/** Writes to a chosen destination, one file at a time. Rejections are `WorkbenchError`s with messages for the person. */
export interface DestinationHost {
  choose(wanted: { readonly kind: 'file' | 'folder'; readonly name: string; readonly mime_type: string }): Promise<ChosenPlace>;
  open(id: number, path: string): Promise<void>;
  write(id: number, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  closeFile(id: number): Promise<void>;
  commit(id: number): Promise<void>;
  abort(id: number): Promise<void>;
}

/**
 * Services that the core needs from its environment: the page in a browser or the command line in Node. All arguments and answers are plain
 * data, because the environment may be in another thread.
 */
export interface CoreHost {
  /** Text of an element of the one-file page; null if there is no element with this id. */
  elementText(id: string): Promise<string | null>;
  readonly destination: DestinationHost;
  /** Stores an artifact's bytes and returns the URL to fetch them from. */
  storeArtifact(bytes: Uint8Array<ArrayBuffer>, mime_type: string): Promise<string>;
  /** Draws a stored SVG artifact as PNG, `width` px wide; null if it is gone. */
  drawPlot(uri: string, width: number): Promise<Uint8Array | null>;
  readonly files: {
    /** The handle through which the page obtained a file; null if there is none. */
    handleOf(file: File): Promise<Handle | null>;
    /** The file of a handle, after asking the user for permission where the browser requires it; null if it is not available. */
    read(handle: Handle): Promise<File | null>;
  };
  /** The built-in model of the browser. */
  readonly model: {
    obstacle(): Promise<string | null>;
    ask(system: string, prompt: string, schema: object, options: { readonly signal: AbortSignal }): Promise<string>;
  };
  /** Web Bluetooth and Web Serial. */
  readonly radio: RadioHost;
  /**
   * Loads a session's view state and shows its results.
   *
   * @param since when the opening began, ms since 1970; choices that a person or a link made later take precedence
   */
  restore(work: WorkState, results: readonly ResultView[], since: number): Promise<void>;
  /** Stores for this browser whether sessions are kept. */
  keepSessions(on: boolean): Promise<void>;
  /** Reports an error that no caller awaits. */
  report(error: unknown): void;
}
