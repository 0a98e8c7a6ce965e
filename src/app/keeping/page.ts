import { MOST_EMBEDDED } from '../../tables/captures.ts';
import { sessionOf } from '../offline/sharing.ts';
import type { SessionDesk, SessionDeskParts } from './session-desk.ts';
import { startKeeping, type KeepingDesk } from './desk.ts';
import { browserShelf } from './shelf.ts';

const WISH = 'capture-workbench.keep';
/** What a person types is no event. */
const LOOK_MS = 5_000;

/** Keeps the session of the page that this runs in. Rejects where the browser keeps nothing. */
export async function keepOnPage(parts: SessionDeskParts, load: SessionDesk['loadSession']): Promise<KeepingDesk> {
  const { sharing, recent, bus } = parts;
  const { captures } = sharing;
  const desk = await startKeeping({
    shelf: browserShelf(),
    locks: navigator.locks,
    id: crypto.randomUUID(),
    document() {
      // A scan that runs is kept by its own recording.
      const complete = captures.list().filter(({ capture_id }) => captures.file(capture_id) !== undefined);
      const runs = sharing.answered();
      if (complete.length === 0 && runs.length === 0) return null;
      return sessionOf(sharing, { capture_ids: complete.map(({ capture_id }) => capture_id) }, new Set(), runs);
    },
    file: (id) => captures.file(id),
    mayCopy: (id) => captures.keys(id).length === 0,
    handleOf: (file) => recent?.handleOf(file) ?? Promise.resolve(null),
    load: (document, bytes) => load({ document, bytes, own: true }),
    wish: {
      read: () => readWish() !== 'off',
      write: (on) => {
        writeWish(on ? null : 'off');
      },
    },
    changed: () => {
      bus.emit({ type: 'kept' });
    },
    now: () => Date.now(),
    rest: () => new Promise((resolve) => setTimeout(resolve)),
    after: (ms, work) => void setTimeout(work, ms),
    most: MOST_EMBEDDED,
  });
  for (const type of ['captures', 'tool-result', 'journals', 'policy', 'audit'] as const) {
    bus.on(type, () => {
      desk.touched();
    });
  }
  setInterval(() => {
    desk.touched();
  }, LOOK_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') desk.flush();
  });
  return desk;
}

/** Storage may be refused: sessions are kept then as long as the page asks nobody. */
function readWish(): string | null {
  try {
    return localStorage.getItem(WISH);
  } catch {
    return null;
  }
}

function writeWish(value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(WISH);
    else localStorage.setItem(WISH, value);
  } catch {
    // for this page only
  }
}
