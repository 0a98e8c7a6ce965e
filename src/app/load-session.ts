import type { CaptureInfo } from '../tables/captures.ts';
import type { OpenChoice } from '../tables/reading.ts';
import type { MergeOptions, WorkState } from '../ui/workbench.ts';
import type { ToolResult } from '../tools/contract/index.ts';
import type { Activities } from './activities.ts';
import type { Captures } from './captures.ts';
import type { Journals } from './journals.ts';
import { openSession, type Run } from './sessions.ts';

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
}

/** Opens a session document. Gives the names of the files that it names and that are not open as they were. */
export async function loadSession(
  value: unknown,
  captureBytes: (capture_id: string) => Promise<Blob> | null,
  parts: SessionParts,
): Promise<readonly CaptureInfo['file_name'][]> {
  const { captures, activities, journals } = parts;
  const document = openSession(value);
  for (const reference of document.captures) {
    const bytes = captures.get(reference.capture_id) ? null : captureBytes(reference.capture_id);
    if (bytes) await parts.open(new File([await bytes], reference.file_name), reference.choice);
  }
  for (const { capture_id: name, captures: ids, offsets_us, sensors } of document.merges ?? [])
    if (!parts.isOpen(name) && ids.every((id) => captures.get(id))) {
      // One that fails stands in the activity list; everything else of the session opens.
      await parts.merge(ids, { name, offsets_us, sensors }).catch(() => undefined);
    }
  if (document.journals !== undefined) {
    // What does not hold stands in the activity list, and beside the lines in the view.
    await activities.run(
      `Verifying the journal of ${document.name}`,
      {},
      () => journals.adopt(document.name, document.journals ?? []),
      (found) => found.find(({ verdict }) => !verdict.ok)?.verdict.message ?? null,
    );
  }
  const results = parts.adopt(document.runs);
  parts.restore(
    document,
    results.map((run) => run.result),
  );
  const here = new Set(captures.list().map(({ sha256 }) => sha256));
  return document.captures.flatMap(({ sha256, file_name, embedded }) => (embedded || here.has(sha256) ? [] : [file_name]));
}
