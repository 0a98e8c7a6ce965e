/** An item that this page has stored in the browser. */
export interface StoredItem {
  readonly id: string;
  readonly title: string;
  /** Describes the item and when it was stored, for the person. */
  readonly about: string;
  readonly bytes: number;
  /** Why it cannot be removed now; null if it can. */
  readonly held: string | null;
}

/** A single list of everything stored in this browser. */
export interface StoredPort {
  list(): Promise<readonly StoredItem[]>;
  /** Removes an item for all tabs. Rejects with a message for the person. */
  remove(id: string): Promise<void>;
}

/** A stored session whose page has ended: closed, reloaded or crashed. */
export interface LeftSession {
  readonly id: string;
  /** Name that the person gave it; null if it has none. Unchecked text. */
  readonly name: string | null;
  /** ms since 1970, UTC. */
  readonly saved_at: number;
  /** Names of the files of its captures. */
  readonly files: readonly string[];
  readonly results: number;
}

/** A session stored in this browser. */
export interface KeptSession {
  readonly id: string;
  /** Name from its document; entries written before 23 November 2026 have none. */
  readonly name?: string;
  /** ms since 1970, UTC. */
  readonly saved_at: number;
  readonly files: readonly string[];
  readonly results: number;
  /** Size of its parts and of the files stored with it. */
  readonly bytes: number;
  /** `own`: of this page; `held`: open in another tab; `left`: its page has ended. */
  readonly state: 'own' | 'held' | 'left';
}

/** Sessions are stored in this browser as they change, so that they survive the end of a page. */
export interface KeepingPort {
  /** Why sessions are not stored now; null if they are. */
  off(): Promise<string | null>;
  /** Whether this page's session is stored now; typed text is written with it when the page is left. */
  holds(): boolean;
  /** Switches storing on or off for this browser; other pages apply it when they are next loaded. Off also deletes this page's session. */
  set(on: boolean): Promise<void>;
  /** Newest first. */
  left(): Promise<readonly LeftSession[]>;
  /** Opens a stored session; the browser may ask for file permissions. Missing files appear in the activity list. */
  resume(id: string): Promise<void>;
  forget(id: string): Promise<void>;
}
