import type { LiveClock } from '../clock.ts';
import type { LeftRecording } from '../service.ts';
import { RecorderThread } from './recorder-thread.ts';
import RecorderWorker from './recorder.worker.ts?worker&inline';
import type { Recorder } from './recorder.ts';

/** Folder in the origin's private file system. Each recording is one file; a lock with the file's name is held while its scan runs. */
const FOLDER = 'live-recordings';
const LOCK = 'capture-workbench/live/';
const NAME = /^(\d{13})-([a-z0-9_]{1,48})\.(pcapng|ndjson)$/;

/** A recording in the origin's private file system, which a worker writes. Bytes that were appended survive the end of the page. */
export class OpfsRecorder implements Recorder {
  readonly place = 'opfs';
  readonly failure = null;
  /** Number of bytes that the worker has stored. */
  bytes = 0;

  private constructor(
    private readonly thread: RecorderThread,
    /** Name of the file, which is also the id of the recording. */
    readonly file: string,
    private readonly release: () => void,
  ) {}

  /** Creates a recording. Returns an error if that is impossible: no private file system, no write access for a worker, or no space. */
  static async create(
    scan: { readonly id: string; readonly startedMs: number; readonly extension: string },
    clock: LiveClock,
  ): Promise<OpfsRecorder | Error> {
    const file = `${String(scan.startedMs)}-${scan.id}.${scan.extension}`;
    let release: () => void = () => undefined;
    let recorder: OpfsRecorder | null = null;
    try {
      release = await held(LOCK + file);
      recorder = new OpfsRecorder(new RecorderThread(new RecorderWorker(), clock), file, release);
      await recorder.thread.request({ kind: 'open', folder: FOLDER, file });
      return recorder;
    } catch (error) {
      await recorder?.discard();
      release();
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async append(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.thread.request({ kind: 'append', bytes });
    this.bytes += bytes.length;
  }

  async read(): Promise<Uint8Array<ArrayBuffer>> {
    let bytes: Uint8Array<ArrayBuffer> | null;
    try {
      bytes = await this.thread.request({ kind: 'read' });
    } catch {
      // Read the file in this thread, because the worker has ended and released it.
      const handle = await (await folder())?.getFileHandle(this.file);
      bytes = handle ? new Uint8Array(await (await handle.getFile()).arrayBuffer()) : null;
    }
    if (bytes === null || bytes.length < this.bytes) throw new Error('the browser deleted the stored recording');
    // Cut off what a failed append may have stored in part: its bytes are stored elsewhere by the caller.
    return bytes.subarray(0, this.bytes);
  }

  async finish(name: string, type: string): Promise<File> {
    try {
      // Return a copy, because the stored recording may be deleted while its capture is open.
      return new File([await this.read()], name, { type });
    } finally {
      await this.close();
    }
  }

  async discard(): Promise<void> {
    await this.close();
    await removeRecording(this.file);
  }

  /** Closes the file before the worker ends, because a file that a worker has open cannot be removed. */
  private async close(): Promise<void> {
    await this.thread.request({ kind: 'close' }).catch(() => undefined);
    this.thread.end('the recording is closed');
    this.release();
  }
}

/** Gets a lock and holds it until the returned function is called or this thread ends. Rejects if another page holds it. */
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

/** Lists all recordings, newest first. `running` is true while the scan runs, in any tab. */
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

/** Lists the recordings whose scan has ended, newest first. */
export const leftRecordings = async (): Promise<LeftRecording[]> =>
  (await allRecordings()).flatMap(({ running, ...left }) => (running ? [] : [left]));

/** Returns a copy of a recording whose scan has ended; null if there is none with this id. */
export async function readRecording(id: string): Promise<File | null> {
  const [found] = (await leftRecordings()).filter((left) => left.id === id);
  const handle = found && (await (await folder())?.getFileHandle(id));
  const file = await handle?.getFile();
  return file && found ? new File([await file.arrayBuffer()], found.file_name) : null;
}

export async function removeRecording(id: string): Promise<void> {
  await (await folder())?.removeEntry(id).catch(() => undefined);
}
