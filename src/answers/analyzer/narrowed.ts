import { formatAmount, formatCount } from '../../base/format.ts';
import type { Narrowing } from '../../selection/types.ts';
import type { AnalyzerOutput } from './model.ts';

/** What the page's selection leaves of an answer. */
export interface Narrowed {
  /** Whether the selection narrows at all. */
  readonly narrows: boolean;
  /** Whether an address is left. */
  readonly has: (address: string) => boolean;
}

/**
 * By time an address is left when one of its segments reaches into the selected time, both ends included. An address without a
 * segment was heard too seldom to say when, and is left out. By address, those selected are left.
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

/** How many of all are left: "3 of 20 links with a selected address". Empty where nothing narrows, and while there is nothing to narrow. */
export function leftWords(left: number, all: number, { time_range, addresses }: Narrowing, one: string, many?: string): string {
  const by = [...(addresses.length > 0 ? ['with a selected address'] : []), ...(time_range ? ['active in the selected time'] : [])];
  return by.length === 0 || all === 0 ? '' : `${formatCount(left)} of ${formatAmount(all, one, many)} ${by.join(' ')}.`;
}
