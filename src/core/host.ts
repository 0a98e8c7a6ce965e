import type { RadioHost } from '../live/radio-host.ts';
import type { WorkState } from '../workbench/port.ts';
import type { ResultView } from '../workbench/results.ts';

/** A file handle with the permission calls that the platform's types leave out (File System Access). */
export type Handle = FileSystemFileHandle & {
  queryPermission?: (options: { mode: 'read' }) => Promise<PermissionState>;
  requestPermission?: (options: { mode: 'read' }) => Promise<PermissionState>;
};

/** Facts about where the core runs that do not change while it runs. */
export interface Environment {
  readonly version: string;
  readonly commit: string;
  /** Address of the page, which the paths of its files are relative to. */
  readonly base_url: string;
  /** Origin of the page, as servers on this machine see it. */
  readonly origin: string;
  /** Opened from disk: such pages share one storage, so nothing is kept in it. */
  readonly from_disk: boolean;
  /** Identifier of the page, for locks and kept sessions. */
  readonly page_id: string;
  /** The page carries a session of its own (a shared file). */
  readonly carries_session: boolean;
  /** Whether the person wants sessions kept in this browser. */
  readonly keep_sessions: boolean;
  /** This build may reach servers on this machine. */
  readonly local_model: boolean;
  /** Calls over MCP that need approval ask the person in front of the client. Absent: they are denied, as only the person at the page approves. */
  readonly mcp_client_approves?: boolean;
  /** Where exports go, in words for the person. */
  readonly places: { readonly file: string; readonly folder: string };
}

/** A place for exported files that the person chose; `id` names it in the other calls. */
export interface ChosenPlace {
  readonly id: number;
  readonly place: 'file' | 'folder' | 'download';
  readonly name: string;
}

/** Writing to a chosen place, one file at a time. Rejections are `WorkbenchError`s for the person. */
export interface DestinationHost {
  choose(wanted: { readonly kind: 'file' | 'folder'; readonly name: string; readonly mime_type: string }): Promise<ChosenPlace>;
  open(id: number, path: string): Promise<void>;
  write(id: number, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  closeFile(id: number): Promise<void>;
  commit(id: number): Promise<void>;
  abort(id: number): Promise<void>;
}

/**
 * What the core needs of the program around it and cannot do itself: the page in a browser, the command line in Node. Every
 * argument and answer is plain data, because a thread may lie between.
 */
export interface CoreHost {
  /** Text of an element of the one-file page; null where the page has none with this id. */
  elementText(id: string): Promise<string | null>;
  readonly destination: DestinationHost;
  /** Keeps the bytes of an artifact; answers where they can be fetched. */
  storeArtifact(bytes: Uint8Array<ArrayBuffer>, mime_type: string): Promise<string>;
  readonly files: {
    /** The handle by which the page came to a file; null for one without. */
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
   * Puts the texts of a session into the views, and its results before the person.
   *
   * @param since when the opening began, ms since 1970: what a person or a link chose later stays
   */
  restore(work: WorkState, results: readonly ResultView[], since: number): Promise<void>;
  /** Remembers for this browser whether sessions are kept. */
  keepSessions(on: boolean): Promise<void>;
  /** An error that no caller awaits. */
  report(error: unknown): void;
}
