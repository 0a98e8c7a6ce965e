import type { Mark } from '../charts/marks.ts';
import { drawPlot } from '../charts/plot-drawing.ts';
import type { Plot } from '../charts/plot.ts';
import { marksOf, markup, type Html } from './html.ts';

const WIDTH = 720;

export const picture = (height: number, label: string, marks: readonly Mark[]): Html =>
  markup`<svg class="chart" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${label}">${marksOf(marks)}</svg>`;

/**
 * A plot in a report: its finding, picture and description. Null for plots over time of one pair, which reports leave out.
 *
 * @param reach range of the interval axis if it is known; probabilities are in [0, 1]
 */
export function figure(plot: Plot, reach?: readonly [number, number]): Html | null {
  if (plot.kind === 'traces') return null;
  const { title, text } = plot;
  const { height, marks, key } = drawPlot(plot, WIDTH, reach);
  const entries = key?.entries.map(
    (entry) => markup`<span><svg class="sign" viewBox="0 0 18 10" aria-hidden="true">${marksOf(entry.marks)}</svg> ${entry.label}</span>`,
  );
  return markup`<figure>
      <figcaption>${title}</figcaption>
      <div class="hint">${text}</div>
      ${key && markup`<div class="key"><span class="hint">${key.title}</span>${entries}</div>`}
      ${picture(height, `${title}. ${text}`, marks)}
    </figure>`;
}
