import { MediaQuery } from 'svelte/reactivity';

export type ThemeChoice = 'system' | 'light' | 'dark';
const CHOICES: readonly ThemeChoice[] = ['system', 'light', 'dark'];
const KEY = 'capture-workbench.theme';

/** Light or dark: the reader's choice, else the system's. `data-theme` on the root always names the answer. */
export class Theme {
  choice = $state<ThemeChoice>('system');
  readonly #dark = new MediaQuery('(prefers-color-scheme: dark)');
  readonly resolved: 'light' | 'dark' = $derived(this.choice === 'system' ? (this.#dark.current ? 'dark' : 'light') : this.choice);

  constructor() {
    const stored = read();
    const known = CHOICES.find((choice) => choice === stored);
    if (known) this.choice = known;
  }

  get next(): ThemeChoice {
    return CHOICES[(CHOICES.indexOf(this.choice) + 1) % CHOICES.length] ?? 'system';
  }

  choose(choice: ThemeChoice): void {
    this.choice = choice;
    write(choice);
  }
}

/** Storage may be refused (private windows, some file:// pages): the choice then lasts as long as the page. */
function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function write(choice: ThemeChoice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // kept in memory only
  }
}
