import { linear, numberTicks } from '../../../answers/charts/number-axis.ts';
import type { LiveLook } from './live-finding.ts';

/** Of the chart in px of its drawing, and what its axes span: ms, dBm. */
export const LIVE = { height: 168, span: 30_000, low: -105, high: -20 } as const;
const MARGIN = { left: 36, right: 8, top: 8, bottom: 20 } as const;

/**
 * Strengths over the last seconds, a line for each device.
 *
 * @param role a colour or face of the theme by its name
 * @param colourOf the line of a device
 */
export function drawLive(
  context: CanvasRenderingContext2D,
  { traces, now }: LiveLook,
  {
    width,
    running,
    role,
    colourOf,
  }: { width: number; running: boolean; role: (name: string) => string; colourOf: (key: string) => string },
): void {
  context.clearRect(0, 0, width, LIVE.height);
  const x = linear(now - LIVE.span, now, MARGIN.left, width - MARGIN.right);
  const y = linear(LIVE.low, LIVE.high, LIVE.height - MARGIN.bottom, MARGIN.top);
  context.font = `12px ${role('--face')}`;
  context.fillStyle = role('--text-3');
  context.strokeStyle = role('--line-1');
  context.lineWidth = 1;
  for (const dbm of numberTicks(LIVE.low, LIVE.high, 5)) {
    context.beginPath();
    context.moveTo(MARGIN.left, y(dbm));
    context.lineTo(width - MARGIN.right, y(dbm));
    context.stroke();
    context.textAlign = 'right';
    context.fillText(String(dbm).replace('-', '−'), MARGIN.left - 6, y(dbm) + 4);
  }
  for (const seconds of [30, 20, 10, 0]) {
    context.textAlign = seconds === 30 ? 'left' : seconds === 0 ? 'right' : 'center';
    const words = seconds === 0 ? (running ? 'now' : 'last heard') : `−${String(seconds)} s`;
    context.fillText(words, x(now - seconds * 1000), LIVE.height - 4);
  }
  context.save();
  context.beginPath();
  context.rect(MARGIN.left, 0, width - MARGIN.left - MARGIN.right, LIVE.height);
  context.clip();
  for (const { key, at_ms, rssi } of traces) {
    context.strokeStyle = colourOf(key);
    context.lineWidth = 1.5;
    context.beginPath();
    at_ms.forEach((ms, at) => {
      if (at === 0) context.moveTo(x(ms), y(rssi[at]!));
      else context.lineTo(x(ms), y(rssi[at]!));
    });
    context.stroke();
  }
  context.restore();
}
