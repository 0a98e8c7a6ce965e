/**
 * Where the outputs of a build come from, as an in-toto statement with SLSA provenance 1.0 (slsa.dev/spec/v1.0/provenance). Without a
 * signature: it says what to build again, and two builds of one commit are equal byte for byte.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from './command.mjs';
import { sha256 } from './sha256.mjs';

const git = (/** @type {readonly string[]} */ ...args) =>
  execFileSync('git', args, { cwd: fromRoot('.'), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The commit, and whether files differ from it; nothing outside a checkout. */
function source() {
  try {
    return [
      { name: 'source', digest: { gitCommit: git('rev-parse', 'HEAD') }, annotations: { modified: git('status', '--porcelain') !== '' } },
    ];
  } catch {
    return [];
  }
}

/**
 * @param {string} folder
 * @param {readonly string[]} outputs paths relative to it
 * @returns {string} JSON
 */
export function provenance(folder, outputs) {
  const digestOf = (/** @type {string} */ path) => ({ sha256: sha256(readFileSync(path)) });
  const { name, version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: outputs.map((path) => ({ name: path, digest: digestOf(join(folder, path)) })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: `urn:${name}:build:1`,
        externalParameters: { command: 'npm run build', version },
        internalParameters: { node: process.version },
        resolvedDependencies: [...source(), { name: 'package-lock.json', digest: digestOf(fromRoot('package-lock.json')) }],
      },
      runDetails: { builder: { id: `urn:${name}:npm` } },
    },
  };
  return `${JSON.stringify(statement, null, 2)}\n`;
}
