import type { ArtifactDraft } from '../../definition.ts';
import type { Fit } from './schema.ts';

/** Tables of a fit as files. */

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
