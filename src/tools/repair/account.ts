import { captureId } from '../../tables/capture-id.ts';
import { isRecord, type SchemaNode } from '../contract/json-schema.ts';
import { argumentFor, deniedSwitch } from './aliases.ts';
import { indexOfFrequency } from './channels.ts';
import { columnNamed } from './column-names.ts';
import { isHolderName } from './containers.ts';
import { valueNamed } from './enumerations.ts';
import { ALIASES, WRAPPERS } from './members.ts';
import type { Mending } from './mending.ts';
import { BOUNDS, isNeutral, NEGATIONS } from './neutral-words.ts';
import { numberInWords } from './number-words.ts';
import { selectionKey } from './selection-keys.ts';
import { partsOf, tokensIn, tokensOf, type Tokens } from './tokens.ts';
import { toolNamed } from './tool-name.ts';
import { quantityOf, shareNamed } from './units.ts';
import { bare, knownName, truthOf } from './words.ts';

/**
 * The gate of every repair. A repaired call is the same question only if it accounts for each piece of the call as it was written: each
 * name, number and sign is in the repaired call, has its meaning there, or carries a request without being a part of it. The gate knows
 * nothing of how a notation was read, so that a wrong reading cannot pass.
 */

/** The pieces of a request that its repair does not account for, in the order in which they were written; at most a few. */
export function unaccounted(written: unknown, mending: Mending): string[] {
  const repaired = mending.draft.value;
  if (!isRecord(repaired)) return [];
  const before = tokensOf(written, (key, value, path) => isKnown(key, value, path, mending)).map((piece) => withoutTables(piece, mending));
  const target = new Target(
    mending,
    tokensOf({ ...repaired, request_id: undefined, tool_call_id: undefined }).map((piece) => withoutTables(piece, mending)),
  );
  const lost: string[] = [];
  for (const piece of before) {
    target.place(piece);
    if (target.hasText(piece.text)) continue;
    lost.push(...piece.words.filter((word) => !target.hasWord(word)), ...piece.numbers.filter((number) => !target.hasNumber(number)));
  }
  return [...new Set([...lost, ...target.fewer(before), ...target.lacking(before), ...target.invented(before)])].slice(0, 4);
}

