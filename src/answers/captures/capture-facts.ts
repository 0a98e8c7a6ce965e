import type { CaptureInfo } from '../../tables/captures.ts';
import type { OpenChoice } from '../../tables/reading.ts';
import { formatDuration, formatUtcSpan } from '../../base/format.ts';

const LINK_TYPES: Readonly<Record<number, string>> = {
  157: 'nRF Sniffer',
  251: 'BLE link layer',
  256: 'BLE link layer with radio header',
  272: 'nRF Sniffer',
};

/** Writes the format of a capture: "pcapng · nRF Sniffer (272)". */
export function describeFormat(capture: CaptureInfo): string {
  const links = capture.link_types.map((type) =>
    LINK_TYPES[type] ? `${LINK_TYPES[type]} (${String(type)})` : `link type ${String(type)}`,
  );
  return [capture.format, ...links].join(' · ');
}

/** Writes the time span of a capture with its zone, or says why it has none. */
export function describeSpan(capture: CaptureInfo): { span: string; length: string } {
  const range = capture.time_range;
  if (!range) return { span: capture.row_count === 0 ? 'no rows' : 'no time column', length: '' };
  const length = formatDuration(range.end_ms - range.start_ms);
  if (capture.time_base === 'epoch') return { span: formatUtcSpan(range.start_ms, range.end_ms), length };
  return { span: 'no wall clock; times count from the first row', length };
}

/**
 * Finds an earlier capture of the same file; returns its id, or null. Captures from one archive have the same digest, so their rows and
 * times are compared too.
 */
export function sameFile(capture: CaptureInfo, open: readonly CaptureInfo[]): string | null {
  const print = ({ sha256, bytes, row_count, time_range }: CaptureInfo): string =>
    [sha256, bytes, row_count, time_range?.start_ms, time_range?.end_ms].join(' ');
  const first = open.find((other) => print(other) === print(capture));
  return first === undefined || first.capture_id === capture.capture_id ? null : first.capture_id;
}

/** Writes BLE channels, with ranges for consecutive ones: 0–36, 37, 38, 39. */
export function describeChannels(channels: readonly string[]): string {
  const numbers = channels.map(Number);
  if (numbers.some((value) => !Number.isInteger(value))) return channels.join(', ');
  const sorted = [...numbers].sort((left, right) => left - right);
  const runs: [number, number][] = [];
  for (const value of sorted) {
    const last = runs.at(-1);
    if (last && value === last[1] + 1) last[1] = value;
    else runs.push([value, value]);
  }
  return runs.map(([from, to]) => (to - from < 2 ? range(from, to) : `${String(from)}–${String(to)}`)).join(', ');
}

const range = (from: number, to: number): string => (from === to ? String(from) : `${String(from)}, ${String(to)}`);

/** If only a time window of a capture was loaded: the ways in which it can be read again, each with a label. */
export function otherTimes({ choice, unavailable }: CaptureInfo): readonly { readonly label: string; readonly choice: OpenChoice }[] {
  const { time_window, ...keep } = choice?.keep ?? {};
  if (time_window === undefined || unavailable) return [];
  const { start_ms, end_ms } = time_window;
  const length = end_ms - start_ms + 1;
  const of = (window: typeof time_window): OpenChoice => ({ ...choice, keep: { ...keep, time_window: window } });
  return [
    { label: 'Load earlier', choice: of({ start_ms: start_ms - length, end_ms: start_ms - 1 }) },
    { label: 'Load later', choice: of({ start_ms: end_ms + 1, end_ms: end_ms + length }) },
    // Without a window, all rows are loaded; if they do not fit, the activity list offers windows that do.
    { label: 'Load another time…', choice: { ...choice, keep: Object.keys(keep).length > 0 ? keep : undefined } },
  ];
}
