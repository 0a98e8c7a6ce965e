import type { ArtifactDraft } from '../../definition.ts';
import { COLOURS, cut, GREY, line, MARGIN, px, short, svg, WIDTH, words } from '../../svg-plot.ts';
import type { Curve, Survival } from './schema.ts';

const HEIGHT = 320;
const MOST_CURVES = 8;

export function curvePlot({ curves, verdict, time_unit }: Survival): readonly ArtifactDraft[] {
  const shown = curves.filter(({ points }) => points.length > 0).slice(0, MOST_CURVES);
  const end = Math.max(0, ...shown.map(({ watched }) => watched));
  if (!(end > 0)) return [];
  const [top, bottom] = [MARGIN, HEIGHT - MARGIN];
  const x = (time: number): number => MARGIN + (time / end) * (WIDTH - 2 * MARGIN);
  const y = (share: number): number => bottom - share * (bottom - top);
  const body = shown.flatMap((own, at) => {
    const colour = COLOURS[at % COLOURS.length]!;
    const d = steps(own).map(([time, share], k) => `${k === 0 ? 'M' : 'L'}${px(x(time))} ${px(y(share))}`);
    return [
      `<path d="${d.join('')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      `<text x="${px(WIDTH - MARGIN)}" y="${px(top + 14 + 16 * at)}" text-anchor="end" fill="${colour}">${cut(own.group, 32).replace(/[&<>]/g, ' ')}</text>`,
    ];
  });
  const text = `${verdict.sentence} Share without the event over time, by group.`;
  return [
    svg('survival_plot', verdict.sentence, text, HEIGHT, [
      words(WIDTH / 2, 24, cut(verdict.sentence, 90)),
      line(MARGIN, bottom, WIDTH - MARGIN, bottom, GREY),
      line(MARGIN, top, MARGIN, bottom, GREY),
      line(MARGIN, y(0.5), WIDTH - MARGIN, y(0.5), GREY, ' stroke-dasharray="3 4"'),
      ...body,
      words(MARGIN - 6, top + 4, '1', 'end'),
      words(MARGIN - 6, bottom + 4, '0', 'end'),
      words(MARGIN, bottom + 18, '0', 'start'),
      words(WIDTH - MARGIN, bottom + 18, `${short(end)}${time_unit === 'seconds' ? ' s' : ''}`, 'end'),
    ]),
  ];
}

function steps({ points, watched }: Curve): (readonly [number, number])[] {
  let before = 1;
  const path: (readonly [number, number])[] = [[0, 1]];
  for (const { time, survival } of points) {
    path.push([time, before], [time, survival]);
    before = survival;
  }
  return [...path, [watched, before]];
}

export function curveTable({ curves }: Survival): ArtifactDraft {
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const lines = curves.flatMap(({ group, points }) =>
    points.map(({ time, survival, standard_error, low, high, at_risk, events }) =>
      [quoted(group), time, at_risk, events, survival, standard_error ?? '', low ?? '', high ?? ''].map(String).join(','),
    ),
  );
  const csv = ['group,time,at_risk,events,survival,standard_error,low,high', ...lines, ''].join('\r\n');
  return { name: 'survival_curves', mime_type: 'text/csv', bytes: new TextEncoder().encode(csv) };
}
