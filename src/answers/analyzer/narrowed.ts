import { formatAmount, formatCount } from '../../base/format.ts';
import type { Narrowing } from '../../selection/types.ts';
import type { AnalyzerOutput } from './model.ts';

/** The addresses of an answer that are within the page's selection. */
export interface Narrowed {
  /** Whether the selection excludes any address. */
  readonly narrows: boolean;
  /** Whether an address is within the selection. */
  readonly has: (address: string) => boolean;
}

/**
 * Applies the selection to an answer. A time range keeps the addresses of which a segment overlaps it, both ends included. It excludes
 * addresses without segments, which had too few packets to determine their times. A selection of addresses keeps those.
 */
export function narrowed(output: AnalyzerOutput, { time_range, addresses }: Narrowing): Narrowed {
  const active =
    time_range &&
    new Set(output.segments.filter((it) => it.start_ms <= time_range.end_ms && it.end_ms >= time_range.start_ms).map((it) => it.address));
  const chosen = addresses.length > 0 ? new Set(addresses) : null;
  return {
    narrows: active !== null || chosen !== null,
    has: (address) => (active?.has(address) ?? true) && (chosen?.has(address) ?? true),
  };
}

/**
 * Writes how many items are within the selection: "3 of 20 links with a selected address". Empty if the selection excludes nothing, or if
 * there are no items.
 */
export function leftWords(left: number, all: number, { time_range, addresses }: Narrowing, one: string, many?: string): string {
  const by = [...(addresses.length > 0 ? ['with a selected address'] : []), ...(time_range ? ['active in the selected time'] : [])];
  return by.length === 0 || all === 0 ? '' : `${formatCount(left)} of ${formatAmount(all, one, many)} ${by.join(' ')}.`;
}
