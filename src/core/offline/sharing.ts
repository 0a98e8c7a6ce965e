import { WorkbenchError } from '../../base/failure.ts';
import type { WorkOptions } from '../../base/progress.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ConversationRecord } from '../../session/conversation.ts';
import type { SessionDocument } from '../../session/document.ts';
import type { Runner } from '../../tools/runner/ports.ts';
import type { BundleRequest } from '../../workbench/plans.ts';
import type { WorkState } from '../../workbench/port.ts';
import type { ShareContents, ShareParts, SharedFile } from '../../workbench/share.ts';
import type { ActivityOptions } from '../activities.ts';
import type { Conversations } from '../assistants/conversations.ts';
import { Captures } from '../captures/captures.ts';
import { withoutKeys } from '../captures/found-keys.ts';
import { sha256Hex } from '../calls/digest.ts';
import type { Journals } from '../calls/journals.ts';
import type { CaptureRegistry } from '../captures/registry.ts';
import type { Merges } from '../captures/merges.ts';
import type { ImportCapture } from '../../capture/import.ts';
import type { RemoveKeys } from '../../capture/remove-keys.ts';
import type { SaveOptions } from '../../workbench/public.ts';
import type { PageSource } from './page-source.ts';
import type { ReplayDependencies } from '../calls/replays.ts';
import { LONGEST_NAME, type Run, UNNAMED, writeSession } from '../keeping/sessions.ts';
import { type CaptureInfo, MOST_EMBEDDED } from '../../tables/captures.ts';
import type { OpenChoice } from '../../tables/reading.ts';
import type { ToolPolicy } from '../../tools/contract/index.ts';
import type { MaskedContent } from './masked-share.ts';
import type { SigningService } from '../seals/signing-service.ts';
import type { Verifications } from '../seals/verifications.ts';
import { presentAddresses } from './present-addresses.ts';
import { addressesOf, type Everything, type Scoped, scoped } from './scope.ts';
import { oneFilePage } from './share.ts';

export interface SharingDependencies {
  readonly engine: Engine;
  readonly importCapture: ImportCapture;
  readonly removeKeys: RemoveKeys;
  readonly app_version: string;
  /** Reads the elements of the one-file page. */
  readonly page: PageSource;
  readonly captures: Captures;
  readonly merges: Pick<Merges, 'kept'>;
  readonly runner: Runner;
  readonly opened: Pick<CaptureRegistry, 'get'>;
  readonly verifications: Pick<Verifications, 'current'>;
  readonly signing: Pick<SigningService, 'signerFor'>;
  readonly journals: Pick<Journals, 'kept'>;
  /** Closes a capture and the merged views over it. */
  readonly close: (capture_id: string) => Promise<void>;
  readonly work: () => WorkState;
  /** The calls that succeeded. */
  readonly answered: () => readonly Run[];
  /** Conversations with planners, for the person's own session; files for others never contain them. */
  readonly conversations: Pick<Conversations, 'records'>;
}

export interface ShareRequest extends Omit<SaveOptions, 'sign'> {
  readonly sign?: boolean | undefined;
  readonly include_results?: boolean | undefined;
  readonly include?: ShareParts | undefined;
  /** Whether captures are included with their key material; by default it is removed. */
  readonly include_keys?: boolean | undefined;
  readonly mask?: 'mask' | 'drop' | undefined;
  readonly signal?: AbortSignal | undefined;
}

type SessionSources = Pick<
  SharingDependencies,
  'captures' | 'opened' | 'merges' | 'journals' | 'runner' | 'work' | 'app_version' | 'answered' | 'verifications' | 'conversations'
>;

/** Collects everything that a session saved from this page could contain. */
const everything = ({
  captures,
  opened,
  merges,
  work,
  answered,
  journals,
  verifications,
}: SessionSources): Omit<Everything, 'isPresent'> => ({
  captures: captures.list(),
  merges: merges.kept(),
  work: work(),
  runs: answered(),
  journals: journals.kept({ lines: true }),
  verified: verifications.current(),
  digestOf: (id) => opened.get(id)?.sha256,
});

const EVERY_ADDRESS = (): boolean => true;

/**
 * Determines what a file with these options contains. Names, notes and verdicts stay in the page after the captures that they concern are
 * closed. A file for others, or about some captures only, must not mention devices that its captures do not contain.
 */
async function scopeOf(
  parts: SessionSources,
  { capture_ids, include_results, include }: ShareRequest,
  engine: Pick<Engine, 'answer'> | null,
): Promise<Scoped> {
  const all = everything(parts);
  const chosen = new Set(capture_ids ?? all.captures.map(({ capture_id }) => capture_id));
  const captures = all.captures.filter(({ capture_id }) => chosen.has(capture_id));
  const isPresent = engine ? await presentAddresses(engine, captures, addressesOf(all.work)) : EVERY_ADDRESS;
  return scoped({ ...all, isPresent }, chosen, { results: include_results, ...include });
}

