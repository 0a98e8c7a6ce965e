/** Numeric axes: tick positions, number format, and the scale from values to positions. */

/** Ticks at multiples of 1, 2 or 5 times a power of ten from `low` to `high`, at most `most`; none if the range is not finite. */
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
  // If the step between ticks is smaller than the precision of `low`, the axis has no ticks.
  if (!(count > 0) || !Number.isFinite(step) || low + step === low) return [];
  return Array.from({ length: Math.min(most, count) }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** Ticks of a logarithmic axis from `low` to `high`, both above 0, at most `most`: 1, 2 and 5 times powers of ten, or every nth power. */
export function ratioTicks(low: number, high: number, most: number): readonly number[] {
  const [from, to] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  if (!Number.isFinite(from) || !Number.isFinite(to)) return [];
  const within = (factors: readonly number[], every: number): number[] =>
    Array.from({ length: Math.floor((to - from) / every) + 1 }, (_, at) => from + at * every)
      .flatMap((power) => factors.map((factor) => Number((factor * 10 ** power).toPrecision(1))))
      .filter((value) => value >= low && value <= high);
  const fine = within([1, 2, 5], 1);
  if (fine.length < 2) return numberTicks(low, high, most);
  if (fine.length <= most) return fine;
  return within([1], Math.max(1, Math.ceil((to - from) / most)));
}

/** Writes a number with four significant digits and a real minus sign: −0.0123, 1.2e7. */
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

/** Returns a function that converts values from `low` to `high` linearly to px. If both are equal, the value is in the middle. */
export function linear(low: number, high: number, from: number, to: number): (value: number) => number {
  // Halve both ends of the axis first, because the difference of two very large ends could overflow.
  const span = high / 2 - low / 2;
  return (value) => (span > 0 ? from + ((value / 2 - low / 2) / span) * (to - from) : (from + to) / 2);
}

/** Minimum and maximum of the finite values, extended at both ends by a fraction of their distance; null if there are none. */
export function reachOf(values: readonly number[], margin = 0): readonly [number, number] | null {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) return null;
  const [low, high] = finite.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [Infinity, -Infinity]);
  const more = margin * (high - low);
  return Number.isFinite(more) ? [low - more, high + more] : [low, high];
}

/** Cuts a text to a number of characters, with an ellipsis at the end. */
export const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, Math.max(1, most - 1))}…` : text);
