import { shorten, toolError } from '../../contract/errors.ts';
import type { ToolError } from '../../contract/index.ts';
import type { ExportJob, SelectedRows, ToolCapabilities, ToolOutcome } from '../../definition.ts';
import type { Arguments, Exported } from './schema.ts';

/** Hands the selected rows to the exporter and reports what it wrote. */
export async function run(args: Arguments, capabilities: ToolCapabilities): Promise<ToolOutcome<Exported>> {
  const { exporter, selection, query, signal, progress } = capabilities;
  const answer = await query.answer(`SELECT * FROM (${selection.sql}) AS selected LIMIT 0`, selection.values, { signal });
  const known = answer.columns.map(({ name, type }) => ({ name, type }));
  const [fault, ...more] = unknownColumns(args, known);
  if (fault) return { status: 'error', errors: [fault, ...more] };
  const naming = args.device_names ? namingOf(args, known) : null;
  if (naming !== null && 'code' in naming) return { status: 'error', errors: [naming] };
  const chosen = args.columns?.flatMap((name) => known.filter((column) => column.name === name)) ?? known;
  const columns = naming === null || args.format === 'pcapng' ? chosen : [...chosen, { name: naming.name_column, type: 'VARCHAR' }];
  if (args.format === 'partitioned_parquet' && chosen.every(({ name }) => name.toLowerCase() === 'capture_id')) {
    const message = 'arguments.columns: expected a column beside capture_id, whose values are the names of folders';
    return { status: 'error', errors: [toolError('INVALID_VALUE', message, ['arguments', 'columns'])] };
  }
  const timed = known.some(({ name }) => name.toLowerCase() === 'ts_us');
  const report = await exporter.write({ ...jobOf(args, selection, naming), columns, timed }, { signal, onProgress: progress });
  const bytes = report.files.reduce((sum, file) => sum + file.bytes, 0);
  const files = report.folder === null ? (report.files[0]?.path ?? '') : `${String(report.files.length)} files in ${report.folder}`;
  return {
    status: 'ok',
    summary: `${String(report.rows_written)} rows written to ${files}, ${String(bytes)} bytes.`,
    structured_output: {
      format: args.format,
      place: report.place,
      ...(report.folder !== null && { folder: report.folder }),
      rows_written: report.rows_written,
      rows_left_out: report.rows_left_out,
      bytes,
      columns: columns.map(({ name }) => name),
      files: report.files.map(({ path, bytes: size, sha256 }) => ({ path, bytes: size, sha256 })),
      ...(report.journal_head !== null && { journal_head: report.journal_head }),
    },
    warnings:
      report.rows_left_out === 0
        ? []
        : [
            {
              code: 'ROWS_LEFT_OUT',
              message: `${String(report.rows_left_out)} rows hold no packet that ${args.format} could carry; the other formats hold every row`,
              details: { rows_left_out: report.rows_left_out },
            },
          ],
    confidence_inputs: { written: report.rows_written, left_out: report.rows_left_out },
    hints: {
      reasoning: 'Every row of the selection was read once and written in the order of its capture.',
      assumptions: ['addresses and names in the files are personal data of the people who carry the devices'],
      noNext: 'the rows are written, and what to do with the files is for a person',
      contextNeeded: report.rows_written === 0 ? ['a selection with rows'] : [],
    },
    measures: { rows: report.rows_written },
  };
}

/** The column for device names, and the SQL expression of the address in it, which the exporter replaces with the name. */
interface Naming {
  readonly name_column: string;
  readonly address: string;
}

/** Columns that identify the device of a packet; a scan by a browser has ids instead of addresses. */
const ADDRESSES = ['advertiser_addr', 'device_id'];

function namingOf({ format, comments }: Arguments, known: readonly { readonly name: string; readonly type: string }[]): Naming | ToolError {
  const fault = (message: string): ToolError =>
    toolError('INVALID_VALUE', `arguments.device_names: ${message}`, ['arguments', 'device_names'], { got: 'true' });
  if (format === 'pcapng' && !comments)
    return fault('expected comments to be true, because pcapng holds names in comments only; got false');
  const own = known.filter(({ name, type }) => type === 'VARCHAR' && ADDRESSES.includes(name)).map(({ name }) => name);
  if (own.length === 0) return fault('expected captures with a column advertiser_addr, whose devices can have names; got none');
  const taken = new Set(known.map(({ name }) => name.toLowerCase()));
  let name_column = 'device_name';
  for (let next = 2; taken.has(name_column); next++) name_column = `device_name_${String(next)}`;
  return { name_column, address: `coalesce(${ADDRESSES.filter((name) => own.includes(name)).join(', ')})` };
}

function jobOf(args: Arguments, { sql, values, captures }: SelectedRows, naming: Naming | null): Omit<ExportJob, 'columns' | 'timed'> {
  const { format, spreadsheet_safe, comments, provenance } = args;
  const labels = new Map((args.labels ?? []).map(({ address, label }) => [address, label]));
  return {
    format,
    name: args.file_name ?? captures[0]?.capture_id ?? 'export',
    sql: naming === null ? sql : `SELECT *, ${naming.address} AS ${naming.name_column} FROM (${sql}) AS named`,
    name_column: naming?.name_column ?? null,
    values,
    captures,
    provenance_file: provenance,
    spreadsheet_safe,
    comments,
    labels,
  };
}

function unknownColumns({ columns = [] }: Arguments, known: readonly { readonly name: string }[]): ToolError[] {
  const names = known.map((column) => column.name);
  return columns.flatMap((name, at) => {
    if (names.includes(name)) return [];
    const message = `arguments.columns[${String(at)}]: expected one of ${shorten(names.join(', '), 400)}, got ${JSON.stringify(name)}`;
    return [toolError('INVALID_VALUE', message, ['arguments', 'columns', at], { allowed: names.slice(0, 64), got: name })];
  });
}
