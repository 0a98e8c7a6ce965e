/** Writes files with the coefficients, predictions and ratios of a fit. */
import type { ArtifactDraft } from '../../definition.ts';
import { COLOURS, cut, dot, GREY, LABELS, line, MARGIN, ROW, scaleOf, short, svg, WIDTH, words } from '../../svg-plot.ts';
import type { Arguments, Output } from './schema.ts';

const MOST_TERMS = 24;
const [COLOUR] = COLOURS;

const cell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function csv(name: string, head: string, lines: readonly (readonly (string | number | undefined)[])[]): ArtifactDraft {
  const text = [head, ...lines.map((own) => own.map((value) => String(value ?? '')).join(',')), ''].join('\r\n');
  return { name, mime_type: 'text/csv', bytes: new TextEncoder().encode(text) };
}

export function coefficientTable({ coefficients }: Output): ArtifactDraft {
  const lines = coefficients.map(({ term, estimate, standard_error, z, p, ratio, ratio_interval: [low, high] = [] }) => [
    cell(term),
    ...[estimate, standard_error, z, p, ratio, low, high],
  ]);
  return csv('generalized_coefficients', 'term,estimate,standard_error,z,p_value,ratio,ratio_low,ratio_high', lines);
}

/** CSV with one line for each point of `predict_at`: its values, then the prediction; empty if no predictions were requested. */
export function predictionTable({ predict_at: places }: Arguments, { predictions }: Output): ArtifactDraft[] {
  if (predictions.length === 0) return [];
  const names = [...new Set(places.flatMap((place) => Object.keys(place)))];
  const lines = predictions.map(({ fit, interval: [low, high] = [] }, at) => [
    ...names.map((name) => cell(valueText(places[at]?.[name]))),
    ...[fit, low, high],
  ]);
  return [csv('generalized_predictions', [...names.map(cell), 'fit', 'low', 'high'].join(','), lines)];
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Plots odds or rate ratios with their intervals on a logarithmic axis. */
export function ratioPlot({ verdict, coefficients, family }: Output): ArtifactDraft[] {
  const judged = new Map(verdict.effects.map((own) => [own.term, own] as const));
  const terms = coefficients
    .filter(({ term }) => term !== 'intercept')
    .slice(0, MOST_TERMS)
    .flatMap((own) => {
      const [low, high] = judged.get(own.term)?.ratio_interval ?? own.ratio_interval ?? [];
      const ends = [own.ratio ?? NaN, low ?? NaN, high ?? NaN];
      return ends.every((value) => value > 0 && Number.isFinite(value)) ? [{ name: own.term, ends: ends.map(Math.log10) }] : [];
    });
  if (terms.length === 0) return [];
  const { at, low, high } = scaleOf([0, ...terms.flatMap(({ ends }) => ends)], LABELS, WIDTH - MARGIN);
  const height = 2 * MARGIN + terms.length * ROW;
  const body = terms.flatMap(({ name, ends: [ratio = 0, from = 0, to = 0] }, index) => {
    const y = MARGIN + (index + 0.5) * ROW;
    return [
      words(LABELS - 8, y + 4, cut(name, 28), 'end'),
      line(at(from), y, at(to), y, COLOUR, ' stroke-width="2"'),
      dot(at(ratio), y, COLOUR),
    ];
  });
  const kind = family === 'logistic' ? 'odds' : 'means';
  const label = (value: number): string => short(10 ** value);
  return [
    svg('generalized_ratio_plot', verdict.sentence, `${verdict.sentence} Ratios of ${kind} per unit, logarithmic axis.`, height, [
      words(WIDTH / 2, 24, cut(verdict.sentence, 90)),
      line(at(0), MARGIN, at(0), height - MARGIN, GREY, ' stroke-dasharray="4 3"'),
      ...body,
      words(at(low), height - 32, label(low), 'start'),
      words(at(0), height - 32, '1'),
      words(at(high), height - 32, label(high), 'end'),
      words((LABELS + WIDTH - MARGIN) / 2, height - 16, `ratio of the ${kind} per unit, logarithmic`),
    ]),
  ];
}
