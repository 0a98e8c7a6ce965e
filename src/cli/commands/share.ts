import { WorkbenchError } from '../../base/failure.ts';
import { answer, requiredOutput, type Context } from '../context.ts';
import { EXIT, Stop, usage, type ExitCode } from '../exit.ts';
import { jsonOfFile } from '../inputs.ts';
import { openEvery, prepare } from '../prepared.ts';
import { SESSION_OPTIONS, type Command } from './command.ts';
import { exitOf } from './run.ts';

/** The command `share`: writes captures and results as one HTML file that works offline. */
export const shareCommand: Command = {
  name: 'share',
  arguments: 'CAPTURE... --output FILE.html',
  summary: 'Write one HTML file with the workbench, the captures and the result of --call.',
  options: [...SESSION_OPTIONS, 'output', 'call', 'mask', 'progress', 'quiet', 'help'],
  notes: 'Key material is removed from the included captures.\n',
  async run(context) {
    const { given, positionals } = context;
    requiredOutput(given, 'the file to share');
    if (positionals.length === 0) throw usage('expected at least one capture');
    const mask = maskOf(context);
    const prepared = await prepare(context);
    await openEvery(prepared, context, positionals);
    let exit: ExitCode = EXIT.done;
    if (given.call !== undefined) {
      const result = await prepared.script.run(await jsonOfFile(given.call, 'a call'), prepared.runOptions);
      exit = exitOf(result);
      if (exit !== EXIT.done) {
        context.note(result.summary);
        return exit;
      }
    }
    const file = await prepared.script.session.offline({ ...(mask !== undefined && { mask }) }).catch((error: unknown) => {
      throw error instanceof WorkbenchError ? new Stop(EXIT.failed, error.message) : error;
    });
    await answer(context, async (outlet) => {
      for await (const part of file.stream() as unknown as AsyncIterable<Uint8Array>) await outlet.write(part);
    });
    return exit;
  },
};

function maskOf({ given }: Context): 'mask' | 'drop' | undefined {
  if (given.mask === undefined || given.mask === 'mask' || given.mask === 'drop') return given.mask;
  throw usage(`expected --mask mask or drop, found ${given.mask}`);
}
