import type { ArtifactDraft } from '../../definition.ts';
import { COLOURS, cut, dot, GREY, LABELS, line, MARGIN, px, ROW, scaleOf, short, svg, WIDTH, words } from '../../svg-plot.ts';
import type { Fit } from './schema.ts';

const HEIGHT = 400;
const MOST_TERMS = 24;
const [COLOUR] = COLOURS;

export function coefficientPlot({ verdict }: Pick<Fit, 'verdict'>, target: string): ArtifactDraft {
  const terms = verdict.effects
    .slice(0, MOST_TERMS)
    .flatMap(({ term: name, standardized: standard = NaN, estimate, interval: [low = NaN, high = NaN] = [] }) => {
      const factor = standard / estimate;
      const ends = [low * factor, high * factor];
      return ends.every(Number.isFinite) ? [{ name, standard, low: ends[0]!, high: ends[1]! }] : [];
    });
  const { at } = scaleOf([0, ...terms.flatMap(({ low, high }) => [low, high])], LABELS, WIDTH - MARGIN);
  const height = 2 * MARGIN + terms.length * ROW;
  const body = terms.flatMap(({ name, standard, low, high }, index) => {
    const y = MARGIN + (index + 0.5) * ROW;
    return [
      words(LABELS - 8, y + 4, cut(name, 28), 'end'),
      line(at(low), y, at(high), y, COLOUR, ' stroke-width="2"'),
      dot(at(standard), y, COLOUR),
    ];
  });
  const text = `${verdict.sentence} Slopes in standard deviations: ${terms.map(({ name, standard }) => `${name} ${short(standard)}`).join(', ')}.`;
  return svg('regression_coefficient_plot', `Terms that explain ${target}`, text, height, [
    words(WIDTH / 2, 24, `Terms that explain ${target}, with intervals`),
    line(at(0), MARGIN, at(0), height - MARGIN, GREY, ' stroke-dasharray="4 3"'),
    ...body,
    words((LABELS + WIDTH - MARGIN) / 2, height - 16, 'standard deviations of the target per standard deviation of the term'),
  ]);
}

export function residualPlot({ points }: Fit, target: string): ArtifactDraft {
  const x = scaleOf(
    points.map(({ fitted }) => fitted),
    MARGIN * 1.5,
    WIDTH - MARGIN / 2,
  );
  const y = scaleOf([0, ...points.map(({ residual }) => residual)], HEIGHT - MARGIN, MARGIN);
  const text = `${String(points.length)} rows: fitted values from ${short(x.low)} to ${short(x.high)}, residuals from ${short(y.low)} to ${short(y.high)}.`;
  return svg('regression_residual_plot', `Residuals of ${target} over fitted values`, text, HEIGHT, [
    words(WIDTH / 2, 24, `Residuals of ${target} over fitted values`),
    line(MARGIN * 1.5, y.at(0), WIDTH - MARGIN / 2, y.at(0), GREY),
    ...points.map(
      ({ fitted, residual }) => `<circle cx="${px(x.at(fitted))}" cy="${px(y.at(residual))}" r="2" fill="${COLOUR}" fill-opacity="0.5"/>`,
    ),
    words(MARGIN * 1.5, HEIGHT - 28, short(x.low), 'start'),
    words(WIDTH - MARGIN / 2, HEIGHT - 28, short(x.high), 'end'),
    words(MARGIN * 1.5 - 6, y.at(y.high) + 4, short(y.high), 'end'),
    words(MARGIN * 1.5 - 6, y.at(y.low) + 4, short(y.low), 'end'),
    words(WIDTH / 2, HEIGHT - 8, 'fitted value'),
  ]);
}
