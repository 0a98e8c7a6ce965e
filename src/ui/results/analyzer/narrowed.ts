import type { SelectionData } from '../../state/selection.svelte.ts';
import { formatAmount, formatCount } from '../../widgets/format.ts';
import type { AnalyzerOutput } from './model.ts';

/** What the page's selection leaves of an answer. */
export interface Narrowed {
  /** Whether an address is left. */
  readonly has: (address: string) => boolean;
  /** What narrows: "in the selected time"; empty where nothing does. */
  readonly words: string;
}

/**
 * By time an address is left when one of its segments reaches into the selected time, both ends included. An address without a
 * segment was heard too seldom to say when, and is left out. By address, those selected are left.
 */
export function narrowed(output: AnalyzerOutput, { time_range, addresses }: Pick<SelectionData, 'time_range' | 'addresses'>): Narrowed {
  const active =
    time_range &&
    new Set(output.segments.filter((it) => it.start_ms <= time_range.end_ms && it.end_ms >= time_range.start_ms).map((it) => it.address));
  const chosen = addresses.length > 0 ? new Set(addresses) : null;
  const words = [...(chosen ? ['with a selected address'] : []), ...(active ? ['active in the selected time'] : [])].join(' ');
  return { has: (address) => (active?.has(address) ?? true) && (chosen?.has(address) ?? true), words };
}

/** How many of all are left: "3 of 20 links with a selected address". Empty where nothing narrows. */
export const leftWords = (left: number, all: number, { words }: Narrowed, one: string, many?: string): string =>
  words === '' ? '' : `${formatCount(left)} of ${formatAmount(all, one, many)} ${words}.`;
