import { visibleString } from '../../base/visible-text.ts';
import { shortened } from './number-axis.ts';
import type { Drawing } from './svg-canvas.ts';
import { touches } from './timeline-notes.ts';
import { timeTicks } from './time-axis.ts';
import type { Brush, TimeView } from './time-view.ts';
import type { TimelineSpan } from './timeline-layout.ts';
import type { SlicedRow } from './timeline-slice.ts';

/** Colours as they are displayed, because a canvas cannot use custom properties. */
export interface TimelinePalette {
  readonly surface: string;
  readonly band: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly accent: string;
  /** Colour behind a lane that is selected. */
  readonly chosen: string;
  /** Colours of the series; index 0 is for lanes in no group. */
  readonly series: readonly string[];
  readonly face: string;
  readonly mono: string;
}

export interface TimelineFrame {
  /** The rows that are visible, from top to bottom. */
  readonly rows: readonly SlicedRow[];
  readonly view: TimeView;
  readonly relative: boolean;
  /** Width of the chart in CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly scrollTop: number;
  readonly hovered: SlicedRow | null;
  /** The row that has the keyboard focus. */
  readonly keyed: SlicedRow | null;
  /** The time range that is selected. */
  readonly brush: Brush | null;
  /** Times that have notes. */
  readonly notes?: readonly Brush[];
  /** Labels of the lanes that are selected. */
  readonly picked: ReadonlySet<string>;
}

export const AXIS_HEIGHT = 24;

/** Width of the chart in px from which there is space for words beside the addresses. */
const WIDE = 900;
/** Width of the chart in px below which words replace addresses, except for their last characters. */
export const NARROW = 480;
/** Width in px of an address; words begin after it. */
const ADDRESS_WIDTH = 132;
/** Number of characters of an address that stay visible when words replace it. */
const TAIL = 5;

/** Width in px of the area for names on the left; it is smaller on narrow charts. */
export function gutter(width: number): number {
  if (width >= WIDE) return Math.min(400, Math.round(width * 0.27));
  return width < NARROW ? Math.min(124, Math.round(width * 0.45)) : 148;
}

export const xOf = (at: number, view: TimeView, width: number): number => {
  const left = gutter(width);
  return left + ((at - view.start) / (view.end - view.start)) * (width - left);
};

export const timeAt = (x: number, view: TimeView, width: number): number => {
  const left = gutter(width);
  return view.start + ((x - left) / (width - left)) * (view.end - view.start);
};

/** Draws the visible rows, and then the axis over them. */
export function drawTimeline(context: Drawing, frame: TimelineFrame, palette: TimelinePalette): void {
  const { width, height, rows, view, scrollTop } = frame;
  const left = gutter(width);
  context.fillStyle = palette.surface;
  context.fillRect(0, 0, width, height);
  context.textBaseline = 'middle';
  const ticks = timeTicks(view, width - left, frame.relative);
  context.fillStyle = palette.line;
  for (const tick of ticks) context.fillRect(Math.round(xOf(tick.at, view, width)), AXIS_HEIGHT, 1, height);

  const headings: [SlicedRow, number][] = [];
  for (const row of rows) {
    const top = AXIS_HEIGHT + row.top - scrollTop;
    if (top + row.height < AXIS_HEIGHT) continue;
    if (top > height) break;
    if (row.kind === 'lane') drawLane(context, row, top, frame, palette);
    else if (row.group.cluster) drawBand(context, row, top, frame, palette);
    else headings.push([row, top]);
  }
  if (frame.brush) dimOutside(context, frame.brush, frame, palette);
  // Draw headings after the dimmed parts, so that their text is not dimmed.
  for (const [row, top] of headings) drawHeading(context, row, top, width, palette);
  if (frame.keyed) drawKeyed(context, frame.keyed, frame, palette);

  context.fillStyle = palette.surface;
  context.fillRect(0, 0, width, AXIS_HEIGHT);
  if (frame.brush) {
    const [from, to] = edges(frame.brush, view, width);
    context.fillStyle = palette.chosen;
    context.fillRect(from, 0, to - from, AXIS_HEIGHT);
    context.fillStyle = palette.accent;
    context.fillRect(from, AXIS_HEIGHT - 3, to - from, 3);
  }
  drawNotes(context, frame, palette);
  context.fillStyle = palette.line;
  context.fillRect(0, AXIS_HEIGHT - 1, width, 1);
  context.fillStyle = palette.muted;
  context.font = `11px ${palette.face}`;
  context.textAlign = 'left';
  context.fillText(
    frame.relative ? 'since the first packet' : `${new Date(view.start).toISOString().slice(0, 10)} UTC`,
    8,
    AXIS_HEIGHT / 2,
  );
  context.textAlign = 'center';
  for (const tick of ticks) {
    const x = xOf(tick.at, view, width);
    const half = context.measureText(tick.label).width / 2;
    if (x - half > left && x + half < width) context.fillText(tick.label, x, AXIS_HEIGHT / 2);
  }
}

