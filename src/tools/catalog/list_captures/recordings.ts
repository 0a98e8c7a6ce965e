import { amount } from '../../../base/amount.ts';
import type { CaptureInfo } from '../../../tables/captures.ts';
import type { NextCall } from '../../contract/index.ts';

/** Files of one kind that follow each other within an hour count as one recording, because sniffers start new files now and then. */
const LONGEST_PAUSE_MS = 3_600_000;

/** Suggests a description of the recording with the most rows; nothing if no capture has rows. */
export function describeRecording(open: readonly CaptureInfo[]): NextCall[] {
  const readable = open.filter(({ row_count, unavailable }) => row_count > 0 && unavailable === undefined);
  const [largest] = recordingsOf(readable).sort((a, b) => rowsOf(b) - rowsOf(a));
  if (largest === undefined) return [];
  const share = rowsOf(largest) / rowsOf(open);
  return [
    {
      tool: 'describe_capture',
      arguments: { examples: 3 },
      selection: { capture_ids: largest.map(({ capture_id }) => capture_id) },
      why: `See which columns ${largest.length === 1 ? 'the capture with the most rows has' : `the ${amount(largest.length, 'capture')} of the largest recording have`}.`,
      expectedOutcome: `Columns and ranges of ${amount(rowsOf(largest), 'row')} of ${amount(rowsOf(open), 'open row')}.`,
      benefit: { measure: 'rows_described', share },
    },
  ];
}

const rowsOf = (captures: readonly CaptureInfo[]): number => captures.reduce((sum, { row_count }) => sum + row_count, 0);

function recordingsOf(captures: readonly CaptureInfo[]): CaptureInfo[][] {
  const recordings: { readonly parts: CaptureInfo[]; until: number }[] = [];
  for (const capture of [...captures].sort((a, b) => startOf(a) - startOf(b))) {
    const before = recordings.find(({ parts, until }) => goesOn(parts[0], until, capture));
    const end = capture.time_range?.end_ms ?? 0;
    if (before === undefined) recordings.push({ parts: [capture], until: end });
    else {
      before.parts.push(capture);
      before.until = Math.max(before.until, end);
    }
  }
  return recordings.map(({ parts }) => parts);
}

const startOf = ({ time_range }: CaptureInfo): number => time_range?.start_ms ?? 0;

/** Whether the next file continues the recording. Tables, and captures without time of day, are recordings of their own. */
const goesOn = (first: CaptureInfo | undefined, until: number, next: CaptureInfo): boolean =>
  first?.kind === 'ble' &&
  next.kind === 'ble' &&
  first.time_base === 'epoch' &&
  next.time_base === 'epoch' &&
  startOf(next) - until <= LONGEST_PAUSE_MS;
