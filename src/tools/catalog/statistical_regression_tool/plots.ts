import type { ArtifactDraft } from '../../definition.ts';
import type { Fit } from './schema.ts';

/** Plots of a fit as SVG files; each says in words what it shows. Sizes in px. */

const WIDTH = 640;
const HEIGHT = 400;
const MARGIN = 48;
const MOST_TERMS = 24;
const ROW = 24;
const LABELS = 200;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
const px = (value: number): string => value.toFixed(1);
const short = (value: number): string => String(Number(value.toPrecision(4)));

function svg(name: string, title: string, text: string, height: number, body: readonly string[]): ArtifactDraft {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(WIDTH)} ${String(height)}" role="img" aria-labelledby="title text" font-family="sans-serif" font-size="12">`;
  const described = `<title id="title">${escaped(title)}</title><desc id="text">${escaped(text)}</desc>`;
  const paper = `<rect width="${String(WIDTH)}" height="${String(height)}" fill="#fff"/>`;
  const document = [head, described, paper, ...body, '</svg>', ''].join('\n');
  return { name, mime_type: 'image/svg+xml', bytes: new TextEncoder().encode(document) };
}

const line = (x1: number, y1: number, x2: number, y2: number, colour: string, more = ''): string =>
  `<line x1="${px(x1)}" y1="${px(y1)}" x2="${px(x2)}" y2="${px(y2)}" stroke="${colour}"${more}/>`;
const words = (x: number, y: number, text: string, anchor = 'middle'): string =>
  `<text x="${px(x)}" y="${px(y)}" text-anchor="${anchor}">${escaped(text)}</text>`;

/** From the values to a stretch of px; a single value lies in the middle. */
function scaleOf(values: readonly number[], from: number, to: number): { at: (value: number) => number; low: number; high: number } {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  // Halves, as the difference of two far ends may leave the range.
  const span = high / 2 - low / 2;
  return { at: (value) => (span > 0 ? from + ((value / 2 - low / 2) / span) * (to - from) : (from + to) / 2), low, high };
}

/** Slopes in standard deviations with their intervals. */
export function coefficientPlot(fit: Fit, target: string): ArtifactDraft {
  const terms = Object.entries(fit.standardized_coefficients)
    .slice(0, MOST_TERMS)
    .flatMap(([name, standard]) => {
      const [low = NaN, high = NaN] = fit.confidence_intervals[name] ?? [];
      const factor = standard / (fit.coefficients[name] ?? NaN);
      const ends = [low * factor, high * factor];
      return ends.every(Number.isFinite) ? [{ name, standard, low: ends[0]!, high: ends[1]! }] : [];
    });
  const { at } = scaleOf([0, ...terms.flatMap(({ low, high }) => [low, high])], LABELS, WIDTH - MARGIN);
  const height = 2 * MARGIN + terms.length * ROW;
  const body = terms.flatMap(({ name, standard, low, high }, index) => {
    const y = MARGIN + (index + 0.5) * ROW;
    return [
      words(LABELS - 8, y + 4, name.length > 28 ? `${name.slice(0, 27)}…` : name, 'end'),
      line(at(low), y, at(high), y, '#1d4ed8', ' stroke-width="2"'),
      `<circle cx="${px(at(standard))}" cy="${px(y)}" r="4" fill="#1d4ed8"/>`,
    ];
  });
  const text = `Slopes in standard deviations: ${terms.map(({ name, standard }) => `${name} ${short(standard)}`).join(', ')}.`;
  return svg('regression_coefficient_plot', `Terms that explain ${target}`, text, height, [
    words(WIDTH / 2, 24, `Terms that explain ${target}, with intervals`),
    line(at(0), MARGIN, at(0), height - MARGIN, '#6b7280', ' stroke-dasharray="4 3"'),
    ...body,
    words((LABELS + WIDTH - MARGIN) / 2, height - 16, 'standard deviations of the target per standard deviation of the term'),
  ]);
}

/** Residuals over fitted values. */
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
    line(MARGIN * 1.5, y.at(0), WIDTH - MARGIN / 2, y.at(0), '#6b7280'),
    ...points.map(
      ({ fitted, residual }) => `<circle cx="${px(x.at(fitted))}" cy="${px(y.at(residual))}" r="2" fill="#1d4ed8" fill-opacity="0.5"/>`,
    ),
    words(MARGIN * 1.5, HEIGHT - 28, short(x.low), 'start'),
    words(WIDTH - MARGIN / 2, HEIGHT - 28, short(x.high), 'end'),
    words(MARGIN * 1.5 - 6, y.at(y.high) + 4, short(y.high), 'end'),
    words(MARGIN * 1.5 - 6, y.at(y.low) + 4, short(y.low), 'end'),
    words(WIDTH / 2, HEIGHT - 8, 'fitted value'),
  ]);
}
