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
export interface StoredDesk {
  list(): Promise<readonly StoredItem[]>;
  /** Rejects with a message for the person. Other tabs lose it too. */
  remove(id: string): Promise<void>;
}
