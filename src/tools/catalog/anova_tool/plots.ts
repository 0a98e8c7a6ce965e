import type { ArtifactDraft } from '../../definition.ts';
import { COLOURS, cut, dot, GREY, LABELS, line, MARGIN, ROW, scaleOf, short, svg, WIDTH, words } from '../../svg-plot.ts';
import type { Analysis } from './schema.ts';

const MOST_GROUPS = 60;

/** Plots the means of the groups with their intervals; each level of a second factor has its own colour. */
export function meansPlot({ groups, verdict }: Pick<Analysis, 'groups' | 'verdict'>, response: string): ArtifactDraft {
  const shown = groups.slice(0, MOST_GROUPS);
  const seconds = [...new Set(shown.map(({ levels }) => levels?.[1] ?? ''))];
  const x = scaleOf(
    shown.flatMap(({ mean, confidence_interval: interval }) => [mean, ...(interval ?? [])]),
    LABELS,
    WIDTH - MARGIN,
  );
  const height = 2 * MARGIN + shown.length * ROW;
  const marks = shown.flatMap(({ group, levels, mean, confidence_interval: [low, high] = [] }, index) => {
    const y = MARGIN + (index + 0.5) * ROW;
    const colour = COLOURS[seconds.indexOf(levels?.[1] ?? '') % COLOURS.length] ?? GREY;
    return [
      words(LABELS - 8, y + 4, cut(group, 28), 'end'),
      ...(low === undefined || high === undefined ? [] : [line(x.at(low), y, x.at(high), y, colour, ' stroke-width="2"')]),
      dot(x.at(mean), y, colour),
    ];
  });
  const title = `Means of ${response}, with intervals`;
  const text = `${title}. ${verdict.sentence} ${shown.map(({ group, mean }) => `${group} ${short(mean)}`).join(', ')}.`;
  const more = groups.length > shown.length ? `, the first ${String(shown.length)} of ${String(groups.length)} groups` : '';
  return svg('anova_means_plot', title, text, height, [
    words(WIDTH / 2, 24, cut(title, 80) + more),
    line(LABELS, height - MARGIN, WIDTH - MARGIN, height - MARGIN, GREY),
    ...marks,
    words(LABELS, height - MARGIN + 16, short(x.low), 'start'),
    words(WIDTH - MARGIN, height - MARGIN + 16, short(x.high), 'end'),
    words((LABELS + WIDTH - MARGIN) / 2, height - 12, cut(`mean of ${response}`, 60)),
  ]);
}
