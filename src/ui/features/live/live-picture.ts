import type { LiveTrace } from '../../../live/service.ts';
import { linear, numberTicks } from '../../../answers/charts/number-axis.ts';
import { type Picture, SvgCanvas } from '../../../answers/charts/svg-canvas.ts';
import type { TimelinePalette } from '../../../answers/charts/timeline-draw.ts';
import type { GridColumn, GridRow } from '../../../base/table.ts';

const [WIDTH, HEIGHT] = [720, 260];
const [LEFT, TOP, FOOT] = [44, 32, 24];

/**
 * The strengths that the scan draws, as they are at one moment.
 * @param frame ms since 1970 of the moment, ms that are shown before it, dBm from the lowest to the highest
 */
export function livePicture(
  title: string,
  traces: readonly LiveTrace[],
  frame: { readonly now: number; readonly span: number; readonly low: number; readonly high: number },
  palette: TimelinePalette,
): Picture {
  const canvas = new SvgCanvas();
  const write = (text: string, x: number, y: number, fill: string, align: CanvasTextAlign, weight = ''): void => {
    Object.assign(canvas, { font: `${weight}12px ${palette.face}`, fillStyle: fill, textAlign: align, textBaseline: 'alphabetic' });
    canvas.fillText(text, x, y, WIDTH - 16);
  };
  const legend = TOP + traces.length * 18;
  const height = HEIGHT + legend - TOP;
  const x = linear(frame.now - frame.span, frame.now, LEFT, WIDTH - 10);
  const y = linear(frame.low, frame.high, height - FOOT, legend + 8);
  canvas.fillStyle = palette.surface;
  canvas.fillRect(0, 0, WIDTH, height);
  write(title, 8, 18, palette.text, 'left', '600 ');
  for (const dbm of numberTicks(frame.low, frame.high, 5)) {
    canvas.fillStyle = palette.line;
    canvas.line(
      [
        [LEFT, y(dbm)],
        [WIDTH - 10, y(dbm)],
      ],
      1,
    );
    write(String(dbm).replace('-', '−'), LEFT - 6, y(dbm) + 4, palette.muted, 'right');
  }
  const seconds = frame.span / 1000;
  for (const [share, align] of [
    [1, 'left'],
    [0.5, 'center'],
    [0, 'right'],
  ] as const) {
    const words = share === 0 ? `${new Date(frame.now).toISOString().slice(11, 19)} UTC` : `−${String(seconds * share)} s`;
    write(words, x(frame.now - frame.span * share), height - 6, palette.muted, align);
  }
  traces.forEach(({ key, at_ms, rssi }, at) => {
    const colour = palette.series[(at % 8) + 1] ?? palette.text;
    canvas.fillStyle = colour;
    canvas.fillRect(LEFT, TOP + at * 18, 12, 3);
    write(key, LEFT + 18, TOP + at * 18 + 6, palette.text, 'left');
    canvas.fillStyle = colour;
    canvas.line(
      at_ms.flatMap((ms, i): [number, number][] => (ms < frame.now - frame.span ? [] : [[x(ms), y(rssi[i] ?? frame.low)]])),
      1.5,
    );
  });
  return canvas.picture(title, WIDTH, height);
}

/** The packets behind it, from a moment on in ms since 1970. */
export function liveTable(
  traces: readonly LiveTrace[],
  from = -Infinity,
): { readonly columns: readonly GridColumn[]; readonly rows: readonly GridRow[] } {
  return {
    columns: [
      { title: 'Device', mono: true },
      { title: 'Time', detail: 'UTC', mono: true },
      { title: 'RSSI', detail: 'dBm', align: 'end' },
    ],
    rows: traces.flatMap(({ key, at_ms, rssi }) =>
      at_ms.flatMap((ms, at) => (ms < from ? [] : [[key, new Date(ms).toISOString(), rssi[at] ?? null]])),
    ),
  };
}
