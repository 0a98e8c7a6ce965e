import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CoreHost } from '../../core/host.ts';
import { writeAll, writing } from './disk-destination.ts';

const EXTENSION: Readonly<Record<string, string>> = { 'image/svg+xml': '.svg', 'text/csv': '.csv' };

/** Writes each artifact to a new file with its name and extension. If the name is in use, the new file's name has a number. */
export const diskArtifacts =
  (folder: string): CoreHost['storeArtifact'] =>
  async (bytes, mime_type, name) => {
    const stem = join(folder, name.replaceAll(/[^A-Za-z0-9 _-]/g, '_'));
    const { path, file } = await newFile(stem, EXTENSION[mime_type] ?? '');
    await writing(path, async () => {
      try {
        await writeAll(file, bytes);
        await file.close();
      } catch (error) {
        await file.close().catch(() => undefined);
        await rm(path, { force: true }).catch(() => undefined);
        throw error;
      }
    });
    return pathToFileURL(path).href;
  };

async function newFile(stem: string, extension: string): Promise<{ readonly path: string; readonly file: FileHandle }> {
  for (let number = 1; ; number++) {
    const path = `${stem}${number === 1 ? '' : ` (${String(number)})`}${extension}`;
    let file: FileHandle | undefined;
    await writing(path, async () => {
      file = await open(path, 'wx').catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
        throw error;
      });
    });
    if (file !== undefined) return { path, file };
  }
}
