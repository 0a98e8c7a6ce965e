import { keepWord, keptWord } from '../kit/kept-word.ts';

/**
 * Shortcuts by action id. Browsers use none of them: they use Ctrl with digits and letters, and Alt with digits (Chrome on Linux) and
 * arrows; Ctrl with Alt types characters on many keyboards.
 */
export const PAGE_KEYS: Readonly<Record<string, string>> = {
  actions: 'Ctrl K',
  help: '?',
  'name-device': 'L',
  'note-here': 'N',
  'undo-name': 'Ctrl Z',
  open: 'Alt Shift O',
  run: 'Alt Shift R',
  query: 'Alt Shift Q',
  'go-overview': 'Alt Shift 1',
  'go-devices': 'Alt Shift 2',
  'go-packets': 'Alt Shift 3',
  'go-identity': 'Alt Shift 4',
  'go-sql': 'Alt Shift 5',
  'go-statistics': 'Alt Shift 6',
  'go-calls': 'Alt Shift 7',
  'go-agents': 'Alt Shift 8',
  'go-journal': 'Alt Shift 9',
  'result-back': 'Alt Shift ←',
  'result-next': 'Alt Shift →',
};

/** Keys that act without a modifier, by character. */
const ALONE: Readonly<Record<string, string>> = { '?': 'help', l: 'name-device', n: 'note-here' };
export const isSingleKey = (action: string): boolean => Object.values(ALONE).includes(action);

const CODES: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→' };

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * The action of a key; null if it has none.
 * @param at whether the focus is in a text field, whether the keyboard is a Mac's (where Alt types characters), and whether unmodified keys
 * are enabled
 */
export function actionOf(event: Pressed, at: { readonly text: boolean; readonly mac: boolean; readonly single: boolean }): string | null {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  if ((key === '.' || key === 'k') && (ctrlKey || metaKey) && !altKey && !shiftKey) return 'actions';
  if (key === 'z' && (ctrlKey || metaKey) && !altKey && !shiftKey) return at.text ? null : 'undo-name';
  const alone = !ctrlKey && !metaKey && !altKey ? ALONE[key] : undefined;
  if (alone !== undefined) return at.single && !at.text ? alone : null;
  if (!altKey || !shiftKey || ctrlKey || metaKey || (at.mac && at.text)) return null;
  const written = CODES[code] ?? (code.startsWith('Digit') ? code.slice(5) : letterOf(key, code));
  return Object.entries(PAGE_KEYS).find(([, keys]) => keys === `Alt Shift ${written}`)?.[0] ?? null;
}

/** The character if it is a Latin letter; otherwise (other scripts, a Mac's Alt) the position on the keyboard. */
const letterOf = (key: string, code: string): string => (/^[a-z]$/i.test(key) ? key.toUpperCase() : code.replace('Key', ''));

export const isMac = (): boolean => /^(?:Mac|iP)/.test(navigator.platform);

/** Keys as labelled on the person's keyboard: ⌘ for Ctrl, except where macOS uses ⌘ itself. */
export function keyWords(keys: string, mac: boolean): string {
  if (!mac) return keys;
  return keys
    .replaceAll('Ctrl Space', '⌃ Space')
    .replaceAll('Ctrl Y', '⌘ ⇧ Z')
    .replaceAll('Ctrl', '⌘')
    .replaceAll('Alt', '⌥')
    .replaceAll('Shift', '⇧');
}

const KEY = 'capture-workbench.single-keys';

/** Whether keys without Ctrl or Alt act anywhere in the page (WCAG 2.1.4): speech input may trigger them by accident. */
export class SingleKeys {
  on = $state(keptWord(KEY, ['on', 'off'] as const) !== 'off');

  choose(on: boolean): void {
    this.on = on;
    keepWord(KEY, on ? 'on' : 'off');
  }
}
