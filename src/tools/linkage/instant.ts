/** Writes a time in µs since 1970 as RFC 3339 in UTC, with microseconds. */
export function instant(us: number): string {
  const whole = Math.round(us);
  const micros = ((whole % 1_000_000) + 1_000_000) % 1_000_000;
  return `${new Date((whole - micros) / 1000).toISOString().slice(0, 19)}.${String(micros).padStart(6, '0')}Z`;
}
