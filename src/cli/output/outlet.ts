import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { EXIT, Stop } from '../exit.ts';
import { isWrittenDirectly } from './target.ts';

/** Where a command writes its answer. A write settles only when a slow reader has kept up. */
export interface Outlet {
  write(bytes: string | Uint8Array): Promise<void>;
  /** To be called when everything was written; a file then gets its final name. */
  end(): Promise<void>;
  /** Removes a file that is not complete. Never rejects. */
  abandon(): Promise<void>;
}

/** Converts the error of a failed write to one that ends the command. */
export function writeFailure(error: unknown, where: string): Stop {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EPIPE') return new Stop(EXIT.pipe, '');
  if (code === 'ENOSPC') return new Stop(EXIT.output, `${where} could not be written: the disk is full`);
  return new Stop(EXIT.output, `${where} could not be written: ${message}`);
}

function writer(stream: Writable, where: string): Outlet['write'] {
  let failed: Error | null = null;
  stream.on('error', (error) => (failed ??= error));
  return (bytes) =>
    new Promise((resolve, reject) => {
      if (failed !== null) {
        reject(writeFailure(failed, where));
        return;
      }
      stream.write(bytes, (error) => {
        if (error) reject(writeFailure(error, where));
        else resolve();
      });
    });
}

/** Writes the answer to standard output. */
export const standardOutput = (): Outlet => ({
  write: writer(process.stdout, 'standard output'),
  end: () => Promise.resolve(),
  abandon: () => Promise.resolve(),
});

/**
 * A file that appears under its name when it is complete; until then an earlier file of this name stays. A device or a pipe is written
 * directly.
 */
export async function fileOutput(path: string): Promise<Outlet> {
  const isDirect = await isWrittenDirectly(path);
  const partial = isDirect ? path : `${path}.${String(process.pid)}.partial`;
  const stream = createWriteStream(partial, { flags: isDirect ? 'w' : 'wx' });
  return {
    write: writer(stream, path),
    end: async () => {
      await new Promise<void>((resolve, reject) => {
        stream.end((error?: Error | null) => {
          if (error) reject(writeFailure(error, path));
          else resolve();
        });
      });
      if (isDirect) return;
      await rename(partial, path).catch((error: unknown) => {
        throw writeFailure(error, path);
      });
    },
    abandon: async () => {
      stream.destroy();
      if (!isDirect) await rm(partial, { force: true }).catch(() => undefined);
    },
  };
}
