import { throwIfAborted, WorkbenchError } from '../../base/failure.ts';
import type { WorkOptions } from '../../base/progress.ts';
import { sealedJson } from '../../session/seal/json-file.ts';
import type { Signing } from '../../session/seal/write.ts';
import { readOpenChoice } from '../../session/open-choice.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { OpenChoice } from '../../tables/reading.ts';
import { errorRow } from '../../tools/contract/errors.ts';
import { refusedReport, replay, type ReplayParts, type ReplayReport } from '../../tools/replay/replay.ts';
import { readBundle, writeBundle, type Facts } from '../../tools/replay/bundle.ts';
import type { ToolPolicy } from '../../tools/contract/index.ts';
import type { ReplayBundle } from '../../tools/contract/replay.ts';
import type { Runner, RunOptions } from '../../tools/runner/ports.ts';
import type { MergeInfo } from '../../tables/merges.ts';
import type { MergeOptions } from '../../workbench/port.ts';
import { sha256Hex } from './digest.ts';
import { LARGEST, unsealed } from './unsealed.ts';
import { readingFile } from '../captures/file-changed.ts';
import { captureSha256 } from '../captures/stream-hash.ts';
import type { Merges } from '../captures/merges.ts';
import { packing } from '../offline/packing.ts';
import { pack, unpack } from '../offline/payload.ts';
import { choiceWithoutDecrypting, readDecrypted } from '../captures/decrypted.ts';
import type { Run } from '../keeping/sessions.ts';

const MOST_CALLS = 1000;

export interface BundleWork extends WorkOptions, Signing {
  /** Include captures that hold key material. */
  readonly include_keys?: boolean | undefined;
  /** Include results over captures whose encrypted packets were decrypted with keys. */
  readonly decrypted?: boolean | undefined;
}

export interface ReplayDependencies {
  readonly runner: Runner;
  readonly runs: readonly Run[];
  readonly build: ReplayParts['build'];
  /** All captures and merged views. */
  readonly opened: { get(id: string): CaptureInfo | undefined; list(): readonly CaptureInfo[] };
  /** Merged views over several captures. */
  readonly merges: Pick<Merges, 'kept'> & { merge(ids: readonly string[], options: MergeOptions): Promise<MergeInfo> };
  /** Captures opened from files, with their files. */
  readonly files: {
    list(): readonly CaptureInfo[];
    /** The bytes of a capture that a bundle may contain; undefined if its file contains key material that must not be included. */
    file(id: string, options: BundleWork): Blob | undefined | Promise<Blob | undefined>;
  };
  readonly open: (file: File, choice: OpenChoice | undefined) => Promise<CaptureInfo | undefined>;
}

/** Codes of failures that a replay cannot reproduce: transient ones, and denials by a person. */
const MOMENT: ReadonlySet<string> = new Set(['APPROVAL_REJECTED', 'CANCELLED', 'DUPLICATE_REQUEST_ID', 'DESTINATION_DENIED']);

const comesAgain = ({ result }: Run): boolean =>
  result.errors.every(({ code }) => ['user', 'permanent'].includes(errorRow(code)?.s3_class ?? '') && !MOMENT.has(code));

/**
 * Writes the calls that were run on this page, including those whose failure a replay reproduces, to one JSON file. `embedded`: ids of the
 * captures whose bytes are included; `only`: ids of the calls to include, if not all.
 */
