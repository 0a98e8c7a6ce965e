import { WorkbenchError } from '../base/failure.ts';
import type { Command } from './commands/command.ts';
import { convertCommand } from './commands/convert.ts';
import { exportCommand } from './commands/export.ts';
import { mcpCommand } from './commands/mcp.ts';
import { mergeCommand } from './commands/merge.ts';
import { openCommand } from './commands/open.ts';
import { planCommand } from './commands/plan.ts';
import { queryCommand } from './commands/query.ts';
import { reportCommand } from './commands/report.ts';
import { runCommand } from './commands/run.ts';
import { serveCommand } from './commands/serve.ts';
import { shareCommand } from './commands/share.ts';
import { toolsCommand } from './commands/tools.ts';
import { verifyCommand } from './commands/verify.ts';
import { reporter, type Context } from './context.ts';
import { requireDistinctFiles } from './distinct-files.ts';
import { EXIT, Stop, usage, type ExitCode } from './exit.ts';
import { optionLines, parse } from './options.ts';
import { standardOutput } from './output/outlet.ts';
import type { Assets } from './assets.ts';

export const COMMANDS: readonly Command[] = [
  openCommand,
  queryCommand,
  runCommand,
  planCommand,
  mergeCommand,
  exportCommand,
  convertCommand,
  toolsCommand,
  mcpCommand,
  serveCommand,
  reportCommand,
  shareCommand,
  verifyCommand,
];

const NAME = 'capture-workbench';

const overview = (): string => {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const lines = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}\n`);
  return `Usage: ${NAME} COMMAND ...\n\n${lines.join('')}\n${NAME} COMMAND --help shows the options of a command.\n`;
};

export const helpOf = ({ name, arguments: args, summary, options, notes = '' }: Command): string =>
  `Usage: ${NAME} ${name} ${args}\n\n${summary}\n\n${optionLines(options)}${notes === '' ? '' : `\n${notes}`}`;

/**
 * Runs one command of the command line.
 * @param args the arguments after the program's name
 * @param stopping aborted with a `Stop` to end the command, for instance at SIGINT or SIGTERM
 * @returns the exit code; messages for the person have been written to standard error
 */
export async function runCommandLine(args: readonly string[], assets: Assets, stopping: AbortController): Promise<ExitCode> {
  const { signal } = stopping;
  const [name, ...rest] = args;
  let shown = reporter({});
  try {
    if (name === undefined) {
      process.stderr.write(overview());
      throw usage('expected a command');
    }
    if (name === '--help' || name === '-h' || name === 'help') {
      await standardOutput().write(overview());
      return EXIT.done;
    }
    if (name === '--version') {
      await standardOutput().write(`${__APP_VERSION__} (${__BUILD_COMMIT__})\n`);
      return EXIT.done;
    }
    const command = COMMANDS.find((each) => each.name === name);
    if (command === undefined) throw usage(`expected one of ${COMMANDS.map((each) => each.name).join(', ')}, found ${name}`);
    const { given, positionals } = parse(rest, command.options);
    if (given.help === true) {
      await standardOutput().write(helpOf(command));
      return EXIT.done;
    }
    shown = reporter(given);
    const { note, progress } = shown;
    const stop = (reason: Stop): void => {
      stopping.abort(reason);
    };
    await requireDistinctFiles(given, command.filesIn?.(given, positionals) ?? positionals);
    const exit = await command.run({ given, positionals, assets, signal, stop, note, progress });
    // A command that was stopped by a signal may still return an exit code; use that of the signal.
    return signal.aborted ? explained(signal.reason, shown) : exit;
  } catch (error) {
    return explained(signal.aborted ? signal.reason : error, shown);
  } finally {
    shown.clear();
  }
}

function explained(error: unknown, { note }: Pick<Context, 'note'>): ExitCode {
  if (error instanceof Stop) {
    if (error.message !== '') note(error.message);
    return error.exit;
  }
  if (error instanceof WorkbenchError) {
    note(error.message);
    return EXIT.failed;
  }
  note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return EXIT.internal;
}
