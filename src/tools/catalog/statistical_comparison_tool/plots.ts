import type { ArtifactDraft } from '../../definition.ts';
import { COLOURS, cut, dot, GREY, LABELS, line, MARGIN, ROW, scaleOf, short, svg, WIDTH, words } from '../../svg-plot.ts';
import type { Comparison } from './schema.ts';

const MOST_GROUPS = 60;

/** Plot of the groups' means or shares with their intervals; none for tables of more than two categories. */
export function groupsPlot({ groups, verdict }: Comparison): readonly ArtifactDraft[] {
  const shown = groups.slice(0, MOST_GROUPS).flatMap(({ group, mean, share, confidence_interval: interval }) => {
    const value = mean ?? share;
    return value === undefined ? [] : [{ group, value, interval }];
  });
  if (shown.length === 0) return [];
  const x = scaleOf(
    shown.flatMap(({ value, interval }) => [value, ...(interval ?? [])]),
    LABELS,
    WIDTH - MARGIN,
  );
  const height = 2 * MARGIN + shown.length * ROW;
  const marks = shown.flatMap(({ group, value, interval: [low, high] = [] }, index) => {
    const y = MARGIN + (index + 0.5) * ROW;
    const colour = COLOURS[0];
    return [
      words(LABELS - 8, y + 4, cut(group, 28), 'end'),
      ...(low === undefined || high === undefined ? [] : [line(x.at(low), y, x.at(high), y, colour, ' stroke-width="2"')]),
      dot(x.at(value), y, colour),
    ];
  });
  const text = `${verdict.sentence} ${shown.map(({ group, value }) => `${group} ${short(value)}`).join(', ')}.`;
  return [
    svg('comparison_plot', verdict.sentence, text, height, [
      words(WIDTH / 2, 24, cut(verdict.sentence, 90)),
      line(LABELS, height - MARGIN, WIDTH - MARGIN, height - MARGIN, GREY),
      ...marks,
      words(LABELS, height - MARGIN + 16, short(x.low), 'start'),
      words(WIDTH - MARGIN, height - MARGIN + 16, short(x.high), 'end'),
    ]),
  ];
}

export function testTable({ tests }: Comparison): ArtifactDraft {
  const lines = tests.map(({ test, method, statistic, df, p, log10_p, estimate, confidence_interval: [low, high] = [] }) =>
    [test, method, statistic ?? '', df ?? '', p ?? '', log10_p ?? '', estimate ?? '', low ?? '', high ?? ''].map(String).join(','),
  );
  const csv = ['test,method,statistic,df,p,log10_p,estimate,low,high', ...lines, ''].join('\r\n');
  return { name: 'comparison_tests', mime_type: 'text/csv', bytes: new TextEncoder().encode(csv) };
}
