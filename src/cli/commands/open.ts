import { formatUtc } from '../../base/format.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import { answer, formatOf } from '../context.ts';
import { EXIT, usage } from '../exit.ts';
import { printTable, printValues } from '../output/print.ts';
import { openAll, prepare } from '../prepared.ts';
import { ANSWER_OPTIONS, type Command } from './command.ts';

/** The command `open`: shows what captures contain. */
export const openCommand: Command = {
  name: 'open',
  arguments: 'CAPTURE...',
  summary: 'Show format, rows, times and problems of captures.',
  options: ['reading', 'engine', ...ANSWER_OPTIONS],
  async run(context) {
    if (context.positionals.length === 0) throw usage('expected at least one capture');
    formatOf(context.given);
    const prepared = await prepare(context);
    const { captures, failed } = await openAll(prepared, context, context.positionals);
    await answer(context, async (outlet) => {
      const printed = await printValues(outlet, context.given, captures);
      if (!printed) await printTable(outlet, context.given, { columns: COLUMNS, rows: captures.map(rowOf) });
    });
    return failed > 0 ? EXIT.file : EXIT.done;
  },
};

const COLUMNS = ['capture_id', 'file_name', 'format', 'kind', 'rows', 'problems', 'from', 'to'];

const rowOf = (capture: CaptureInfo): readonly unknown[] => {
  const { capture_id, file_name, format, kind, row_count, problem_count, time_range, time_base } = capture;
  const time = (ms: number): string | number => (time_base === 'epoch' ? formatUtc(ms) : ms / 1000);
  const [from, to] = time_range === null ? [null, null] : [time(time_range.start_ms), time(time_range.end_ms)];
  return [capture_id, file_name, format, kind, row_count, problem_count, from, to];
};
