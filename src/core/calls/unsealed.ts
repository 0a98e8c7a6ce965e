import { WorkbenchError } from '../../base/failure.ts';
import { checkFile } from '../../session/seal/check.ts';
import { documentRuns } from '../../session/seal/json-file.ts';
import { IN_JSON } from '../../session/seal/seal.ts';
import { toolError } from '../../tools/contract/errors.ts';
import type { ToolError } from '../../tools/contract/index.ts';
import { isRecord } from '../../tools/contract/json-schema.ts';
import { checkJson } from '../../tools/contract/json-value.ts';
import { verificationOf } from '../seals/changes.ts';
import { sha256Hex } from './digest.ts';

/** Maximum size of a bundle in bytes, to write or to read, because it must fit into one string. */
export const LARGEST = 512 * 1024 * 1024;

/** A bundle without its seal, and the faults that checking the seal found. */
export interface Unsealed {
  readonly value: unknown;
  readonly faults: readonly ToolError[];
}

/** Checks the seal of a bundle, given as a file or parsed JSON, and removes it. Rejects with `BAD_BUNDLE` if the file is not JSON. */
export async function unsealed(bundle: unknown): Promise<Unsealed> {
  const given = isBlob(bundle) ? await jsonOf(bundle) : bundle;
  const json = checkJson(given);
  // If the given value is not plain JSON data, return it: the replay's report describes that fault.
  if (json.errors.length > 0 || !isRecord(json.value)) return { value: given, faults: [] };
  const { seal, ...document } = json.value;
  // Bundles of version 1 have no seal; a digest over the whole document protects them, which the replay checks.
  if (seal === undefined && document['version'] === 1) return { value: document, faults: [] };
  // Check the seal against the values written as JSON again rather than the original text: white space does not matter to a replay.
  const checked = await checkFile(writtenAgain(document, seal), IN_JSON, sha256Hex);
  // Ignore who signed the bundle, because a replay does not depend on it.
  const { changes } = await verificationOf(checked, { document, found: [], newer: false }, undefined);
  const faults = changes.filter(({ path }) => path !== 'signature');
  return {
    value: document,
    faults: faults.map(({ path, message }) => toolError('TAMPERED_BUNDLE', message, path.split(/[.[\]]+/).filter(Boolean))),
  };
}

/** Writes a parsed bundle as it was in its file. That is possible because members keep their order and a seal has only one spelling. */
function writtenAgain(document: object, seal: unknown): Blob {
  const texts = documentRuns(document).flatMap(({ content }) => content);
  return new Blob([...texts, IN_JSON.open, JSON.stringify(seal ?? null), IN_JSON.close, '}\n']);
}

function isBlob(value: unknown): value is Blob {
  try {
    return value instanceof Blob;
  } catch {
    return false;
  }
}

async function jsonOf(file: Blob): Promise<unknown> {
  try {
    if (file.size > LARGEST) throw new RangeError(`${String(file.size)} bytes, more than 512 MiB`);
    return JSON.parse(await file.text());
  } catch (error) {
    throw new WorkbenchError('BAD_BUNDLE', `expected a replay bundle (JSON), got ${error instanceof Error ? error.message : 'no JSON'}`);
  }
}
