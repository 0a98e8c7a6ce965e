import type { MergeInfo, MergeMember } from '../../tables/merges.ts';
import { answer, formatOf, type Context } from '../context.ts';
import { EXIT } from '../exit.ts';
import { mergeCaptures, unalignedIn } from '../merged.ts';
import { printTable } from '../output/print.ts';
import { openEvery, prepare } from '../prepared.ts';
import { ANSWER_OPTIONS, type Command } from './command.ts';
import { approving, exportRows, rowsToExport } from './export.ts';

/** The command `merge`: merges captures of several sensors into one. */
export const mergeCommand: Command = {
  name: 'merge',
  arguments: 'CAPTURE CAPTURE...',
  summary: 'Align captures of several sensors, mark duplicate packets, and show the offset of each.',
  options: ['name', 'sensor', 'offset', 'to', 'where', 'columns', 'reading', 'engine', 'journal', ...ANSWER_OPTIONS],
  notes:
    'With --to FORMAT the merged rows are also written to --output. The clock of the first capture is the reference.\nOther commands accept --merge NAME and then read the merged rows as the capture NAME.\n',
  async run(context) {
    const { given, positionals } = context;
    const wanted = given.to === undefined ? undefined : rowsToExport(given);
    formatOf(given);
    const prepared = await prepare(wanted === undefined ? context : approving(context), { target: wanted?.output });
    const captures = await openEvery(prepared, context, positionals);
    const info = await mergeCaptures(prepared, context, captures, given.name);
    await answer(wanted === undefined ? context : withoutOutput(context), async (outlet) => {
      const format = formatOf(given);
      if (format === 'json') await outlet.write(`${JSON.stringify(info, null, 2)}\n`);
      else if (format === 'jsonl') for (const member of info.members) await outlet.write(`${JSON.stringify(member)}\n`);
      else await printTable(outlet, given, { columns: COLUMNS, rows: info.members.map(rowOf) });
      if (format === 'text') await outlet.write(`\n${summaryOf(info)}\n`);
    });
    const unaligned = unalignedIn(info);
    if (unaligned !== undefined) throw unaligned;
    return wanted === undefined ? EXIT.done : exportRows(prepared, context, [info.capture], wanted);
  },
};

const withoutOutput = ({ given: { output: _, ...given }, ...context }: Context): Context => ({ ...context, given });

const COLUMNS = ['capture_id', 'sensor', 'state', 'clock', 'offset_us', 'drift_ppm', 'common_packets', 'chance_packets', 'residual_us'];

const rowOf = (member: MergeMember): readonly unknown[] => {
  const { capture_id, sensor, state, clock, offset_us, drift_ppm, common_packets, chance_packets, residual_us } = member;
  return [capture_id, sensor, state, clock, offset_us, drift_ppm, common_packets, chance_packets, residual_us?.median ?? null];
};

const summaryOf = ({ capture, transmissions, duplicates }: MergeInfo): string =>
  `${capture.capture_id}: ${String(capture.row_count)} rows, ${String(transmissions)} transmissions, ${String(duplicates)} duplicates`;
