import { mountApp, type MountedApp } from '../ui/mount.ts';
import { Pace } from '../engine/pace.ts';
import { catalog } from '../tools/catalog/index.ts';
import { createRegistry } from '../tools/registry.ts';
import { compose, type Composition } from './compose.ts';
import { readEmbedded } from './offline/embedded.ts';
import { whenIdle } from './idle.ts';
import { keepOffline } from './offline/install.ts';
import { followLaunches, type LaunchQueue } from './offline/launched.ts';
import { watchTabs } from './keeping/tabs.ts';
import type { Workbench } from './public.ts';
import { publicWorkbench } from './workbench.ts';

/** Mounts the page, offers `window.workbench`, and opens what a shared file carries. */
async function start(): Promise<void> {
  const target = document.getElementById('app');
  if (!target) throw new Error('broken invariant: the page has no element #app');
  const composed = inParts();
  offer(() => publicWorkbench(composed.now()));
  const composition = await composed.inTurns();
  // Whoever asks whether the page is idle, as a script does at once, is told so when it stands with all it carries.
  const app = await composition.during(() => stand(target, composition));
  // Fetching all of the site again competes with starting the engine; a page whose engine failed is kept as well.
  await composition.ready.catch(() => undefined);
  if ('modelContext' in document) offerTools(composition).catch(reportError);
  listenToEmbedder(composition).catch(reportError);
  composition.keeping?.start();
  whenIdle(() => {
    keepOffline((apply) => {
      app.offerUpdate(apply);
    }).catch(reportError);
  });
}

const pace = new Pace();

/** What is behind the page, made in turns of the page's thread, or what is left of it at once. */
function inParts(): { now(): Composition; inTurns(): Promise<Composition> } {
  const registry = createRegistry([]);
  const left = [...catalog];
  let made: Composition | undefined;
  const now = (): Composition => {
    for (const tool of left.splice(0)) registry.register(tool);
    return (made ??= compose(reportError, registry));
  };
  return {
    now,
    async inTurns() {
      while (left.length > 0) {
        await pace.rest();
        const tool = left.shift();
        if (tool) registry.register(tool);
      }
      await pace.rest();
      return now();
    },
  };
}

/** Draws the page and opens what it carries; throws where that cannot be read. */
async function stand(target: HTMLElement, composition: Composition): Promise<MountedApp> {
  await pace.rest();
  const app = await mountApp(target, composition, () => pace.rest());
  composition.keepWork(app);
  // Undefined on plain http, whatever the types say.
  void watchTabs(globalThis.isSecureContext ? navigator.locks : undefined, (another) => {
    app.tellOfTabs(another);
  });
  followLaunches((globalThis as { launchQueue?: LaunchQueue }).launchQueue, app.openFiles, reportError);
  const embedded = await readEmbedded();
  if (embedded) await composition.loadSession({ document: embedded.session, bytes: (id) => embedded.capture(id), own: false });
  return app;
}

/** Whoever asks for `window.workbench` before the page has come to it gets it none the less. */
function offer(make: () => Workbench): void {
  const set = (value: Workbench): Workbench => {
    Object.defineProperty(window, 'workbench', { value, writable: true, enumerable: true, configurable: true });
    return value;
  };
  Object.defineProperty(window, 'workbench', { get: () => set(make()), set, enumerable: true, configurable: true });
}

/** Where the browser brings tools of pages to agents (WebMCP, behind a flag). */
async function offerTools(composition: Composition): Promise<void> {
  const { offerToBrowser } = await import('./callers/browser-agents.ts');
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
  const { offerToEmbedder } = await import('./callers/embedding.ts');
  offerToEmbedder(content, composition);
}

void start().catch(reportError);
