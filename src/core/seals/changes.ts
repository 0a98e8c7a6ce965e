import type { Checked } from '../../session/seal/check.ts';
import { signerOfSeal } from '../../session/seal/signing.ts';
import { isRecord } from '../../tools/contract/json-schema.ts';
import type { FileChange, Verification } from '../../workbench/verification.ts';
import { callOf, resultWords } from './document-checks.ts';

const SEAL_FAULTS = {
  none: {
    found: 'none',
    message: 'The file has no seal: a version of the workbench before seals wrote it, or the seal was removed.',
  },
  broken: { found: 'another', message: 'The seal of the file was changed or damaged.' },
} as const;

/** Facts about a document that verifying the bytes of its file does not give. */
export interface DocumentFacts {
  readonly document: unknown;
  /** Faults found by checks of the document itself. */
  readonly found: readonly FileChange[];
  /** Whether a later version of the workbench wrote the document. */
  readonly newer: boolean;
  /** Whether a digest in the document itself protects it instead of a seal, as in replay bundles of version 1. */
  readonly selfSealed?: boolean;
}

/** Combines the checks of a file's bytes and of its document into one verdict. @param subtle undefined on pages over plain http */
export async function verificationOf(
  { seal, changed }: Checked,
  { document, found, newer: newerDocument, selfSealed }: DocumentFacts,
  subtle: SubtleCrypto | undefined,
): Promise<Verification> {
  const changes: FileChange[] = [];
  if (seal === 'broken' || (seal === 'none' && selfSealed !== true))
    changes.push({ path: 'seal', expected: 'a seal of this file', ...SEAL_FAULTS[seal] });
  changes.push(...merged(changed).map((piece) => inWords(piece, document)));
  const located = new Set(changes.map(({ path }) => path));
  changes.push(...found.filter(({ path }) => !located.has(path)));
  const signed = typeof seal === 'object' && seal.signature !== undefined;
  const signer = typeof seal === 'object' && subtle ? await signerOfSeal(seal, subtle) : null;
  if (signed && signer === null) changes.push(unsignedBecause(subtle === undefined));
  const newer = seal === 'newer' || newerDocument;
  const state = changes.length > 0 ? 'changed' : newer ? 'newer' : 'intact';
  const shown = state === 'changed' ? null : signer;
  return { state, changes, signer: shown?.fingerprint ?? null, signer_name: shown?.name ?? null };
}

const unsignedBecause = (noCryptography: boolean): FileChange => ({
  path: 'signature',
  expected: 'a signature of this file by the key that it names',
  found: noCryptography ? 'no cryptography to check it' : 'another',
  message: noCryptography
    ? 'This page has no cryptography to check the signature: open it over https or from disk.'
    : 'The signature does not match this file and its key.',
});

/** Joins adjacent changed pieces with the same name. */
function merged(pieces: Checked['changed']): Checked['changed'] {
  const joined: Checked['changed'][number][] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last?.name === piece.name && last.to === piece.from) joined[joined.length - 1] = { ...last, to: piece.to };
    else joined.push(piece);
  }
  return joined;
}

const PART_WORDS: Readonly<Record<string, string>> = {
  program: 'The program of the page',
  end: 'The end of the file',
  verdicts: 'The verdicts on pairs of addresses',
  names: 'The names of devices',
  notes: 'The notes',
  queries: 'The saved queries',
  invocation: 'The text of the call editor',
  sql: 'The text of the SQL editor',
  policy: 'The policy',
  format: 'The head of the document',
};

function inWords({ name, from, to, expected, found }: Checked['changed'][number], document: unknown): FileChange {
  const [list = '', ...rest] = name.split('.');
  const index = rest.join('.');
  const item = isRecord(document) && Array.isArray(document[list]) ? (document[list] as readonly unknown[])[Number(index)] : undefined;
  const change = { path: name.replace(/^(runs|results|calls|captures|journals)\.(\d+)$/, '$1[$2]'), expected, found, bytes: { from, to } };
  if (list === 'runs' || list === 'results') {
    const result = isRecord(item) ? item['result'] : undefined;
    return { ...change, message: `${resultWords(result)} was changed after the file was written.`, ...callOf(result) };
  }
  if (list === 'content')
    return { ...change, message: `The bytes of the capture ${index} were changed after the file was written.`, capture_id: index };
  const words = PART_WORDS[name] ?? (index === '' ? `The part "${name}"` : `Item ${String(Number(index) + 1)} of "${list}"`);
  return { ...change, message: `${words} was changed after the file was written.` };
}