/** Lists what a shared file will contain, to show to the person who decides. */
export const shareContents = async (parts: SharingDependencies, request: ShareRequest): Promise<ShareContents> =>
  (await scopeOf(parts, request, parts.engine)).contents;

/** The session document that the browser stores: the captures that are complete, and all other state. */
export function keptSession(parts: SessionSources, complete: ReadonlySet<string>): SessionDocument {
  const all = everything(parts);
  const captures = all.captures.filter(({ capture_id }) => complete.has(capture_id));
  return documentOf(parts, { ...all, captures, isPresent: EVERY_ADDRESS }, { conversations: parts.conversations.records() });
}

/** The session document that is saved to a file for the same person. It includes results that were computed on decrypted captures. */
export const savedSession = async (parts: SharingDependencies, options: ShareRequest): Promise<SessionDocument> =>
  documentOf(
    parts,
    await scopeOf(parts, { ...options, include: { decrypted: true, ...options.include } }, options.capture_ids ? parts.engine : null),
    {
      name: options.name,
      // Leave conversations out of a file about some captures, because they may mention others.
      ...(options.capture_ids === undefined && options.include_results !== false && { conversations: parts.conversations.records() }),
    },
  );

function documentOf(
  { runner, app_version }: SessionSources,
  scope: Everything,
  {
    name = scope.work.name ?? UNNAMED,
    embedded = new Set(),
    copies,
    conversations,
  }: {
    readonly name?: string | undefined;
    readonly embedded?: ReadonlySet<string>;
    readonly copies?: ReadonlyMap<string, string>;
    readonly conversations?: readonly ConversationRecord[];
  },
): SessionDocument {
  if (name.length > LONGEST_NAME)
    throw new WorkbenchError('BAD_NAME', `expected a name of at most ${String(LONGEST_NAME)} characters, got ${String(name.length)}`);
  return writeSession({
    ...scope,
    app_version,
    name,
    saved_at: new Date().toISOString(),
    embedded,
    copies,
    conversations,
    policy: runner.policy(),
  });
}

function refuseUnshareable(chosen: readonly CaptureInfo[], captures: Pick<Captures, 'file'>): void {
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
      `expected at most ${String(MOST_EMBEDDED / 2 ** 20)} MiB of captures, found ${(total / 2 ** 20).toFixed(1)} MiB: leave some out, or save a replay bundle for a colleague who has the files`,
    );
}

/** Writes the one-file page that contains captures and results, masked if requested. */
export async function sharedFile(parts: SharingDependencies, request: ShareRequest, options: ActivityOptions): Promise<SharedFile> {
  const { captures } = parts;
  const chosen = captures.list().filter((capture) => request.capture_ids?.includes(capture.capture_id) ?? true);
  refuseUnshareable(chosen, captures);
  if (request.mask !== undefined) return maskedFile(parts, request, request.mask, chosen, options);
  const bytes = new Map<string, Blob>();
  const copies = new Map<string, string>();
  for (const { capture_id, sha256 } of chosen) {
    const file = captures.file(capture_id);
    if (!file) continue;
    const copy = await withoutKeys(file, parts.removeKeys, { signal: options.signal, include_keys: request.include_keys });
    bytes.set(capture_id, copy);
    // Record the digest of a copy without keys: the recipient gets that copy, so notes and results about its packets must refer to it.
    if (copy !== file) copies.set(sha256, await sha256Hex(new Uint8Array(await copy.arrayBuffer())));
  }
  const session = documentOf(parts, await scopeOf(parts, request, parts.engine), {
    name: request.name,
    embedded: new Set(bytes.keys()),
    copies,
  });
  return { file: await oneFilePage(session, bytes, parts.page, { ...options, sign: parts.signing.signerFor(request.sign) }), masked: null };
}

