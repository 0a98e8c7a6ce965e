import type { Assembly } from '../assembly.ts';
import type { CallStart, WireCall } from '../wire-call.ts';

/** A call in a message that repeats a streamed answer. */
export interface RepeatedCall {
  readonly start: CallStart;
  readonly input: WireCall['input'];
  /** Reads the call as a new one, because the stream did not contain it. */
  decode(): void;
}

/**
 * Compares the calls in a message with the streamed calls that it repeats, and reads those that were not streamed. Calls are matched by id;
 * those without an id by name and arguments, and the rest by order. `hasId`: whether the stream gave a call its id.
 */
export function confirmCalls(repeated: readonly RepeatedCall[], into: Assembly, hasId: (call: WireCall) => boolean): void {
  const streamed = new Map(into.callsOfAnswer.map((call) => [call.wrapped_in ?? call.id, call]));
  const matches = new Map<RepeatedCall, string>();
  const match = (call: RepeatedCall, id: string | undefined): void => {
    if (id === undefined) return;
    matches.set(call, id);
    streamed.delete(id);
  };
  const find = (call: RepeatedCall, isSame: (other: WireCall) => boolean): string | undefined => {
    if (matches.has(call)) return undefined;
    return [...streamed].find(([, other]) => (!hasText(call.start.id) || !hasId(other)) && isSame(other))?.[0];
  };
  for (const call of repeated) if (into.hasCall(call.start.id)) match(call, call.start.id);
  for (const call of repeated)
    match(
      call,
      find(call, (other) => isEqual(call, other)),
    );
  for (const call of repeated)
    match(
      call,
      find(call, () => true),
    );
  for (const call of repeated) {
    const id = matches.get(call);
    if (id === undefined) call.decode();
    else into.confirm(id, call.start.name, textOf(call.input));
  }
}

const isEqual = ({ start, input }: RepeatedCall, other: WireCall): boolean =>
  start.name === other.name && textOf(input) === textOf(other.input);

/** Whether an id is present and not empty. */
export const hasText = (id: string | undefined): id is string => id !== undefined && id !== '';

/** Returns arguments as text; undefined for arguments that arrived as a value. */
const textOf = (input: WireCall['input']): string | undefined => ('text' in input ? input.text : undefined);