/** The call's statement without the names of its tables, so that statements over differently named tables compare equal. */
function withoutTables(piece: Tokens, { captures }: Mending): Tokens {
  if (captures.length !== 1 || !/\bselect\b[^]*\bfrom\b/i.test(piece.text)) return piece;
  const plain = piece.text.replace(/\b(from|join)\s+(?:"[^"]+"|[\w.]+)/gi, '$1');
  return tokensIn(
    plain.replace(/"[\w ]{1,40}"/g, (name) => name.replaceAll(' ', '_')),
    piece.path,
  );
}

/** Ids and versions of one attempt, the name of the tool, and any name of a capture where only one is open. */
function isKnown(key: string, value: unknown, path: readonly string[], { facts, draft }: Mending): boolean {
  const member = ALIASES[bare(key)] ?? '';
  if (member === 'timeout_ms' && typeof value !== 'object') return true;
  if (typeof value === 'string' && /^(?:tool_version|request_id|tool_call_id)$/.test(member)) return true;
  if (typeof value === 'string' && toolNamed(facts, value, true) === draft.get(['tool_name'])) return true;
  const isSelection = /^capture/i.test(key) || path.some((step) => ALIASES[bare(step)] === 'capture_selection');
  return facts.captures.list().length === 1 && isSelection && selectionKey(key, false)?.[0] === 'capture_id';
}

/** Factors between units of time. */
const FACTORS = [1e3, 1e-3, 1e6, 1e-6, 60, 3600, 86_400, 6e4, 3.6e6, 8.64e7, 1 / 60, 1 / 3600];
const isSelection = (step: string): boolean => ALIASES[bare(step)] === 'capture_selection';
/** A unit of time behind a number. */
const TIMED =
  /\d\s*(?:[nuµm]?s|m?secs?|(?:milli|micro|nano)?seconds?|min(?:ute)?s?|h|hours?)(?!\p{L})|\p{L}(?:seconds|minutes|hours)|\b(?:timedelta|duration|P\w*T\w+)\b/iu;

/** The repaired call, as what the pieces of the written one have to be found in. Notes what was found. */
class Target {
  readonly #names: ReadonlySet<string>;
  readonly #selected: ReadonlySet<string>;
  readonly #words: readonly string[];
  readonly #numbers: readonly number[];
  readonly #properties: Readonly<Record<string, unknown>>;
  readonly #args: Readonly<Record<string, unknown>>;
  readonly #selection: string;
  /** Words of the names of the tool and of its arguments. */
  readonly #toolWords: ReadonlySet<string>;
  readonly #bounds: readonly number[];
  readonly #length: number;
  readonly #columns: readonly string[];
  readonly #times: readonly number[];
  #at: Tokens | undefined;
  readonly #foundNames = new Set<string>();
  readonly #foundNumbers = new Set<number>();

  constructor(
    private readonly mending: Mending,
    private readonly tokens: readonly Tokens[],
  ) {
    const { draft, tool, captures } = mending;
    this.#words = [...new Set(tokens.flatMap(({ words }) => words))];
    // A name in quotes may hold blanks.
    const quoted = tokens.flatMap(({ text }) => [...text.matchAll(/"([^"]+)"/g)].map(([, name]) => name ?? ''));
    this.#names = new Set([...this.#words, ...quoted].map(bare));
    this.#selected = new Set(tokens.filter(({ path }) => path.some(isSelection)).flatMap(({ words }) => words.map(bare)));
    const properties = tool?.input.schema['properties'];
    this.#properties = isRecord(properties) ? properties : {};
    const args = draft.get(['arguments']);
    this.#args = isRecord(args) ? args : {};
    this.#selection = JSON.stringify(draft.get(['capture_selection']) ?? {});
    const [start, end] = ['start_ms', 'end_ms'].map((key) =>
      Number(draft.get(['capture_selection', 'time_window', key]) ?? draft.get(['capture_selection', 'selectors', 'time_range', key])),
    );
    this.#numbers = [...tokens.flatMap(({ numbers }) => numbers.map(Number)), (end ?? NaN) - (start ?? NaN)].filter(Number.isFinite);
    this.#times = [
      ...tokens.filter(({ path, isKey }) => !isKey && /_m?s$/.test(path.at(-1) ?? '')).flatMap(({ numbers }) => numbers.map(Number)),
      ...this.#numbers.slice(-1),
    ];
    this.#length = (end ?? NaN) - (start ?? NaN);
    this.#bounds = [start ?? NaN, end ?? NaN];
    this.#toolWords = new Set([mending.text(['tool_name']), ...Object.keys(this.#args)].flatMap((name) => name.split('_')));
    this.#columns = [...new Set(captures.flatMap((capture) => capture.columns.map(({ name }) => name)))];
  }

  #schema(): SchemaNode {
    return { properties: this.#properties };
  }

  /** Sets the piece that is looked for: what is in a selection has to be found in one. */
  place(piece: Tokens): void {
    this.#at = piece;
  }

  get #own(): ReadonlySet<string> {
    return this.#at?.path.some(isSelection) === true ? this.#selected : this.#names;
  }

  /** Notes a name that the repaired call has. */
  #found(name: string | undefined): boolean {
    if (name === undefined || !this.#own.has(bare(name))) return false;
    this.#foundNames.add(bare(name));
    return true;
  }

  /** Whether a short text as a whole names a value, a column or a capture of the repaired call. */
  hasText(text: string): boolean {
    if (text.length > 80 || /[<>=!]/.test(text) || !/\p{L}|\d \d/u.test(text)) return false;
    const { captures } = this.mending;
    const capture = captures.find(({ capture_id }) => captureId(text, () => false) === capture_id);
    const number = numberInWords(text);
    if (/^\d{1,3}(?: \d{3})+$/.test(text) && this.#isNumber(Number(text.replaceAll(' ', '')))) return true;
    if (number !== undefined && this.#isNumber(number)) return true;
    return this.hasValue(text) || this.#found(capture?.capture_id) || this.#found(columnNamed(text, this.#columns, captures));
  }

  hasWord(word: string): boolean {
    const parts = partsOf(word);
    for (const part of parts) if (/^\d+$/.test(part)) this.#isNumber(Number(part));
    // A column is never a word that only carries.
    if (this.#at?.isKey === false && this.#columns.some((column) => bare(column) === bare(word)))
      return this.#found(word) || this.#isSelection(word) || this.#isArgument(word);
    if (this.#hasName(word)) return true;
    return parts.length > 1 && this.#steps(word).every((step) => this.#hasName(step) || partsOf(step).every((part) => this.#hasPart(part)));
  }

  #steps(word: string): string[] {
    return word.split('.').filter(Boolean);
  }

  #hasPart(part: string): boolean {
    return this.#hasName(part) || (/^\d+$/.test(part) && this.hasNumber(part));
  }

  #hasName(word: string): boolean {
    const name = bare(word);
    if (name === '' || this.#found(name) || this.#found(`${name}s`) || this.#found(name.replace(/s$/, ''))) return true;
    const isMeant = this.#isArgument(word) || this.#isSelection(word) || this.#isNamed(word);
    if (['addr', 'address', 'column'].some((kind) => this.#found(name + kind)) || this.#toolWords.has(word.toLowerCase())) return true;
    if (isMeant || NEGATIONS.has(name) || (BOUNDS.has(name) && (this.#isBounded || this.#isMost))) return true;
    if (/^(?:or|oder|ou|o)$/i.test(name))
      return /\bOR\b|\bIN \(|"channels"/.test(this.#selection) || /\bor\b/i.test(String(this.#args['sql']));
    if (isNeutral(word) || WRAPPERS.test(name) || isHolderName(word)) return true;
    return ALIASES[name] !== undefined && this.#names.has(bare(ALIASES[name]));
  }

  /** Names of what is open and installed, and values of the schema. */
  #isNamed(word: string): boolean {
    const { captures, facts } = this.mending;
    if (toolNamed(facts, word, true) === this.mending.text(['tool_name'])) return true;
    const file = word.toLowerCase();
    const capture = captures.find((each) => captureId(word, () => false) === each.capture_id || each.file_name.toLowerCase() === file);
    if (capture !== undefined) return this.#found(capture.capture_id) || true;
    const number = shareNamed(word) ?? numberInWords(word);
    if (number !== undefined && this.#isNumber(number)) return true;
    return this.#found(columnNamed(word, this.#columns, captures)) || this.#found(knownName(word, this.#words)) || this.hasValue(word);
  }

  /** Whether a text means a value that an argument has. */
  hasValue(text: string): boolean {
    return Object.entries(this.#properties).some(([key, node]) => {
      const items = isRecord(node) && isRecord(node['items']) ? node['items'] : node;
      const allowed = isRecord(items) && Array.isArray(items['enum']) ? items['enum'].map(String) : [];
      const value = allowed.length > 0 && this.#args[key] !== undefined ? valueNamed(text, allowed) : undefined;
      const isGiven = value !== undefined && [this.#args[key]].flat().map(String).includes(value);
      if (isGiven) this.#foundNames.add(bare(value));
      return isGiven;
    });
  }

  get #isBounded(): boolean {
    return /[<>]|BETWEEN|start_ms|LIKE|IN \(/.test(this.#selection) || 'sql' in this.#args || 'alpha' in this.#args;
  }

  /** An argument that is a largest number itself. */
  get #isMost(): boolean {
    return Object.keys(this.#args).some((key) => /^(?:limit|top|max_\w+|min_\w+)$/.test(key));
  }

  #isArgument(word: string): boolean {
    const name = argumentFor(word, this.#schema(), {})?.name ?? deniedSwitch(word, this.#schema(), {});
    if (name === undefined || !Object.hasOwn(this.#args, name)) return false;
    this.#foundNames.add(bare(name));
    return true;
  }

  #isSelection(word: string): boolean {
    const place = selectionKey(word, false);
    return place !== undefined && this.#names.has(bare(place.at(-1) ?? ''));
  }

  hasNumber(written: string): boolean {
    if (written.endsWith('+')) return false;
    const whole = quantityOf(written)?.value ?? Number(written);
    if (Number.isFinite(whole) && this.#isNumber(whole)) return true;
    const parts = written.split(/[,_' /\u202f]|\.(?=\d+\.)/).filter(Boolean);
    if (parts.length > 1 && parts.every((part) => this.#isNumber(Number(part)))) return true;
    return this.hasValue(written) || this.#words.includes(written) || this.mending.text(['tool_version']).includes(written);
  }

  #isNumber(number: number): boolean {
    const found = (value: number): boolean => {
      const same = this.#numbers.filter((each) => Math.abs(each - value) <= (value > 1e9 ? 1 : 1e-9 * Math.max(1, Math.abs(value))));
      for (const each of same) this.#foundNumbers.add(each);
      return same.length > 0;
    };
    const isTime = (value: number): boolean => this.#times.some((each) => Math.abs(each - value) <= Math.max(1e-6, value > 1e9 ? 1 : 0));
    const index = indexOfFrequency(String(number)) ?? indexOfFrequency(`${String(number)} GHz`);
    const readings = [
      number,
      ...(number >= 1 && number <= 100 ? [number / 100] : []),
      ...(/conf|ci/i.test(this.#at?.path.at(-1) ?? '') ? [1 - number, 1 - number / 100] : []),
      ...FACTORS.map((factor) => number * factor).filter((value) => number !== 0 && (isTime(value) || this.#isTimed)),
      ...(index === undefined ? [] : [index]),
    ];
    if (readings.filter(found).length > 0) return true;
    // A switch that was written as a number.
    return number === 1 ? this.#names.has('true') : number === 0 ? this.#names.has('false') : false;
  }

  /** Whether the text of the piece has a unit of time, as a condition on a duration has. */
  get #isTimed(): boolean {
    return TIMED.test(this.#at?.text ?? '');
  }

  /** Names that are values by themselves and that the repaired call has less often. */
  fewer(before: readonly Tokens[]): string[] {
    const count = (tokens: readonly Tokens[]): Map<string, number> => {
      const counts = new Map<string, number>();
      const own = tokens.filter(
        ({ isKey, path, words, numbers, signs }) =>
          !isKey && !path.some(isSelection) && words.length === 1 && numbers.length + signs.length === 0,
      );
      for (const { words } of own) counts.set(bare(words[0] ?? ''), (counts.get(bare(words[0] ?? '')) ?? 0) + 1);
      return counts;
    };
    const [asked, kept] = [count(before), count(this.tokens)];
    const columns = new Set(this.#columns.map(bare));
    return [...asked].flatMap(([name, times]) => (columns.has(name) && times > (kept.get(name) ?? 0) ? [`each ${name}`] : []));
  }

  /** What turns, bounds or leaves open the request, and has no counterpart. */
  lacking(before: readonly Tokens[]): string[] {
    const out: string[] = [];
    const isArgument = (word: string): boolean => argumentFor(word, this.#schema(), {}) !== undefined;
    const isDenied = (word: string): boolean => deniedSwitch(word, this.#schema(), {}) !== undefined;
    const [asked, kept] = [negationsIn(before, isArgument, isDenied), negationsIn(this.tokens, isArgument, isDenied)];
    const isSwitch = before.some(({ text, words }) => truthOf(text) === false && !words.some((word) => NEGATIONS.has(bare(word))));
    if (asked % 2 !== kept % 2 && !(isSwitch && this.#names.has('false'))) out.push('a negation');
    for (const sign of before.flatMap(({ signs }) => signs)) {
      if (/^[<>≤≥]/.test(sign) && !this.#isBounded) out.push(sign);
      if (/^(?:\?|…|±|≈|\*|\^)$/.test(sign) && !this.tokens.some(({ signs }) => signs.includes(sign))) out.push(sign);
    }
    return out;
  }

  /** Names and numbers of the repaired call that nothing in the request says. */
  invented(before: readonly Tokens[]): string[] {
    const given = new Set(before.flatMap(({ words }) => words.flatMap((word) => [word, ...partsOf(word)])).map(bare));
    const isGiven = (word: string): boolean => given.has(bare(word)) || this.#foundNames.has(bare(word));
    const isFormula = before.some(({ text }) => /\w\s*~\s*\w/.test(text));
    const isSide = (word: string): boolean => isFormula && /^(?:response|factors|target|features)$/.test(word);
    const own = tokensOf([this.#args, this.mending.get(['capture_selection'])]).map((piece) => withoutTables(piece, this.mending));
    const names = own
      .flatMap(({ words }) => words)
      .filter(
        (word) => !isGiven(word) && !GRAMMAR.has(bare(word)) && !this.#isOnly(word) && !isSide(word) && !partsOf(word).every(isGiven),
      );
    const isAdvertising = given.has('adv') || given.has('advertising');
    if (this.#foundNumbers.has(this.#length)) for (const bound of this.#bounds) this.#foundNumbers.add(bound);
    const amounts = own
      .flatMap(({ numbers }) => numbers)
      .filter((written) => {
        const number = Number(written);
        const isBetween = [...this.#foundNumbers].some((each) => each < number) && [...this.#foundNumbers].some((each) => each > number);
        return Number.isFinite(number) && !this.#foundNumbers.has(number) && !isBetween && !(isAdvertising && number >= 37 && number <= 39);
      });
    return [...names, ...amounts].map((each) => `${each}, which was not asked for`);
  }

  /** The only value that a member can have, and the only capture that is open. */
  #isOnly(word: string): boolean {
    const open = this.mending.facts.captures.list();
    if (open.length === 1 && open[0]?.capture_id === word) return true;
    return Object.entries(this.#properties).some(
      ([key, node]) =>
        isRecord(node) && Array.isArray(node['enum']) && node['enum'].length === 1 && (word === key || word === node['enum'][0]),
    );
  }
}

/** Members of a selection, and words of the grammar of filters. */
const GRAMMAR: ReadonlySet<string> = new Set(
  'capture_selection capture_id capture_ids selectors time_window time_range start_ms end_ms filter_expression filters channels time_base epoch relative and or not in between like is null true false'
    .split(' ')
    .map(bare),
);

/** Words and signs that turn what is said; `IS NOT NULL` and `exists` count alike. */
function negationsIn(tokens: readonly Tokens[], isArgument: (word: string) => boolean, isDenied: (word: string) => boolean): number {
  const words = tokens.flatMap((piece) => piece.words);
  const signs = tokens.flatMap((piece) => piece.signs);
  const turning = words.filter((word, at) => {
    const name = bare(word);
    if (isDenied(word)) return true;
    if (!NEGATIONS.has(name) || isArgument(word)) return false;
    // `no less than` and `not greater than` bound, as `at least` does.
    return !(/^(?:no|not|nicht)$/.test(name) && BOUNDS.has(bare(words[at + 1] ?? '')));
  });
  return turning.length + signs.filter((sign) => /^(?:!==?|<>|≠|\/=|~=|[!~¬✗✘☐❌])$/.test(sign)).length;
}
