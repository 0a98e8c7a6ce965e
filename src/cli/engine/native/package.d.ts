/** The package is optional, so its own declarations may be missing; `node-bindings.ts` declares the functions that are used. */
declare module '@duckdb/node-bindings' {
  const api: unknown;
  export default api;
}
