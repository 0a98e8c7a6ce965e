import type { RandomSource } from '../../support/random.ts';
import type { Call } from './originals.ts';

/** One way in which models break calls. */
export interface Kind {
  readonly name: string;
  /** Whether the broken call still says what was asked. Where it does not, no result may be ok unasked. */
  readonly determinable: boolean;
  /** Number of open captures that the kind needs; any when absent. */
  readonly open?: 'one' | 'several';
  /** The broken call; undefined where the call has nothing to break in this way. May change what it is given. */
  break(call: Call, random: RandomSource): unknown;
}

export const kind = (name: string, change: Kind['break'], more: Partial<Kind> = {}): Kind => ({
  name,
  determinable: true,
  break: change,
  ...more,
});
export const lost = (name: string, change: Kind['break'], more: Partial<Kind> = {}): Kind =>
  kind(name, change, { determinable: false, ...more });

export const pick = <T>(random: RandomSource, items: readonly T[]): T | undefined =>
  items.length === 0 ? undefined : items[random.below(items.length)];

/** The filters of a call with the function that puts another one in place. */
export function filtersOf(call: Call): { text: string; put: (text: unknown) => void }[] {
  const selection = call.capture_selection;
  const found: { text: string; put: (text: unknown) => void }[] = [];
  if (typeof selection['filter_expression'] === 'string')
    found.push({ text: selection['filter_expression'], put: (text) => (selection['filter_expression'] = text) });
  const filters = (selection['selectors'] as { filters?: unknown[] } | undefined)?.filters;
  filters?.forEach((text, at) => found.push({ text: String(text), put: (by) => (filters[at] = by) }));
  return found;
}

/** Breaks a filter of the call where the change does something to it. */
export function inFilter(change: (text: string, random: RandomSource) => string): Kind['break'] {
  return (call, random) => {
    const changed = filtersOf(call).filter(({ text }) => change(text, random) !== text);
    const chosen = pick(random, changed);
    chosen?.put(change(chosen.text, random));
    return chosen && call;
  };
}

/** The time window of a call, wherever it stands. */
export function windowOf(
  call: Call,
): { holder: Record<string, unknown>; key: string; window: { start_ms: number; end_ms: number } } | undefined {
  const selectors = call.capture_selection['selectors'] as Record<string, unknown> | undefined;
  for (const [holder, key] of [
    [call.capture_selection, 'time_window'],
    [selectors, 'time_range'],
  ] as const) {
    const window = holder?.[key];
    if (holder && window) return { holder, key, window: window as { start_ms: number; end_ms: number } };
  }
  return undefined;
}

export function inWindow(change: (window: { start_ms: number; end_ms: number }) => unknown): Kind['break'] {
  return (call) => {
    const found = windowOf(call);
    const changed = found && change(found.window);
    if (found === undefined || changed === undefined) return undefined;
    found.holder[found.key] = changed;
    return call;
  };
}

/** Replaces an argument of the given type. */
export function inArgument(
  fits: (value: unknown, key: string) => boolean,
  change: (value: never, key: string, random: RandomSource) => unknown,
): Kind['break'] {
  return (call, random) => {
    const key = pick(
      random,
      Object.keys(call.arguments).filter((each) => fits(call.arguments[each], each)),
    );
    if (key === undefined) return undefined;
    const changed = change(call.arguments[key] as never, key, random);
    if (changed === undefined) return undefined;
    call.arguments[key] = changed;
    return call;
  };
}

export function renamed(record: Record<string, unknown>, from: string, to: string): void {
  record[to] = record[from];
  delete record[from];
}

/** Two neighbours of a word changed places, or a letter left out or doubled. */
export function typo(word: string, random: RandomSource): string {
  const at = 1 + random.below(Math.max(1, word.length - 2));
  const how = random.below(3);
  if (how === 0) return word.slice(0, at) + word.slice(at + 1);
  if (how === 1) return word.slice(0, at) + (word[at] ?? '') + word.slice(at);
  return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
}

export const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

export const text = (value: unknown): string => JSON.stringify(value);
export const isText = (value: unknown): boolean => typeof value === 'string';
export const isNumber = (value: unknown): boolean => typeof value === 'number';

/** Breaks the channels of a call. */
export function inChannels(change: (list: string[]) => unknown): Kind['break'] {
  return (call) => {
    const selectors = call.capture_selection['selectors'] as Record<string, unknown> | undefined;
    if (!selectors || !Array.isArray(selectors['channels'])) return undefined;
    const changed = change(selectors['channels'] as string[]);
    if (changed === undefined) return undefined;
    selectors['channels'] = changed;
    return call;
  };
}

/** Gives an argument another name. */
export function argumentCalled(from: string, to: string): Kind['break'] {
  return (call) => {
    if (call.arguments[from] === undefined) return undefined;
    renamed(call.arguments, from, to);
    return call;
  };
}

/** A value as Python writes it. */
export function python(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  if (typeof value === 'string' && !value.includes("'")) return `'${value}'`;
  if (typeof value !== 'object') return text(value);
  return `{${Object.entries(value)
    .map(([key, member]) => `'${key}': ${python(member)}`)
    .join(', ')}}`;
}

export const isTexts = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isText);

/** A call without the name of its tool. */
export const rest = ({ tool_name: _, ...others }: Call): Record<string, unknown> => others;

/** A text as it is, any other value as JSON. */
export const plain = (value: unknown): string => (typeof value === 'string' ? value : text(value));

export const hasArgument = (call: Call, key: string): boolean => call.arguments[key] !== undefined;

/** Gives an argument another name and value. */
export const written =
  (from: string, to: string, change: (value: never) => unknown): Kind['break'] =>
  (call) => {
    if (!hasArgument(call, from)) return undefined;
    const value = change(call.arguments[from] as never);
    if (value === undefined) return undefined;
    renamed(call.arguments, from, to);
    call.arguments[to] = value;
    return call;
  };

/** A value as Gemma writes it: keys without quotes, texts between tokens. */
export function gemma(value: unknown): string {
  if (typeof value === 'string') return `<|"|>${value}<|"|>`;
  if (Array.isArray(value)) return `[${value.map(gemma).join(',')}]`;
  if (typeof value !== 'object' || value === null) return text(value);
  return `{${Object.entries(value)
    .map(([key, member]) => `${key}:${gemma(member)}`)
    .join(',')}}`;
}
