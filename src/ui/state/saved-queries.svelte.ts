import { localSettings } from '../kit/local-settings.ts';

export interface SavedQuery {
  readonly name: string;
  readonly sql: string;
}

const KEY = 'capture-workbench.queries';
export const LONGEST_NAME = 100;
const LONGEST_SQL = 100_000;
const MOST = 200;

/** Storage for one text that survives the page. */
export interface TextPlace {
  /** Null if there is none; throws if the browser blocks storage. */
  read(): string | null;
  write(text: string): void;
}

/** Browser settings; if storage is blocked, queries are only kept in the session. */
const SETTINGS: TextPlace = {
  read: () => localSettings().getItem(KEY),
  write: (text) => localSettings().setItem(KEY, text),
};

/** Saved statements: those of this browser, and those of a session until they are saved here. */
export class SavedQueries {
  list = $state.raw<readonly SavedQuery[]>([]);
  /** Names of the statements stored in the browser. */
  #own: readonly string[] = [];
  #unkept = false;

  constructor(private readonly place: TextPlace = SETTINGS) {
    try {
      this.list = readQueries(JSON.parse(place.read() ?? 'null'));
    } catch {
      // Storage is blocked or its text is invalid: no queries.
    }
    this.#own = this.list.map(({ name }) => name);
  }

  /** Whether the browser failed to store the last change. */
  get unkept(): boolean {
    return this.#unkept;
  }

  settle(): void {
    this.#unkept = false;
  }

  /** Saves a query; returns an error message for the person if it cannot. */
  save(name: string, sql: string): string {
    const trimmed = name.trim();
    if (trimmed === '' || trimmed.length > LONGEST_NAME) return `Expected a name of 1 to ${String(LONGEST_NAME)} characters.`;
    if (sql.trim() === '') return 'There is no query to save.';
    if (sql.length > LONGEST_SQL) return `Expected a query of at most ${String(LONGEST_SQL)} characters, got ${String(sql.length)}.`;
    const others = this.list.filter((known) => known.name !== trimmed);
    if (others.length >= MOST) return `Expected at most ${String(MOST)} saved queries: remove one first.`;
    this.#own = [...this.#own.filter((own) => own !== trimmed), trimmed];
    this.#set([...others, { name: trimmed, sql }]);
    return '';
  }

  remove(name: string): void {
    this.#set(this.list.filter((known) => known.name !== name));
  }

  /** Adds the queries of a session; existing names are kept. */
  adopt(brought: unknown): void {
    const fresh = readQueries(brought).filter(({ name }) => !this.list.some((known) => known.name === name));
    this.list = [...this.list, ...fresh].slice(0, MOST);
  }

  #set(list: readonly SavedQuery[]): void {
    this.list = list;
    try {
      this.place.write(JSON.stringify(list.filter(({ name }) => this.#own.includes(name))));
      this.#unkept = false;
    } catch {
      this.#unkept = true;
    }
  }
}

/** Parses untrusted queries: invalid entries are dropped, and of duplicates the first is kept. */
export function readQueries(value: unknown): readonly SavedQuery[] {
  if (!Array.isArray(value)) return [];
  const out: SavedQuery[] = [];
  for (const item of value.slice(0, 10 * MOST) as readonly unknown[]) {
    if (typeof item !== 'object' || item === null || out.length >= MOST) continue;
    const { name, sql } = item as Readonly<Record<string, unknown>>;
    if (typeof name !== 'string' || typeof sql !== 'string') continue;
    if (name.trim() === '' || name.length > LONGEST_NAME || sql.trim() === '' || sql.length > LONGEST_SQL) continue;
    if (!out.some((known) => known.name === name)) out.push({ name, sql });
  }
  return out;
}
