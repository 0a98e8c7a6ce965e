/**
 * Where DuckDB's worker is told to find its module. Nothing is ever fetched from there: the prelude answers
 * this one address from memory. The name cannot exist (RFC 2606).
 */
export const MODULE_URL = 'https://module.invalid/duckdb-eh.wasm';

/** The first message to the worker; everything after it belongs to DuckDB. */
export interface ModuleMessage {
  readonly workbenchModule: Blob;
}

/**
 * Runs in front of DuckDB's worker script, in the same classic worker. On file:// a worker cannot fetch what
 * the page made, so the module arrives as a message. Any other request is refused here already: the page's
 * policy would refuse it too, but a second lock costs nothing, and an engine without a network cannot leak.
 * DuckDB's own log is silenced: it repeats every refused statement, which the caller hears of anyway.
 */
export const PRELUDE = `(() => {
  let received;
  const module = new Promise((resolve) => { received = resolve; });
  self.addEventListener('message', (event) => {
    if (!event.data || !event.data.workbenchModule) return;
    event.stopImmediatePropagation();
    received(event.data.workbenchModule);
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
