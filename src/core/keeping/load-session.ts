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

/** A session document with information on its origin. */
export interface GivenSession {
  readonly document: SessionDocument;
  /** Verification of the file; null if the session was stored by this browser. */
  readonly verification: OpenedVerification | null;
  /** Bytes of a capture; null if the session does not contain them. */
  readonly bytes: (capture_id: string) => Promise<Blob | null>;
}

export interface SessionParts {
  readonly captures: Pick<Captures, 'get' | 'list'>;
  readonly isOpen: (id: string) => boolean;
  readonly open: (file: File, choice: OpenChoice | undefined) => Promise<unknown>;
  readonly merge: (ids: readonly string[], options: MergeOptions) => Promise<unknown>;
  readonly activities: Activities;
  readonly journals: Pick<Journals, 'adopt'>;
  /** Adds runs whose results match the contract. */
  readonly adopt: (runs: readonly { readonly invocation: unknown; readonly result: unknown }[]) => readonly Run[];
  readonly restore: (work: WorkState, results: readonly ToolResult[]) => Promise<void>;
  readonly policies: Pick<Policies, 'bring'>;
  readonly verifications: Pick<Verifications, 'adopt'>;
  readonly conversations: Pick<Conversations, 'adopt'>;
}

/**
 * Opens a session document. A faulty part does not affect the others: a capture that cannot be read, a merged view over it and a journal
 * that does not verify are listed in the activity list. Returns the names of files that are not open with the same content.
 */
export async function loadSession(
  { document, verification, bytes: bytesOf }: GivenSession,
  parts: SessionParts,
): Promise<readonly CaptureInfo['file_name'][]> {
  const { captures, activities, journals } = parts;
  // Record the verification before any result is shown.
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
      // The activity list and the returned list of missing names report it.
    }
  }
  for (const { capture_id: name, captures: ids, offsets_us, sensors } of document.merges)
    if (!parts.isOpen(name) && ids.every((id) => captures.get(id))) {
      // The activity list reports a failed merge; the rest of the session still opens.
      await parts.merge(ids, { name, offsets_us, sensors }).catch(() => undefined);
    }
  if (document.journals.length > 0) {
    // Faults appear in the activity list and beside the journal's lines.
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

/** Rejects a capture that has the same name as the original but different content. */
const requireDigest = (bytes: Blob, sha256: string, file_name: string, activities: Activities): Promise<void> =>
  activities.run(`Comparing ${file_name} with its digest`, {}, async () => {
    const found = await captureSha256(bytes);
    if (found !== sha256)
      throw new WorkbenchError(
        'CAPTURE_DIFFERS',
        `${file_name}: expected the bytes with the SHA-256 ${sha256}, the file contains others with ${found}. Open the capture from its own file to run the calls again`,
      );
  });
