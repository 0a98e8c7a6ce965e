import type { CaptureInfo } from '../../tables/captures.ts';
import type { OpenChoice } from '../../tables/reading.ts';
import type { MergeOptions, WorkState } from '../../ui/workbench.ts';
import type { ToolResult } from '../../tools/contract/index.ts';
import type { Activities } from '../activities.ts';
import { pageRest } from '../clock.ts';
import type { Captures } from '../captures/captures.ts';
import type { Journals } from '../calls/journals.ts';
import type { Policies } from '../calls/policies.ts';
import { openSession, ownName, type Run } from './sessions.ts';

/** A session document, with what is this person's own in it. */
export interface GivenSession {
  /** Nobody has checked it. */
  readonly document: unknown;
  /** Null where the bytes of a capture did not travel along. */
  readonly bytes: (capture_id: string) => Promise<Blob> | null;
  /** Kept by this browser, not given by somebody. */
  readonly own: boolean;
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
  readonly restore: (work: WorkState, results: readonly ToolResult[]) => void;
  readonly policies: Pick<Policies, 'bring'>;
}

/**
 * Opens a session document. What one part of it does not give costs that part alone: a capture that cannot be read, a view over
 * it, a journal that does not hold stand in the activity list. Gives the names of the files that are not open as they were.
 */
export async function loadSession(given: GivenSession, parts: SessionParts): Promise<readonly CaptureInfo['file_name'][]> {
  const { captures, activities, journals } = parts;
  const document = openSession(given.document);
  const brought = new Set<string>();
  for (const reference of document.captures) {
    const { capture_id, file_name, choice } = reference;
    if (captures.get(capture_id)) continue;
    try {
      const bytes = await given.bytes(capture_id);
      if (bytes === null) continue;
      await parts.open(new File([bytes], file_name), choice);
      // Keys were taken out of the bytes of a share: they are what was meant, and have another digest.
      if (reference.embedded && !given.own) brought.add(capture_id);
    } catch {
      // Told by the activity list, and by the names that are given back.
    }
  }
  for (const { capture_id: name, captures: ids, offsets_us, sensors } of document.merges)
    if (!parts.isOpen(name) && ids.every((id) => captures.get(id))) {
      // One that fails stands in the activity list; everything else of the session opens.
      await parts.merge(ids, { name, offsets_us, sensors }).catch(() => undefined);
    }
  if (document.journals.length > 0) {
    // What does not hold stands in the activity list, and beside the lines in the view.
    await activities.run(
      `Verifying the journal of ${document.name}`,
      {},
      () => journals.adopt(document.name, document.journals),
      (found) => found.find(({ verdict }) => !verdict.ok)?.verdict.message ?? null,
    );
  }
  // Captures are drawn before what was made of them.
  await pageRest();
  parts.policies.bring(document.policy, given.own);
  const results = parts.adopt(document.runs);
  parts.restore(
    { ...document, name: ownName(document.name) ?? undefined },
    results.map((run) => run.result),
  );
  const here = new Set(captures.list().map(({ sha256 }) => sha256));
  return document.captures.flatMap(({ capture_id, sha256, file_name }) => (brought.has(capture_id) || here.has(sha256) ? [] : [file_name]));
}
