import { isRecord, type SchemaNode } from '../../contract/json-schema.ts';
import { argumentFor, deniedSwitch } from '../aliases.ts';
import type { Mending } from '../mending.ts';
import type { Tokens } from '../tokens.ts';
import { bare } from '../words.ts';
import { isSelectionStep } from './pieces.ts';

/** The repaired call, in which the pieces of the written call are searched. It records what was found. */
export class RepairedCall {
  /** Names reduced to letters and digits: those of the whole call, and those of its selection. */
  readonly names: ReadonlySet<string>;
  readonly #selected: ReadonlySet<string>;
  readonly words: readonly string[];
  readonly numbers: readonly number[];
  /** Times of the call in ms or s, including the length of its time window. */
  readonly times: readonly number[];
  readonly bounds: readonly number[];
  readonly length: number;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly args: Readonly<Record<string, unknown>>;
  readonly selection: string;
  /** Words in the names of the tool and of its arguments. */
  readonly toolWords: ReadonlySet<string>;
  readonly columns: readonly string[];
  readonly foundNames = new Set<string>();
  readonly foundNumbers = new Set<number>();
  /** The names that the request uses for its members. */
  given: ReadonlySet<string> = new Set();
  /** The piece that is being searched. If it is part of a selection, it must be found in one. */
  at: Tokens | undefined;

  constructor(
    readonly mending: Mending,
    readonly pieces: readonly Tokens[],
  ) {
    const { draft, tool, captures } = mending;
    this.words = [...new Set(pieces.flatMap(({ words }) => words))];
    // Names in quotes may contain blanks.
    const quoted = pieces.flatMap(({ text }) => [...text.matchAll(/"([^"]+)"/g)].map(([, name]) => name ?? ''));
    this.names = new Set([...this.words, ...quoted].map(bare));
    this.#selected = new Set(pieces.filter(({ path }) => path.some(isSelectionStep)).flatMap(({ words }) => words.map(bare)));
    const properties = tool?.input.schema['properties'];
    this.properties = isRecord(properties) ? properties : {};
    const args = draft.get(['arguments']);
    this.args = isRecord(args) ? args : {};
    this.selection = JSON.stringify(draft.get(['capture_selection']) ?? {});
    const [start = NaN, end = NaN] = ['start_ms', 'end_ms'].map((key) =>
      Number(draft.get(['capture_selection', 'time_window', key]) ?? draft.get(['capture_selection', 'selectors', 'time_range', key])),
    );
    this.bounds = [start, end];
    this.length = end - start;
    this.numbers = [...pieces.flatMap(({ numbers }) => numbers.map(Number)), this.length].filter(Number.isFinite);
    this.times = [
      ...pieces.filter(({ path, isKey }) => !isKey && /_m?s$/.test(path.at(-1) ?? '')).flatMap(({ numbers }) => numbers.map(Number)),
      ...this.numbers.slice(-1),
    ];
    this.toolWords = new Set([mending.text(['tool_name']), ...Object.keys(this.args)].flatMap((name) => name.split('_')));
    this.columns = [...new Set(captures.flatMap((capture) => capture.columns.map(({ name }) => name)))];
  }

  get schema(): SchemaNode {
    return { properties: this.properties };
  }

  /** Records a name that the repaired call has at the position of the current piece. */
  found(name: string | undefined): boolean {
    const own = this.at?.path.some(isSelectionStep) === true ? this.#selected : this.names;
    if (name === undefined || !own.has(bare(name))) return false;
    this.foundNames.add(bare(name));
    return true;
  }

  /** Whether the repaired call contains a lower or upper limit. */
  get isBounded(): boolean {
    return /[<>]|BETWEEN|start_ms|LIKE|IN \(/.test(this.selection) || 'sql' in this.args || 'alpha' in this.args;
  }

  /** Whether the current argument is itself a maximum or minimum. */
  get isMost(): boolean {
    return Object.keys(this.args).some((key) => /^(?:limit|top|max_\w+|min_\w+)$/.test(key));
  }

  /** Whether a word names an argument, or the opposite of a boolean argument. */
  isArgument = (word: string): boolean => argumentFor(word, this.schema, {}) !== undefined;
  isDenied = (word: string): boolean => deniedSwitch(word, this.schema, {}) !== undefined;
}
