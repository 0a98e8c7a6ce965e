import type { Brush } from './time-view.ts';

/** A time range with a note. */
export type NotedTime = Brush & { readonly text: string };

/** Whether a time range overlaps another one, in ms. */
export const touches = ({ start_ms, end_ms }: Brush, start: number, end: number): boolean => start_ms <= end && end_ms >= start;

/** The notes on an instant. @param tolerance ms before and after it */
export const notesAt = (notes: readonly NotedTime[], at: number, tolerance: number): readonly NotedTime[] =>
  notes.filter((note) => touches(note, at - tolerance, at + tolerance));
