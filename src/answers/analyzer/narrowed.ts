import { formatAmount, formatCount } from '../../base/format.ts';
import type { Narrowing } from '../../selection/types.ts';
import type { AnalyzerOutput } from './model.ts';

/** The part of an answer within the page's selection. */
export interface Narrowed {
  /** Whether the selection excludes anything. */
  readonly narrows: boolean;
  /** Whether an address is within the selection. */
  readonly has: (address: string) => boolean;
}

/**
 * A selected time keeps an address if one of its segments overlaps it, both ends included. An address without segments had too few packets
 * to date and is excluded. A selection of addresses keeps those.
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
 * States how many are within the selection: "3 of 20 links with a selected address". Empty if the selection excludes nothing, or if there
 * is nothing to exclude.
 */
export function leftWords(left: number, all: number, { time_range, addresses }: Narrowing, one: string, many?: string): string {
  const by = [...(addresses.length > 0 ? ['with a selected address'] : []), ...(time_range ? ['active in the selected time'] : [])];
  return by.length === 0 || all === 0 ? '' : `${formatCount(left)} of ${formatAmount(all, one, many)} ${by.join(' ')}.`;
}
