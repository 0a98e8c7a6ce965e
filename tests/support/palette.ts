import type { TimelinePalette } from '../../src/answers/charts/timeline-draw.ts';

/** Colours by role, to find them in a picture. */
export const PALETTE: TimelinePalette = {
  surface: 'surface',
  band: 'band',
  text: 'text',
  muted: 'muted',
  line: 'line',
  accent: 'accent',
  chosen: 'chosen',
  series: ['none', ...Array.from({ length: 8 }, (_, at) => `series${String(at + 1)}`)],
  face: 'sans-serif',
  mono: 'monospace',
};
