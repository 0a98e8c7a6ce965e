import { WorkbenchError } from '../../base/failure.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { OpenChoice } from '../../tables/reading.ts';
import type { MergeOptions, WorkState } from '../../workbench/port.ts';
import type { ToolResult } from '../../tools/contract/index.ts';
import type { Activities } from '../activities.ts';
import type { Conversations } from '../assistants/conversations.ts';
import type { Captures } from '../captures/captures.ts';
import type { Journals } from '../calls/journals.ts';
import type { Policies } from '../calls/policies.ts';
import type { SessionDocument } from '../../session/document.ts';
import type { OpenedVerification } from '../../workbench/verification.ts';
import { captureSha256 } from '../captures/stream-hash.ts';
import type { Verifications } from '../seals/verifications.ts';
import { ownName, type Run } from './sessions.ts';

/** A session document with facts on where it came from. */
export interface GivenSession {
  readonly document: SessionDocument;
  /** The verification of the session's file; null if this browser stored the session. */
  readonly verification: OpenedVerification | null;
  /** Returns the bytes of a capture; null if the session does not contain them. */
  readonly bytes: (capture_id: string) => Promise<Blob | null>;
}

export interface SessionParts {
  readonly captures: Pick<Captures, 'get' | 'list'>;
  readonly isOpen: (id: string) => boolean;
  readonly open: (file: File, choice: OpenChoice | undefined) => Promise<unknown>;
  readonly merge: (ids: readonly string[], options: MergeOptions) => Promise<unknown>;
  readonly activities: Activities;
  readonly journals: Pick<Journals, 'adopt'>;
  /** Adds runs of the session to the runner. Those whose results do not match the contract are left out. */
  readonly adopt: (runs: readonly { readonly invocation: unknown; readonly result: unknown }[]) => readonly Run[];
  readonly restore: (work: WorkState, results: readonly ToolResult[]) => Promise<void>;
  readonly policies: Pick<Policies, 'bring'>;
  readonly verifications: Pick<Verifications, 'adopt'>;
  readonly conversations: Pick<Conversations, 'adopt'>;
}

/**
 * Opens a session document. A faulty part does not prevent the rest from opening: the activity list shows a capture that cannot be read, a
 * merged view over it, or a journal that does not verify. Returns the names of the files that the session needs and that are not open with
 * the same content.
 */
export async function loadSession(
  { document, verification, bytes: bytesOf }: GivenSession,
  parts: SessionParts,
): Promise<readonly CaptureInfo['file_name'][]> {
  const { captures, activities, journals } = parts;
  // Record the verdict on the file before any of its results is shown, so that they are never shown without it.
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
      // Continue with the other captures: the activity list shows the failure, and the returned list contains the file's name.
    }
  }
  for (const { capture_id: name, captures: ids, offsets_us, sensors } of document.merges)
    if (!parts.isOpen(name) && ids.every((id) => captures.get(id))) {
      // Continue with the rest of the session if a merge fails; the activity list shows the failure.
      await parts.merge(ids, { name, offsets_us, sensors }).catch(() => undefined);
    }
  if (document.journals.length > 0) {
    // A journal that does not verify is reported in the activity list and beside its lines.
    await activities.run(
      `Verifying the journal of ${document.name}`,
      {},
      () => journals.adopt(document.name, document.journals),
      (found) => found.find(({ verdict }) => !verdict.ok)?.verdict.message ?? null,
    );
  }
  parts.policies.bring(document.policy, verification === null);
  const results = parts.adopt(document.runs);
  parts.conversations.adopt(document.conversations ?? []);
  await parts.restore(
    { ...document, name: ownName(document.name) ?? undefined },
    results.map((run) => run.result),
  );
  const here = new Set(captures.list().map(({ sha256 }) => sha256));
  return document.captures.flatMap(({ sha256, file_name }) => (here.has(sha256) ? [] : [file_name]));
}

/** Rejects a capture's bytes if the SHA-256 is not that of the original, although the name is the same. */
const requireDigest = (bytes: Blob, sha256: string, file_name: string, activities: Activities): Promise<void> =>
  activities.run(`Comparing ${file_name} with its digest`, {}, async () => {
    const found = await captureSha256(bytes);
    if (found !== sha256)
      throw new WorkbenchError(
        'CAPTURE_DIFFERS',
        `${file_name}: expected the bytes with the SHA-256 ${sha256}, the file contains others with ${found}. Open the capture from its own file to run the calls again`,
      );
  });
