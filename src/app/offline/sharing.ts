import { WorkbenchError } from '../../base/failure.ts';
import type { WorkOptions } from '../../base/progress.ts';
import type { Engine } from '../../engine/engine.ts';
import type { SessionDocument } from '../../session/document.ts';
import type { Runner } from '../../tools/runner/ports.ts';
import type { SharedFile, WorkState } from '../../ui/workbench.ts';
import type { ActivityOptions } from '../activities.ts';
import type { Captures } from '../captures.ts';
import { withoutKeys } from '../found-keys.ts';
import type { Journals } from '../journals.ts';
import type { Merges } from '../merges.ts';
import type { SaveOptions } from '../public.ts';
import { type Run, writeSession } from '../sessions.ts';
import { type CaptureInfo, MOST_EMBEDDED } from '../../tables/captures.ts';
import { oneFilePage } from './share.ts';

export interface SharingParts {
  readonly engine: Engine;
  readonly captures: Captures;
  readonly merges: Pick<Merges, 'kept'>;
  readonly runner: Runner;
  readonly journals: Pick<Journals, 'kept'>;
  /** With the merged views that rest on it. */
  readonly close: (capture_id: string) => Promise<void>;
  readonly work: () => WorkState;
  /** Calls that gave a result. */
  readonly answered: () => readonly Run[];
}

export interface ShareWish extends SaveOptions {
  readonly include_results?: boolean;
  readonly mask?: 'mask' | 'drop' | undefined;
}

/** The session document of what is open now. */
export function sessionOf(
  { captures, merges, journals, runner, work }: Pick<SharingParts, 'captures' | 'merges' | 'journals' | 'runner' | 'work'>,
  options: SaveOptions,
  embedded: ReadonlySet<string>,
  kept: readonly Run[] | null,
): SessionDocument {
  return writeSession({
    app_version: __APP_VERSION__,
    name: options.name ?? 'Session',
    saved_at: new Date().toISOString(),
    captures: captures.list().filter((capture) => options.capture_ids?.includes(capture.capture_id) ?? true),
    merges: merges.kept(),
    embedded,
    work: kept === null ? { ...work(), verdicts: [] } : work(),
    runs: kept ?? [],
    journals: journals.kept({ lines: kept !== null }),
    policy: runner.policy(),
  });
}

/** The one-file page with captures and results inside. */
export async function sharedFile(parts: SharingParts, wish: ShareWish, options: ActivityOptions): Promise<SharedFile> {
  const { captures } = parts;
  const chosen = captures.list().filter((capture) => wish.capture_ids?.includes(capture.capture_id) ?? true);
  const growing = chosen.find(({ capture_id }) => captures.file(capture_id) === undefined);
  if (growing)
    throw new WorkbenchError(
      'CAPTURE_GROWS',
      `expected captures that are complete, found the scan ${growing.capture_id}, which still runs: stop it first, or leave it out`,
    );
  const total = chosen.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > MOST_EMBEDDED)
    throw new WorkbenchError(
      'SHARE_TOO_LARGE',
      `expected at most ${String(MOST_EMBEDDED / 2 ** 20)} MiB of captures, found ${(total / 2 ** 20).toFixed(1)} MiB: leave some out, or save a replay bundle for somebody who has the files`,
    );
  if (wish.mask !== undefined) return maskedFile(parts, wish, wish.mask, options);
  const bytes = new Map<string, Blob>();
  for (const { capture_id } of chosen) {
    const file = captures.file(capture_id);
    if (file) bytes.set(capture_id, await withoutKeys(file, captures.keys(capture_id)));
  }
  const kept = wish.include_results === false ? null : parts.answered();
  // The finding is in front, whatever was.
  const { layout: _, ...session } = sessionOf(parts, wish, new Set(bytes.keys()), kept);
  return { file: await oneFilePage(session, bytes), masked: null };
}

/** Puts a masked capture in the place of one that is open. */
export async function maskedInPlace(
  { captures, engine, close }: Pick<SharingParts, 'captures' | 'engine' | 'close'>,
  capture_id: string,
  options: ActivityOptions,
): Promise<CaptureInfo> {
  const [{ pseudonymise }, { encodeInThread }] = await Promise.all([import('./pseudonymise.ts'), import('../exports/encoder-thread.ts')]);
  const capture = captures.get(capture_id);
  const file = captures.file(capture_id);
  if (capture === undefined || file === undefined)
    throw new WorkbenchError('UNKNOWN_CAPTURE', `expected the id of a capture that is open and complete, got "${capture_id}"`);
  const parts = {
    engine,
    encode: encodeInThread,
    file: (id: string) => captures.file(id),
    open: (masked: File, inner: WorkOptions) => captures.open(masked, inner),
    close,
    isOpen: (id: string) => captures.get(id) !== undefined,
  };
  return pseudonymise(capture, parts, options);
}

async function maskedFile(parts: SharingParts, wish: ShareWish, payloads: 'mask' | 'drop', options: ActivityOptions): Promise<SharedFile> {
  const [{ maskedContent }, { encodeInThread }] = await Promise.all([import('./masked-share.ts'), import('../exports/encoder-thread.ts')]);
  const { captures, engine, runner, journals } = parts;
  const chosen = captures.list().filter((capture) => wish.capture_ids?.includes(capture.capture_id) ?? true);
  const { selected, invocation } = parts.work();
  const runs = wish.include_results === false ? [] : parts.answered();
  const content = await maskedContent(
    chosen,
    runs,
    invocation,
    payloads,
    {
      engine,
      encode: encodeInThread,
      runner,
      file: (id) => captures.file(id),
      open: (file, choice, inner) => captures.open(file, { ...inner, choice }),
      close: (id) => captures.close(id),
      isOpen: (id) => captures.get(id) !== undefined,
      uuid: () => crypto.randomUUID(),
    },
    options,
  );
  const names = new Map(content.report.captures.map(({ from, to }) => [from, to]));
  const session = writeSession({
    app_version: __APP_VERSION__,
    name: 'Masked session',
    saved_at: new Date().toISOString(),
    captures: content.captures.map(({ info }) => info),
    merges: [],
    embedded: new Set(content.captures.map(({ info }) => info.capture_id)),
    // What a person wrote about pairs, and into the SQL editor, may say anything: it stays here.
    work: { selected: selected.flatMap((id) => names.get(id) ?? []), invocation: content.invocation, sql: '', verdicts: [] },
    runs: content.runs,
    journals: journals.kept({ lines: false }),
  });
  const bytes = new Map(content.captures.map(({ info, file }) => [info.capture_id, file]));
  return { file: await oneFilePage(session, bytes), masked: content.report };
}
