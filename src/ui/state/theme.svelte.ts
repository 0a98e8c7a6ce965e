import { MediaQuery } from 'svelte/reactivity';
import { keepWord, keptWord } from '../kit/kept-word.ts';

export type ThemeChoice = 'system' | 'light' | 'dark';
const CHOICES: readonly ThemeChoice[] = ['system', 'light', 'dark'];
const KEY = 'capture-workbench.theme';

/** Light or dark: the person's choice, otherwise the system's. `data-theme` on the root element has the result. */
export class Theme {
  choice = $state<ThemeChoice>('system');
  readonly #dark = new MediaQuery('(prefers-color-scheme: dark)');
  readonly resolved: 'light' | 'dark' = $derived(this.choice === 'system' ? (this.#dark.current ? 'dark' : 'light') : this.choice);

  constructor() {
    this.choice = keptWord(KEY, CHOICES) ?? this.choice;
  }

  get next(): ThemeChoice {
    return CHOICES[(CHOICES.indexOf(this.choice) + 1) % CHOICES.length] ?? 'system';
  }

  choose(choice: ThemeChoice): void {
    this.choice = choice;
    keepWord(KEY, choice);
  }
}