/** Positions in px of a time range, limited to the area of the lanes. */
function edges(brush: Brush, view: TimeView, width: number): readonly [number, number] {
  const clamped = (at: number): number => Math.min(width, Math.max(gutter(width), xOf(at, view, width)));
  return [clamped(brush.start_ms), clamped(brush.end_ms)];
}

/** Dims everything outside the selected time range, and draws its edges. */
function dimOutside(context: Drawing, brush: Brush, frame: TimelineFrame, palette: TimelinePalette): void {
  const { width, height, view } = frame;
  const [from, to] = edges(brush, view, width);
  const left = gutter(width);
  context.fillStyle = palette.surface;
  context.globalAlpha = 0.65;
  context.fillRect(left, AXIS_HEIGHT, from - left, height);
  context.fillRect(to, AXIS_HEIGHT, width - to, height);
  context.globalAlpha = 1;
  context.fillStyle = palette.accent;
  if (from > left) context.fillRect(from, AXIS_HEIGHT, 1, height);
  if (to < width) context.fillRect(to - 1, AXIS_HEIGHT, 1, height);
}

/** Marks times with notes by a tint over the lanes, and a bar at the bottom of the axis. */
function drawNotes(context: Drawing, { notes = [], view, width, height }: TimelineFrame, palette: TimelinePalette): void {
  context.fillStyle = palette.text;
  for (const note of notes) {
    if (!touches(note, view.start, view.end)) continue;
    const [from, to] = edges(note, view, width);
    const length = Math.max(3, to - from);
    context.globalAlpha = 0.08;
    context.fillRect(from, AXIS_HEIGHT, length, height);
    context.globalAlpha = 1;
    context.fillRect(from, AXIS_HEIGHT - 6, length, 3);
  }
}

/** Marks the row with the keyboard focus by lines above and below, because the background shows whether it is selected. */
function drawKeyed(context: Drawing, { top, height }: SlicedRow, { width, scrollTop }: TimelineFrame, palette: TimelinePalette): void {
  context.fillStyle = palette.accent;
  for (const edge of [top, top + height - 2]) context.fillRect(0, AXIS_HEIGHT + edge - scrollTop, width, 2);
}

function drawHeading(context: Drawing, row: SlicedRow, top: number, width: number, palette: TimelinePalette): void {
  context.fillStyle = palette.band;
  context.fillRect(0, top, width, row.height);
  context.fillStyle = palette.series[row.group.series] ?? palette.muted;
  context.fillRect(0, top, 3, row.height);
  context.fillStyle = palette.text;
  context.font = `600 12px ${palette.face}`;
  context.textAlign = 'left';
  context.fillText(visibleString(row.group.title), 10, top + row.height / 2 + 0.5, width - 20);
}

function drawLane(context: Drawing, row: SlicedRow, top: number, frame: TimelineFrame, palette: TimelinePalette): void {
  const { width } = frame;
  const left = gutter(width);
  const colour = palette.series[row.group.series] ?? palette.muted;
  const chosen = frame.picked.has(row.label);
  if (chosen || frame.hovered === row) {
    context.fillStyle = chosen ? palette.chosen : palette.band;
    context.fillRect(0, top, width, row.height);
  }
  context.fillStyle = colour;
  if (row.group.series > 0) context.fillRect(0, top, 3, row.height);
  drawSpans(context, row.spans, top + 4, row.height - 8, frame);
  context.fillStyle = chosen ? palette.accent : palette.text;
  context.textAlign = 'left';
  const middle = top + row.height / 2 + 0.5;
  const { label, words } = row;
  if (words !== undefined && width < NARROW) {
    context.font = `11px ${palette.face}`;
    context.fillText(fitted(context, visibleString(words), left - 14, ` ${visibleString(label.slice(-TAIL))}`), 10, middle, left - 14);
    return;
  }
  context.font = `11px ${palette.mono}`;
  context.fillText(visibleString(label), 10, middle, width < WIDE ? left - 14 : ADDRESS_WIDTH - 10);
  if (width >= WIDE) drawWords(context, words, ADDRESS_WIDTH, middle, left, palette);
}

