import { basename, extname } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { CaptureInfo } from '../../tables/captures.ts';
import { EXPORT_FORMATS } from '../../tools/definition.ts';
import { requiredPath, type Context } from '../context.ts';
import { EXIT, usage, type ExitCode } from '../exit.ts';
import { writeJournal } from '../journal.ts';
import { printResult } from '../output/result.ts';
import type { Given } from '../options.ts';
import { openEvery, prepare, type Prepared } from '../prepared.ts';
import type { Command } from './command.ts';
import { exitOf } from './run.ts';

const TOOL = 'capture_export';

/** The command `export`: writes the selected rows to a file, with the tool of the same name. */
export const exportCommand: Command = {
  name: 'export',
  arguments: 'CAPTURE... --to FORMAT --output PATH',
  summary: `Write rows to a file: ${EXPORT_FORMATS.join(', ')}.`,
  options: ['to', 'output', 'where', 'columns', 'policy', 'reading', 'engine', 'journal', 'progress', 'quiet', 'help'],
  notes: 'A partitioned set is a new folder. For captures larger than memory, see convert.\n',
  async run(context) {
    const { given, positionals } = context;
    const wanted = rowsToExport(given);
    if (positionals.length === 0) throw usage('expected at least one capture');
    const prepared = await prepare(approving(context), { target: wanted.output });
    return exportRows(prepared, context, await openEvery(prepared, context, positionals), wanted);
  },
};

/** Where the rows are to be written, and in which format. */
export interface WantedRows {
  readonly format: (typeof EXPORT_FORMATS)[number];
  readonly output: string;
}

export function rowsToExport(given: Given): WantedRows {
  const output = requiredPath(given, 'the file or folder');
  const format = EXPORT_FORMATS.find((each) => each === given.to);
  if (format === undefined) throw usage(`expected --to ${EXPORT_FORMATS.join(', ')}, found ${given.to ?? 'nothing'}`);
  return { format, output };
}

/** Approves the export tool for this command, because the person typed the command and its destination. */
export const approving = (context: Context): Context => ({ ...context, given: { ...context.given, approve: [TOOL] } });

/** Writes rows of captures with a call of the export tool. @param prepared made with a context of `approving` and the place in `wanted` */
export async function exportRows(
  prepared: Prepared,
  context: Context,
  captures: readonly CaptureInfo[],
  { format, output }: WantedRows,
): Promise<ExitCode> {
  const { where, columns } = context.given;
  const manifest = prepared.core.parts.calling.registry.versions(TOOL).at(-1)?.manifest;
  const call = {
    tool_name: TOOL,
    tool_version: manifest?.version,
    capture_selection: selectionOf(captures, where),
    arguments: {
      format,
      file_name: safeName(output),
      // Write no second file with the origin of the rows beside a text file: the person named one path, and the journal has the origin.
      provenance: format !== 'csv' && format !== 'ndjson',
      ...(columns !== undefined && { columns: columns.split(',') }),
    },
    request_id: `export-${randomUUID()}`,
    timeout_ms: manifest?.execution_constraints.max_timeout_ms,
  };
  const result = await prepared.script.run(call, prepared.runOptions);
  await writeJournal(prepared, context);
  return reported(context, printResult(result), exitOf(result));
}

const selectionOf = (captures: readonly CaptureInfo[], filters: readonly string[] = []): object => ({
  capture_ids: captures.map(({ capture_id }) => capture_id),
  ...(filters.length > 0 && { selectors: { filters } }),
});

/** Derives a name that the tool accepts from the path. The file itself gets the name that the person typed. */
function safeName(path: string): string {
  const name = basename(path, extname(path))
    .replaceAll(/[^A-Za-z0-9 ._-]/g, '_')
    .slice(0, 60);
  return /^[A-Za-z0-9][A-Za-z0-9 ._-]*[A-Za-z0-9_-]$/.test(name) ? name : 'export';
}

function reported({ note, given }: Context, text: string, exit: ExitCode): ExitCode {
  if (exit !== EXIT.done || given.quiet !== true) for (const line of text.trimEnd().split('\n')) note(line);
  return exit;
}
