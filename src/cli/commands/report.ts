import { isRecord } from '../../base/record.ts';
import { answer, requiredOutput } from '../context.ts';
import { EXIT, usage } from '../exit.ts';
import { jsonOfFile } from '../inputs.ts';
import { openEvery, prepare } from '../prepared.ts';
import { SESSION_OPTIONS, type Command } from './command.ts';
import { exitOf } from './run.ts';

/** The command `report`: writes the HTML report of a call. */
export const reportCommand: Command = {
  name: 'report',
  arguments: 'CALL CAPTURE... --output FILE',
  summary: 'Run a call and write the report of its result (HTML, names and addresses masked).',
  options: [...SESSION_OPTIONS, 'output', 'title', 'unmasked', 'progress', 'quiet', 'help'],
  async run(context) {
    const { given, positionals, signal } = context;
    const [path, ...captures] = positionals;
    if (path === undefined) throw usage('expected a file with a call');
    requiredOutput(given, 'the report');
    const call = await jsonOfFile(path, 'a call');
    if (isRecord(call) && Array.isArray(call['steps'])) throw usage(`${path}: expected a call, found a plan; use plan --report FILE`);
    const prepared = await prepare(context);
    await openEvery(prepared, context, captures);
    const result = await prepared.script.run(call, prepared.runOptions);
    const exit = exitOf(result);
    if (exit !== EXIT.done) {
      context.note(result.summary);
      return exit;
    }
    const request = {
      title: given.title ?? result.metadata.toolName,
      note: '',
      made_ms: Date.now(),
      unmasked: given.unmasked === true,
      verdicts: [],
      notes: [],
      names: [],
    };
    const report = await prepared.person.results.report(result.tool_call_id, request, { signal });
    await answer(context, async (outlet) => outlet.write(new Uint8Array(await report.arrayBuffer())));
    return EXIT.done;
  },
};
