import { WorkbenchError } from '../../base/failure.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { OpenChoice } from '../../tables/reading.ts';
import type { MergeOptions, WorkState } from '../../workbench/port.ts';
import type { ToolResult } from '../../tools/contract/index.ts';
import type { Activities } from '../activities.ts';
import type { Captures } from '../captures/captures.ts';
import type { Journals } from '../calls/journals.ts';
import type { Policies } from '../calls/policies.ts';
import type { SessionDocument } from '../../session/document.ts';
import type { OpenedVerification } from '../../workbench/verification.ts';
import { sha256Hex } from '../calls/digest.ts';
import type { Verifications } from '../seals/verifications.ts';
import { ownName, type Run } from './sessions.ts';

/** A session document, with what is this person's own in it. */
export interface GivenSession {
  readonly document: SessionDocument;
  /** What is known of the file; null where this browser kept the session. */
  readonly verification: OpenedVerification | null;
  /** Null where the bytes of a capture did not travel along. */
  readonly bytes: (capture_id: string) => Promise<Blob | null>;
}

export interface SessionParts {
  readonly captures: Pick<Captures, 'get' | 'list'>;
  readonly isOpen: (id: string) => boolean;
  readonly open: (file: File, choice: OpenChoice | undefined) => Promise<unknown>;
  readonly merge: (ids: readonly string[], options: MergeOptions) => Promise<unknown>;
  readonly activities: Activities;
  readonly journals: Pick<Journals, 'adopt'>;
  /** Takes over runs whose results have the contract's shape. */
  readonly adopt: (runs: readonly { readonly invocation: unknown; readonly result: unknown }[]) => readonly Run[];
  readonly restore: (work: WorkState, results: readonly ToolResult[]) => Promise<void>;
  readonly policies: Pick<Policies, 'bring'>;
  readonly verifications: Pick<Verifications, 'adopt'>;
}

/**
 * Opens a session document. What one part of it does not give costs that part alone: a capture that cannot be read, a view over
 * it, a journal that does not verify are listed in the activity list. Gives the names of the files that are not open as they were.
 */
export async function loadSession(
  { document, verification, bytes: bytesOf }: GivenSession,
  parts: SessionParts,
): Promise<readonly CaptureInfo['file_name'][]> {
  const { captures, activities, journals } = parts;
  // Before anything of it is drawn.
  for (const found of [document.verified && { ...document.verified, signer: null, signer_name: null }, verification])
    if (found) parts.verifications.adopt(found);
  for (const { capture_id, file_name, sha256, choice } of document.captures) {
    if (captures.get(capture_id)) continue;
    try {
      const bytes = await bytesOf(capture_id);
      if (bytes === null) continue;
      if (verification !== null) await requireDigest(bytes, sha256, file_name, activities);
      await parts.open(new File([bytes], file_name), choice);
    } catch {
      // The activity list names it, and so does the list of names that are missing.
    }
  }
  for (const { capture_id: name, captures: ids, offsets_us, sensors } of document.merges)
    if (!parts.isOpen(name) && ids.every((id) => captures.get(id))) {
      // A failed one is listed in the activity list; everything else of the session opens.
      await parts.merge(ids, { name, offsets_us, sensors }).catch(() => undefined);
    }
  if (document.journals.length > 0) {
    // What does not verify is listed in the activity list, and beside the lines in the view.
    await activities.run(
      `Verifying the journal of ${document.name}`,
      {},
      () => journals.adopt(document.name, document.journals),
      (found) => found.find(({ verdict }) => !verdict.ok)?.verdict.message ?? null,
    );
  }
  parts.policies.bring(document.policy, verification === null);
  const results = parts.adopt(document.runs);
  await parts.restore(
    { ...document, name: ownName(document.name) ?? undefined },
    results.map((run) => run.result),
  );
  const here = new Set(captures.list().map(({ sha256 }) => sha256));
  return document.captures.flatMap(({ sha256, file_name }) => (here.has(sha256) ? [] : [file_name]));
}

/** Another capture under the name of the one that the results are of is not opened. */
const requireDigest = (bytes: Blob, sha256: string, file_name: string, activities: Activities): Promise<void> =>
  activities.run(`Comparing ${file_name} with its digest`, {}, async () => {
    const found = await sha256Hex(new Uint8Array(await bytes.arrayBuffer()));
    if (found !== sha256)
      throw new WorkbenchError(
        'CAPTURE_DIFFERS',
        `${file_name}: expected the bytes with the SHA-256 ${sha256}, the file contains others with ${found}. Open the capture from its own file to run the calls again`,
      );
  });
