import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders with captures that examples name by digest. */
const FOLDERS = ['public/samples', 'tests/fixtures/captures'];

/** The key of the specification's sample data (Core 6.1, Vol 3, Part H, D.7), which belongs to no device. */
export const EXAMPLE_KEY = ['sample data', 'ec0234a357c8ad05341010a60a397d9b'] as const;

/** Captures of the repository by their SHA-256. */
export function exampleFiles(): Map<string, string> {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() && /\.(?:pcap(?:ng)?|ndjson\.gz)$/.test(entry.name) ? [join(entry.parentPath, entry.name)] : [],
    ),
  );
  return new Map(paths.map((path) => [createHash('sha256').update(readFileSync(path)).digest('hex'), path]));
}
