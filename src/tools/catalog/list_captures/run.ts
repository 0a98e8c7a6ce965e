import { amount } from '../../../base/amount.ts';
import type { CaptureInfo } from '../../../tables/captures.ts';
import type { ToolOutcome } from '../../definition.ts';
import { describeRecording } from './recordings.ts';
import { MOST, type Arguments, type Listing } from './schema.ts';

/** Lists the open captures whose id contains the text of the call. */
export function run({ id_contains = '' }: Arguments, all: readonly CaptureInfo[]): ToolOutcome<Listing> {
  const open = all.filter(({ capture_id }) => capture_id.includes(id_contains.toLowerCase()));
  const captures = open.slice(0, MOST).map(entryOf);
  return {
    status: 'ok',
    summary:
      open.length === 0
        ? 'No capture matches: 0 captures.'
        : `${amount(open.length, 'capture')} ${open.length === 1 ? 'matches' : 'match'}.`,
    structured_output: { capture_count: open.length, captures },
    warnings: [],
    confidence_inputs: { open: open.length, shown: captures.length },
    hints: {
      reasoning: 'Read from the list of open captures.',
      next: describeRecording(open),
      noNext: open.length === 0 ? 'no capture is open that matches' : 'no open capture has rows that can be read now',
      contextNeeded: open.length === 0 ? ['an open capture; a person opens files in the workbench'] : [],
    },
  };
}

const entryOf = (capture: CaptureInfo): Listing['captures'][number] => ({
  capture_id: capture.capture_id,
  kind: capture.kind,
  format: capture.format,
  row_count: capture.row_count,
  problem_count: capture.problem_count,
  time_base: capture.time_base,
  ...capture.time_range,
  ...(capture.time_base === 'epoch' && capture.time_range && { first_ts: new Date(capture.time_range.start_ms).toISOString() }),
  ready: capture.unavailable === undefined,
});
