import { WorkbenchError } from '../base/failure.ts';
import { readOpenChoice } from '../session/open-choice.ts';
import type { CaptureInfo } from '../tables/captures.ts';
import type { OpenChoice } from '../tables/reading.ts';
import { replay, type ReplayParts, type ReplayReport } from '../tools/replay/replay.ts';
import { writeBundle } from '../tools/replay/bundle.ts';
import type { Runner, RunOptions } from '../tools/runner/ports.ts';
import { sha256Hex } from './digest.ts';
import { pack, unpack } from './offline/payload.ts';
import type { Run } from './sessions.ts';

/** Largest bundle that is read: what a browser holds as one text. */
const LARGEST = 512 * 1024 * 1024;
const MOST_CALLS = 1000;

export interface ReplayDesk {
  readonly runner: Runner;
  readonly runs: readonly Run[];
  readonly build: ReplayParts['build'];
  /** Everything that can be selected. */
  readonly opened: { get(id: string): CaptureInfo | undefined; list(): readonly CaptureInfo[] };
  /** Captures of files, and their files. */
  readonly files: { list(): readonly CaptureInfo[]; file(id: string): File | undefined };
  readonly open: (file: File, choice: OpenChoice | undefined) => Promise<CaptureInfo | undefined>;
}

/** What was run on this page as one JSON file; `embedded` are the captures whose bytes travel along. */
export async function writeReplay(desk: ReplayDesk, name: string, embedded: ReadonlySet<string>): Promise<Blob> {
  const runs = desk.runs.slice(-MOST_CALLS);
  if (runs.length === 0) throw new WorkbenchError('NOTHING_TO_REPLAY', 'expected a call that gave a result, found none: run one first');
  const read = new Set(runs.flatMap(({ result }) => result.metadata.captures?.map(({ sha256 }) => sha256) ?? []));
  const captures = [];
  for (const { capture_id, file_name, bytes, sha256, choice } of desk.files.list()) {
    if (!read.has(sha256)) continue;
    const file = embedded.has(capture_id) ? desk.files.file(capture_id) : undefined;
    const content = file && (await pack(file)).join('');
    const chosen = choice && { choice: JSON.parse(JSON.stringify(choice)) as Record<string, unknown> };
    captures.push({ capture_id, file_name, bytes, sha256, ...chosen, ...(content !== undefined && { content }) });
  }
  const facts = { name, created_at: new Date().toISOString(), ...desk.build, captures };
  return new Blob([JSON.stringify(await writeBundle(facts, desk.runner.policy(), runs, sha256Hex))], { type: 'application/json' });
}

/** Rejects only for a file that is no JSON; everything else is told by the report. */
export async function runReplay(bundle: unknown, desk: ReplayDesk, options: RunOptions): Promise<ReplayReport> {
  const value = bundle instanceof Blob ? await jsonOf(bundle) : bundle;
  const bring: ReplayParts['bring'] = async ({ content, bytes, sha256, file_name, choice }) => {
    const file = await unpack(content ?? '', 'application/octet-stream', bytes);
    const digest = await sha256Hex(new Uint8Array(await file.arrayBuffer()));
    if (digest !== sha256) return { sha256: digest };
    const chosen = choice === undefined ? undefined : readOpenChoice(choice);
    if (chosen?.ok === false) throw new WorkbenchError('BAD_READING', chosen.error);
    const info = await desk.open(new File([file], file_name), chosen?.value);
    if (info === undefined) throw new WorkbenchError('BAD_FILE', 'expected one capture in the file, found none');
    return { info, sha256: info.sha256 };
  };
  const { runner, build, opened } = desk;
  return replay(value, { runner, build, captures: opened, hash: sha256Hex, ids: { uuid: () => crypto.randomUUID() }, bring }, options);
}

async function jsonOf(file: Blob): Promise<unknown> {
  if (file.size > LARGEST) throw new WorkbenchError('BAD_BUNDLE', `expected a bundle of at most 512 MiB, got ${String(file.size)} bytes`);
  try {
    return JSON.parse(await file.text());
  } catch (error) {
    throw new WorkbenchError('BAD_BUNDLE', `expected a replay bundle (JSON), got ${error instanceof Error ? error.message : 'no JSON'}`);
  }
}
