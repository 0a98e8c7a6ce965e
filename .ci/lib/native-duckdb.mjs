/** The npm package of native DuckDB. Its DuckDB version is that of DuckDB-WASM (docs/decisions/0030-native-engine.md). */
export const NATIVE_DUCKDB = { name: '@duckdb/node-api', version: '1.4.3-r.3' };
