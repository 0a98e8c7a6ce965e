import { layoutTimeline, HEADING_HEIGHT, LANE_HEIGHT, type TimelineGroup } from '../charts/timeline-layout.ts';
import { linear, shortened } from '../charts/number-axis.ts';
import { timeTicks } from '../charts/time-axis.ts';
import { formatAmount } from '../../base/format.ts';
import { picture } from './charts.ts';
import { type Mark, colour, line, mark, word } from '../charts/marks.ts';
import { markup, type Html } from './html.ts';

const GUTTER = 150;
const RIGHT = 710;
const AXIS = 36;
/** Lanes of one page of paper; more are told by their number. */
const MOST_LANES = 160;
const LETTERS = 34;

/** When each address was active, a bar per segment, lanes of one cluster together; in pictures no taller than a page. */
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

function pagePicture(
  groups: readonly TimelineGroup[],
  whole: { readonly start: number; readonly end: number },
  relative: boolean,
  label: string,
): Html {
  const { rows, height } = layoutTimeline(groups);
  const x = linear(whole.start, whole.end, GUTTER, RIGHT);
  const note = relative ? 'since the first packet' : `UTC, from ${new Date(whole.start).toISOString().slice(0, 19).replace('T', ' ')}`;
  const marks: Mark[] = [
    ...timeTicks(whole, RIGHT - GUTTER, relative).flatMap(({ at, label: tick }) => [
      line('gridline', x(at), 0, x(at), height),
      word('middle', x(at), height + 15, tick),
    ]),
    ...rows.flatMap((row) =>
      row.kind === 'heading'
        ? [word('title', 2, row.top + HEADING_HEIGHT - 8, row.group.title)]
        : [
            word('mono', 2, row.top + LANE_HEIGHT - 5, shortened(row.lane.label, LETTERS)),
            ...row.lane.spans.map(({ start, end, weight }) =>
              mark('rect', {
                x: x(start),
                y: row.top + 4,
                width: Math.max(1.5, x(end) - x(start)),
                height: LANE_HEIGHT - 8,
                fill: colour(row.group.series),
                'fill-opacity': (0.45 + 0.55 * Math.min(1, weight)).toFixed(2),
              }),
            ),
          ],
    ),
    word('end', RIGHT, height + 30, note),
  ];
  return picture(height + AXIS, label, marks);
}

/** Rows of one picture. */
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
