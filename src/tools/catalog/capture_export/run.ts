import { shorten, toolError } from '../../contract/errors.ts';
import type { ToolError } from '../../contract/index.ts';
import type { ExportJob, SelectedRows, ToolCapabilities, ToolOutcome } from '../../definition.ts';
import type { Arguments, Exported } from './schema.ts';

/** Hands the selected rows to the exporter, and tells what it wrote. */
export async function run(args: Arguments, capabilities: ToolCapabilities): Promise<ToolOutcome<Exported>> {
  const { exporter, selection, query, signal, progress } = capabilities;
  const answer = await query.answer(`SELECT * FROM (${selection.sql}) AS selected LIMIT 0`, selection.values, { signal });
  const known = answer.columns.map(({ name, type }) => ({ name, type }));
  const [fault, ...more] = unknownColumns(args, known);
  if (fault) return { status: 'error', errors: [fault, ...more] };
  const columns = args.columns?.flatMap((name) => known.filter((column) => column.name === name)) ?? known;
  if (args.format === 'partitioned_parquet' && columns.every(({ name }) => name.toLowerCase() === 'capture_id')) {
    const message = 'arguments.columns: expected a column beside capture_id, whose values are the names of folders';
    return { status: 'error', errors: [toolError('INVALID_VALUE', message, ['arguments', 'columns'])] };
  }
  const timed = known.some(({ name }) => name.toLowerCase() === 'ts_us');
  const report = await exporter.write({ ...jobOf(args, selection), columns, timed }, { signal, onProgress: progress });
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
      assumptions: ['addresses and names in the files are personal data of whoever carries the devices'],
      noNext: 'the rows are written, and what to do with the files is for a person',
      contextNeeded: report.rows_written === 0 ? ['a selection with rows'] : [],
    },
    measures: { rows: report.rows_written },
  };
}

function jobOf(args: Arguments, { sql, values, captures }: SelectedRows): Omit<ExportJob, 'columns' | 'timed'> {
  const { format, spreadsheet_safe, comments, provenance } = args;
  const labels = new Map((args.labels ?? []).map(({ address, label }) => [address, label]));
  return {
    format,
    name: args.file_name ?? captures[0]?.capture_id ?? 'export',
    sql,
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
