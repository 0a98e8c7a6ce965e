import type { Bus } from '../../base/bus.ts';
import { blobInTurns } from '../../base/blob-in-turns.ts';
import { throwIfAborted } from '../../base/failure.ts';
import { jsonPieces } from '../../base/json-text.ts';
import { once } from '../../base/once.ts';
import type { WorkbenchEvent } from '../../ui/workbench.ts';
import { pageRest } from '../clock.ts';
import { whenIdle } from '../idle.ts';
import type { KeepingDesk } from './desk.ts';
import type { GivenSession, SessionParts } from './load-session.ts';
import { documentSource, ids } from '../offline/page-source.ts';
import type { SharingParts } from '../offline/sharing.ts';
import type { SaveOptions } from '../public.ts';
import type { RecentFiles } from '../captures/recent-files.ts';

const SAVING = 'Saving the session';

export interface SessionDeskParts extends Omit<SessionParts, 'captures'> {
  readonly sharing: SharingParts;
  /** Null where the browser keeps no handles. */
  readonly recent: RecentFiles | null;
  readonly bus: Bus<WorkbenchEvent>;
}

/** Sessions of the page: saved to files and opened from them, and kept in the browser as they grow. */
export interface SessionDesk {
  saveSession(options: SaveOptions): Promise<Blob>;
  /** Gives the names of the files that it names and that are not open as they were. */
  loadSession(given: GivenSession): Promise<readonly string[]>;
  readonly sessions: { save(name: string): Promise<Blob>; open(file: File): Promise<void> };
  /** Null where nothing may be kept. */
  readonly keeping: (Omit<KeepingDesk, 'touched' | 'flush'> & { start(): void }) | null;
}

export function sessionDesk(parts: SessionDeskParts): SessionDesk {
  const { sharing, activities } = parts;
  const loadSession: SessionDesk['loadSession'] = async (given) =>
    (await import('./load-session.ts')).loadSession(given, { ...parts, captures: sharing.captures });
  const write = async (options: SaveOptions, signal: AbortSignal): Promise<Blob> => {
    const rest = async (): Promise<void> => {
      throwIfAborted(signal, SAVING);
      await pageRest();
    };
    const { sessionOf } = await import('../offline/sharing.ts');
    const pieces = await jsonPieces(sessionOf(sharing, options, new Set(), sharing.answered()), rest, 2);
    return blobInTurns(pieces, rest, 'application/json');
  };
  return {
    saveSession: (options) => activities.later(SAVING, {}, ({ signal }) => write(options, signal)),
    loadSession,
    sessions: {
      save: (name) => activities.run(SAVING, {}, ({ signal }) => write({ name }, signal)),
      open: async (file) => {
        const load = async (): Promise<readonly string[]> =>
          loadSession({ document: await (await import('./sessions.ts')).sessionJson(file), bytes: () => null, own: false });
        await activities.run(`Opening ${file.name}`, {}, load, (missing) =>
          missing.length === 0
            ? null
            : `The session is open without captures that it names and that are not here: ${missing.join(', ')}. Open these files to run its calls again.`,
        );
      },
    },
    keeping: mayKeep() ? lazyKeeping(parts, loadSession) : null,
  };
}

/**
 * Pages from disk share one storage, and none may show what another one left; a page that carries a session shows that one; without locks nobody can tell a session that was
 * left from one that another tab has open.
 */
const mayKeep = (): boolean =>
  location.protocol !== 'file:' &&
  documentSource.textOf(ids.session) === null &&
  globalThis.isSecureContext &&
  typeof indexedDB !== 'undefined' &&
  (navigator as Partial<Navigator>).locks !== undefined;

/** Loaded when the page has nothing better to do, or somebody asks. */
function lazyKeeping(parts: SessionDeskParts, load: SessionDesk['loadSession']): NonNullable<SessionDesk['keeping']> {
  let made: KeepingDesk | undefined;
  const desk = once(async () => (made = await (await import('./page.ts')).keepOnPage(parts, load)));
  return {
    start: () => {
      // Where the browser withholds its storage, as in some private windows, nothing is kept.
      whenIdle(() => void desk().catch(() => undefined));
    },
    off: async () => (await desk()).off(),
    holds: () => made?.holds() ?? false,
    set: async (on) => (await desk()).set(on),
    left: async () => (await desk()).left(),
    resume: (id) => parts.activities.run('Opening the session that was left', {}, async () => (await desk()).resume(id)),
    forget: async (id) => (await desk()).forget(id),
    entries: async () => (await desk()).entries(),
  };
}
