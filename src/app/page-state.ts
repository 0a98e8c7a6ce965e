import type { MountedApp } from '../ui/mount.ts';
import type { WorkState } from '../workbench/port.ts';
import type { ResultView } from '../workbench/results.ts';
import type { PagePort } from './page-port.ts';
import { deleteLastViewState, writeLastViewState } from './keeping/last-view-state.ts';
import type { PageState } from './workbench.ts';

/** Interval in ms at which texts that the person types are checked for changes. */
const CHECK_MS = 1_000;

/** Keeps the state of the views and that in the core equal. */
export interface ViewState extends PageState {
  /** Returns the state of the views; undefined until the page is drawn. */
  read(): WorkState | undefined;
  restore(work: WorkState, results: readonly ResultView[], since: number): void;
  connect(port: PagePort): void;
  mounted(app: MountedApp): void;
}

/** @param page_id id under which the core stores this page's session */
export function createPageState(page_id: string): ViewState {
  let app: MountedApp | null = null;
  let port: PagePort | null = null;
  let sent = '';
  const read = (): WorkState | undefined => app?.read();
  const send = (): void => {
    const work = read();
    if (work === undefined || port === null) return;
    const text = JSON.stringify(work);
    if (text === sent) return;
    sent = text;
    // Ignore a failure: if the core ended, the next one gets the state when it is restored; otherwise the next call sends it again.
    port.core.work(work).catch(() => {
      sent = '';
    });
  };
  /** Stores the state of the views, because the page may be about to close. It is deleted once the core has stored it in the session. */
  const leave = (): void => {
    send();
    const work = read();
    if (port === null || work === undefined || port.keeping?.holds() !== true) return;
    writeLastViewState(page_id, JSON.stringify(work));
    port.core.keeping.flush().then(
      () => deleteLastViewState(page_id),
      () => undefined,
    );
  };
  return {
    read,
    send,
    restore(work, results, since) {
      app?.restore(work, results, since);
      // Send the new name at once, so that the core stores the session under it.
      send();
    },
    connect(given) {
      port = given;
    },
    mounted(given) {
      app = given;
      setInterval(send, CHECK_MS);
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'hidden') leave();
      });
    },
    names: () => read()?.names ?? [],
    rename: (address, name) => app?.rename(address, name),
    async drawn() {
      if (port === null) return;
      do {
        await port.core.idle();
        while (port.busy() || app?.drawing() === true) await nextFrame();
        await nextFrame();
        await nextFrame();
      } while (port.busy() || port.activities().some(({ state }) => state === 'running'));
    },
  };
}

const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      setTimeout(resolve, 0);
    });
  });