export async function writeReplay(
  parts: ReplayDependencies,
  name: string,
  embedded: ReadonlySet<string>,
  only?: ReadonlySet<string>,
  options: BundleWork = {},
): Promise<Blob> {
  const named = parts.runs.filter((run) => only === undefined || only.has(run.result.tool_call_id));
  const wanted = named.filter((run) => options.decrypted === true || !readDecrypted(run));
  if (named.length > 0 && wanted.length === 0)
    throw new WorkbenchError(
      'NOTHING_TO_REPLAY',
      'expected a call that may be included, found only calls over decrypted captures, which are left out unless `decrypted` is true',
    );
  const runs = wanted.filter(comesAgain).slice(-MOST_CALLS);
  if (runs.length === 0) throw new WorkbenchError('NOTHING_TO_REPLAY', 'expected a call that gave a result, found none: run one first');
  const read = new Set(runs.flatMap(({ result, invocation }) => digestsRead(result, invocation, parts.opened)));
  const merges = parts.merges.kept().flatMap((merge) => {
    const sha256 = parts.opened.get(merge.capture_id)?.sha256;
    return sha256 !== undefined && read.has(sha256) ? [{ ...merge, sha256 }] : [];
  });
  const members = new Set(merges.flatMap((merge) => merge.captures));
  const captures = [];
  const carried = new Map<string, Blob>();
  for (const id of embedded) {
    const content = await parts.files.file(id, options);
    if (content !== undefined) carried.set(id, content);
  }
  const count = packing('the replay bundle', [...carried.values()], options);
  for (const { capture_id, file_name, bytes, sha256, choice: given } of parts.files.list()) {
    if (!read.has(sha256) && !members.has(capture_id)) continue;
    const file = carried.get(capture_id);
    const content = file && (await readingFile(file_name, () => pack(file, count))).join('');
    const choice = options.decrypted === true ? given : choiceWithoutDecrypting(given);
    const chosen = choice && { choice: JSON.parse(JSON.stringify(choice)) as Record<string, unknown> };
    captures.push({ capture_id, file_name, bytes, sha256, ...chosen, ...(content !== undefined && { content }) });
  }
  const facts = { name, created_at: new Date().toISOString(), ...parts.build, captures, ...(merges.length > 0 && { merges }) };
  return bundleFile(await bundleOf(facts, parts.runner.policy(), runs), options);
}

/** Builds the bundle. Rejects if the calls do not fit into one string, because the digest of the bundle is computed over that text. */
async function bundleOf(...given: [Facts, ToolPolicy, readonly Run[]]): Promise<ReplayBundle> {
  try {
    return await writeBundle(...given, sha256Hex);
  } catch (error) {
    throw error instanceof RangeError ? tooLarge('more') : error;
  }
}

async function bundleFile(bundle: ReplayBundle, { sign, signal }: WorkOptions & Signing): Promise<Blob> {
  const seen = (): void => {
    throwIfAborted(signal, 'the replay bundle');
  };
  const file = new Blob([await sealedJson(bundle, { hash: sha256Hex, sign, seen })], { type: 'application/json' });
  if (file.size > LARGEST) throw tooLarge(`${String(file.size)} bytes`);
  return file;
}

const tooLarge = (found: string): WorkbenchError =>
  new WorkbenchError('BUNDLE_TOO_LARGE', `expected a bundle of at most 512 MiB, got ${found}: leave out calls or the bytes of captures`);

/** The digests of the captures that a call read; if it failed before it read any, those of the captures that it names. */
function digestsRead({ metadata }: Run['result'], invocation: unknown, opened: ReplayDependencies['opened']): readonly string[] {
  if (metadata.captures !== undefined) return metadata.captures.map(({ sha256 }) => sha256);
  const text = JSON.stringify(invocation) ?? '';
  return opened.list().flatMap(({ capture_id, sha256 }) => (text.includes(JSON.stringify(capture_id)) ? [sha256] : []));
}

/** Replays a bundle. Rejects if the file is not JSON; the report lists all other errors. If the seal does not verify, no call runs. */
export async function runReplay(bundle: unknown, parts: ReplayDependencies, options?: RunOptions): Promise<ReplayReport> {
  const { value, faults } = await unsealed(bundle);
  if (faults.length > 0) {
    const { errors } = await readBundle(value, sha256Hex);
    return refusedReport(errors.length > 0 ? errors : faults);
  }
  const bring: ReplayParts['bring'] = async ({ content, bytes, sha256, file_name, choice }) => {
    const file = await unpack([content ?? ''], 'application/octet-stream', bytes);
    const digest = await captureSha256(file);
    if (digest !== sha256) return { sha256: digest };
    const chosen = choice === undefined ? undefined : readOpenChoice(choice);
    if (chosen?.ok === false) throw new WorkbenchError('BAD_READING', chosen.error);
    const info = await parts.open(new File([file], file_name), chosen?.value);
    if (info === undefined) throw new WorkbenchError('BAD_FILE', 'expected one capture in the file, found none');
    return { info, sha256: info.sha256 };
  };
  // A merged view that is already open under this name does not belong to the bundle, so do not replace it.
  const join: ReplayParts['join'] = async (name, ids, given) => {
    const free = parts.opened.get(name) === undefined ? name : `${name}_again`;
    return (await parts.merges.merge(ids, { name: free, ...given })).capture;
  };
  const { runner, build, opened } = parts;
  const ids = { uuid: () => crypto.randomUUID() };
  return replay(value, { runner, build, captures: opened, hash: sha256Hex, ids, bring, join }, options);
}
