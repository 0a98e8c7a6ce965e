import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'capture-workbench-';
/** A socket in the folder, on which the process that uses the folder listens. The system closes it however the process ends. */
const LOCK = 'lock';

export interface WorkingFolder {
  readonly path: string;
  remove(): void;
}

/**
 * A new temporary folder, which is removed when the process ends. A process that is killed cannot remove its own, so this one removes
 * the folders of processes that are gone.
 */
export async function workingFolder(base = tmpdir()): Promise<WorkingFolder> {
  await removeAbandoned(base).catch(() => undefined);
  const path = mkdtempSync(join(base, PREFIX));
  const release = await hold(path);
  const removeAll = (): void => rmSync(path, { recursive: true, force: true });
  // The command ends without closing its engine.
  process.once('exit', removeAll);
  return {
    path,
    remove() {
      process.off('exit', removeAll);
      release();
      removeAll();
    },
  };
}

/** Listens on the socket; where that is not possible, no other process removes the folder. */
function hold(folder: string): Promise<() => void> {
  if (!HAS_SOCKETS) return Promise.resolve(() => undefined);
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve) => {
    server.once('error', () => {
      resolve(() => undefined);
    });
    server.listen(join(folder, LOCK), () => {
      server.unref();
      resolve(() => server.close());
    });
  });
}

/** Windows has no sockets in folders. */
const HAS_SOCKETS = process.platform !== 'win32';

async function removeAbandoned(base: string): Promise<void> {
  if (!HAS_SOCKETS) return;
  const found = readdirSync(base, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name.startsWith(PREFIX));
  await Promise.all(
    found.map(async ({ name }) => {
      const folder = join(base, name);
      // The temporary folder of the system has files of other people.
      if (statSync(folder).uid !== process.getuid?.() || !(await isAbandoned(folder))) return;
      rmSync(folder, { recursive: true, force: true });
    }),
  );
}

/** Whether the socket of a folder refuses connections. A folder without one may belong to a process that is just starting. */
function isAbandoned(folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(folder, LOCK));
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'ECONNREFUSED');
    });
  });
}
