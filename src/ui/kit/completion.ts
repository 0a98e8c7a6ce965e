import { autocompletion, type Completion, pickedCompletion } from '@codemirror/autocomplete';
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** A completion at a position of a text. */
export interface Offer {
  /** What is shown, and what is typed of it. */
  readonly label: string;
  /** What is written; the label where it says nothing. */
  readonly insert?: string | undefined;
  /** The part that is selected afterwards, ready to be typed over; without it the cursor moves to the end. */
  readonly select?: readonly [from: number, to: number] | undefined;
  readonly detail?: string | undefined;
  readonly info?: string | undefined;
  /** Of two that fit as well, the higher comes first; 0 where it says nothing. */
  readonly boost?: number | undefined;
}

export interface Offers {
  /** The part of the text that gives way, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  readonly options: readonly Offer[];
  /** Whether what is there already narrows nothing. */
  readonly all?: boolean;
}

/** @param asked whether a key requested it, as opposed to typing */
export type Completer = (state: EditorState, pos: number, asked: boolean) => Offers | Promise<Offers | null> | null;

/** Entries that are drawn at a time; typing narrows them. */
const MOST_DRAWN = 60;

/**
 * A list of completions, while typing or at Ctrl + Space. No entry is chosen until an arrow key or the pointer
 * chooses one, so that Enter still inserts a line end and nothing is completed by accident.
 */
export function completion(complete: Completer): Extension {
  return [
    autocompletion({
      selectOnOpen: false,
      // Nothing is taken by mistake where nothing is chosen: an arrow key right after the list came is meant for it.
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
