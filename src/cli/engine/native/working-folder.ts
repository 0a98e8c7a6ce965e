import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'capture-workbench-';
/** Name of a socket in the folder, on which the process that uses the folder listens. The system closes it however that process ends. */
const LOCK = 'lock';

export interface WorkingFolder {
  readonly path: string;
  remove(): void;
}

/**
 * Creates a temporary folder that is removed when the process ends. As a killed process cannot remove its folder, this also removes the
 * folders of processes that have ended.
 */
export async function workingFolder(base = tmpdir()): Promise<WorkingFolder> {
  await removeAbandoned(base).catch(() => undefined);
  const path = mkdtempSync(join(base, PREFIX));
  const release = await hold(path);
  const removeAll = (): void => rmSync(path, { recursive: true, force: true });
  // Remove it when the process exits, because the command ends without closing its engine.
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

/** Listens on the folder's socket. If that is not possible, other processes never remove the folder. */
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

/** Whether the system has sockets in folders; Windows does not. */
const HAS_SOCKETS = process.platform !== 'win32';

async function removeAbandoned(base: string): Promise<void> {
  if (!HAS_SOCKETS) return;
  const found = readdirSync(base, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name.startsWith(PREFIX));
  await Promise.all(
    found.map(async ({ name }) => {
      const folder = join(base, name);
      // Skip folders of other users, because all share the system's temporary folder.
      if (statSync(folder).uid !== process.getuid?.() || !(await isAbandoned(folder))) return;
      rmSync(folder, { recursive: true, force: true });
    }),
  );
}

/** Whether a folder's process has ended: its socket refuses connections. One without a socket may belong to a process that starts. */
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
