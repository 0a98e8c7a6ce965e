/**
 * Finds thousands of words in a text in one pass, ignoring case: the longest word at each position, from left to right. A regular
 * expression with one alternative per word would try all of them at every character; here a character that begins no word costs one lookup.
 */
export class WordFinder<T> {
  /** Transitions of the trie of words: state × 65,536 + code unit → next state. */
  readonly #next = new Map<number, number>();
  /** The words that end at a state. */
  readonly #ends = new Map<number, { readonly alone: boolean; readonly value: T }>();
  readonly #starts = new Uint8Array(UNITS);

  /** Adds a word; an existing one keeps its value. @param alone whether it counts only without letter, digit or underscore beside it */
  add(word: string, alone: boolean, value: T): void {
    const text = folded(word);
    if (text === '') return;
    let place = 0;
    for (let at = 0; at < text.length; at++) {
      const key = place * UNITS + text.charCodeAt(at);
      place = this.#next.get(key) ?? this.#next.size + 1;
      this.#next.set(key, place);
    }
    this.#starts[text.charCodeAt(0)] = 1;
    if (!this.#ends.has(place)) this.#ends.set(place, { alone, value });
  }

  replace(given: string, by: (value: T) => string): string {
    const text = folded(given);
    let out = '';
    let taken = 0;
    for (let at = 0; at < text.length; at++) {
      if (this.#starts[text.charCodeAt(at)] === 0) continue;
      const found = this.#longestAt(text, at);
      if (found === undefined) continue;
      out += given.slice(taken, at) + by(found.value);
      taken = found.end;
      at = taken - 1;
    }
    return taken === 0 ? given : out + given.slice(taken);
  }

  #longestAt(text: string, from: number): { readonly end: number; readonly value: T } | undefined {
    if (insidePair(text, from)) return undefined;
    let best: { readonly end: number; readonly value: T } | undefined;
    let place: number | undefined = 0;
    for (let at = from; at < text.length; at++) {
      place = this.#next.get(place * UNITS + text.charCodeAt(at));
      if (place === undefined) break;
      const end = this.#ends.get(place);
      if (end === undefined || insidePair(text, at + 1)) continue;
      if (!end.alone || !(WORD_BEFORE.test(text.slice(Math.max(0, from - 2), from)) || WORD_AFTER.test(text.slice(at + 1, at + 3))))
        best = { end: at + 1, value: end.value };
    }
    return best;
  }
}

const UNITS = 65_536;
const WORD_BEFORE = /[\p{L}\p{N}_]$/u;
const WORD_AFTER = /^[\p{L}\p{N}_]/u;

/** Whether an offset is between the two halves of a surrogate pair. */
const insidePair = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;

/** Matches text whose length does not change in lower case. */
const ASCII = /^\p{ASCII}*$/u;

/** Folds case without changing offsets: a character whose other case has another length stays as it is. */
function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  let out = '';
  for (const character of text) {
    const upper = character.toUpperCase();
    // Convert to upper case first, so that ſ equals s and ς equals σ.
    const fold = (upper.length === character.length ? upper : character).toLowerCase();
    out += fold.length === character.length ? fold : character;
  }
  return out;
}