/** Writes what a device is, in the space before the lanes of the timeline. */
function drawWords(context: Drawing, words: string | undefined, x: number, middle: number, left: number, palette: TimelinePalette): void {
  if (words === undefined) return;
  context.fillStyle = palette.muted;
  context.font = `11px ${palette.face}`;
  context.fillText(fitted(context, visibleString(words), left - x - 8, ''), x, middle, left - x - 8);
}

/** Cuts a text to a width in pixels. The text `end` follows it and is never cut. */
function fitted(context: Drawing, text: string, width: number, end: string): string {
  if (context.measureText(text + end).width <= width) return text + end;
  let length = text.length - 1;
  while (length > 1 && context.measureText(`${text.slice(0, length)}…${end}`).width > width) length--;
  return `${text.slice(0, length).trimEnd()}…${end}`;
}

/** Draws all lanes of a cluster as one band. On the left, shows whether it is folded and how many of its lanes are selected. */
function drawBand(context: Drawing, row: SlicedRow, top: number, frame: TimelineFrame, palette: TimelinePalette): void {
  const { width } = frame;
  const { group } = row;
  const left = gutter(width);
  const { lanes: count, chosen } = group;
  context.fillStyle = chosen === count ? palette.chosen : palette.band;
  context.fillRect(0, top, width, row.height);
  context.fillStyle = frame.hovered === row ? palette.accent : palette.line;
  context.fillRect(0, top + row.height - 1, width, 1);
  context.fillStyle = palette.series[group.series] ?? palette.muted;
  context.fillRect(0, top, 3, row.height);
  drawSpans(context, row.spans, top + 4, row.height - 9, frame);
  context.fillStyle = chosen > 0 ? palette.accent : palette.text;
  drawSign(context, row.folded, 8, Math.round(top + row.height / 2 - 4));
  context.font = `600 11px ${palette.face}`;
  context.textAlign = 'left';
  const amount = `${chosen > 0 && chosen < count ? `${String(chosen)} of ` : ''}${String(count)}`;
  const name = visibleString(shortened(group.short, 24));
  const heading = `${name} · ${amount}`;
  context.fillText(heading, 21, top + row.height / 2, left - 25);
  const end = Math.max(ADDRESS_WIDTH, 21 + context.measureText(heading).width + 10);
  if (width >= WIDE) drawWords(context, row.words, end, top + row.height / 2, left, palette);
}

/** Draws a triangle of 9 by 9 pixels that points to the right if the cluster is folded. */
function drawSign(context: Drawing, folded: boolean, x: number, y: number): void {
  for (let step = 0; step < 5; step++) {
    if (folded) context.fillRect(x + 2 + step, y + step, 1, 9 - 2 * step);
    else context.fillRect(x + step, y + 2 + step, 9 - 2 * step, 1);
  }
}

/** Minimum width in pixels at which a span of the timeline is drawn. */
const LEAST = 2;

/** Draws spans as bars. Spans that are too short to be told apart are drawn as one, with the largest weight. */
function drawSpans(context: Drawing, spans: readonly TimelineSpan[], top: number, height: number, { view, width }: TimelineFrame): void {
  const left = gutter(width);
  let [from, to, weight] = [NaN, NaN, 0];
  const flush = (): void => {
    if (Number.isNaN(from)) return;
    context.globalAlpha = 0.45 + 0.55 * Math.min(1, Math.max(0, weight));
    context.fillRect(from, top, to - from, height);
  };
  for (const span of spans) {
    if (span.end < view.start || span.start > view.end) continue;
    const begin = Math.max(left, xOf(span.start, view, width));
    const length = Math.max(LEAST, Math.min(width, xOf(span.end, view, width)) - begin);
    if (length === LEAST && begin >= from && begin < from + LEAST) {
      to = Math.max(to, begin + length);
      weight = Math.max(weight, span.weight);
      continue;
    }
    flush();
    [from, to, weight] = [begin, begin + length, span.weight];
  }
  flush();
  context.globalAlpha = 1;
}
