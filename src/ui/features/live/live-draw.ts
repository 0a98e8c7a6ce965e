import { linear, numberTicks } from '../../../answers/charts/number-axis.ts';
import type { LiveLook } from './live-finding.ts';

/** Size of the chart in px of its drawing, and ranges of its axes: ms, dBm. */
export const LIVE = { height: 168, span: 30_000, low: -105, high: -20 } as const;

/** The edges of the axes in px. */
export interface LiveArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Drawing operations for a canvas of the page or for a saved picture. */
export interface LiveInk {
  line(points: readonly (readonly [x: number, y: number])[], width: number, colour: string): void;
  word(text: string, x: number, y: number, align: CanvasTextAlign): void;
}

/**
 * Draws RSSI over the last seconds, one line per device.
 *
 * @param grid colour of the grid lines
 * @param colourOf colour of a device's line
 * @param end label of the right end
 */
export function drawLive(
  ink: LiveInk,
  { traces, now }: LiveLook,
  { left, right, top, bottom }: LiveArea,
  { grid, colourOf, end }: { grid: string; colourOf: (key: string, at: number) => string; end: string },
): void {
  const x = linear(now - LIVE.span, now, left, right);
  const y = linear(LIVE.low, LIVE.high, bottom, top);
  for (const dbm of numberTicks(LIVE.low, LIVE.high, 5)) {
    const row = y(dbm);
    ink.line(
      [left, right].map((edge) => [edge, row] as const),
      1,
      grid,
    );
    ink.word(String(dbm).replace('-', '−'), left - 6, row + 4, 'right');
  }
  for (const seconds of [30, 20, 10, 0]) {
    const words = seconds === 0 ? end : `−${String(seconds)} s`;
    ink.word(words, x(now - seconds * 1000), bottom + 16, seconds === 30 ? 'left' : seconds === 0 ? 'right' : 'center');
  }
  traces.forEach(({ key, at_ms, rssi }, at) => {
    ink.line(
      at_ms.map((ms, point) => [x(ms), y(rssi[point] ?? LIVE.low)] as const),
      1.5,
      colourOf(key, at),
    );
  });
}

/** Ink for a canvas of the page; lines end at the axes. */
export function canvasInk(context: CanvasRenderingContext2D, { left, right }: LiveArea, font: string, text: string): LiveInk {
  context.font = font;
  context.fillStyle = text;
  return {
    line(points, width, colour) {
      context.save();
      context.beginPath();
      context.rect(left, 0, right - left, LIVE.height);
      context.clip();
      context.beginPath();
      for (const [x, y] of points) context.lineTo(x, y);
      Object.assign(context, { lineWidth: width, strokeStyle: colour });
      context.stroke();
      context.restore();
    },
    word(words, x, y, align) {
      context.textAlign = align;
      context.fillText(words, x, y);
    },
  };
}
