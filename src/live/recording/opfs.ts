import type { LeftRecording } from '../desk.ts';
import RecorderThread from './recorder.worker.ts?worker&inline';
import type { RecorderReply, RecorderRequest } from './recorder.worker.ts';
import type { Recorder } from './recorder.ts';

/** Of the origin's private files; a recording is one file in it, locked by name while its page lives. */
const FOLDER = 'live-recordings';
const LOCK = 'capture-workbench/live/';
const NAME = /^(\d{13})-([a-z0-9_]{1,48})\.(pcapng|ndjson)$/;

/** A recording in the origin's private file system, written by a worker: what it was given survives the page. */
export class OpfsRecorder implements Recorder {
  readonly place = 'opfs';
  readonly failure = null;
  /** Stored, not only sent. */
  bytes = 0;
  private readonly waiting: ((reply: RecorderReply) => void)[] = [];
  /** Why its thread answers no more. */
  private ended: string | null = null;

  private constructor(
    private readonly thread: Worker,
    /** As `allRecordings` names it. */
    readonly file: string,
    private readonly release: () => void,
  ) {
    thread.addEventListener('message', ({ data }: MessageEvent<RecorderReply>) => this.waiting.shift()?.(data));
    thread.addEventListener('error', ({ message }) => {
      this.ended = `the recorder's thread ended: ${message}`;
      for (const settle of this.waiting.splice(0)) settle({ error: this.ended });
    });
  }

  /** An error says why not: no private files (pages from disk), none that a worker can write, or no room for another. */
  static async create(captureId: string, startedMs: number, extension: string): Promise<OpfsRecorder | Error> {
    const file = `${String(startedMs)}-${captureId}.${extension}`;
    const thread = new RecorderThread();
    let recorder: OpfsRecorder | null = null;
    try {
      recorder = new OpfsRecorder(thread, file, await held(LOCK + file));
      await recorder.ask({ kind: 'open', folder: FOLDER, file });
      return recorder;
    } catch (error) {
      if (recorder === null) thread.terminate();
      else await recorder.discard();
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async append(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.ask({ kind: 'append', bytes });
    this.bytes += bytes.length;
  }

  async read(): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return (await this.ask({ kind: 'read' })) ?? new Uint8Array(0);
    } catch {
      // Its thread has ended, and with it the hold on the file: the page may read it.
      const handle = await (await folder())?.getFileHandle(this.file);
      return new Uint8Array((await (await handle?.getFile())?.arrayBuffer()) ?? new ArrayBuffer(0));
    }
  }

  async finish(name: string, type: string): Promise<File> {
    // A copy of its own: the private file may go while the capture is open.
    const bytes = await this.read();
    await this.close();
    return new File([bytes], name, { type });
  }

  async discard(): Promise<void> {
    await this.close();
    await removeRecording(this.file);
  }

  /** The file cannot be removed while its thread holds it. */
  private async close(): Promise<void> {
    await this.ask({ kind: 'close' }).catch(() => undefined);
    this.thread.terminate();
    this.release();
  }

  private ask(request: RecorderRequest): Promise<Uint8Array<ArrayBuffer> | null> {
    if (this.ended !== null) return Promise.reject(new Error(this.ended));
    return new Promise((resolve, reject) => {
      this.waiting.push((reply) => {
        if ('error' in reply) reject(new Error(reply.error));
        else resolve(reply.bytes);
      });
      this.thread.postMessage(request);
    });
  }
}

/** Holds a lock until the returned function is called, or the page ends; rejects where another page holds it. */
async function held(name: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  await new Promise<void>((granted, refused) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock === null) throw new Error(`${name} is taken`);
        granted();
        return until;
      })
      .catch(refused);
  });
  return release;
}

async function folder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
  } catch {
    return null;
  }
}

/** Every recording, newest first; `running` while its page lives. */
export async function allRecordings(): Promise<(LeftRecording & { readonly running: boolean })[]> {
  const place = await folder();
  if (place === null) return [];
  const locks = new Set(((await navigator.locks.query()).held ?? []).map(({ name }) => name));
  const found: (LeftRecording & { readonly running: boolean })[] = [];
  for await (const [id, handle] of place.entries()) {
    const [, started = '', capture = '', extension = ''] = NAME.exec(id) ?? [];
    if (started === '' || handle.kind !== 'file') continue;
    const { size } = await handle.getFile();
    found.push({ id, file_name: `${capture}.${extension}`, bytes: size, started_ms: Number(started), running: locks.has(LOCK + id) });
  }
  return found.sort((one, other) => other.started_ms - one.started_ms);
}

/** Recordings that no page writes any more, newest first. */
export const leftRecordings = async (): Promise<LeftRecording[]> =>
  (await allRecordings()).flatMap(({ running, ...left }) => (running ? [] : [left]));

/** The bytes of a recording as a file of their own. */
export async function readRecording(id: string): Promise<File | null> {
  const [found] = (await leftRecordings()).filter((left) => left.id === id);
  const handle = found && (await (await folder())?.getFileHandle(id));
  const file = await handle?.getFile();
  return file && found ? new File([await file.arrayBuffer()], found.file_name) : null;
}

export async function removeRecording(id: string): Promise<void> {
  await (await folder())?.removeEntry(id).catch(() => undefined);
}
