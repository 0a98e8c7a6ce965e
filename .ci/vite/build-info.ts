import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The commit being built, marked if the tree has other content; `unknown` outside a clone. */
function commit(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const head = git('rev-parse', 'HEAD');
    return git('status', '--porcelain', '--untracked-files=no') === '' ? head : `${head}-modified`;
  } catch {
    return 'unknown';
  }
}

/** Constants of the build (declared in src/app/build.d.ts). No time of day: two builds of one commit are equal. */
export function buildInfo(localModel = false): Record<string, string> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  return {
    __APP_VERSION__: JSON.stringify(version),
    __BUILD_COMMIT__: JSON.stringify(commit()),
    __LOCAL_MODEL__: JSON.stringify(localModel),
  };
}
