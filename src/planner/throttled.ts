import type { TimingClock } from '../tools/definition.ts';

/** Returns a function that passes its first argument on at once, and later ones at most every `ms`, always the latest. */
export function throttled<T>(
  act: (value: T) => void,
  clock: TimingClock,
  ms: number,
): { readonly call: (value: T) => void; readonly stop: () => void } {
  let waiting: { readonly value: T } | null = null;
  let forget: (() => void) | null = null;
  const pass = (value: T): void => {
    waiting = null;
    act(value);
    forget = clock.after(ms, () => {
      forget = null;
      if (waiting !== null) pass(waiting.value);
    });
  };
  return {
    call(value) {
      if (forget === null) pass(value);
      else waiting = { value };
    },
    stop() {
      forget?.();
    },
  };
}
