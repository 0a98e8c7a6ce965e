import { WorkbenchError } from '../../base/failure.ts';
import { allRecordings, removeRecording } from '../../live/recording/opfs.ts';
import type { StoredItem } from '../../workbench/stored.ts';
import type { PageCalls } from '../../workbench/page.ts';
import type { RecentPort } from '../../workbench/files.ts';
import { deleteLastViewState, isLastViewState } from './last-view-state.ts';
import { ownName } from '../../core/keeping/sessions.ts';
import { browserStore, KEYS_STORE, SERVERS_STORE, type TextStore } from '../../core/keeping/text-store.ts';

export interface StoredParts {
  readonly core: Pick<PageCalls, 'keeping' | 'keyring'>;
  readonly recent: RecentPort | null;
}

const store = (name: string): TextStore => browserStore(name, { from_disk: location.protocol === 'file:' });

/** Prefix of the keys of this page's settings, because other pages may have the same origin. */
const PREFIX = 'capture-workbench';
/** Counted as the size of a stored file handle, because browsers do not report it. */
const HANDLE_BYTES = 0;

/** Lists what this page has stored in the browser: sessions, recordings, keys, servers, file handles, settings, the offline copy. */
export async function storedHere(parts: StoredParts): Promise<StoredItem[]> {
  const found = await Promise.all([sessions(parts), recordings(), keys(), servers(), files(parts), settings(), site()]);
  return found.flat();
}

export async function removeStored(id: string, parts: StoredParts): Promise<void> {
  const item = (await storedHere(parts)).find((each) => each.id === id);
  // Do nothing if the item no longer exists, because another tab may have removed it.
  if (item === undefined) return;
  if (item.held !== null) throw new WorkbenchError('STORED_HELD', `${item.title}: ${item.held}`);
  const [kind = '', ...rest] = id.split(':');
  switch (kind) {
    case 'session':
      deleteLastViewState(rest.join(':'));
      return parts.core.keeping.forget(rest.join(':'));
    case 'recording':
      return removeRecording(rest.join(':'));
    case 'keys':
      return parts.core.keyring.forget();
    case 'servers':
      return store(SERVERS_STORE).update(() => null);
    case 'files':
      return parts.recent?.forget();
    case 'settings':
      for (const key of settingKeys()) localStorage.removeItem(key);
      return;
    default:
      return removeSite();
  }
}

async function sessions({ core }: StoredParts): Promise<StoredItem[]> {
  const all = await core.keeping.entries().catch(() => []);
  return [...all].reverse().map(({ id, name, saved_at, files, results, bytes, state }) => ({
    id: `session:${id}`,
    title: [
      ownName(name) === null ? 'Session' : `Session “${ownName(name) ?? ''}”`,
      files.length === 0 ? 'without captures' : `with ${files.join(', ')}`,
    ].join(' '),
    about: `${String(results)} ${results === 1 ? 'result' : 'results'}, kept ${minute(saved_at)}${state === 'own' ? '. Open in this page: removing it stops saving' : ''}`,
    bytes,
    held: state === 'held' ? 'open in another tab' : null,
  }));
}

const minute = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

async function recordings(): Promise<StoredItem[]> {
  const all = await allRecordings();
  return all.map(({ id, file_name, bytes, started_ms, running }) => ({
    id: `recording:${id}`,
    title: file_name,
    about: `Recording of a scan, begun ${minute(started_ms)}`,
    bytes,
    held: running ? 'its scan is running: stop it first' : null,
  }));
}

async function keys(): Promise<StoredItem[]> {
  const text = await store(KEYS_STORE).read();
  if (text === null) return [];
  const about = 'Resolving keys, encrypted under your passphrase';
  return [{ id: 'keys:', title: 'Keyring', about, bytes: new Blob([text]).size, held: null }];
}

/** Lists the stored tool servers; only builds that may connect to servers store any. */
async function servers(): Promise<StoredItem[]> {
  const text = await store(SERVERS_STORE).read();
  if (text === null) return [];
  const about = 'Addresses of servers on this machine, and the tools that you allowed';
  return [{ id: 'servers:', title: 'Tool servers', about, bytes: new Blob([text]).size, held: null }];
}

async function files({ recent }: StoredParts): Promise<StoredItem[]> {
  const list = (await recent?.list().catch(() => [])) ?? [];
  if (list.length === 0) return [];
  const about = `Names and handles of ${String(list.length)} ${list.length === 1 ? 'file' : 'files'}; no contents`;
  return [{ id: 'files:', title: 'Files to open again', about, bytes: HANDLE_BYTES, held: null }];
}

function settingKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && !isLastViewState(key));
  } catch {
    // Browsers may refuse access to storage (in private windows, on some pages from disk); nothing is stored then.
    return [];
  }
}

function settings(): Promise<StoredItem[]> {
  const own = settingKeys();
  const text = own.map((key) => `${key}${localStorage.getItem(key) ?? ''}`).join('');
  const about = own.map((key) => key.slice(PREFIX.length + 1)).join(', ');
  return Promise.resolve(own.length === 0 ? [] : [{ id: 'settings:', title: 'Settings', about, bytes: new Blob([text]).size, held: null }]);
}

/** Finds the page's service worker and the names of its caches, which end with its scope; null if there is none. */
async function kept(): Promise<{ readonly registration: ServiceWorkerRegistration; readonly names: readonly string[] } | null> {
  const workers = (navigator as Partial<Pick<Navigator, 'serviceWorker'>>).serviceWorker;
  const registration = location.protocol === 'file:' ? undefined : await workers?.getRegistration().catch(() => undefined);
  if (registration === undefined) return null;
  return { registration, names: (await caches.keys()).filter((name) => name.endsWith(registration.scope)) };
}

async function site(): Promise<StoredItem[]> {
  const found = await kept();
  if (found === null) return [];
  let bytes = 0;
  for (const name of found.names) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) bytes += (await (await cache.match(request))?.blob())?.size ?? 0;
  }
  const about = 'This page, for use without a network; stored again on the next visit';
  return [{ id: 'site:', title: 'Offline copy', about, bytes, held: null }];
}

async function removeSite(): Promise<void> {
  const found = await kept();
  await found?.registration.unregister();
  for (const name of found?.names ?? []) await caches.delete(name);
}
