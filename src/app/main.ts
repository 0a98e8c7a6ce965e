import './no-webrtc.ts';
import { mountApp, type MountedApp } from '../ui/mount.ts';
import { CoreConnection } from './core-connection.ts';
import { pageRecentFiles } from './files/recent-files.ts';
import { pruneLastViewStates } from './keeping/last-view-state.ts';
import { watchTabs } from './keeping/tabs.ts';
import { keepOffline } from './offline/install.ts';
import { followLaunches, type LaunchQueue } from './offline/launched.ts';
import { destinationHost } from './files/destination-host.ts';
import { pageEnvironment, pageHost } from './page-host.ts';
import { pagePort, type PagePort } from './page-port.ts';
import { createPageState } from './page-state.ts';
import { publicWorkbench } from './workbench.ts';

/** Starts the core, shows the page, creates `window.workbench`, and opens the session in the page if it is a shared file. */
async function start(): Promise<void> {
  const target = document.getElementById('app');
  if (!target) throw new Error('broken invariant: the page has no element #app');
  const recent = pageRecentFiles();
  const environment = pageEnvironment();
  const state = createPageState(environment.page_id);
  const destination = destinationHost();
  const connection = new CoreConnection(
    environment,
    pageHost({
      recent,
      destination,
      restore: (work, results, since) => {
        state.restore(work, results, since);
      },
      reportError,
    }),
    () => state.read(),
    reportError,
  );
  connection.bus.on('core', (event) => {
    if (event.state === 'restarting') destination.abortAll().catch(reportError);
  });
  const port = pagePort(connection, recent, () => {
    state.send();
  });
  state.connect(port);
  window.workbench = publicWorkbench(connection, port, state);
  const app = await port.during(() => show(target, port, state));
  await port.ready.catch(() => undefined);
  if ('modelContext' in document) offerTools(port).catch(reportError);
  listenToEmbedder(connection, port, state).catch(reportError);
  port.core.keeping.start().catch(reportError);
  port.core.keeping.entries().then(
    (kept) => pruneLastViewStates(kept.map(({ id }) => id)),
    () => undefined,
  );
  keepOffline((apply) => {
    app.offerUpdate(apply);
  }).catch(reportError);
}

/** Shows the views and opens the embedded session; rejects if that session cannot be read. */
async function show(target: HTMLElement, port: PagePort, state: ReturnType<typeof createPageState>): Promise<MountedApp> {
  const app = await mountApp(target, port);
  state.mounted(app);
  // Web Locks are undefined on plain http, although the DOM types say that they always exist.
  void watchTabs(globalThis.isSecureContext ? navigator.locks : undefined, (another) => {
    app.tellOfTabs(another);
  });
  followLaunches((globalThis as { launchQueue?: LaunchQueue }).launchQueue, app.openFiles, reportError);
  await port.core.sessions.loadEmbedded();
  return app;
}

/** Offers the tools to agents of the browser (WebMCP, in browsers in which it is switched on). */
async function offerTools(port: PagePort): Promise<void> {
  const { offerToBrowser } = await import('./callers/browser-agents.ts');
  await offerToBrowser(port);
}

/** Serves pages that embed this one, if the host of this page allows their origins. */
async function listenToEmbedder(...parts: Embedded): Promise<void> {
  const content = document.querySelector<HTMLMetaElement>('meta[name="workbench-embedders"]')?.content ?? '';
  if (content.trim() === '' || window.parent === window) return;
  const { offerToEmbedder } = await import('./callers/embedding.ts');
  offerToEmbedder(content, ...parts);
}

type Embedded = [CoreConnection, PagePort, ReturnType<typeof createPageState>];

void start().catch(reportError);
