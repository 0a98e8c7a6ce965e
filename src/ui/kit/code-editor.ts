import { json } from '@codemirror/lang-json';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { HighlightStyle, bracketMatching, foldGutter, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension, Prec, Transaction } from '@codemirror/state';
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers, tooltips } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { minimalSetup } from 'codemirror';
import { updateComes } from './before-picture.ts';
import { type Completer, completion } from './completion.ts';
import { jsonAssist, type JsonAssist } from './json-assist.ts';
import { afterPicture } from './after-picture.ts';
import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts';

/** A mark in the text with a message; offsets are UTF-16 code units. */
export interface EditorMark {
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

export interface EditorOptions {
  readonly language: 'json' | 'sql';
  /** Accessible name of the text box. */
  readonly label: string;
  readonly onchange: (text: string) => void;
  /** Called when the cursor moves, with its offset. */
  readonly oncursor?: (at: number) => void;
  /** Called on Ctrl+Enter or ⌘+Enter. */
  readonly onsubmit: () => void;
  /** Longest text that a paste or drop may produce, in UTF-16 code units. */
  readonly limit?: number;
  /** Called when a longer text was refused, because splitting it into lines would block the page; the text is unchanged. */
  readonly onrefuse?: (characters: number) => void;
  /** Handles a paste; if it returns false, the editor pastes the text. */
  readonly onpaste?: (text: string) => boolean;
  /** An external undo history; the editor then keeps none of its own. */
  readonly history?: TextSteps;
}

/** Undo steps of a text. */
export interface TextSteps {
  readonly undo: () => void;
  readonly redo: () => void;
}

export interface EditorHandle {
  setText(text: string): void;
  setMarks(marks: readonly EditorMark[]): void;
  /** Selects a range, scrolls it into view and puts the cursor there. */
  reveal(from: number, to: number): void;
  destroy(): void;
}

/** Most characters parsed for highlighting and folding: the parser works in slices of 100 ms, and more of them would block the page. */
const MOST_COLOURED = 32 * 1024;

/**
 * The text editor of `CodeEditor.svelte`, loaded on first use. It keeps the text as typed: it closes no brackets and completes only what
 * a person chooses. Tab leaves the editor.
 *
 * @param wanted called after a pause; if it returns false, the editor is no longer needed and the result is null
 */
export async function createEditor(
  parent: HTMLElement,
  text: string,
  options: EditorOptions,
  wanted: () => boolean,
  assist?: JsonAssist,
  complete?: Completer,
): Promise<EditorHandle | null> {
  const language = new Compartment();
  const grammar = (length: number): Extension => {
    if (length > MOST_COLOURED) return [];
    return options.language === 'json' ? json() : sql({ dialect: PostgreSQL });
  };
  const refuse = (transfer: DataTransfer | null, view: EditorView): boolean => {
    const { from, to } = view.state.selection.main;
    const characters = view.state.doc.length - (to - from) + (transfer?.getData('text/plain').length ?? 0);
    if (characters <= (options.limit ?? Infinity)) return false;
    options.onrefuse?.(characters);
    return true;
  };
  const done = (act: () => void) => (): boolean => {
    act();
    return true;
  };
  const { history } = options;
  const state = EditorState.create({
    doc: text,
    extensions: [
      Prec.highest(
        keymap.of([
          { key: 'Mod-Enter', run: done(() => options.onsubmit()) },
          ...(history
            ? [
                { key: 'Mod-z', run: done(history.undo), preventDefault: true },
                { key: 'Mod-y', mac: 'Mod-Shift-z', run: done(history.redo), preventDefault: true },
                { linux: 'Ctrl-Shift-z', win: 'Ctrl-Shift-z', run: done(history.redo), preventDefault: true },
              ]
            : []),
        ]),
      ),
      history ? Prec.highest(historyInputs(history)) : [],
      assist ? jsonAssist(assist) : [],
      complete ? completion(complete) : [],
      // Panes clip overflowing elements, and modal dialogs cover elements outside them.
      tooltips({ parent: parent.closest('dialog') ?? document.body }),
      lineNumbers(),
      lintGutter(),
      options.language === 'json' ? foldGutter() : [],
      minimalSetup,
      highlightActiveLine(),
      highlightActiveLineGutter(),
      bracketMatching(),
      language.of([]),
      EditorState.transactionExtender.of(({ startState, newDoc }) => {
        const changes = startState.doc.length > MOST_COLOURED !== newDoc.length > MOST_COLOURED;
        return changes ? { effects: language.reconfigure(grammar(newDoc.length)) } : null;
      }),
      EditorState.tabSize.of(2),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': options.label, tabindex: '0', spellcheck: 'false', autocapitalize: 'off' }),
      EditorView.domEventHandlers({
        paste: (event, view) =>
          refuse(event.clipboardData, view) || (options.onpaste?.(event.clipboardData?.getData('text/plain') ?? '') ?? false),
        drop: (event, view) => refuse(event.dataTransfer, view),
      }),
      EditorView.updateListener.of((update) => {
        const fromOutside = update.transactions.some((change) => change.annotation(Transaction.remote) === true);
        if (update.docChanged && !fromOutside) options.onchange(update.state.doc.toString());
        if (update.docChanged || update.selectionSet) options.oncursor?.(update.state.selection.main.head);
      }),
      look,
      syntaxHighlighting(colours),
    ],
  });
  // Creating the state and the view takes about equally long; separate tasks keep the page responsive.
  await yieldToEventLoop();
  if (!wanted()) return null;
  const view = new EditorView({ parent, state });
  // The text is parsed in a separate task after it was drawn.
  const parsed = updateComes();
  const stop = afterPicture(() => {
    view.dispatch({ effects: language.reconfigure(grammar(view.state.doc.length)) });
    parsed();
  });
  return {
    setText(text) {
      const change = difference(view.state.doc.toString(), text);
      if (change) view.dispatch({ changes: change, annotations: Transaction.remote.of(true) });
    },
    setMarks(marks) {
      const end = view.state.doc.length;
      const diagnostics = marks.map((mark): Diagnostic => {
        const from = Math.min(mark.from, end);
        return { from, to: Math.max(from, Math.min(mark.to, end)), severity: mark.severity, message: mark.message };
      });
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    reveal(from, to) {
      const end = view.state.doc.length;
      view.dispatch({
        selection: { anchor: Math.min(from, end), head: Math.min(to, end) },
        effects: EditorView.scrollIntoView(Math.min(from, end), { y: 'center' }),
      });
      view.focus();
    },
    destroy() {
      stop();
      parsed();
      view.destroy();
    },
  };
}

/** Undo and redo from a menu or gesture instead of a key. */
const historyInputs = (history: NonNullable<EditorOptions['history']>): Extension =>
  EditorView.domEventHandlers({
    beforeinput: (event) => {
      if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return false;
      event.preventDefault();
      if (event.inputType === 'historyUndo') history.undo();
      else history.redo();
      return true;
    },
  });

/** The smallest replacement that turns one text into the other, so that the cursor and the undo history survive. */
export function difference(before: string, after: string): { from: number; to: number; insert: string } | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  let tail = 0;
  while (tail < shorter - start && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)) {
    tail += 1;
  }
  return { from: start, to: before.length - tail, insert: after.slice(start, after.length - tail) };
}

