import { throwIfAborted } from '../../base/failure.ts';
import { once } from '../../base/once.ts';
import type { ToolResult } from '../../tools/contract/index.ts';
import type { WorkState } from '../../workbench/port.ts';
import type { SaveOptions } from '../../workbench/public.ts';
import type { KeepingPort } from '../../workbench/stored.ts';
import type { Conversations } from '../assistants/conversations.ts';
import type { Calling } from '../calling.ts';
import { sha256Hex } from '../calls/digest.ts';
import type { CoreBase, Data } from '../data.ts';
import { whenIdle } from '../idle.ts';
import type { SharingDependencies } from '../offline/sharing.ts';
import type { Opening } from '../opening.ts';
import { viewOf } from '../results/view.ts';
import type { GivenSession } from './load-session.ts';
import type { KeepingService } from './keeping-service.ts';

const SAVING = 'Saving the session';

export interface SessionDependencies {
  readonly base: CoreBase;
  readonly data: Data;
  readonly opening: Opening;
  readonly calling: Calling;
  readonly sharing: SharingDependencies;
  /** The state of the page's views that the core last received. */
  readonly work: { current: WorkState };
  readonly conversations: Pick<Conversations, 'adopt'>;
}

/** Saves sessions to files, opens them, and stores the current one in the browser as it changes. */
export interface SessionService {
  saveSession(options: SaveOptions): Promise<Blob>;
  /**
   * Opens a session. Returns the names of the files that it needs and that are not open with the same content.
   * @param since when opening the session began, in ms since 1970; now by default
   */
  loadSession(given: GivenSession, since?: number): Promise<readonly string[]>;
  readonly sessions: { save(name: string, sign?: boolean): Promise<Blob>; open(file: File): Promise<void> };
  /** The storage of sessions in the browser; null if sessions must not be stored. */
  readonly keeping: CoreKeeping | null;
}

export interface CoreKeeping extends Omit<KeepingPort, 'resume'> {
  resume: KeepingService['resume'];
  start(): void;
  readonly flush: KeepingService['flush'];
  readonly entries: KeepingService['entries'];
}

export function createSessions(dependencies: SessionDependencies): SessionService {
  const { base, data, opening, calling, sharing, work: views, conversations } = dependencies;
  const { activities, busy, host } = base;
  const load: SessionService['loadSession'] = (given, since = Date.now()) =>
    busy.during(async () =>
      (await import('./load-session.ts')).loadSession(given, {
        captures: data.captures,
        isOpen: (id) => data.opened.get(id) !== undefined,
        open: (file, choice) => opening.open([file], { choice }),
        merge: (ids, options) => opening.merge(ids, options),
        activities,
        journals: calling.journals,
        policies: calling.policies,
        verifications: base.verifications,
        conversations,
        adopt(found) {
          const adopted = calling.runner.adopt(found);
          calling.runs.add(...adopted);
          return adopted;
        },
        restore(work, results: readonly ToolResult[]) {
          // Set the state here, so that saving includes it even before the views send it back.
          views.current = work;
          return host.restore(work, results.map(viewOf), since);
        },
      }),
    );
  const write = async (options: SaveOptions, signal: AbortSignal): Promise<Blob> => {
    const [{ savedSession }, { sealedJson }] = await Promise.all([
      import('../offline/sharing.ts'),
      import('../../session/seal/json-file.ts'),
    ]);
    const document = await savedSession(sharing, options);
    const seen = (): void => {
      throwIfAborted(signal, SAVING);
    };
    const file = await sealedJson(document, { hash: sha256Hex, sign: base.signing.signerFor(options.sign), seen });
    return new Blob([file], { type: 'application/json' });
  };
  return {
    saveSession: (options) => activities.later(SAVING, {}, ({ signal }) => write(options, signal)),
    loadSession: load,
    sessions: {
      save: (name, sign = false) => activities.run(SAVING, {}, ({ signal }) => write({ name, sign }, signal)),
      open: async (file) => {
        const since = Date.now();
        await activities.run(
          `Opening ${file.name}`,
          {},
          async () => load(await (await import('../seals/openable.ts')).openableFile(file), since),
          (missing) =>
            missing.length === 0
              ? null
              : `The session is open without these captures that it refers to: ${missing.join(', ')}. Open these files to run its calls again.`,
        );
      },
    },
    keeping: mayKeep(base, data) ? lazyKeeping(dependencies, load) : null,
  };
}

/**
 * Whether sessions may be stored in the browser. Not on pages opened from disk: they share one storage and must not show each other's
 * sessions. Not on a page with an embedded session, because it shows that one. Not without locks, which tell a session that another tab has
 * open from one whose page has ended.
 */
const mayKeep = ({ environment }: CoreBase, { sessionStore }: Data): boolean =>
  !environment.from_disk &&
  !environment.embeds_session &&
  (sessionStore !== undefined || typeof indexedDB !== 'undefined') &&
  (globalThis.navigator as Partial<Navigator> | undefined)?.locks !== undefined;

/** Loads the code that stores sessions when the page is idle, or on first use. */
function lazyKeeping(dependencies: SessionDependencies, load: SessionService['loadSession']): CoreKeeping {
  let made: KeepingService | undefined;
  const service = once(async () => (made = await (await import('./core-keeping.ts')).keepSession(dependencies, load)));
  return {
    start: () => {
      // Ignore a failure to prepare storage: some browsers deny it, for instance in private windows. Sessions are not stored then.
      whenIdle(() => void service().catch(() => undefined));
    },
    off: async () => (await service()).off(),
    holds: () => made?.holds() ?? false,
    set: async (on) => (await service()).set(on),
    left: async () => (await service()).left(),
    resume: (id, last_view_state) =>
      dependencies.base.activities.run('Opening the previous session', {}, async () => (await service()).resume(id, last_view_state)),
    forget: async (id) => (await service()).forget(id),
    flush: async (files) => made?.flush(files),
    entries: async () => (await service()).entries(),
  };
}
