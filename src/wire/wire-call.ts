import { MOST_ARGUMENT_BYTES, type CallKind } from './record.ts';

/** A call as in a transcript, before its arguments are parsed. */
export interface WireCall {
  readonly id: string;
  readonly name: string;
  readonly kind?: CallKind;
  readonly wrapped_in?: string;
  /** JSON text, or the parsed value if the dialect transmits one. */
  readonly input: { readonly text: string } | { readonly value: unknown };
  /** Why the call must not run even with complete arguments; null if it may. */
  fault: string | null;
  result: { readonly value: unknown; readonly failed: boolean } | null;
  readonly raw: unknown;
}

/** Facts known when a call begins. */
export interface CallStart {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly kind?: CallKind | undefined;
  readonly raw: unknown;
  /** Arguments in the first piece. */
  readonly seed?: unknown;
  /** Text that means no arguments, in dialects that have one. */
  readonly none?: string;
}

/** A call whose pieces are still arriving. */
export interface OpenCall {
  id: string;
  name: string;
  text: string;
  fault: string | null;
  readonly kind: CallKind | undefined;
  readonly seed: unknown;
  readonly none: string | undefined;
  readonly raw: unknown[];
}

export const opened = ({ id, name, kind, seed, none, raw }: CallStart): OpenCall => ({
  id: id ?? '',
  name: name ?? '',
  text: '',
  fault: null,
  kind,
  seed,
  none,
  raw: Array.isArray(raw) ? (raw as unknown[]) : [raw],
});

/** Text kept of arguments: one character more than the bound, so that the length check fails later. */
export const keptText = (text: string): string => text.slice(0, MOST_ARGUMENT_BYTES + 1);
