import { errorRow } from '../../tools/contract/errors.ts';
import type { ToolResult } from '../../tools/contract/index.ts';
import { answer, formatOf, type Context } from '../context.ts';
import { EXIT, usage, type ExitCode } from '../exit.ts';
import { jsonOfFile } from '../inputs.ts';
import { writeJournal } from '../journal.ts';
import type { Outlet } from '../output/outlet.ts';
import { printResult } from '../output/result.ts';
import { printTable } from '../output/print.ts';
import { openEvery, prepare, type Prepared } from '../prepared.ts';
import { ANSWER_OPTIONS, SESSION_OPTIONS, type Command } from './command.ts';

/** The command `run`: runs calls of tools over captures. */
export const runCommand: Command = {
  name: 'run',
  arguments: 'CALL CAPTURE...',
  summary: 'Run a call (JSON, or a list of calls) and print its result, as the page does.',
  options: [...SESSION_OPTIONS, 'table', ...ANSWER_OPTIONS],
  notes: 'CALL is a file, or "-" for standard input. In a list, every call runs even if an earlier one failed.\n',
  async run(context) {
    const [path, ...captures] = context.positionals;
    if (path === undefined) throw usage('expected a file with a call');
    formatOf(context.given);
    const call = await jsonOfFile(path, 'a call');
    const prepared = await prepare(context);
    await openEvery(prepared, context, captures);
    let exit: ExitCode = EXIT.done;
    await answer(context, async (outlet) => {
      for (const each of Array.isArray(call) ? (call as unknown[]) : [call]) {
        const result = await prepared.script.run(each, prepared.runOptions);
        exit = worse(exit, exitOf(result));
        await print(outlet, context, prepared, result);
      }
    });
    await writeJournal(prepared, context);
    return exit;
  },
};

async function print(outlet: Outlet, context: Context, prepared: Prepared, result: ToolResult): Promise<void> {
  const { given } = context;
  const format = formatOf(given);
  if (format === 'json') await outlet.write(`${JSON.stringify(result, null, 2)}\n`);
  else if (format === 'jsonl' && given.table === undefined) await outlet.write(`${JSON.stringify(result)}\n`);
  else if (given.table === 'list') await printTable(outlet, given, await listOf(prepared, result));
  else if (given.table !== undefined || format !== 'text') await printTable(outlet, given, await tableOf(prepared, result, given.table));
  else await outlet.write(printResult(result));
}

async function listOf({ person }: Prepared, { tool_call_id }: ToolResult) {
  const tables = await person.results.tables(tool_call_id);
  return { columns: ['id', 'title', 'rows'], rows: tables.map(({ id, title, total }) => [id, title, total]) };
}

async function tableOf({ person }: Prepared, { tool_call_id }: ToolResult, wanted: string | undefined) {
  const id = wanted ?? (await person.results.tables(tool_call_id))[0]?.id;
  if (id === undefined) throw usage('the answer has no table; use --json');
  const table = JSON.parse(await (await person.results.tableFile(tool_call_id, id, 'json', {})).text()) as Record<string, unknown>[];
  const columns = Object.keys(table[0] ?? {});
  return { columns, rows: table.map((row) => columns.map((name) => row[name])) };
}

/** Codes of errors that say that a file of the call could not be written. */
const UNWRITTEN: readonly string[] = ['DESTINATION_DENIED', 'WRITE_FAILED'];

/** The exit code for a result. The origin of the first error tells whether the call was refused, or ran and failed. */
export function exitOf({ status, errors }: ToolResult): ExitCode {
  if (status !== 'error') return EXIT.done;
  const code = errors[0]?.code ?? '';
  if (UNWRITTEN.includes(code)) return EXIT.output;
  const origin = errorRow(code)?.s2_code;
  return origin === undefined || origin === 'execution' || origin === 'redaction_failed' ? EXIT.failed : EXIT.refused;
}

/** The worse of two exit codes, to be used for several calls: a failed call is worse than a refused one. */
export const worse = (one: ExitCode, other: ExitCode): ExitCode => (one > other ? one : other);
