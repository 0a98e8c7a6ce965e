/** Items that a person wrote, by key; stored in the session. */
export class Held<Item> {
  #items = $state.raw<Readonly<Record<string, Item>>>({});

  constructor(
    protected readonly keyOf: (item: Item) => string,
    private readonly changed: () => void = () => undefined,
  ) {}

  get list(): readonly Item[] {
    return Object.values(this.#items);
  }

  protected at(key: string): Item | undefined {
    return this.#items[key];
  }

  /** Replaces the item of this key, or removes it. */
  protected put(item: Item, keep: boolean): void {
    const { [this.keyOf(item)]: _, ...others } = this.#items;
    this.#items = keep ? { ...others, [this.keyOf(item)]: item } : others;
    this.changed();
  }

  /** Adds the items of a session; existing items are kept. */
  adopt(items: readonly Item[]): void {
    this.#items = { ...Object.fromEntries(items.map((item) => [this.keyOf(item), item])), ...this.#items };
  }
}
