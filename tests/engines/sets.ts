import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Engine } from '../../src/engine/engine.ts';
import type { ColumnInfo } from '../../src/tables/captures.ts';
import { nativeDuckDb } from '../support/native-duckdb.ts';
import type { MemoryFiles } from '../support/memory-destination.ts';

export type OtherEngine = 'duckdb' | 'spark' | 'trino' | 'clickhouse';

export interface Request {
  readonly sql: string;
  /** Only the number of rows and their digest, which does not depend on their order. */
  readonly digest: boolean;
}

export interface Answered {
  readonly types?: readonly string[];
  readonly rows?: number | readonly (readonly unknown[])[];
  /** As `examples/spark/digests.py` makes it. */
  readonly digest?: string;
  readonly error?: string;
}

/** A set on disk. */
export interface Folder {
  readonly path: string;
  remove(): void;
}

export function onDisk(files: MemoryFiles): Folder {
  const path = mkdtempSync(join(tmpdir(), 'set-'));
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), bytes);
  }
  return { path, remove: () => rmSync(path, { recursive: true }) };
}

/** A Python in which a statement succeeds that needs the engine; null where none was found. `npm run test:engines` makes one. */
export async function pythonWith(statement: string): Promise<string | null> {
  for (const python of ['.cache/engines/bin/python', 'python3']) {
    const found = await run(python, ['-c', statement]).then(
      () => true,
      () => false,
    );
    if (found) return python;
  }
  return null;
}

const run = promisify(execFile);

/** Requests over a set. */
export interface Asked {
  readonly set: Folder;
  readonly requests: readonly Request[];
}

/** For Java programs that end soon: no second compilation of what has run often. */
export const SHORT_JAVA = { ...process.env, JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' };

/** Executes the own statements of each set in an engine, then its requests. Returns the answers of each set. */
export async function answersOf(engine: OtherEngine, python: string, asked: readonly Asked[]): Promise<(readonly Answered[])[]> {
  if (engine === 'duckdb') return Promise.all(asked.map(({ set, requests }) => nativeAnswers(set.path, requests)));
  const place = mkdtempSync(join(tmpdir(), 'answers-'));
  try {
    const [request, answered] = [join(place, 'requests.json'), join(place, 'answers.jsonl')];
    writeFileSync(request, JSON.stringify(asked.map(({ set, requests }) => ({ folder: set.path, requests }))));
    await run(python, ['tests/engines/read_set.py', engine, request, answered], { maxBuffer: 2 ** 28, env: SHORT_JAVA });
    const lines = readFileSync(answered, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as Answered); // prettier-ignore
    return asked.map(({ requests }) => lines.splice(0, requests.length));
  } finally {
    rmSync(place, { recursive: true });
  }
}

async function nativeAnswers(path: string, requests: readonly Request[]): Promise<readonly Answered[]> {
  const native = await nativeDuckDb();
  if (native === null) throw new Error('broken invariant: native DuckDB was found before');
  try {
    await native.run(`SET TimeZone = 'UTC'; SET file_search_path = '${path}'`);
    await native.run(readFileSync(join(path, 'duckdb.sql'), 'utf8'));
    const answers: Answered[] = [];
    for (const { sql, digest } of requests) {
      const described = await native.rows(`SELECT column_type FROM (DESCRIBE ${sql})`);
      const rows = await native.rows(sql);
      const types = described.map(([type]) => String(type));
      answers.push({ types, ...(digest ? digestOf(rows) : { rows }) });
    }
    return answers;
  } finally {
    native.close();
  }
}

/** The same in the workbench itself. */
export async function ownAnswer(engine: Engine, { sql, digest }: Request): Promise<Answered> {
  const { rows, columns } = await engine.query(sql, { limit: 1_000_000 });
  return { types: columns.map(({ type }) => type), ...(digest ? digestOf(rows) : { rows }) };
}

function digestOf(rows: readonly (readonly unknown[])[]): { readonly rows: number; readonly digest: string } {
  let sum = 0n;
  for (const row of rows)
    sum += BigInt(
      `0x${createHash('sha256')
        .update(JSON.stringify(row.map(exact)))
        .digest('hex')}`,
    );
  return { rows: rows.length, digest: BigInt.asUintN(256, sum).toString(16).padStart(64, '0') };
}

/** The bits of a floating-point number. Every integer is a text here. */
function exact(value: unknown): unknown {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string' && /^(?:-?Infinity|NaN)$/.test(value)) return value.toLowerCase().replace('infinity', 'inf');
  if (typeof value !== 'number') return value;
  const bits = Buffer.alloc(8);
  bits.writeDoubleBE(value);
  return bits.toString('hex');
}

/**
 * Cells of an answer, in an order of their own: numbers to 12 digits, because sums of floating-point numbers depend on the order of the rows,
 * and engines differ in the order of NULL.
 */
export function sortedCells({ rows, error }: Answered): unknown {
  if (!Array.isArray(rows)) return error;
  return (rows as readonly (readonly unknown[])[]).map((row) => JSON.stringify(row.map(rounded))).sort();
}

const rounded = (value: unknown): unknown => {
  if (typeof value === 'boolean') return String(value);
  const numeric = typeof value === 'number' || (typeof value === 'string' && /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/.test(value));
  return numeric ? Number(Number(value).toPrecision(12)) : value;
};

/** The relation over all files of a set, made of the workbench's own tables. `time` is the value of a capture whose hour names folders. */
export const rowsOfSet = (tables: readonly { readonly name: string; readonly time: string }[]): string =>
  tables
    .map(({ name, time }) => `SELECT '${name}' AS capture_id, strftime(make_timestamp(${time}), '%Y-%m-%d-%H') AS hour, * FROM ${name}`)
    .join(' UNION ALL BY NAME ');

/** A column as the cells of `read_set.py`, in the dialect of an engine. */
export function cellSql(engine: OtherEngine, { name, type }: ColumnInfo): string {
  const [double, back] = [`"${name}"`, `\`${name}\``];
  if (engine === 'spark') return back;
  if (engine === 'clickhouse') return `${clickHouseCell(back, type)} AS ${back}`;
  return `${engine === 'duckdb' ? duckDbCell(double, type) : trinoCell(double, type)} AS ${double}`;
}

function duckDbCell(name: string, type: string): string {
  if (type === 'BLOB') return `lower(hex(${name}))`;
  if (type === 'TIMESTAMP') return `epoch_us(${name})::VARCHAR`;
  if (type === 'FLOAT' || type === 'DOUBLE') return `${name}::DOUBLE`;
  return type === 'VARCHAR' || type === 'VARCHAR[]' ? name : `${name}::VARCHAR`;
}

/** Its client writes the shortest decimals of a `real`, which are another number as `double`. */
const trinoCell = (name: string, type: string): string => (type === 'FLOAT' ? `CAST(${name} AS double)` : name);

function clickHouseCell(name: string, type: string): string {
  if (type === 'BLOB') return `lower(hex(${name}))`;
  if (type === 'TIMESTAMP') return `toString(toUnixTimestamp64Micro(${name}))`;
  return type === 'FLOAT' ? `toFloat64(${name})` : name;
}
