/** Writes a probability as text: 0.87, 0.997, "> 0.999", but never 1, because nothing here is certain. */
export function probabilityWords(value: number): string {
  if (value > 0.999) return '> 0.999';
  return value > 0.99 ? value.toFixed(3) : value.toFixed(2);
}
