import { syntaxTree } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, showPanel } from '@codemirror/view';

/** Where in a JSON text somebody is: at a member's name, or at a value. */
export interface JsonPlace {
  /** Of the object whose member is named, or of the value. */
  readonly path: readonly (string | number)[];
  readonly at: 'key' | 'value';
  /** Members that the object has. */
  readonly taken: readonly string[];
}

export interface Suggestion {
  /** A key without its quotes, or the JSON of a value. */
  readonly text: string;
  /** JSON of what a new key starts with. */
  readonly value?: string | undefined;
  readonly detail?: string | undefined;
  readonly info?: string | undefined;
}

/** What is known of the values of a text, by their place. */
export interface JsonAssist {
  suggest(place: JsonPlace): readonly Suggestion[];
  /** What a value is, in words; empty where nothing is known. */
  describe(path: JsonPlace['path']): string;
}

type Node = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

/** Suggestions that are shown at a time; typing narrows them. */
const MOST = 24;

/** Words about what the pointer is over; below the text words about what the cursor is at, and what can stand there. */
export function jsonAssist(assist: JsonAssist): Extension {
  let panel: HTMLElement | undefined;
  return [
    hoverTooltip((view, pos, side) => {
      const place = placeAt(view.state, pos, side);
      const words = place === null ? '' : assist.describe(place.path);
      if (place === null || words === '') return null;
      return { pos: place.from, end: place.to, above: true, create: () => ({ dom: element('div', 'cm-words', words) }) };
    }),
    keymap.of([
      {
        key: 'Ctrl-Space',
        run: () => {
          panel?.querySelector('button')?.focus();
          return true;
        },
      },
    ]),
    showPanel.of((view) => {
      const dom = element('div', 'cm-here', '');
      panel = dom;
      dom.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') view.focus();
      });
      show(view, dom, assist);
      return {
        dom,
        update: ({ view: shown, selectionSet, docChanged }) => {
          if (selectionSet || docChanged) show(shown, dom, assist);
        },
      };
    }),
    look,
  ];
}

function show(view: EditorView, dom: HTMLElement, assist: JsonAssist): void {
  const place = placeAt(view.state, view.state.selection.main.head, -1);
  const words = place === null ? '' : assist.describe(place.path);
  const group = element('div', 'cm-choices', '');
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', 'What can stand here');
  for (const option of place === null ? [] : offers(view.state, place, assist)) group.append(choice(view, option));
  dom.replaceChildren(element('p', '', words || 'Ctrl + Space: what can stand here.'), ...(group.childElementCount > 0 ? [group] : []));
}

interface Offer extends Suggestion {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** What can stand at a place, narrowed by what is typed of it. */
function offers(state: EditorState, place: Found, assist: JsonAssist): readonly Offer[] {
  const pos = state.selection.main.head;
  const line = state.doc.lineAt(pos);
  const before = /"?[\w.+-]*$/.exec(state.sliceDoc(line.from, pos))?.[0] ?? '';
  const [from, to] = place.token ? [place.from, place.to] : [pos - before.length, pos];
  const whole = state.sliceDoc(from, to);
  const typed = state.sliceDoc(from, pos).replaceAll('"', '').toLowerCase();
  const taken = place.taken.filter((key) => JSON.stringify(key) !== whole);
  const all = assist.suggest({ path: place.path, at: place.at, taken });
  // At a value that could stay, the others are what there is to choose from.
  const narrowed = all.some(({ text }) => text === whole) ? all : all.filter(({ text }) => text.toLowerCase().includes(typed));
  const named = /^\s*:/.test(state.sliceDoc(to, to + 40));
  return narrowed.slice(0, MOST).map((each) => {
    const label = place.at === 'key' ? JSON.stringify(each.text) : each.text;
    return { ...each, from, to, insert: place.at === 'key' && !named ? `${label}: ${each.value ?? 'null'}` : label };
  });
}

function choice(view: EditorView, { text, detail, info, from, to, insert }: Offer): HTMLElement {
  const button = element('button', 'cm-choice', text.length > 48 ? `${text.slice(0, 47)}…` : text);
  button.setAttribute('type', 'button');
  if (info !== undefined) button.title = info;
  if (detail) button.append(element('span', '', ` ${detail}`));
  button.addEventListener('click', () => {
    view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length } });
    view.focus();
  });
  return button;
}

function element(name: 'div' | 'p' | 'span' | 'button', className: string, words: string): HTMLElement {
  const dom = document.createElement(name);
  if (className !== '') dom.className = className;
  dom.textContent = words;
  return dom;
}

interface Found extends JsonPlace {
  readonly from: number;
  readonly to: number;
  /** It is over a name or a value, not between them. */
  readonly token: boolean;
}

const VALUES = ['String', 'Number', 'True', 'False', 'Null', 'Object', 'Array'];

/** The place of an offset, also in a text that is not finished. */
export function placeAt(state: EditorState, pos: number, side: -1 | 1 | 0): Found | null {
  let node: Node | null = syntaxTree(state).resolveInner(pos, side === 0 ? -1 : side);
  while (node?.type.isError) node = node.parent;
  if (node === null) return null;
  const found = (path: JsonPlace['path'], at: JsonPlace['at'], taken: readonly string[], token: boolean): Found => ({
    path,
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
      // Over a name, words are about its value; what can stand there are the members of the object.
      return {
        ...found(pathTo(object, state), 'key', keysOf(object, state), true),
        ...(side !== -1 && { path: pathTo(node, state), at: 'value' }),
      };
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

/** The way to a value, to that of a property, or of its name. */
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
  '.cm-words': { padding: '4px 8px', fontFamily: 'var(--face)', lineHeight: '18px' },
  // It takes room only while somebody is in the editor.
  '.cm-panels': { display: 'none', backgroundColor: 'var(--surface-2)', color: 'var(--text-2)' },
  '&:focus-within .cm-panels': { display: 'block' },
  '.cm-panels-bottom': { borderTop: '1px solid var(--line-1)' },
  '.cm-here': {
    maxHeight: '84px',
    overflow: 'auto',
    padding: '4px 12px',
    fontFamily: 'var(--face)',
    fontSize: 'var(--size-small)',
    lineHeight: '16px',
  },
  '.cm-choices': { display: 'flex', flexWrap: 'wrap', gap: '4px', padding: '3px 0' },
  '.cm-choice': {
    minHeight: '24px',
    padding: '0 6px',
    border: '1px solid var(--line-2)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface-1)',
    color: 'var(--text-1)',
    fontFamily: 'var(--mono)',
    fontSize: 'var(--size-small)',
    cursor: 'pointer',
  },
  '.cm-choice span': { color: 'var(--text-3)' },
});
