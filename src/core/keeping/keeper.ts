import type { SessionDocument } from '../../session/document.ts';
import { sessionParts } from '../../session/parts.ts';
import type { Handle } from '../host.ts';
import type { KeptFile, Shelf } from './shelf.ts';

export interface KeeperParts {
  readonly shelf: Shelf;
  /** Of this page alone. */
  readonly id: string;
  /** The session as it is now; null while there is nothing to keep. */
  readonly document: () => SessionDocument | null;
  /** The file of a capture that is complete. */
  readonly file: (capture_id: string) => File | undefined;
  /** True if a person closed the capture. The stored bytes of any other capture stay. */
  readonly wasClosed: (capture_id: string) => boolean;
  /** True if its bytes may be stored: those that hold key material or cannot be read may not. */
  readonly mayCopy: (capture_id: string) => boolean | Promise<boolean>;
  readonly handleOf: (file: File) => Promise<Handle | null>;
  /** ms since 1970. */
  readonly now: () => number;
  /** Most bytes of captures that are kept as bytes. */
  readonly most: number;
}

/**
 * Keeps a session as it grows: what is new is written, in one transaction with the head that names it, so that whenever the page
 * ends a whole session lies there. Captures are kept by handle where there is one and as bytes where they fit; the rest are
 * named, and reopening the session lists the files that it needs.
 */
export class SessionKeeper {
  readonly #written = new Map<string, { readonly mark: unknown; readonly bytes: number }>();
  readonly #files = new Map<string, { readonly sha256: string; readonly bytes: number }>();
  /** Captures that the browser had no room for, by id. */
  readonly #refused = new Map<string, string>();
  #there = false;
  #stopped = false;
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly parts: KeeperParts) {}

  get id(): string {
    return this.parts.id;
  }

  /** Whether something of the session lies there. */
  get there(): boolean {
    return this.#there;
  }

  /** Whether the file of a capture is stored, as bytes or by handle. */
  readonly keeps = (capture_id: string): boolean => this.#files.has(capture_id);

  /** Writes what is new, after what is being written. Rejects where the browser does not keep it; the next one tries again. */
  save(): Promise<void> {
    const saved = this.#last.catch(() => undefined).then(() => this.#save());
    this.#last = saved;
    return saved;
  }

  /** Nothing is kept from here on, and what was kept is taken away. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#last.catch(() => undefined);
    await this.#clear();
  }

  async #clear(): Promise<void> {
    await this.parts.shelf.remove(this.id);
    this.#written.clear();
    this.#files.clear();
    this.#there = false;
  }

  async #save(): Promise<void> {
    if (this.#stopped) return;
    const document = this.parts.document();
    if (document === null) {
      const closed = [...this.#files.keys()].every((id) => this.parts.wasClosed(id));
      if (this.#there && closed) await this.#clear();
      return;
    }
    const texts = this.#newParts(document);
    const files = await this.#newFiles(document);
    const partsGone = [...this.#written.keys()].filter((name) => !texts.names.has(name));
    const listed = new Set(document.captures.map(({ capture_id }) => capture_id));
    const filesGone = [...this.#files.keys()].filter((id) => !listed.has(id) && this.parts.wasClosed(id));
    if (texts.fresh.size + files.size + partsGone.length + filesGone.length === 0) return;
    try {
      await this.#write(document, texts, files, partsGone, filesGone);
    } catch (error) {
      const embedded = [...files.values()].some((file) => 'bytes' in file);
      if (!embedded || !(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error;
      // There is no room for the captures: everything else is kept, and names them.
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

  /** Of captures that are new, or another file under the same id. */
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
    await this.parts.shelf.write({
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
