import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fromRoot } from './command.mjs';

/**
 * True when node_modules holds exactly the versions of package-lock.json. Compares content, not times, because a checkout touches the
 * lock file without changing it. Optional packages of other platforms may be absent.
 */
export function installed() {
  const hidden = fromRoot('node_modules/.package-lock.json');
  if (!existsSync(hidden)) return false;
  const present = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || (entry.optional && !present[path]) || present[path]?.version === entry.version,
  );
}

/** @param {string} path @returns {string[]} every file below, sorted, so that the hash does not depend on the disk */
function filesBelow(path) {
  const absolute = fromRoot(path);
  if (!existsSync(absolute)) return [];
  if (statSync(absolute).isFile()) return [path];
  return readdirSync(absolute)
    .sort()
    .filter((name) => name !== 'build' && name !== 'generated')
    .flatMap((name) => filesBelow(join(path, name)));
}

/**
 * Runs `work` if the content of `inputs` has changed since it last succeeded, or an output is missing.
 * @param {{ name: string, inputs: readonly string[], outputs: readonly string[], work: () => Promise<void> }} step
 */
export async function whenStale({ name, inputs, outputs, work }) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesBelow))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(fromRoot(file)))
      .update('\0');
  const digest = hash.digest('hex');
  const stamp = fromRoot(`.cache/stamps/${name}`);
  const fresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === digest && outputs.every((path) => existsSync(fromRoot(path)));
  if (fresh) return;
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, digest);
}
