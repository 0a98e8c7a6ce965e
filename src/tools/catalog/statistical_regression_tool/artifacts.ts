import type { ArtifactDraft } from '../../definition.ts';
import type { Arguments, Fit } from './schema.ts';

const cell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function csv(name: string, head: string, lines: readonly (readonly (string | number | undefined)[])[]): ArtifactDraft {
  const text = [head, ...lines.map((line) => line.map((value) => String(value ?? '')).join(',')), ''].join('\r\n');
  return { name, mime_type: 'text/csv', bytes: new TextEncoder().encode(text) };
}

export function coefficientTable(fit: Fit): ArtifactDraft {
  const lines = Object.entries(fit.coefficients).map(([name, estimate]) => {
    const [low, high] = fit.confidence_intervals[name] ?? [];
    return [cell(name), estimate, fit.standard_errors[name], fit.t_values[name], fit.p_values[name], low, high];
  });
  return csv('regression_coefficients', 'term,estimate,standard_error,t,p_value,low,high', lines);
}

export function pointTable({ points }: Fit): ArtifactDraft {
  const lines = points.map(({ fitted, residual, standardized }) => [fitted, residual, standardized]);
  return csv('regression_residuals', 'fitted,residual,standardized', lines);
}

/** CSV with one line for each point of `predict_at`: its values, then the prediction; empty if no predictions were requested. */
export function predictionTable({ predict_at: places }: Pick<Arguments, 'predict_at'>, { predictions }: Fit): ArtifactDraft[] {
  if (predictions.length === 0) return [];
  const names = [...new Set(places.flatMap((place) => Object.keys(place)))];
  const lines = predictions.map(({ fit, standard_error, confidence_interval, prediction_interval }, at) => [
    ...names.map((name) => cell(valueText(places[at]?.[name]))),
    ...[fit, standard_error, ...confidence_interval, ...prediction_interval],
  ]);
  const head = [...names.map(cell), 'fit', 'standard_error', 'mean_low', 'mean_high', 'row_low', 'row_high'].join(',');
  return [csv('regression_predictions', head, lines)];
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
