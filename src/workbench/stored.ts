/** Something of this page that outlives it in the browser. */
export interface StoredItem {
  readonly id: string;
  readonly title: string;
  /** What it is and since when, in words for a person. */
  readonly about: string;
  readonly bytes: number;
  /** Why it cannot be removed now; null where it can. */
  readonly held: string | null;
}

/** Everything that is stored here, in one place. */
export interface StoredPort {
  list(): Promise<readonly StoredItem[]>;
  /** Rejects with a message for the person. Other tabs lose it too. */
  remove(id: string): Promise<void>;
}

/** A session that a page left here when it ended: closed, loaded again, or crashed. */
export interface LeftSession {
  readonly id: string;
  /** What the person called it; null where it has no name of its own. It is unchecked text. */
  readonly name: string | null;
  /** ms since 1970, UTC. */
  readonly saved_at: number;
  /** Names of the files of its captures. */
  readonly files: readonly string[];
  readonly results: number;
}

/** A session that is kept in this browser. */
export interface KeptSession {
  readonly id: string;
  /** As its document has it; entries written before 23 November 2026 have none. */
  readonly name?: string;
  /** ms since 1970, UTC. */
  readonly saved_at: number;
  readonly files: readonly string[];
  readonly results: number;
  /** Of its parts and of the files that are kept as bytes. */
  readonly bytes: number;
  /** `own`: of this page; `held`: another tab has it open; `left`: its page ended. */
  readonly state: 'own' | 'held' | 'left';
}

/** Sessions are kept in this browser as they grow, so that what a page had is not lost with it. */
export interface KeepingPort {
  /** Why nothing is kept now; null where it is. */
  off(): Promise<string | null>;
  /** Whether this page's session lies here now: what is typed is written with it when the page is left. */
  holds(): boolean;
  /** Of this browser, for every page of it from its next visit on. Off takes away what is kept of this page. */
  set(on: boolean): Promise<void>;
  /** Newest first. */
  left(): Promise<readonly LeftSession[]>;
  /** Opens one again; the browser may ask about files. What is missing is shown in the activity list. */
  resume(id: string): Promise<void>;
  forget(id: string): Promise<void>;
}
