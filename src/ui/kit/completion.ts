import { autocompletion, type Completion, pickedCompletion } from '@codemirror/autocomplete';
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { Offer, Offers } from '../../base/offer.ts';

/** @param asked true for Ctrl + Space, false while typing */
export type Completer = (state: EditorState, pos: number, asked: boolean) => Offers | Promise<Offers | null> | null;

/** Maximum number of completions in the drawn list; typing more of the word narrows it. */
const MOST_DRAWN = 60;

/**
 * A list of completions at the cursor, while typing or on Ctrl + Space. No entry is selected until an arrow key or the pointer
 * selects one, so Enter still starts a new line and nothing is completed by accident.
 */
export function completion(complete: Completer): Extension {
  return [
    autocompletion({
      selectOnOpen: false,
      // No delay: with no entry selected, an arrow key right after the list appears is meant for the list.
      interactionDelay: 0,
      icons: false,
      maxRenderedOptions: MOST_DRAWN,
      override: [
        async ({ state, pos, explicit }) => {
          const offers = await complete(state, pos, explicit);
          if (offers === null || offers.options.length === 0) return null;
          return { from: offers.from, to: offers.to, options: offers.options.map(asCompletion), filter: offers.all !== true };
        },
      ],
    }),
    look,
  ];
}

function asCompletion({ label, insert = label, select, detail, info, boost }: Offer): Completion {
  return {
    label,
    ...(detail ? { detail } : {}),
    ...(info ? { info } : {}),
    ...(boost === undefined ? {} : { boost }),
    apply: (view, own, from, to) => {
      const [anchor, head] = select ?? [insert.length, insert.length];
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + anchor, head: from + head },
        userEvent: 'input.complete',
        annotations: pickedCompletion.of(own),
      });
    },
  };
}

const look = EditorView.theme({
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: '200px', fontFamily: 'var(--mono)', fontSize: 'var(--size-small)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px', lineHeight: '20px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionDetail': { marginInlineStart: '12px', color: 'var(--text-3)', fontFamily: 'var(--face)', fontStyle: 'normal' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-tooltip.cm-completionInfo': {
    maxWidth: '320px',
    padding: '4px 8px',
    fontFamily: 'var(--face)',
    fontSize: 'var(--size-small)',
    lineHeight: '16px',
  },
});
