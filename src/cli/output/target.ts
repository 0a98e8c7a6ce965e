import { fstatSync } from 'node:fs';
import { stat } from 'node:fs/promises';

/**
 * Whether a path names something that must not be replaced by a file, such as a device, a pipe or a socket (`/dev/stdout`): its content is
 * written to it directly. A folder is none of these, so that writing to it fails.
 */
export async function isWrittenDirectly(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

/** Whether a path is standard output: `-`, or another name of the same file, pipe or socket, which may not be opened a second time. */
export async function isStandardOutput(path: string): Promise<boolean> {
  if (path === '-') return true;
  const found = await stat(path).catch(() => undefined);
  const own = fstatSync(process.stdout.fd);
  return found !== undefined && found.dev === own.dev && found.ino === own.ino;
}
