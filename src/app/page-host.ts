import type { CoreHost, DestinationHost, Environment, Handle } from '../core/host.ts';
import { ids } from '../core/offline/page-source.ts';
import type { Methods } from '../workbench/channel.ts';
import type { WorkState } from '../workbench/port.ts';
import type { ResultView } from '../workbench/results.ts';
import { askBuiltIn, builtInObstacle } from './assistants/built-in-model.ts';
import { placeWords } from './files/page-destination.ts';
import type { RecentFiles } from './files/recent-files.ts';
import { hostRadio } from './live/host-radio.ts';

const KEEP_SESSIONS = 'capture-workbench.keep';

/** Facts about this page that the core needs when it starts. */
export function pageEnvironment(): Environment {
  return {
    version: __APP_VERSION__,
    commit: __BUILD_COMMIT__,
    base_url: document.baseURI,
    origin: location.origin,
    from_disk: location.protocol === 'file:',
    page_id: crypto.randomUUID(),
    embeds_session: document.getElementById(ids.session) !== null,
    keep_sessions: readSetting(KEEP_SESSIONS) !== 'off',
    local_model: __LOCAL_MODEL__,
    places: { file: placeWords('file'), folder: placeWords('folder') },
  };
}

/** What the page provides to the core: texts of elements, pickers, file handles and prompts. */
export function pageHost(dependencies: {
  readonly recent: RecentFiles | null;
  readonly destination: DestinationHost;
  readonly restore: (work: WorkState, results: readonly ResultView[], since: number) => void;
  readonly reportError: (error: unknown) => void;
}): Methods {
  const host: Omit<CoreHost, 'report'> & { report(error: { message: string }): void } = {
    elementText: (id) => Promise.resolve(document.getElementById(id)?.textContent ?? null),
    destination: dependencies.destination,
    storeArtifact: (bytes, type) => Promise.resolve(URL.createObjectURL(new Blob([bytes], { type }))),
    drawPlot: async (uri, width) => (await import('./draw-plot.ts')).drawPlot(uri, width),
    files: {
      handleOf: (file) => dependencies.recent?.handleOf(file) ?? Promise.resolve(null),
      read: readHandle,
    },
    model: {
      obstacle: builtInObstacle,
      ask: (system, prompt, schema, { signal }) => askBuiltIn(system, prompt, schema, signal),
    },
    radio: hostRadio(),
    restore: (work, results, since) => Promise.resolve(dependencies.restore(work, results, since)),
    keepSessions: (on) => Promise.resolve(writeSetting(KEEP_SESSIONS, on ? null : 'off')),
    report: (error) => {
      dependencies.reportError(Object.assign(new Error(error.message), error));
    },
  };
  return host as unknown as Methods;
}

/** Returns the file of a handle; null if the person denies access or the file cannot be read. */
async function readHandle(handle: Handle): Promise<File | null> {
  try {
    const allowed = await handle.requestPermission?.({ mode: 'read' });
    return allowed === 'denied' || allowed === 'prompt' ? null : await handle.getFile();
  } catch {
    return null;
  }
}

/** Returns a setting that the browser stores; null if there is none or the browser denies storage. */
function readSetting(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeSetting(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Ignore that the browser denies storage: the setting then applies until the page is closed.
  }
}
