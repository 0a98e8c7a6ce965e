/** An item that the workbench has stored in the browser. */
export interface StoredItem {
  readonly id: string;
  readonly title: string;
  /** Describes for the person what the item is and when it was stored. */
  readonly about: string;
  readonly bytes: number;
  /** Why the item cannot be removed now; null if it can. */
  readonly held: string | null;
}

/** Lists everything that the workbench has stored in this browser. */
export interface StoredPort {
  list(): Promise<readonly StoredItem[]>;
  /** Removes an item, for all tabs. Rejects with a message for the person. */
  remove(id: string): Promise<void>;
}

/** A stored session whose page was closed, was reloaded or crashed. */
export interface LeftSession {
  readonly id: string;
  /** Name that the person gave the session; null if it has none. The text is untrusted. */
  readonly name: string | null;
  /** When the session was last stored, in ms since 1970. */
  readonly saved_at: number;
  /** Names of the files of the session's captures. */
  readonly files: readonly string[];
  readonly results: number;
}

/** A session stored in this browser. */
export interface KeptSession {
  readonly id: string;
  /** Name in the session's document; entries written before 23 November 2026 have none. */
  readonly name?: string;
  /** When the session was last stored, in ms since 1970. */
  readonly saved_at: number;
  readonly files: readonly string[];
  readonly results: number;
  /** Size of the session and of the files stored with it, in bytes. */
  readonly bytes: number;
  /** `own`: the session of this page; `held`: open in another tab; `left`: its page has ended. */
  readonly state: 'own' | 'held' | 'left';
}

/** Stores sessions in this browser as they change, so that they survive the end of their page. */
export interface KeepingPort {
  /** Returns why sessions are not stored now; null if they are. */
  off(): Promise<string | null>;
  /** Whether this page's session is stored. Text that was just typed is stored when the person leaves the page. */
  holds(): boolean;
  /** Switches storing on or off for this browser; other pages notice when reloaded. Off also deletes this page's stored session. */
  set(on: boolean): Promise<void>;
  /** Lists the sessions whose page has ended, newest first. */
  left(): Promise<readonly LeftSession[]>;
  /** Opens a stored session. The browser may ask for permission to read files; the activity list shows missing ones. */
  resume(id: string): Promise<void>;
  forget(id: string): Promise<void>;
}
