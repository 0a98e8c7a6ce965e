import { untrack } from 'svelte';
import type { FormState } from './form-state.svelte.ts';

/**
 * Text of a field that is not a valid value yet: it is shown and kept while the call keeps its earlier value and cannot run.
 * Any other change of the value, and undo, discards it.
 */
export function heldText(form: () => FormState, pointer: () => string, own: () => string) {
  let typed = $state<string | null>(null);
  let fault = $state('');
  /** The value of the call, and the step of the history, at the time when the invalid text was typed. */
  let over = { own: '', epoch: 0 };

  function set(text: string | null, why: string): void {
    typed = text;
    fault = why;
    over = { own: own(), epoch: form().epoch };
    form().app.invocation.hold(pointer(), why);
  }

  $effect(() => {
    const now = { own: own(), epoch: form().epoch };
    untrack(() => {
      if (typed !== null && (now.own !== over.own || now.epoch !== over.epoch)) set(null, '');
    });
  });
  /** Derived, so that effects run only when the pointer's text changes, not whenever a list is made anew. */
  const place = $derived(pointer());
  $effect(() => {
    const at = place;
    return () => untrack(() => form().app.invocation.hold(at, ''));
  });

  return {
    get text(): string {
      return typed ?? own();
    },
    get fault(): string {
      return fault;
    },
    set,
  };
}
