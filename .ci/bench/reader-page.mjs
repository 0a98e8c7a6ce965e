import * as duckdb from '@duckdb/duckdb-wasm';

/**
 * Unmodified DuckDB-WASM in its own page: `readCsv(file)` creates a table from a file with DuckDB's own reader, including dialect detection
 * and skipping of unreadable rows, and returns the time and the number of rows.
 */
async function boot() {
  const worker = new Worker('duckdb-browser-eh.worker.js');
  const db = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), worker);
  await db.instantiate(new URL('duckdb-eh.wasm', location.href).href);
  await db.open({ path: ':memory:' });
  return { db, connection: await db.connect() };
}

const booted = boot();

/** @param {File} file @returns {Promise<{ ms: number, rows: number }>} */
async function readCsv(file) {
  const { db, connection } = await booted;
  await db.registerFileHandle('bench.csv', file, duckdb.DuckDBDataProtocol.BROWSER_FILEREADER, true);
  const began = performance.now();
  await connection.query("CREATE TABLE bench AS FROM read_csv('bench.csv', ignore_errors = true)");
  const ms = performance.now() - began;
  const rows = Number((await connection.query('SELECT count(*) AS n FROM bench')).toArray()[0]?.n);
  await connection.query('DROP TABLE bench');
  await db.dropFile('bench.csv');
  return { ms, rows };
}

Object.assign(window, { readCsv });
