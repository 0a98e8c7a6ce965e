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
  /** Origin of the page, which servers on this machine see in its requests. */
  readonly origin: string;
  /** Whether the page was opened from disk. All such pages share one browser storage, so nothing is stored. */
  readonly from_disk: boolean;
  /** Identifier of this page, which names its lock and its stored session. */
  readonly page_id: string;
  /** Whether the page file contains a session, as shared files do. */
  readonly embeds_session: boolean;
  /** Whether the person wants sessions stored in this browser. */
  readonly keep_sessions: boolean;
  /** Whether this build may connect to model servers on this machine. */
  readonly local_model: boolean;
  /**
   * If true, the user of an MCP client approves that client's calls. Otherwise such calls are denied, because only the person at the page
   * may approve.
   */
  readonly mcp_client_approves?: boolean;
  /** Words for the person that describe where exports are written. */
  readonly places: {
    readonly file: string;
    readonly folder: string;
    /** Why the files that calls make are not stored, in words for MCP clients; undefined if they are stored. */
    readonly artifacts?: string | undefined;
  };
}

/** A destination for exports that the person chose. Later calls of `DestinationHost` refer to it by `id`. */
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
 * What the core needs from its environment: the page in a browser or the command line in Node. All arguments and answers can be posted to
 * another thread, because the environment may be in one.
 */
export interface CoreHost {
  /** Returns the text of an element of the one-file page; null if no element has this id. */
  elementText(id: string): Promise<string | null>;
  readonly destination: DestinationHost;
  /** Stores an artifact's bytes and returns the URL to fetch them from. Throws `WRITE_FAILED` or `DESTINATION_DENIED` if it cannot. */
  storeArtifact(bytes: Uint8Array<ArrayBuffer>, mime_type: string, name: string): Promise<string>;
  /** Draws a stored SVG artifact as PNG with a width in px; null if the artifact is no longer stored. */
  drawPlot(uri: string, width: number): Promise<Uint8Array | null>;
  readonly files: {
    /** Returns the handle with which the page obtained a file, so that the file can be read again; null if there is none. */
    handleOf(file: File): Promise<Handle | null>;
    /** Returns the file of a handle, after asking the person for permission where the browser requires it; null if it is not available. */
    read(handle: Handle): Promise<File | null>;
  };
  /** The built-in model of the browser. */
  readonly model: {
    obstacle(): Promise<string | null>;
    ask(system: string, prompt: string, schema: object, options: { readonly signal: AbortSignal }): Promise<string>;
  };
  /** Access to Web Bluetooth and Web Serial, which exist only on the page. */
  readonly radio: RadioHost;
  /**
   * Loads a session's view state into the page and shows its results.
   *
   * @param since when opening the session began, in ms since 1970; choices that a person or a link made later take precedence
   */
  restore(work: WorkState, results: readonly ResultView[], since: number): Promise<void>;
  /** Stores whether this browser keeps sessions. */
  keepSessions(on: boolean): Promise<void>;
  /** Reports an error for which no caller waits. */
  report(error: unknown): void;
}
