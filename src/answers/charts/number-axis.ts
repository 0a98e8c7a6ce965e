/** Numbers on an axis: where to mark it, how to write them, and the way from a value to a place. */

/** Marks at steps of 1, 2 or 5 times a power of ten inside [low, high]: at most `most`, none where nothing is finite. */
export function numberTicks(low: number, high: number, most: number): readonly number[] {
  const span = high - low;
  if (!Number.isFinite(span) || span < 0 || most < 1) return [];
  if (span === 0) return [low];
  const raw = span / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  if (!(power > 0)) return [];
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10) * power;
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  // A step below the digits of the ends marks nothing.
  if (!(count > 0) || !Number.isFinite(step) || low + step === low) return [];
  return Array.from({ length: Math.min(most, count) }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** Four significant digits, a real minus: −0.0123, 1.2e7. */
export function formatFigure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const magnitude = Math.abs(value);
  const far = value !== 0 && (magnitude < 1e-4 || magnitude >= 1e7);
  const text = far
    ? value
        .toExponential(2)
        .replace(/\.?0+e/, 'e')
        .replace('e+', 'e')
    : String(Number(value.toPrecision(4)));
  return text.replaceAll('-', '−');
}

/** From values in [low, high] to a stretch of px; a single value lies in the middle. */
export function linear(low: number, high: number, from: number, to: number): (value: number) => number {
  // Halves, as the difference of two far ends may leave the range.
  const span = high / 2 - low / 2;
  return (value) => (span > 0 ? from + ((value / 2 - low / 2) / span) * (to - from) : (from + to) / 2);
}

/** The least and the largest of the finite values, widened by a share of their distance; null without any. */
export function reachOf(values: readonly number[], margin = 0): readonly [number, number] | null {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) return null;
  const [low, high] = finite.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [Infinity, -Infinity]);
  const more = margin * (high - low);
  return Number.isFinite(more) ? [low - more, high + more] : [low, high];
}

/** At most so many characters, the last one an ellipsis where some are left out. */
export const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, Math.max(1, most - 1))}…` : text);
