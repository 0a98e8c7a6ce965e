import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView, hoverTooltip, showPanel } from '@codemirror/view';
import type { Offers } from '../../base/offer.ts';
import { completion } from './completion.ts';

/** The cursor's position in a JSON text: at a member's name, or at a value. */
export interface JsonPlace {
  /** Path of the object if the cursor is at a name, otherwise of the value. */
  readonly path: readonly (string | number)[];
  readonly at: 'key' | 'value';
  /** Names that the object already has. */
  readonly taken: readonly string[];
}

export interface Suggestion {
  /** A key without its quotes, or the JSON of a value. */
  readonly text: string;
  /** Initial value of a new member, as JSON. */
  readonly value?: string | undefined;
  readonly detail?: string | undefined;
  readonly info?: string | undefined;
}

/** Provides help about the values of a text, by path. */
export interface JsonAssist {
  suggest(place: JsonPlace): readonly Suggestion[];
  /** Explains in words what the value at a path of the JSON text means; empty if nothing is known of it. */
  describe(path: JsonPlace['path']): string;
}

type Node = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

/** Help for the value under the pointer, completions at the cursor, and a line below the text about the value at the cursor. */
export function jsonAssist(assist: JsonAssist): Extension {
  return [
    hoverTooltip((view, pos, side) => {
      const place = placeAt(view.state, pos, side);
      const words = place === null ? '' : assist.describe(place.about);
      if (place === null || words === '') return null;
      return { pos: place.from, end: place.to, above: true, create: () => ({ dom: element('div', 'cm-words', words) }) };
    }),
    completion((state, pos, asked) => jsonOffers(state, pos, asked, assist)),
    showPanel.of((view) => {
      const dom = element('div', 'cm-here', '');
      const show = (shown: EditorView): void => {
        const place = placeAt(shown.state, shown.state.selection.main.head, -1);
        const words = (place === null ? '' : assist.describe(place.about)) || 'Ctrl + Space lists what you can write here.';
        dom.textContent = words;
        dom.title = words;
      };
      show(view);
      return {
        dom,
        update: ({ view: shown, selectionSet, docChanged }) => {
          if (selectionSet || docChanged) show(shown);
        },
      };
    }),
    look,
  ];
}

/** Completions at a position of a JSON text; null if there are none, or if none were requested and nothing is typed yet. */
export function jsonOffers(state: EditorState, pos: number, asked: boolean, assist: JsonAssist): Offers | null {
  const place = placeAt(state, pos, -1);
  if (place === null || (!asked && !place.token)) return null;
  const line = state.doc.lineAt(pos);
  const before = /"?[\w.+-]*$/.exec(state.sliceDoc(line.from, pos))?.[0] ?? '';
  const [from, to] = place.token ? [place.from, place.to] : [pos - before.length, pos];
  const whole = state.sliceDoc(from, to);
  const taken = place.taken.filter((key) => JSON.stringify(key) !== whole);
  const all = assist.suggest({ path: place.path, at: place.at, taken });
  // If a colon follows the cursor, offer only names, without values.
  const named = /^\s*:/.test(state.sliceDoc(to, to + 40));
  return {
    from,
    to,
    // At a complete value, offer the alternatives.
    all: all.some(({ text }) => text === whole || JSON.stringify(text) === whole),
    options: all.map(({ text, value = 'null', detail, info }) => {
      const label = place.at === 'key' ? JSON.stringify(text) : text;
      const adds = place.at === 'key' && !named;
      return {
        label,
        detail,
        info,
        ...(adds && { insert: `${label}: ${value}`, select: [label.length + 2, label.length + 2 + value.length] }),
      };
    }),
  };
}

function element(name: 'div', className: string, words: string): HTMLElement {
  const dom = document.createElement(name);
  dom.className = className;
  dom.textContent = words;
  return dom;
}

interface Found extends JsonPlace {
  readonly from: number;
  readonly to: number;
  /** Path of the value to describe: at a name its value, otherwise the value at the cursor. */
  readonly about: JsonPlace['path'];
  /** Whether the cursor is at a name or value, not between them. */
  readonly token: boolean;
}

/** Longest parsing time for a position that is not parsed yet. */
const NEAR_MS = 15;
const VALUES = ['String', 'Number', 'True', 'False', 'Null', 'Object', 'Array'];

/** The JSON position at an offset, even in an incomplete text. */
export function placeAt(state: EditorState, pos: number, side: -1 | 1 | 0): Found | null {
  // A long text is parsed in slices: parse up to the offset if it is near.
  const tree = ensureSyntaxTree(state, pos, NEAR_MS) ?? syntaxTree(state);
  let node: Node | null = tree.resolveInner(pos, side === 0 ? -1 : side);
  while (node?.type.isError) node = node.parent;
  if (node === null) return null;
  const found = (path: JsonPlace['path'], at: JsonPlace['at'], taken: readonly string[], token: boolean): Found => ({
    path,
    about: path,
    at,
    taken,
    token,
    from: token ? node.from : pos,
    to: token ? node.to : pos,
  });
  switch (node.name) {
    case 'PropertyName': {
      const object = node.parent?.parent ?? null;
      if (object === null) return null;
      return { ...found(pathTo(object, state), 'key', keysOf(object, state), true), about: pathTo(node, state) };
    }
    case 'Property':
      return found(pathTo(node, state), 'value', [], false);
    case 'Object':
      return found(pathTo(node, state), 'key', keysOf(node, state), false);
    case 'Array':
      return found([...pathTo(node, state), valuesIn(node).filter((item) => item.to <= pos).length], 'value', [], false);
    default:
      return VALUES.includes(node.name) ? found(pathTo(node, state), 'value', [], true) : null;
  }
}

/** Path to a value, to a property's value, or from a name. */
function pathTo(node: Node, state: EditorState): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: Node | null = node; at !== null; at = at.parent) {
    const { parent } = at;
    if (at.name === 'Property') path.unshift(nameOf(at, state));
    else if (parent?.name === 'Array') path.unshift(valuesIn(parent).findIndex((item) => item.from === at?.from));
  }
  return path;
}

const valuesIn = (array: Node): Node[] => VALUES.flatMap((name) => array.getChildren(name)).sort((a, b) => a.from - b.from);
const keysOf = (object: Node, state: EditorState): string[] => object.getChildren('Property').map((each) => nameOf(each, state));

function nameOf(property: Node, state: EditorState): string {
  const name = property.getChild('PropertyName');
  if (name === null) return '';
  try {
    return String(JSON.parse(state.sliceDoc(name.from, name.to)));
  } catch {
    return '';
  }
}

const look = EditorView.theme({
  '.cm-words': { padding: '4px 8px', fontFamily: 'var(--face)', fontSize: 'var(--size-table)', lineHeight: '18px' },
  // Takes up space only while the editor has the focus.
  '.cm-panels': { display: 'none', backgroundColor: 'var(--surface-2)', color: 'var(--text-2)' },
  '&:focus-within .cm-panels': { display: 'block' },
  '.cm-panels-bottom': { borderTop: '1px solid var(--line-1)' },
  '.cm-here': {
    display: '-webkit-box',
    overflow: 'hidden',
    margin: '3px 12px',
    fontFamily: 'var(--face)',
    fontSize: 'var(--size-small)',
    lineHeight: '16px',
    '-webkit-line-clamp': '2',
    '-webkit-box-orient': 'vertical',
  },
});
