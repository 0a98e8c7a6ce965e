import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

export const DIST = 'dist';
export const ONE_FILE = 'offline/capture-workbench.html';
export const ZIP = 'capture-workbench.zip';

/** Files of a build by their path in it, sorted. */
export const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .split(sep)
        .join('/')
        .slice(folder.length + 1),
    )
    .sort();

export const PROVENANCE = 'provenance.json';

/** Files of the site by their path in `dist`: everything but the zip, its digest, the command, and what states the source of all. */
const withMaps = (): string[] => filesOf(DIST).filter((path) => !path.startsWith(ZIP) && !path.startsWith('cli/') && path !== PROVENANCE);
const isMap = (path: string): boolean => path.endsWith('.map');
export const siteFiles = (): string[] => withMaps().filter((path) => !isMap(path));
export const sourceMaps = (): string[] => withMaps().filter(isMap);

export const bytesOf = (path: string): Buffer => readFileSync(join(DIST, path));
export const textOf = (path: string): string => bytesOf(path).toString('utf8');
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
