import { MOST_ARGUMENT_BYTES, type CallingProgram, type CallKind } from './record.ts';

/** A call as a transcript contains it, before its arguments are parsed. */
export interface WireCall {
  readonly id: string;
  readonly name: string;
  readonly kind?: CallKind;
  readonly wrapped_in?: string;
  readonly caller?: CallingProgram;
  /** The arguments: JSON text, or the parsed value if the dialect transmits one. */
  readonly input: { readonly text: string } | { readonly value: unknown };
  /** Why the call must not run even if its arguments are complete; null if it may. */
  fault: string | null;
  result: { readonly value: unknown; readonly failed: boolean } | null;
  readonly raw: unknown;
}

/** What is known about a call when it begins. */
export interface CallStart {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly kind?: CallKind | undefined;
  readonly caller?: CallingProgram | undefined;
  readonly raw: unknown;
  /** The arguments, or the part of them, in the first piece of the call. */
  readonly seed?: unknown;
  /** Text that the dialect writes for a call without arguments, if it has one. */
  readonly none?: string;
}

/** A call that is still arriving in pieces. */
export interface OpenCall {
  id: string;
  name: string;
  text: string;
  fault: string | null;
  readonly kind: CallKind | undefined;
  caller: CallingProgram | undefined;
  readonly seed: unknown;
  readonly none: string | undefined;
  readonly raw: unknown[];
}

export const opened = ({ id, name, kind, caller, seed, none, raw }: CallStart): OpenCall => ({
  id: id ?? '',
  name: name ?? '',
  text: '',
  fault: null,
  kind,
  caller,
  seed,
  none,
  raw: Array.isArray(raw) ? (raw as unknown[]) : [raw],
});

/** Cuts text of arguments to one character more than the limit, so that the later length check still fails. */
export const keptText = (text: string): string => text.slice(0, MOST_ARGUMENT_BYTES + 1);
