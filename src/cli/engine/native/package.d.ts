/** Optional, so its own declarations may be missing; `node-bindings.ts` declares what is used. */
declare module '@duckdb/node-bindings' {
  const api: unknown;
  export default api;
}
