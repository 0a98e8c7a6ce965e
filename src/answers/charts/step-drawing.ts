/** Draws falling steps with the band of their intervals and, below the axis, the number of rows that each is based on. */
import { formatCount } from '../../base/format.ts';
import { colour, cut, line, mark, titled, word, type Mark } from './marks.ts';
import { formatFigure } from './number-axis.ts';
import type { StepPlot } from './plot.ts';
import type { PlotDrawing } from './plot-drawing.ts';
import { plotFrame, ticksBelow, type Reach } from './plot-frame.ts';

const HEIGHT = 260;
const COUNT_ROW = 15;
const DASHES = ['', '7 4', '2 3', '9 3 2 3'] as const;

type Curve = StepPlot['curves'][number];
type Place = (value: number) => number;

export function drawSteps({ x: xName, y: yName, curves }: StepPlot, width: number): PlotDrawing {
  const across: Reach = [0, Math.max(1e-300, ...curves.map(({ end }) => end))];
  const foot = 56 + COUNT_ROW * curves.length;
  const height = HEIGHT + COUNT_ROW * curves.length;
  const frame = plotFrame({ across, up: [0, 1], names: ['', yName], width, height, foot });
  const { x, y, left, right, bottom } = frame;
  const ink = ({ series }: Curve): Record<string, string> => {
    const dash = DASHES[(series - 1) % DASHES.length] ?? '';
    return { stroke: colour(series), ...(dash !== '' && { 'stroke-dasharray': dash }) };
  };
  return {
    height,
    ...(curves.length > 1 && {
      key: {
        title: 'Group',
        entries: curves.map((own) => ({
          label: own.label,
          marks: [mark('line', { class: 'series', x1: 0, y1: 5, x2: 18, y2: 5, ...ink(own) })],
        })),
      },
    }),
    marks: [
      ...frame.marks,
      ...ticksBelow(frame, across),
      line('reference dashed', left, y(0.5), right, y(0.5)),
      ...curves.map((own) => mark('path', { class: 'band', d: bandPath(own, x, y), fill: colour(own.series) })),
      ...curves.map((own) =>
        titled(curveWords(own), [mark('path', { class: 'series', d: stepPath(own, x, y), fill: 'none', ...ink(own) })]),
      ),
      word('end', right, bottom + 30, cut(xName, right - left)),
      word('', 2, bottom + 46, 'Rows at risk'),
      ...curves.flatMap((own, row) => {
        const at = bottom + 46 + COUNT_ROW * (row + 1);
        return [mark('line', { class: 'series', x1: 2, y1: at - 4, x2: 22, y2: at - 4, ...ink(own) }), ...countsOf(own, x, right, at)];
      }),
      ...frame.names,
    ],
  };
}

const curveWords = ({ label, points }: Curve): string => `${label}: ${formatFigure(points.at(-1)?.value ?? 1)} at the end`;

/** Draws the numbers of rows below the axis. Those that would touch the previous one are left out. */
function countsOf({ counts }: Curve, x: Place, right: number, at: number): Mark[] {
  let free = -Infinity;
  return counts.flatMap(({ at: time, count }) => {
    const text = formatCount(count);
    const place = Math.min(x(time), right - 4 * text.length);
    if (place - 4 * text.length < free) return [];
    free = place + 4 * text.length + 6;
    return [word('middle', place, at, text)];
  });
}

const px = (value: number): string => String(Math.round(value * 10) / 10);

function stepPath({ points, end }: Curve, x: Place, y: Place): string {
  const steps = points.map(({ at, value }) => `H${px(x(at))}V${px(y(value))}`);
  return `M${px(x(0))} ${px(y(1))}${steps.join('')}H${px(x(end))}`;
}

/** SVG path for the area between the bounds of the intervals, where both are known. */
function bandPath({ points, end }: Curve, x: Place, y: Place): string {
  const known = points.findIndex(({ interval }) => interval === null);
  const shown = known < 0 ? points : points.slice(0, known);
  const last = known < 0 ? end : points[known]!.at;
  const bound = (side: 0 | 1): (readonly [number, number])[] => {
    let before = 1;
    const path: (readonly [number, number])[] = [];
    for (const { at, interval } of shown) {
      path.push([at, before], [at, interval![side]]);
      before = interval![side];
    }
    return [...path, [last, before]];
  };
  if (shown.length === 0) return '';
  const outline = [...bound(1), ...bound(0).reverse()].map(([at, value]) => `${px(x(at))} ${px(y(value))}`);
  return `M${outline.join('L')}Z`;
}
