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

/** Largest bundle that is written and read: it has to fit one string. */
export const LARGEST = 512 * 1024 * 1024;

/** A bundle without its seal, and what the seal finds wrong with it. */
export interface Unsealed {
  readonly value: unknown;
  readonly faults: readonly ToolError[];
}

/** Takes the seal off a bundle that is a file or the value of its JSON. Rejects with `BAD_BUNDLE` for a file that is no JSON. */
export async function unsealed(bundle: unknown): Promise<Unsealed> {
  const given = isBlob(bundle) ? await jsonOf(bundle) : bundle;
  const json = checkJson(given);
  // No plain data: the report of the replay says what is wrong with it.
  if (json.errors.length > 0 || !isRecord(json.value)) return { value: given, faults: [] };
  const { seal, ...document } = json.value;
  // Bundles of version 1 have no seal; their own digest covers all of them.
  if (seal === undefined && document['version'] === 1) return { value: document, faults: [] };
  // A replay reads values, so blanks between them make no difference to it.
  const checked = await checkFile(writtenAgain(document, seal), IN_JSON, sha256Hex);
  // Who signed makes no difference to a replay.
  const { changes } = await verificationOf(checked, { document, found: [], newer: false }, undefined);
  const faults = changes.filter(({ path }) => path !== 'signature');
  return {
    value: document,
    faults: faults.map(({ path, message }) => toolError('TAMPERED_BUNDLE', message, path.split(/[.[\]]+/).filter(Boolean))),
  };
}

/** The file that a value was parsed from: members keep their order, and a seal has one spelling. */
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
