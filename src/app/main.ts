import { mountApp } from '../ui/mount.ts';
import { compose, type Composition } from './compose.ts';
import { readEmbedded } from './offline/embedded.ts';
import { whenIdle } from './idle.ts';
import { keepOffline } from './offline/install.ts';
import { watchTabs } from './tabs.ts';
import { publicWorkbench } from './workbench.ts';

/** Mounts the page, offers `window.workbench`, and opens what a shared file carries. */
async function start(): Promise<void> {
  const target = document.getElementById('app');
  if (!target) throw new Error('broken invariant: the page has no element #app');
  const composition = compose(reportError);
  window.workbench = publicWorkbench(composition);
  const app = mountApp(target, composition);
  composition.keepWork(app);
  // Undefined on plain http, whatever the types say.
  void watchTabs(globalThis.isSecureContext ? navigator.locks : undefined, (another) => {
    app.tellOfTabs(another);
  });
  const embedded = readEmbedded();
  if (embedded) await composition.loadSession(embedded.session, (id) => embedded.capture(id));
  // Fetching all of the site again competes with starting the engine; a page whose engine failed is kept as well.
  await composition.ready.catch(() => undefined);
  if ('modelContext' in document) offerTools(composition).catch(reportError);
  listenToEmbedder(composition).catch(reportError);
  whenIdle(() => {
    keepOffline((apply) => {
      app.offerUpdate(apply);
    }).catch(reportError);
  });
}

/** Where the browser brings tools of pages to agents (WebMCP, behind a flag). */
async function offerTools(composition: Composition): Promise<void> {
  const { offerToBrowser } = await import('./browser-agents.ts');
  offerToBrowser({
    runner: composition.runner,
    run: (invocation, options) => composition.runAs('webmcp', invocation, options),
    onPolicy: (listener) => composition.listen('policy', listener),
    note: (error) => {
      console.debug('webmcp', error);
    },
  });
}

/** Where the host of this page named origins that may embed it and talk to it. */
async function listenToEmbedder(composition: Composition): Promise<void> {
  const content = document.querySelector<HTMLMetaElement>('meta[name="workbench-embedders"]')?.content ?? '';
  if (content.trim() === '' || window.parent === window) return;
  const { offerToEmbedder } = await import('./embedding.ts');
  offerToEmbedder(content, composition);
}

void start().catch(reportError);
