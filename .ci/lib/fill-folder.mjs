import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';

/**
 * Fills a folder under another name, and renames it when it is complete, so that a run that fails or is killed leaves no half-filled folder
 * that later runs accept. A folder that exists stays as it is.
 * @param {string} place
 * @param {(folder: string) => Promise<boolean>} fill whether the folder is complete
 * @returns {Promise<boolean>} whether the folder is there
 */
export async function fillFolder(place, fill) {
  if (existsSync(place)) return true;
  const partial = `${place}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  try {
    if (await fill(partial)) renameSync(partial, place);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return existsSync(place);
}

/**
 * Downloads a release of Trino and unpacks it; of its plugins only the one that reads files is kept.
 * @param {string} place
 * @param {string} version
 * @param {(what: string, program: string, args: readonly string[]) => Promise<boolean>} attempt runs a program; false if it failed
 */
export const installTrino = (place, version, attempt) =>
  fillFolder(place, async (folder) => {
    const archive = `${folder}/trino-server-${version}.tar.gz`;
    const repository = `${folder}/repository`;
    const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';
    const artifact = `-Dartifact=io.trino:trino-server:${version}:tar.gz`;
    const maven = ['--batch-mode', '--quiet', copy, artifact, `-DoutputDirectory=${folder}`, `-Dmaven.repo.local=${repository}`];
    if (!(await attempt('Trino', 'mvn', maven))) return false;
    if (!(await attempt('what is in its archive', 'tar', ['xzf', archive, '-C', folder, '--strip-components=1']))) return false;
    const others = readdirSync(`${folder}/plugin`).filter((name) => name !== 'hive');
    for (const each of [archive, repository, ...others.map((name) => `${folder}/plugin/${name}`)])
      rmSync(each, { recursive: true, force: true });
    return existsSync(`${folder}/plugin/hive`) && existsSync(`${folder}/lib`);
  });
