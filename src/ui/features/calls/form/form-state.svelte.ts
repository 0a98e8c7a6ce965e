import { type JsonSchema, type ParsedJson, pointerOf, type ToolManifest } from '../../../../tools/contract/index.ts';
import type { AppState } from '../../../state/app.svelte.ts';
import type { Fault } from '../../../state/editor-problems.ts';
import { type Path, spelt, valueAt, withoutValue, withSwapped, withValue, written } from '../../../state/json-edit.ts';
import { captureIds, manifestOf, namedCaptures } from '../../../state/pickers.ts';

/** Parts of the form's rows, which are drawn one after another: captures, time, channels, filter. */
export const ROWS_PARTS = 4;

interface Readable {
  readonly text: string;
  readonly parsed: ParsedJson;
}

/** The form over the editor's text. It holds no value of its own: it reads the text and writes single values into it. */
export class FormState {
  /** Increases when invalid text in fields must be discarded because something else changed the call. */
  epoch = $state(0);
  /** Addresses of the captures, once a field needed them. */
  addresses = $state.raw<readonly { readonly address: string; readonly packets: number }[]>([]);
  #askedFor = '';
  #last: Readable | null = null;

  /** The last text that could be parsed as a call. */
  readonly #good: Readable | null = $derived.by(() => {
    const { text, parsed } = this.app.invocation;
    const { value } = parsed;
    if (parsed.errors.length === 0 && typeof value === 'object' && value !== null && !Array.isArray(value)) this.#last = { text, parsed };
    return this.#last;
  });
  /** Why the form is read-only; empty if it can be edited. */
  readonly frozen: string = $derived.by(() => {
    const { text, parsed } = this.app.invocation;
    if (this.#good?.text === text) return '';
    const shown = this.#good === null ? '' : ' The form shows the last valid call.';
    if (text.trim() === '') return `The editor is empty.${shown}`;
    return parsed.errors.length > 0
      ? `The JSON has errors, so the form is read-only.${shown}`
      : `The JSON is not an object, so the form is read-only.${shown}`;
  });
  readonly call: unknown = $derived(this.#good?.parsed.value);
  readonly captureIds = $derived(captureIds(this.call));
  /** The captures whose columns and times the pickers offer. */
  readonly captures = $derived.by(() => namedCaptures(this.call, this.app.workbench.captures));
  readonly manifest: ToolManifest | undefined = $derived.by(() => manifestOf(this.call, this.versions));
  readonly envelope: JsonSchema;

  constructor(readonly app: AppState) {
    this.envelope = app.port.catalog.envelope();
  }

  /** Every installed version of every tool. */
  get versions(): readonly ToolManifest[] {
    // The list of tools changes when the core starts and when the policy changes, so read both.
    void [this.app.workbench.engine, this.app.workbench.policy];
    return this.app.port.catalog.versions();
  }

  value(path: Path): unknown {
    return valueAt(this.call, path);
  }

  /** The source text of a value, spelled as in the JSON; undefined if there is no such value. */
  spelt(path: Path): string | undefined {
    return this.#good === null ? undefined : spelt(this.#good.text, this.#good.parsed, path);
  }

  /** @param json valid JSON, written as it is */
  setJson(path: Path, json: string): void {
    this.#edit(path, (text) => withValue(text, path, json));
  }

  set(path: Path, value: unknown): void {
    this.setJson(path, written(value));
  }

  remove(path: Path): void {
    if (typeof path.at(-1) === 'number') this.epoch += 1;
    this.#edit(path, (text) => withoutValue(text, path));
  }

  /** Swaps two items of a list in the call. */
  swap(list: Path, one: number, other: number): void {
    this.epoch += 1;
    this.#edit(list, (text) => withSwapped(text, list, one, other));
  }

  /** Applies several changes as one edit of the text. */
  change(origin: Path, changes: readonly (readonly [path: Path, json: string | null])[]): void {
    this.#edit(origin, (text) =>
      changes.reduce((before, [path, json]) => (json === null ? withoutValue(before, path) : withValue(before, path, json)), text),
    );
  }

  /** Errors and warnings about the value at exactly this path. */
  faults(path: Path): readonly Fault[] {
    const pointer = pointerOf(path);
    return this.app.invocation.problems.filter((problem) => problem.pointer === pointer);
  }

  /** Whether the value at a path, or one inside it, has an error. */
  isWrong(path: Path): boolean {
    const pointer = pointerOf(path);
    return this.app.invocation.problems.some(
      (problem) => problem.severity === 'error' && (problem.pointer === pointer || problem.pointer.startsWith(`${pointer}/`)),
    );
  }

  /** Reads the addresses of the captures, once for each set of them. */
  async askAddresses(sql: string | null): Promise<void> {
    if (sql === null || sql === this.#askedFor || this.app.workbench.engine !== 'ready') return;
    this.#askedFor = sql;
    try {
      const { rows } = await this.app.port.rows(sql);
      this.addresses = rows.map(([address, packets]) => ({ address: String(address), packets: Number(packets) }));
    } catch {
      // Without a list of addresses, any address can still be typed.
      this.addresses = [];
    }
  }

  #edit(path: Path, change: (text: string) => string): void {
    if (this.frozen !== '') return;
    const { invocation } = this.app;
    invocation.edit(change(invocation.text), `form ${pointerOf(path)}`);
  }
}
