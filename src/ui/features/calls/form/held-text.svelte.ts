import { untrack } from 'svelte';
import type { FormState } from './form-state.svelte.ts';

/**
 * What is typed into a field while it is no value: it is shown and kept, the call has what was there before and does not
 * run. Whatever else changes the value, or takes a step back, wins over it.
 */
export function heldText(form: () => FormState, pointer: () => string, own: () => string) {
  let typed = $state<string | null>(null);
  let fault = $state('');
  /** The value, and the step, over which it was typed. */
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
  /** Effects follow its text, not the list that it comes from. */
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
