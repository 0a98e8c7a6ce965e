import { labelsOf, type SlicedRow, type TimelineFolds, type TimelineRequest, withWords } from './timeline-slice.ts';
import type { TimeView } from './time-view.ts';
import type { TimelineAnswer } from '../../workbench/results.ts';
import { type Picture, SvgCanvas } from './svg-canvas.ts';
import { AXIS_HEIGHT, drawTimeline, NARROW, type TimelineFrame, type TimelinePalette } from './timeline-draw.ts';

/** Maximum number of rows in a saved picture of the timeline, and in each request for rows. */
const MOST_DRAWN = 800;
const DRAWN_AT_ONCE = 100;

/** Inputs of the picture: a function that loads rows, and the frame that the page shows. */
export interface TimelinePictureParts {
  readonly request: (request: TimelineRequest) => Promise<TimelineAnswer>;
  readonly words: (labels: readonly string[]) => Promise<readonly (string | null)[]>;
  readonly folds: TimelineFolds;
  readonly visible: TimeView | null;
  readonly picked: ReadonlySet<string>;
  readonly frame: TimelineFrame;
  /** The colours of the timeline; null before the page has them. */
  readonly colours: TimelinePalette | null;
  readonly slice: Pick<TimelineAnswer, 'count' | 'title'>;
}

/** Draws every row of the timeline up to a limit, for the visible time range. */
export async function timelinePicture({ slice, colours, frame, ...asked }: TimelinePictureParts): Promise<Picture> {
  const undescribed = await firstRows(asked, slice.count);
  const known = await wordsByLabel(labelsOf(undescribed), asked.words);
  const rows = undescribed.map((row) => withWords(row, known));
  const drawing = new SvgCanvas();
  const last = rows.at(-1);
  // Use a minimum width, so that the picture shows whole addresses even if the pane is narrower.
  const size = { width: Math.max(frame.width, NARROW), height: (last ? last.top + last.height : 0) + AXIS_HEIGHT };
  if (colours) drawTimeline(drawing, { ...frame, ...size, rows, scrollTop: 0, hovered: null, keyed: null }, colours);
  const cut = rows.length < slice.count ? ` (the first ${String(rows.length)} of ${String(slice.count)} rows)` : '';
  return drawing.picture(`${slice.title}${cut}`, size.width, size.height);
}

/** Describes the devices of timeline lanes, by label; lanes whose description cannot be read now are left out. */
export async function wordsByLabel(labels: readonly string[], words: TimelinePictureParts['words']): Promise<ReadonlyMap<string, string>> {
  const found = labels.length === 0 ? [] : await words(labels).catch(() => []);
  return new Map(labels.flatMap((label, at) => (found[at] ? [[label, found[at]]] : [])));
}

type Asked = Pick<TimelinePictureParts, 'request' | 'folds' | 'visible' | 'picked'>;

async function firstRows({ request, folds, visible, picked }: Asked, count: number): Promise<readonly SlicedRow[]> {
  const rows: SlicedRow[] = [];
  while (rows.length < Math.min(count, MOST_DRAWN)) {
    const last = rows.at(-1);
    const top = last ? last.top + last.height : 0;
    const part = await request({ folds, top, height: DRAWN_AT_ONCE * 18, view: visible, picked: [...picked], cursor: null });
    if (part.rows.length === 0) break;
    rows.push(...part.rows);
  }
  return rows;
}
