import type { SessionDocument } from '../../session/document.ts';
import { sessionParts } from '../../session/parts.ts';
import type { Handle } from '../host.ts';
import type { KeptFile, SessionStore } from './session-store.ts';

export interface KeeperParts {
  readonly sessionStore: SessionStore;
  /** Id under which this page's session is stored. */
  readonly id: string;
  /** The current session as a document; null if there is nothing to store. */
  readonly document: () => SessionDocument | null;
  /** The file of a capture that is complete; undefined for a growing one. */
  readonly file: (capture_id: string) => File | undefined;
  /** Whether a person closed the capture; only then are its stored bytes deleted. */
  readonly wasClosed: (capture_id: string) => boolean;
  /** Whether a capture's bytes may be stored. Files that contain key material, or cannot be read, must not be. */
  readonly mayCopy: (capture_id: string) => boolean | Promise<boolean>;
  readonly handleOf: (file: File) => Promise<Handle | null>;
  /** Current time in ms since 1970. */
  readonly now: () => number;
  /** Maximum number of bytes of captures that are stored as copies. */
  readonly most: number;
}

/**
 * Stores a session as it changes. Each write puts the changed parts and the index of all parts into one transaction, so the stored session
 * is always complete. Captures are stored as a file handle, or as bytes if they fit. Of others only the name is stored; opening the session
 * again lists the files that it needs.
 */
export class SessionKeeper {
  readonly #written = new Map<string, { readonly mark: unknown; readonly bytes: number }>();
  readonly #files = new Map<string, { readonly sha256: string; readonly bytes: number }>();
  /** SHA-256 of those files for which the browser had no space, by capture id; they are not tried again. */
  readonly #refused = new Map<string, string>();
  #there = false;
  #stopped = false;
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly parts: KeeperParts) {}

  get id(): string {
    return this.parts.id;
  }

  /** Whether any part of the session is stored. */
  get there(): boolean {
    return this.#there;
  }

  /** Whether the file of a capture is stored, as bytes or by handle. */
  readonly keeps = (capture_id: string): boolean => this.#files.has(capture_id);

  /**
   * Writes the changes, after any pending write. Rejects if the browser does not store them; the next call then tries again.
   *
   * @param files whether to write files of newly opened captures too, which may take long; otherwise a later call writes them
   */
  save(files = true): Promise<void> {
    const saved = this.#last.catch(() => undefined).then(() => this.#save(files));
    this.#last = saved;
    return saved;
  }

  /** Stops storing the session and deletes what was stored of it. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#last.catch(() => undefined);
    await this.#clear();
  }

  async #clear(): Promise<void> {
    await this.parts.sessionStore.remove(this.id);
    this.#written.clear();
    this.#files.clear();
    this.#there = false;
  }

  async #save(withFiles: boolean): Promise<void> {
    if (this.#stopped) return;
    const document = this.parts.document();
    if (document === null) {
      const closed = [...this.#files.keys()].every((id) => this.parts.wasClosed(id));
      if (this.#there && closed) await this.#clear();
      return;
    }
    const texts = this.#newParts(document);
    const files = withFiles ? await this.#newFiles(document) : new Map<string, KeptFile>();
    const partsGone = [...this.#written.keys()].filter((name) => !texts.names.has(name));
    const listed = new Set(document.captures.map(({ capture_id }) => capture_id));
    const filesGone = [...this.#files.keys()].filter((id) => !listed.has(id) && this.parts.wasClosed(id));
    if (texts.fresh.size + files.size + partsGone.length + filesGone.length === 0) return;
    try {
      await this.#write(document, texts, files, partsGone, filesGone);
    } catch (error) {
      const embedded = [...files.values()].some((file) => 'bytes' in file);
      if (!embedded || !(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error;
      // The browser has no space for the captures' bytes: store everything else, and only the names of those captures.
      const named = new Map([...files].filter(([, file]) => 'handle' in file));
      await this.#write(document, texts, named, partsGone, filesGone);
      for (const { capture_id, sha256 } of document.captures) if (files.has(capture_id)) this.#refused.set(capture_id, sha256);
    }
    this.#there = true;
  }

  #newParts(document: SessionDocument): NewParts {
    const fresh = new Map<string, { readonly mark: unknown; readonly text: string }>();
    const names = new Set<string>();
    for (const { name, mark, text } of sessionParts(document)) {
      names.add(name);
      if (this.#written.get(name)?.mark === mark) continue;
      fresh.set(name, { mark, text: text() });
    }
    return { fresh, names };
  }

  /** The files of captures to write: those of new captures, and of captures whose file under the same id has changed. */
  async #newFiles(document: SessionDocument): Promise<Map<string, KeptFile>> {
    const found = new Map<string, KeptFile>();
    let room = this.parts.most - [...this.#files.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { capture_id, sha256 } of document.captures) {
      const file = this.parts.file(capture_id);
      if (file === undefined || this.#files.get(capture_id)?.sha256 === sha256) continue;
      const handle = await this.parts.handleOf(file);
      if (handle !== null) found.set(capture_id, { handle });
      else if (file.size <= room && this.#refused.get(capture_id) !== sha256 && (await this.parts.mayCopy(capture_id))) {
        found.set(capture_id, { bytes: file });
        room -= file.size;
      }
    }
    return found;
  }

  async #write(
    document: SessionDocument,
    { fresh }: NewParts,
    files: ReadonlyMap<string, KeptFile>,
    partsGone: readonly string[],
    filesGone: readonly string[],
  ): Promise<void> {
    const written = new Map(this.#written);
    for (const [name, { mark, text }] of fresh) written.set(name, { mark, bytes: text.length });
    for (const name of partsGone) written.delete(name);
    const kept = new Map(this.#files);
    for (const id of filesGone) kept.delete(id);
    for (const { capture_id, sha256 } of document.captures) {
      const file = files.get(capture_id);
      if (file) kept.set(capture_id, { sha256, bytes: 'bytes' in file ? file.bytes.size : 0 });
    }
    await this.parts.sessionStore.write({
      entry: {
        id: this.id,
        name: document.name,
        saved_at: this.parts.now(),
        files: document.captures.map(({ file_name }) => file_name),
        results: document.runs.length,
        bytes: [...written.values(), ...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0),
      },
      parts: new Map([...fresh].map(([name, { text }]) => [name, text])),
      partsGone,
      files,
      filesGone,
    });
    replace(this.#written, written);
    replace(this.#files, kept);
  }
}

interface NewParts {
  readonly fresh: ReadonlyMap<string, { readonly mark: unknown; readonly text: string }>;
  readonly names: ReadonlySet<string>;
}

function replace<Key, Value>(into: Map<Key, Value>, from: ReadonlyMap<Key, Value>): void {
  into.clear();
  for (const [key, value] of from) into.set(key, value);
}
