import { readFile } from 'node:fs/promises';
import { formatAmount } from '../../base/format.ts';
import { WorkbenchError } from '../../base/failure.ts';
import { unexplained } from '../../capture/record-count.ts';
import { captureId } from '../../tables/capture-id.ts';
import { requiredOutput, type Context } from '../context.ts';
import type { SetCapture } from '../convert/data-set.ts';
import { EXIT, Stop, usage } from '../exit.ts';
import { filesOf } from '../inputs.ts';
import type { Command } from './command.ts';

/** `convert`: captures of any size to a data set, without the query engine. */
export const convertCommand: Command = {
  name: 'convert',
  arguments: 'CAPTURE... --to parquet --output FOLDER',
  summary: 'Write captures of any size as a partitioned Parquet data set, in bounded memory.',
  options: ['to', 'output', 'progress', 'quiet', 'help'],
  async run(context) {
    const { given, positionals } = context;
    const output = requiredOutput(given, 'the folder of the data set');
    if (given.to !== 'parquet') throw usage(`expected --to parquet, found ${given.to ?? 'nothing'}`);
    if (positionals.length === 0) throw usage('expected at least one capture');
    const files = await filesOf(positionals);
    const { DataSet } = await import('../convert/data-set.ts');
    const set = await DataSet.begin(output);
    try {
      await set.finish(await convertAll(context, files, set.folder));
    } catch (error) {
      await set.abandon();
      throw error;
    }
    return EXIT.done;
  },
};

async function convertAll(context: Context, files: readonly File[], folder: string): Promise<readonly SetCapture[]> {
  const { carryFiles } = await import('../threads/carry-files.ts');
  const { convertFile } = await import('../convert/convert-file.ts');
  carryFiles();
  const module = await WebAssembly.compile(await readFile(context.assets.parquet));
  const captures: SetCapture[] = [];
  for (const file of files) {
    const { signal } = context;
    const capture_id = captureId(file.name, (id) => captures.some((capture) => capture.capture_id === id));
    const converted = await convertFile(file, capture_id, folder, module, {
      signal,
      onProgress: (progress) => context.progress([{ title: `Converting ${file.name}`, state: 'running', progress }]),
    }).catch((error: unknown) => {
      if (!(error instanceof WorkbenchError)) throw error;
      throw new Stop(error.code === 'WRITE_FAILED' ? EXIT.output : EXIT.file, `${file.name}: ${error.message}`);
    });
    const capture = { capture_id, file_name: file.name, ...converted };
    balanced(capture);
    captures.push(capture);
    if (context.given.quiet !== true) report(context, capture);
  }
  return captures;
}

/** Every record of the file gave rows, was reported, or is no packet by its kind; every row is in a file. */
function balanced({ file_name, summary, files }: SetCapture): void {
  const written = files.reduce((sum, { rows }) => sum + rows, 0);
  if (unexplained(summary.records) !== 0 || summary.records.rows !== written || summary.row_count !== written)
    throw new Stop(
      EXIT.internal,
      `${file_name}: the counts of records do not balance, which is a fault of the converter: ${JSON.stringify({ ...summary.records, written })}`,
    );
}

/** The decoder's notice that late times are corrected, which the engine does: the set holds the times of the file. */
const CORRECTED = 'STALE_BUFFER';

function report({ note }: Context, { capture_id, file_name, summary, files, radio_clock }: SetCapture): void {
  for (const { code, message } of summary.warnings) if (code !== CORRECTED) note(`${file_name}: ${message}`);
  if (radio_clock)
    note(
      `${file_name}: the times are those of the file; "open" and "export" correct packets that the sniffer delivered late, "convert" does not`,
    );
  const problems = summary.problem_count === 0 ? '' : `, ${formatAmount(summary.problem_count, 'problem')}`;
  note(
    `${file_name}: ${formatAmount(summary.records.read, 'record')}, ${formatAmount(summary.row_count, 'row')}${problems} in ${formatAmount(files.length, 'file')} of ${capture_id}`,
  );
}
