import { WorkbenchError } from '../../base/failure.ts';
import { answer, formatOf, limitOf } from '../context.ts';
import { EXIT, Stop, usage } from '../exit.ts';
import { textOfFile } from '../inputs.ts';
import { printTable } from '../output/print.ts';
import { openEvery, prepare } from '../prepared.ts';
import { ANSWER_OPTIONS, type Command } from './command.ts';

const MOST_ROWS = 1_000_000;

/** The command `query`: runs one SQL statement over captures. */
export const queryCommand: Command = {
  name: 'query',
  arguments: 'STATEMENT CAPTURE...',
  summary: 'Run one read-only SQL statement. Each capture is a table named by its capture_id.',
  options: ['file', 'limit', 'reading', 'engine', 'merge', 'sensor', 'offset', ...ANSWER_OPTIONS],
  notes: 'With --file the statement is read from a file and every argument is a capture.\n',
  filesIn: ({ file }, positionals) => (file === undefined ? positionals.slice(1) : positionals),
  async run(context) {
    const { given, positionals, signal } = context;
    const [statement, captures] =
      given.file === undefined ? [positionals[0], positionals.slice(1)] : [await textOfFile(given.file), positionals];
    if (statement === undefined) throw usage('expected a statement, or --file with one');
    const limit = limitOf(given, MOST_ROWS);
    const format = formatOf(given);
    const prepared = await prepare(context);
    await openEvery(prepared, context, captures);
    const result = await prepared.script.query(statement, { signal, limit }).catch((error: unknown) => {
      throw error instanceof WorkbenchError ? new Stop(EXIT.failed, error.message) : error;
    });
    if (result.truncated) context.note(`the answer has more than ${String(limit)} rows; the first ${String(limit)} are written (--limit)`);
    const columns = result.columns.map(({ name }) => name);
    await answer(context, async (outlet) => {
      if (format === 'json') await outlet.write(`${JSON.stringify(result)}\n`);
      else await printTable(outlet, given, { columns, rows: result.rows });
    });
    return EXIT.done;
  },
};
