import { access, mkdir, open, readFile, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Destination } from '../../export/destination.ts';
import { PROVENANCE_FILE } from '../../export/provenance.ts';
import { EXIT, Stop } from '../exit.ts';
import { writeAll, writing } from './disk-destination.ts';

/**
 * Creates a folder for a set of files. They are written to a folder with a temporary name, which is renamed when all are complete. A killed
 * process leaves its temporary folder; the next process that writes to the same path removes it.
 *
 * @throws Stop if the path is in use
 */
export async function newSet(path: string): Promise<Destination> {
  const target = resolve(path);
  if (await exists(target)) throw new Stop(EXIT.usage, `${path} exists already; remove it or name another place`);
  await removeLeftovers(target);
  const folder = `${target}.${String(process.pid)}.partial`;
  await writing(path, () => mkdir(folder, { recursive: true }));
  let file: FileHandle | null = null;
  const abort = async (): Promise<void> => {
    await file?.close().catch(() => undefined);
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  };
  return {
    place: 'folder',
    name: basename(target),
    async open(inside) {
      const full = join(folder, inside);
      await writing(full, async () => {
        await mkdir(dirname(full), { recursive: true });
        file = await open(full, 'wx');
      });
      return {
        write: (bytes) => writing(full, () => writeAll(file!, bytes)),
        async close() {
          await writing(full, () => file!.close());
          file = null;
        },
      };
    },
    commit: () =>
      writing(target, async () => {
        try {
          await rename(folder, target);
        } catch (error) {
          if (!(await sameSet(folder, target))) throw error;
          await abort();
        }
      }),
    abort,
  };
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Whether another process meanwhile wrote the same set, which happens if a task is run twice. */
async function sameSet(folder: string, target: string): Promise<boolean> {
  const manifest = (of: string): Promise<string | null> => readFile(join(of, PROVENANCE_FILE), 'utf8').catch(() => null);
  const [mine, theirs] = await Promise.all([manifest(folder), manifest(target)]);
  return mine !== null && mine === theirs;
}

/** Removes what processes that have ended left when they wrote to this path. */
async function removeLeftovers(target: string): Promise<void> {
  const pattern = /^\.(\d+)\.partial$/;
  for (const name of await readdir(dirname(target)).catch(() => [])) {
    const pid = name.startsWith(basename(target)) ? pattern.exec(name.slice(basename(target).length))?.[1] : undefined;
    if (pid !== undefined && !runs(Number(pid))) await rm(join(dirname(target), name), { recursive: true, force: true });
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
