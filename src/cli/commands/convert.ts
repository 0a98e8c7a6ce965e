import { formatAmount } from '../../base/format.ts';
import { WorkbenchError } from '../../base/failure.ts';
import type { Progress } from '../../base/progress.ts';
import type { ConvertedCapture, ConvertedSet } from '../../core/exports/converted-set.ts';
import { decodeAssets } from '../assets.ts';
import { requiredPath, type Context } from '../context.ts';
import { EXIT, Stop, usage } from '../exit.ts';
import { filesOf } from '../inputs.ts';
import type { Command } from './command.ts';

/** The command `convert`: converts captures of any size to a data set of Parquet files, without the query engine. */
export const convertCommand: Command = {
  name: 'convert',
  arguments: 'CAPTURE... --to parquet --output FOLDER',
  summary: 'Write captures of any size as a partitioned Parquet data set, in bounded memory.',
  options: ['to', 'output', 'progress', 'quiet', 'help'],
  async run(context) {
    const { given, positionals } = context;
    const output = requiredPath(given, 'the folder of the data set');
    if (given.to !== 'parquet') throw usage(`expected --to parquet, found ${given.to ?? 'nothing'}`);
    if (positionals.length === 0) throw usage('expected at least one capture');
    const files = await filesOf(positionals);
    const [{ newSet }, { ConvertedSet }, { convertInWorker }, { carryFiles }] = await Promise.all([
      import('../output/new-set.ts'),
      import('../../core/exports/converted-set.ts'),
      import('../../capture/convert/convert-capture.ts'),
      import('../threads/carry-files.ts'),
    ]);
    carryFiles();
    const destination = await named(output, () => newSet(output));
    const set = new ConvertedSet(destination, convertInWorker(decodeAssets(context.assets)));
    try {
      for (const file of files) await convertOne(context, set, file);
      await named(output, () => set.finish(context.signal));
    } catch (error) {
      await set.abandon();
      throw error;
    }
    return EXIT.done;
  },
};

async function convertOne(context: Context, set: ConvertedSet, file: File): Promise<void> {
  const { given, signal } = context;
  const onProgress = (progress: Progress): void => context.progress([{ title: `Converting ${file.name}`, state: 'running', progress }]);
  const capture = await named(file.name, () => set.add(file, { signal, onProgress }));
  if (given.quiet !== true) report(context, capture);
}

/** Runs work on a file or folder. If it fails, the message names that file or folder. */
async function named<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WorkbenchError)) throw error;
    const output = error.code === 'WRITE_FAILED' || error.code === 'DESTINATION_DENIED';
    throw new Stop(output ? EXIT.output : EXIT.file, `${name}: ${error.message}`);
  }
}

/** Code of the decoder's notice that times were corrected. It is left out here, because the data set has the times of the file. */
const CORRECTED = 'STALE_BUFFER';

function report({ note }: Context, { capture_id, file_name, summary, files, radio_clock }: ConvertedCapture): void {
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
