/** Text typed after a field's shortcut but before the field is drawn; the field starts with it. */
export class TypedAhead {
  #text = '';

  onkeydown(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault'>): void {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key === 'Backspace') this.#text = this.#text.slice(0, -1);
    else if ([...key].length === 1 && !ctrlKey && !metaKey && !altKey) this.#text += key;
    else return;
    event.preventDefault();
  }

  /** Returns the text and clears it. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}
