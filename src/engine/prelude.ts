/**
 * URL from which DuckDB's worker fetches its module. The prelude answers that request from memory; no host can have this name (RFC 2606).
 */
export const MODULE_URL = 'https://module.invalid/duckdb-eh.wasm';

/** The first message to the worker, with what it needs to start. */
export interface ModuleMessage {
  readonly workbenchModule: Blob;
  /** Name of the lock that the worker holds until it ends. */
  readonly workbenchLock: string;
}

/** Message to the worker after the database has started; the worker then stops reporting that it works. */
export interface StartedMessage {
  readonly workbenchStarted: true;
}

/** Message by which a starting worker shows that it works. `locked` is true once the worker holds its lock. */
export interface AliveMessage {
  readonly workbenchAlive: true;
  readonly locked: boolean;
  /** Why the start failed, for instance because the module does not compile; DuckDB itself does not report that. */
  readonly failure?: string;
}

/**
 * Script that runs before DuckDB's worker script in the same classic worker. On file:// a worker cannot fetch a blob of the page, so the
 * module arrives as a message. Any other request is rejected, so that the engine could not send data even if the page's policy allowed it.
 * DuckDB's log is switched off, because it repeats every rejected statement. The worker holds a Web Lock until it ends, so that its end is
 * noticed without an error event; in browsers without locks this is left out.
 */
export const PRELUDE = `(() => {
  let received;
  const module = new Promise((resolve) => { received = resolve; });
  self.addEventListener('message', (event) => {
    if (!event.data || !event.data.workbenchModule) return;
    event.stopImmediatePropagation();
    received(event.data.workbenchModule);
    const hold = () => { self.postMessage({ workbenchAlive: true, locked: true }); return new Promise(() => undefined); };
    if (self.navigator.locks) self.navigator.locks.request(event.data.workbenchLock, hold).catch(() => undefined);
  });
  const alive = setInterval(() => self.postMessage({ workbenchAlive: true, locked: false }), 5000);
  const fail = (event) => {
    event.preventDefault();
    self.postMessage({ workbenchAlive: true, locked: false, failure: String(event.reason) });
  };
  self.addEventListener('unhandledrejection', fail);
  self.addEventListener('message', (event) => {
    if (!event.data || !event.data.workbenchStarted) return;
    event.stopImmediatePropagation();
    clearInterval(alive);
    self.removeEventListener('unhandledrejection', fail);
  });
  self.fetch = async (request) => {
    const url = typeof request === 'string' ? request : request.url;
    if (url !== ${JSON.stringify(MODULE_URL)}) throw new TypeError('the query engine has no network: ' + url);
    return new Response(await module, { headers: { 'content-type': 'application/wasm' } });
  };
  self.XMLHttpRequest = undefined;
  self.WebSocket = undefined;
  self.console.log = () => undefined;
  self.importScripts = () => { throw new TypeError('the query engine loads no scripts'); };
})();
`;
