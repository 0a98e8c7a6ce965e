import type { ArtifactDraft } from '../../definition.ts';
import { COLOURS, cut, GREY, line, MARGIN, px, short, svg, WIDTH, words } from '../../svg-plot.ts';
import type { Summary } from './schema.ts';

const PANEL = 160;

/** Histograms of the columns that have values, one below the other. */
export function histogramPlot({ columns }: Summary): ArtifactDraft {
  const shown = Object.entries(columns).filter(([, { histogram }]) => histogram.counts.length > 0);
  const panels = shown.flatMap(([name, { histogram }], index) => {
    const { edges, counts } = histogram;
    const [top, foot] = [MARGIN + index * PANEL, MARGIN + (index + 1) * PANEL - 44];
    const most = Math.max(1, ...counts);
    const wide = (WIDTH - 2 * MARGIN) / counts.length;
    return [
      words(MARGIN, top, cut(name, 80), 'start'),
      words(MARGIN - 6, top + 16, String(most), 'end'),
      ...counts.map((count, at) => {
        const high = (count / most) * (foot - top - 8);
        return `<rect x="${px(MARGIN + at * wide)}" y="${px(foot - high)}" width="${px(Math.max(0.5, wide - 1))}" height="${px(high)}" fill="${COLOURS[0]}"/>`;
      }),
      line(MARGIN, foot, WIDTH - MARGIN, foot, GREY),
      words(MARGIN, foot + 16, short(edges[0] ?? 0), 'start'),
      words(WIDTH - MARGIN, foot + 16, short(edges.at(-1) ?? 0), 'end'),
    ];
  });
  const text = shown.map(([name, { count, histogram }]) => {
    const at = histogram.counts.indexOf(Math.max(...histogram.counts));
    const [from = 0, to = 0] = histogram.edges.slice(at, at + 2);
    return `${name}: ${String(count)} values, most from ${short(from)} to ${short(to)}`;
  });
  return svg('summary_histograms', 'Histograms', `${text.join('; ')}.`, 2 * MARGIN + shown.length * PANEL - 24, [
    words(WIDTH / 2, 24, 'Values per bin'),
    ...panels,
  ]);
}
