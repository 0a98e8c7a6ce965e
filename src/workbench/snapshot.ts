/**
 * The values of the core that the page reads synchronously. Changes arrive with the next answer or event and are applied before it
 * (`channel.ts`), so synchronous members of the interface are current when a promise settles.
 */

/** One changed value. If a list only grew, `from` is its previous length and `value` contains only the new items. */
export interface Change {
  readonly name: string;
  readonly from?: number;
  readonly value: unknown;
}

/** Returns the core's values, by name: the same object until its value changes, except that a list may also grow in place. */
export type Readers = Readonly<Record<string, () => unknown>>;

/** Returns a function that lists the changes since its previous call; null if there are none. */
export function createSnapshot(readers: Readers): () => readonly Change[] | null {
  const sent = new Map<string, unknown>();
  const lengths = new Map<string, number>();
  return () => {
    const changes: Change[] = [];
    for (const [name, read] of Object.entries(readers)) {
      const value = read();
      const length = Array.isArray(value) ? value.length : 0;
      const known = sent.has(name) && sent.get(name) === value && lengths.get(name) === length;
      if (known) continue;
      changes.push(changeOf(name, sent.get(name), lengths.get(name) ?? 0, value));
      sent.set(name, value);
      lengths.set(name, length);
    }
    return changes.length === 0 ? null : changes;
  };
}

/** Describes a change. Of a list that only grew, such as the journal, it has only the new items. `from`: how many were sent before. */
function changeOf(name: string, before: unknown, from: number, value: unknown): Change {
  const grew = Array.isArray(before) && Array.isArray(value) && from > 0 && value.length > from && startsAlike(before, value, from);
  return grew ? { name, from, value: value.slice(from) } : { name, value };
}

function startsAlike(one: readonly unknown[], other: readonly unknown[], length: number): boolean {
  if (one === other) return true;
  for (let at = 0; at < length; at++) if (one[at] !== other[at]) return false;
  return true;
}

/** The page's copy of the core's values, updated by changes. */
export class Mirror {
  readonly #values = new Map<string, unknown>();
  /** New items of lists. They are appended when a list is next read, so that not every change copies the list. */
  readonly #grown = new Map<string, unknown[]>();

  apply(changes: readonly Change[]): void {
    for (const { name, from, value } of changes) {
      if (from === undefined) {
        this.#values.set(name, value);
        this.#grown.delete(name);
        continue;
      }
      const grown = this.#grown.get(name) ?? [];
      for (const item of value as readonly unknown[]) grown.push(item);
      this.#grown.set(name, grown);
    }
  }

  /** Returns the stored value itself; callers outside the page's own code get a clone of it. */
  read(name: string): unknown {
    const grown = this.#grown.get(name);
    if (grown === undefined) return this.#values.get(name);
    const list = [...(this.#values.get(name) as readonly unknown[]), ...grown];
    this.#values.set(name, list);
    this.#grown.delete(name);
    return list;
  }
}
