import { colour } from '../charts/marks.ts';
import { SvgCanvas } from '../charts/svg-canvas.ts';
import type { TimeView } from '../charts/time-view.ts';
import { AXIS_HEIGHT, drawTimeline, type TimelinePalette } from '../charts/timeline-draw.ts';
import { layoutTimeline, type TimelineGroup } from '../charts/timeline-layout.ts';
import type { SlicedRow } from '../charts/timeline-slice.ts';
import { formatAmount } from '../../base/format.ts';
import { markup, pictureOf, type Html } from './html.ts';

const WIDTH = 720;
/** Maximum number of lanes in a report; further ones are counted. */
const MOST_LANES = 160;

const PALETTE: TimelinePalette = {
  surface: 'var(--surface-1)',
  band: 'var(--surface-2)',
  text: 'var(--text-1)',
  muted: 'var(--text-3)',
  line: 'var(--line-1)',
  accent: 'var(--accent)',
  chosen: 'var(--accent-soft)',
  series: Array.from({ length: 9 }, (_, series) => colour(series)),
  face: 'var(--face)',
  mono: 'var(--mono)',
};

/** Draws when each address was active, one bar per segment, lanes of a cluster together, in pictures no higher than a page. */
export function timelinePictures(groups: readonly TimelineGroup[], relative: boolean, finding: string): readonly Html[] {
  const whole = layoutTimeline(groups);
  const [shown, left] = pages(groups);
  if (shown.length === 0 || whole.end < whole.start) return [];
  return [
    ...shown.map(
      (page, at) =>
        markup`<figure>
          ${at === 0 ? markup`<figcaption>${finding}</figcaption>` : null}${pagePicture(page, whole, relative, at === 0 ? finding : 'Timeline, continued')}
        </figure>`,
    ),
    ...(left === 0
      ? []
      : [markup`<p class="hint">${formatAmount(left, 'more address', 'more addresses')} not drawn; the table counts all of them.</p>`]),
  ];
}

/** Draws a part of a timeline as the page does, with the full title of each group. */
function pagePicture(groups: readonly TimelineGroup[], view: TimeView, relative: boolean, label: string): Html {
  const layout = layoutTimeline(groups);
  const rows = layout.rows.map((row, at): SlicedRow => {
    const { kind, top, height, group } = row;
    const { title, series, lanes } = group;
    return {
      ...{ kind, at, top, height, folded: false, hull: null },
      group: { index: 0, title, short: title, series, cluster: false, first: [], lanes: lanes.length, chosen: 0 },
      label: row.kind === 'lane' ? row.lane.label : '',
      spans: row.kind === 'lane' ? row.lane.spans : [],
    };
  });
  const canvas = new SvgCanvas();
  const size = { width: WIDTH, height: AXIS_HEIGHT + layout.height };
  const nothing = { scrollTop: 0, hovered: null, keyed: null, brush: null, picked: new Set<string>() };
  drawTimeline(canvas, { rows, view, relative, ...size, ...nothing }, PALETTE);
  return pictureOf(canvas.picture(label, size.width, size.height));
}

/** Maximum number of rows in one picture. */
const PAGE_ROWS = 40;

function pages(groups: readonly TimelineGroup[]): [readonly TimelineGroup[][], left: number] {
  const all: TimelineGroup[][] = [];
  let page: TimelineGroup[] = [];
  let rows = 0;
  let lanes = 0;
  let left = 0;
  for (const group of groups) {
    const taken = group.lanes.slice(0, Math.max(0, MOST_LANES - lanes));
    lanes += taken.length;
    left += group.lanes.length - taken.length;
    for (let from = 0; from < taken.length;) {
      if (rows + 2 > PAGE_ROWS) {
        all.push(page);
        [page, rows] = [[], 0];
      }
      const part = taken.slice(from, from + PAGE_ROWS - rows - 1);
      page.push({ ...group, title: from === 0 ? group.title : `${group.title}, continued`, lanes: part });
      rows += part.length + 1;
      from += part.length;
    }
  }
  return [page.length > 0 ? [...all, page] : all, left];
}
