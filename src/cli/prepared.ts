import { resolve } from 'node:path';
import { WorkbenchError } from '../base/failure.ts';
import { ALL_KEYS } from '../keyring/keyring.ts';
import type { OpenChoice } from '../tables/reading.ts';
import type { CaptureInfo } from '../tables/captures.ts';
import type { RunOptions } from '../workbench/public.ts';
import type { Context } from './context.ts';
import type { Places } from './host.ts';
import { EXIT, Stop, usage } from './exit.ts';
import { filesOf, jsonOfFile } from './inputs.ts';
import { mergeCaptures, unalignedIn } from './merged.ts';
import type { Given } from './options.ts';
import type { Session } from './session.ts';

/** A session to which the command's options for policy, keys and approvals have been applied. */
export interface Prepared extends Session {
  /** Options of every call that this command makes. */
  readonly runOptions: RunOptions;
}

/** Starts a session for a command. @param where the path that an export of this command writes, or why it must not write */
export async function prepare(context: Context, { target, refused }: Pick<Places, 'target' | 'refused'> = {}): Promise<Prepared> {
  const { given, signal, assets } = context;
  const approved = approvedTools(given.approve);
  const [{ startSession }, { chooseEngine }] = await Promise.all([import('./session.ts'), import('./engine/choose.ts')]);
  const engine = await chooseEngine(given.engine, assets.engine);
  const places = { folder: resolve(given['write-to'] ?? '.'), target: target && resolve(target), refused };
  const session = startSession(assets, engine, places, (error) => {
    context.note(error instanceof Error ? error.message : String(error));
  });
  requireTools(approved, session);
  session.core.on((event) => {
    if (event.type === 'activity') context.progress(event.activities);
    if (event.type === 'approvals') decide(session, approved);
    // End the command if the engine fails to start: the page would keep trying, but a command must not wait forever.
    if (event.type === 'engine' && event.state.phase === 'failed')
      context.stop(new Stop(EXIT.internal, `the query engine cannot be started: ${event.state.reason ?? 'no reason given'}`));
  });
  if (given.policy !== undefined) await applyPolicy(session, given.policy);
  const connection_id = await connectionOf(session, context);
  return {
    ...session,
    runOptions: {
      signal,
      // `decide` answers every approval request. Without `--approve`, none is made, and a call that needs approval is denied.
      interactive: approved.size > 0,
      ...(connection_id !== undefined && { context: { connection_id } }),
    },
  };
}

function approvedTools(lists: readonly string[] = []): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(',').map((name) => name.trim())).filter((name) => name !== ''));
}

/** Throws if a tool of --approve does not exist, because its calls would be denied without a word about the name. */
function requireTools(approved: ReadonlySet<string>, { core }: Session): void {
  const { registry } = core.parts.calling;
  const unknown = [...approved].find((name) => registry.versions(name).length === 0);
  if (unknown !== undefined) throw usage(`expected --approve with the name of a tool, found ${unknown}; the command "tools" lists them`);
}

/** Answers what waits for approval: yes for the tools of --approve, no for any other. */
function decide({ core, person }: Session, approved: ReadonlySet<string>): void {
  for (const { id, tool } of core.parts.calling.approvals.port.list()) {
    // Ignore an error here: the request was withdrawn meanwhile.
    person.approvals.answer(id, { kind: approved.has(tool.name) ? 'approved' : 'rejected' }).catch(() => undefined);
  }
}

async function applyPolicy({ script }: Session, path: string): Promise<void> {
  const policy = await jsonOfFile(path, 'a policy');
  await script.setPolicy(policy).catch((error: unknown) => {
    throw usage(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  });
}

async function connectionOf({ script }: Session, { given }: Context): Promise<string | undefined> {
  const ids = new Map([['all', ALL_KEYS]]);
  if (given.keys !== undefined) {
    const keys = await jsonOfFile(given.keys, 'an object of names and keys');
    if (typeof keys !== 'object' || keys === null || Array.isArray(keys))
      throw usage(`${given.keys}: expected an object of names and keys`);
    for (const [name, key] of Object.entries(keys)) {
      const added = await script.keyring.add(name, String(key)).catch((error: unknown) => {
        throw usage(`${given.keys ?? ''}: ${error instanceof Error ? error.message : String(error)}`);
      });
      ids.set(name, added.connection_id);
    }
  }
  if (given.connection === undefined) return undefined;
  const id = ids.get(given.connection);
  if (id === undefined) throw usage(`expected --connection all or a name of --keys, found ${given.connection}`);
  return id;
}

/** The captures that a command opened. */
export interface Opened {
  readonly captures: readonly CaptureInfo[];
  /** Number of files that could not be opened. */
  readonly failed: number;
}

/** Reads from an option's file how captures are to be read: the options of `open`, which validates them. */
export const choiceOf = async ({ reading }: Given): Promise<OpenChoice> =>
  reading === undefined ? {} : ((await jsonOfFile(reading, 'a choice of reading')) as OpenChoice);

/** Opens captures one after another. A file that cannot be opened is reported and counted. */
export async function openAll(prepared: Prepared, context: Context, paths: readonly string[]): Promise<Opened> {
  const { given, signal } = context;
  const choice = await choiceOf(given);
  const captures: CaptureInfo[] = [];
  let failed = 0;
  for (const file of await prepared.core.parts.opening.gather(await filesOf(paths))) {
    try {
      captures.push(...(await prepared.script.open(file, { ...choice, signal })));
    } catch (error) {
      if (signal.aborted || !(error instanceof WorkbenchError)) throw error;
      failed += 1;
      context.note(`${file.name}: ${error.message}`);
    }
  }
  if (given.quiet !== true) for (const capture of captures) warn(context, capture);
  return { captures, failed };
}

/** Opens captures like `openAll`, but ends the command if a file cannot be opened. With `--merge`, the merged view is the last of them. */
export async function openEvery(prepared: Prepared, context: Context, paths: readonly string[]): Promise<readonly CaptureInfo[]> {
  const { captures, failed } = await openAll(prepared, context, paths);
  if (failed > 0) throw new Stop(EXIT.file, `${String(failed)} of the files could not be opened, so nothing was run`);
  if (context.given.merge === undefined) return captures;
  const info = await mergeCaptures(prepared, context, captures, context.given.merge);
  const unaligned = unalignedIn(info);
  if (unaligned !== undefined) throw unaligned;
  return [...captures, info.capture];
}

function warn(context: Context, { file_name, warnings, problem_count }: CaptureInfo): void {
  for (const { message } of warnings) context.note(`${file_name}: ${message}`);
  if (problem_count > 0) context.note(`${file_name}: ${String(problem_count)} parts could not be read`);
}