const look = EditorView.theme({
  // Overlay lists and tooltips also carry the editor's classes.
  '&.cm-editor': { height: '100%', fontSize: 'var(--size-table)', backgroundColor: 'var(--surface-1)', color: 'var(--text-1)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.25rem' },
  '.cm-content': { caretColor: 'var(--text-1)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text-1)' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface-1)',
    color: 'var(--text-3)',
    border: 'none',
    borderRight: '1px solid var(--line-1)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--accent) 6%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 26%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'color-mix(in srgb, var(--accent) 22%, transparent)' },
  '.cm-tooltip': {
    maxWidth: '480px',
    border: '1px solid var(--line-2)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface-1)',
    color: 'var(--text-1)',
  },
  '.cm-diagnostic': { fontFamily: 'var(--face)', borderLeft: '3px solid var(--error)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-lint-marker': { width: '9px', height: '9px', margin: '4px 2px', borderRadius: '50%' },
  '.cm-lint-marker-error': { content: 'normal', backgroundColor: 'var(--error)' },
  '.cm-lint-marker-warning': { content: 'normal', backgroundColor: 'var(--warn)' },
  '.cm-specialChar': { color: 'var(--error)' },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--syntax-key)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--syntax-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--syntax-number)' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.typeName], color: 'var(--syntax-keyword)' },
  { tag: tags.comment, color: 'var(--syntax-comment)', fontStyle: 'italic' },
]);