/** Replaces an open capture with a masked copy of it. */
export async function maskedInPlace(
  { captures, engine, close }: Pick<SharingDependencies, 'captures' | 'engine' | 'close'>,
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

/** Opens a file as a masked capture. The original's content exists only in the query engine, and only until the masked copy is open. */
export async function openMasked(
  {
    captures,
    engine,
    importCapture,
    isTaken,
  }: Pick<SharingDependencies, 'captures' | 'engine' | 'importCapture'> & { readonly isTaken: (id: string) => boolean },
  file: File,
  options: ActivityOptions & {
    readonly choice?: OpenChoice | undefined;
    readonly memory_bytes?: number | undefined;
    readonly payloads: 'mask' | 'drop';
  },
): Promise<CaptureInfo> {
  const [{ pseudonymise }, { encodeInThread }] = await Promise.all([import('./pseudonymise.ts'), import('../exports/encoder-thread.ts')]);
  // List the original separately, so that neither the page nor a stored session ever contains it.
  const hidden = new Captures(engine, importCapture, () => undefined, isTaken);
  const { release } = captures.reserve(file.name);
  try {
    const original = await hidden.open(file, options);
    const parts = {
      engine,
      encode: encodeInThread,
      file: (id: string) => hidden.file(id),
      open: (masked: File, { signal, onProgress }: WorkOptions) => captures.open(masked, { signal, onProgress }),
      close: (id: string) => hidden.close(id),
      isOpen: isTaken,
    };
    return await pseudonymise(original, parts, options);
  } finally {
    for (const { capture_id } of hidden.list()) await hidden.close(capture_id);
    release();
  }
}

/** Writes masked copies of captures, all under one key, and runs the calls again on the copies. */
async function masked(
  { captures, engine, runner }: SharingDependencies,
  chosen: readonly CaptureInfo[],
  runs: readonly Run[],
  invocation: string,
  payloads: 'mask' | 'drop',
  options: ActivityOptions,
): Promise<MaskedContent> {
  const [{ maskedContent }, { encodeInThread }] = await Promise.all([import('./masked-share.ts'), import('../exports/encoder-thread.ts')]);
  return maskedContent(
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
}

/** Writes a replay bundle about masked captures. It always contains them, because the recipient cannot have them otherwise. */
export async function maskedBundle(
  parts: SharingDependencies,
  replays: ReplayDependencies,
  { capture_ids, tool_call_ids, mask, sign }: BundleRequest & { readonly mask: 'mask' | 'drop' },
  policy: ToolPolicy,
  options: ActivityOptions,
): Promise<Blob> {
  const runs = parts.answered().filter(({ result }) => tool_call_ids?.includes(result.tool_call_id) ?? true);
  const read = new Set(runs.flatMap(({ result }) => (result.metadata.captures ?? []).map(({ capture_id }) => capture_id)));
  const wanted = capture_ids.length > 0 ? new Set(capture_ids) : read;
  const chosen = parts.captures.list().filter(({ capture_id }) => wanted.has(capture_id));
  refuseUnshareable(chosen, parts.captures);
  const content = await masked(parts, chosen, runs, '', mask, options);
  const infos = content.captures.map(({ info }) => info);
  const files = new Map(content.captures.map(({ info, file }) => [info.capture_id, file]));
  const { writeReplay } = await import('../calls/replays.ts');
  const facade: ReplayDependencies = {
    ...replays,
    // Use the given policy instead of the one in force, which may name captures, agents and grants of this page.
    runner: { ...replays.runner, policy: () => policy },
    runs: content.runs,
    opened: { get: (id) => infos.find(({ capture_id }) => capture_id === id), list: () => infos },
    merges: { ...replays.merges, kept: () => [] },
    files: { list: () => infos, file: (id) => files.get(id) },
  };
  // Use a neutral name for the bundle, because the person's own name for it may reveal whose captures these are.
  return writeReplay(facade, 'Masked bundle', new Set(files.keys()), undefined, { ...options, sign: parts.signing.signerFor(sign) });
}

async function maskedFile(
  parts: SharingDependencies,
  request: ShareRequest,
  payloads: 'mask' | 'drop',
  chosen: readonly CaptureInfo[],
  options: ActivityOptions,
): Promise<SharedFile> {
  const { selected, invocation } = parts.work();
  const { runs } = await scopeOf(parts, request, parts.engine);
  const content = await masked(parts, chosen, runs, invocation, payloads, options);
  const names = new Map(content.report.captures.map(({ from, to }) => [from, to]));
  const written = writeSession({
    app_version: parts.app_version,
    name: 'Masked session',
    saved_at: new Date().toISOString(),
    captures: content.captures.map(({ info }) => info),
    merges: [],
    embedded: new Set(content.captures.map(({ info }) => info.capture_id)),
    // Leave out free text (notes on pairs, results and packets, and the SQL editor), because it may contain anything.
    work: { selected: selected.flatMap((id) => names.get(id) ?? []), invocation: content.invocation, sql: '', verdicts: [] },
    runs: content.runs,
    journals: parts.journals.kept({ lines: false }),
  });
  const session: SessionDocument = { ...written, masked: { payloads, linkability: content.report.linkability } };
  const bytes = new Map(content.captures.map(({ info, file }) => [info.capture_id, file]));
  return {
    file: await oneFilePage(session, bytes, parts.page, { ...options, sign: parts.signing.signerFor(request.sign) }),
    masked: content.report,
  };
}
