import { Sheet } from '../../../answers/charts/sheet.ts';
import type { Picture } from '../../../answers/charts/svg-canvas.ts';
import type { TimelinePalette } from '../../../answers/charts/timeline-draw.ts';
import type { GridColumn, GridRow } from '../../../base/table.ts';
import type { LiveTrace } from '../../../live/service.ts';
import { drawLive, LIVE } from './live-draw.ts';
import type { LiveLook } from './live-finding.ts';

const [WIDTH, HEIGHT] = [720, 260];
const [LEFT, TOP, FOOT] = [44, 32, 24];
const LINE = 18;

/** A picture of the scan's RSSI traces at one moment, with the device of each line. */
export function livePicture(title: string, { traces, now, total }: LiveLook, palette: TimelinePalette): Picture {
  const legend = traces.length * LINE;
  const sheet = new Sheet(title, WIDTH, HEIGHT + legend, palette);
  const colourOf = (_: string, at: number): string => palette.series[(at % 8) + 1] ?? palette.text;
  const shown = traces.map(({ key, at_ms, rssi }) => {
    const from = at_ms.findIndex((ms) => ms >= now - LIVE.span);
    return { key, at_ms: from < 0 ? [] : at_ms.slice(from), rssi: from < 0 ? [] : rssi.slice(from) };
  });
  drawLive(
    {
      line(points, width, colour) {
        sheet.fillStyle = colour;
        sheet.line(points, width);
      },
      word: (text, x, y, align) => sheet.write(text, x, y, { fill: palette.muted, align }),
    },
    { traces: shown, now, total },
    { left: LEFT, right: WIDTH - 10, top: TOP + legend + 8, bottom: HEIGHT + legend - FOOT },
    { grid: palette.line, colourOf, end: `${new Date(now).toISOString().slice(11, 19)} UTC` },
  );
  traces.forEach(({ key }, at) => {
    sheet.rect(colourOf(key, at), LEFT, TOP + at * LINE, 12, 3);
    sheet.write(key, LEFT + 18, TOP + at * LINE + 6);
  });
  return sheet.finished();
}

/** The packets behind the picture, from a given time in ms since 1970. */
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
