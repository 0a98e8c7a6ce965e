/** Zone in which a person types times. */
export type Zone = 'UTC' | 'local';

/** Milliseconds since 1970 as an input of date and time shows them: "2020-05-07T16:48:09.123"; empty if they are not a valid time. */
export function dateTimeText(ms: number, zone: Zone): string {
  const instant = new Date(ms);
  if (Number.isNaN(instant.getTime())) return '';
  const shift = zone === 'local' ? instant.getTimezoneOffset() * 60_000 : 0;
  const shown = new Date(ms - shift);
  return Number.isNaN(shown.getTime()) ? '' : shown.toISOString().slice(0, 23);
}

/** Parses such a text to milliseconds; null if it is not valid. */
export function dateTimeMs(text: string, zone: Zone): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/.test(text)) return null;
  const ms = new Date(zone === 'UTC' ? `${text}Z` : text).getTime();
  return Number.isNaN(ms) ? null : ms;
}

/** Seconds with three digits, as an offset from the first row. */
export const secondsText = (ms: number): string => (ms / 1000).toFixed(3);

/** Parses seconds to whole milliseconds; null if they are not valid or negative. */
export function secondsMs(text: string): number | null {
  if (!/^\d{1,12}(?:\.\d*)?$/.test(text.trim())) return null;
  return Math.round(Number(text) * 1000);
}
