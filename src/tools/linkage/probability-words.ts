/** Nothing here is certain, so no probability is written as 1: 0.87, 0.997, "> 0.999". */
export function probabilityWords(value: number): string {
  if (value > 0.999) return '> 0.999';
  return value > 0.99 ? value.toFixed(3) : value.toFixed(2);
}
