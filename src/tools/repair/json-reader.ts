import { canonicalJson } from '../../base/canonical.ts';

/** What is parsed: a whole call, a value in one, or a value of YAML, in which words need no quotes. */
export type Wanted = 'value' | 'call' | 'flow';

/** Maximum depth of nesting; deeper texts are rejected. */
const DEEPEST = 64;

/** Matches brackets without a key or text inside, as in "the columns {channel, rssi}". */
export const PROSE = /[[{][^[\]{}:="]*[\]}]/;
/** Matches the start of a call in programming notation. */
export const CALLED = String.raw`(?<![\w.-])(?:[A-Za-z_][\w-]*\.)*[A-Za-z_][\w-]*\((?=\s*(?:[{)]|[A-Za-z_]\w*\s*[=:]|[\w.-]+\(|["'][\w.:/-]+["']\s*,\s*(?:\{|[A-Za-z_]\w*\s*=)))`;

export class NoJson extends Error {}

/** Matches what languages write before the brackets of an object or list: `dict(`, `c(`, `Map.of(`, `ARRAY[`. */
const BUILT =
  /^(?:new\s+)?(?:(?:JSON\.(?:stringify|parse)|json\.(?:dumps|loads|encode)|json!|dict|OrderedDict|list|c|vector|tuple|set|frozenset|(?:Map|ImmutableMap|List|Set|ImmutableList|Arrays|Object)\.(?:of|asList|entries|fromEntries)|Dict|Hash|Map|Array|Vec|mapOf|hashMapOf|mutableMapOf|listOf|arrayOf|setOf|JSON_OBJECT|JSON_ARRAY|json_build_object|json_build_array|STRUCT|struct|namedtuple|SimpleNamespace)\s*\(|(?:ARRAY|array|vec!|Array)\s*[[(]|@[{(]|%[{[]|new\s*(?:\[\]\s*)?\{|(?:map\[\w+\]\w+|\[\]\w+)\{|\[(?=:\]))/;
/** Matches an object as Python prints it: `Function(name='tool_a')`. */
const PRINTED = /^[A-Z]\w{0,63}\((?=\s*\w+=)/;
/** Names of functions that only write or parse JSON. */
const CODED = /^(?:JSON\.(?:stringify|parse)|json\.(?:dumps|loads|encode)|json!)\s*\($/;
const IN_PAIRS = /Map\.of|build_object/;
const CALL = new RegExp(`^${CALLED}`);

const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '“': '”', '„': '“', '‘': '’', '«': '»', '「': '」' };
const BRACKETS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };
const QUOTED = String.raw`(?:"(?:[^"\\]|\\.){0,200}"|'(?:[^'\\]|\\.){0,200}')`;
/** `KEYED` matches if the first item in brackets has a key, `SET` if the first item in braces has none. */
const KEYED = new RegExp(String.raw`^(?:${QUOTED}\s*(?:=>|:(?!:)|=(?!=)|\s+to\s)|[A-Za-z_][\w.]*\s*(?:=>|=(?!=)))`);
const SET = new RegExp(String.raw`^(?:${QUOTED}|-?\d[\d.]*)\s*[,}]`);
const WORDS: Readonly<Record<string, unknown>> = { true: true, True: true, TRUE: true, false: false, False: false, FALSE: false };
const NOTHING = new Set(['null', 'None', 'nil', 'undefined', 'NULL']);
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '\n': '' };

/** Parses one value that is nearly JSON, from the start of a text; throws `NoJson` for anything else. */
export class JsonReader {
  readonly notes: string[] = [];
  doubtful = false;
  /** Offset at which the value ended. */
  end = 0;
  #at = 0;
  #isNotation = false;
  #depth = 0;

  constructor(
    private readonly text: string,
    private readonly wanted: Wanted,
  ) {}

  whole(): unknown {
    const isCall = this.wanted === 'call';
    const value = this.#value(isCall);
    this.end = this.#at;
    const after = this.text.slice(this.#at);
    this.#blank();
    const tail = this.text.slice(this.#at);
    const rest = isCall ? tail.replace(new RegExp(PROSE, 'g'), '') : tail;
    // Do not parse a call inside a sentence, because it may only be mentioned.
    if (this.#isNotation && /^[^\n]*[\p{L}\p{N}]/u.test(after.replace(/<\/?\w+>/g, ''))) throw new NoJson();
    // Reject a second object, because it is another call and it is unknown which one is meant.
    if (/[{[]/.test(rest) || (isCall && new RegExp(CALLED).test(rest))) throw new NoJson();
    if (rest.replace(/[;\s`]|<\/?\w+>/g, '') !== '') {
      // Reject words after a value, because they may restrict it: `["rssi", "length"] without length`.
      if (!isCall) throw new NoJson();
      this.#note('words after the JSON were dropped');
    }
    return value;
  }

  #note(what: string): void {
    if (!this.notes.includes(what)) this.notes.push(what);
  }

  #blank(): void {
    for (;;) {
      // Skip escapes of line breaks, which models also write between members.
      const found = /^(?:\s+|\\[nrt]|\/\/[^\n]*|\/\*[\s\S]*?\*\/|#[^\n]*)/.exec(this.text.slice(this.#at))?.[0];
      if (found === undefined) return;
      if (/\S/.test(found)) this.#note('comments were dropped');
      this.#at += found.length;
    }
  }

  /** @param mayCall whether a call in programming notation is allowed here */
  #value(mayCall = false): unknown {
    this.#blank();
    const sign = this.text[this.#at];
    if (sign === undefined) throw new NoJson();
    const opening =
      mayCall && !BUILT.test(this.text.slice(this.#at, this.#at + 32)) ? CALL.exec(this.text.slice(this.#at))?.[0] : undefined;
    if (opening !== undefined) return this.#call(opening);
    const isTyped = /^\[\]\w+\{/.test(this.text.slice(this.#at, this.#at + 32));
    if (BRACKETS[sign] !== undefined && !isTyped) return this.#nested(() => this.#group(sign, BRACKETS[sign] ?? '', mayCall));
    if (CLOSING[sign] !== undefined) return this.#string(sign);
    const built = BUILT.exec(this.text.slice(this.#at, this.#at + 32))?.[0];
    const printed = built === undefined ? PRINTED.exec(this.text.slice(this.#at, this.#at + 80))?.[0] : undefined;
    if (printed !== undefined) {
      this.#note('an object that a language printed was read as JSON');
      this.#at += printed.length - 1;
      return this.#nested(() => this.#object(')'));
    }
    if (built === undefined) return this.#word();
    this.#note('constructors of a language were read as JSON');
    this.#at += built.length - 1;
    const open = this.text[this.#at] ?? '';
    const group = this.#nested(() => this.#group(open, BRACKETS[open] ?? '', false));
    if (CODED.test(built) && Array.isArray(group)) return this.#oneOf(group);
    return IN_PAIRS.test(built) && Array.isArray(group) ? this.#paired(group) : group;
  }

  /** Parses `name(…)`: an object, keyword arguments, or another call inside a function that only prints it. */
  #call(opening: string): unknown {
    this.#note('a call in code was read as JSON');
    this.#isNotation = true;
    this.#at += opening.length - 1;
    const name = opening.slice(0, -1);
    if (CALL.test(this.text.slice(this.#at + 1).trimStart())) return this.#nested(() => this.#last(this.#value(true)));
    return this.#nested(() => {
      this.#blank();
      const isValue = this.text[this.#at] === '{' || BUILT.test(this.text.slice(this.#at, this.#at + 32));
      if (isValue) return { name, arguments: this.#last(this.#value()) };
      const sign = this.text[this.#at] ?? '';
      if (sign !== '"' && sign !== "'") return { name, arguments: this.#object(')', '=:') };
      // A function such as `call_tool("tool_a", { … })` may take the tool's name and its arguments.
      const called = this.#string(sign);
      if (!this.#more(')')) throw new NoJson();
      const isKeyword = /^[A-Za-z_]\w*\s*=/.test(this.text.slice(this.#at, this.#at + 80));
      return { name: called, arguments: isKeyword ? this.#object(')') : this.#last(this.#value()) };
    });
  }

  /** Returns the value after reading its closing bracket. */
  #last<T>(value: T): T {
    if (this.#more(')')) throw new NoJson();
    return value;
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > DEEPEST) throw new NoJson();
    this.#at++;
    const value = read();
    this.#depth--;
    return value;
  }

  /** Parses an object if the items have keys, otherwise a list; `{}` is an object. */
  #group(open: string, end: string, mayCall: boolean): unknown {
    const start = this.#at;
    this.#blank();
    if (this.text.startsWith(':]', this.#at)) this.#at++;
    const isEmpty = this.text[this.#at] === end;
    if (isEmpty) this.#at++;
    if (isEmpty) return open === '[' || open === '(' ? [] : {};
    if (open === '{' || KEYED.test(this.text.slice(this.#at, this.#at + 260))) {
      if (open !== '{' || !SET.test(this.text.slice(this.#at, this.#at + 260))) return this.#object(end);
    }
    this.#at = start;
    return this.#list(end, mayCall);
  }

  #oneOf(group: readonly unknown[]): unknown {
    if (group.length !== 1) throw new NoJson();
    return group[0];
  }

  /** Converts alternating keys and values, such as `"a", 1, "b", 2`, to an object. */
  #paired(items: readonly unknown[]): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    if (items.length % 2 !== 0) throw new NoJson();
    for (let at = 0; at < items.length; at += 2) {
      const key = items[at];
      if (typeof key !== 'string' || key === '__proto__' || Object.hasOwn(out, key)) throw new NoJson();
      out[key] = items[at + 1];
    }
    return out;
  }

  #object(end = '}', separator = ':=：'): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    while (this.#more(end)) {
      // Ruby writes a key as `:key => value`, Clojure as `:key value`.
      const isKeyword = /^:[A-Za-z][\w-]*(?:\s*=>|\s+[^\s:=])/.test(this.text.slice(this.#at, this.#at + 80));
      if (isKeyword) this.#at++;
      const sign = this.text[this.#at] ?? '';
      const key = CLOSING[sign] === undefined ? this.#bareKey() : this.#string(sign);
      this.#blank();
      this.#separator(separator, isKeyword);
      const value = this.#value();
      if (key === '__proto__') throw new NoJson();
      if (!Object.hasOwn(out, key)) out[key] = value;
      else if (canonicalJson(out[key] ?? null) === canonicalJson(value ?? null)) this.#note('a key given twice counts once');
      else {
        this.doubtful = true;
        this.#note(`of the key ${JSON.stringify(key)}, given twice, the first counts`);
      }
    }
    return out;
  }

  /** Skips the separator between a key and its value. Clojure has none, and Kotlin uses a word. */
  #separator(allowed: string, mayLack: boolean): void {
    const rest = this.text.slice(this.#at, this.#at + 3);
    if (rest.startsWith('=>')) this.#at += 2;
    else if (/^to\s/.test(rest)) this.#at += 2;
    else if (rest !== '' && allowed.includes(rest.charAt(0))) this.#at++;
    else if (/^[{[]/.test(rest)) this.#note('a colon was added');
    else if (!mayLack) throw new NoJson();
  }

  #bareKey(): string {
    const key = /^[\p{L}_$][\p{L}\p{N}_$-]*/u.exec(this.text.slice(this.#at))?.[0];
    if (key === undefined) throw new NoJson();
    this.#at += key.length;
    // Accept a key without its first quote: `{name": 1}`.
    if (this.text[this.#at] === '"') this.#at++;
    this.#note('keys were put in quotes');
    return key;
  }

  #list(end: string, mayCall: boolean): unknown[] {
    const out: unknown[] = [];
    while (this.#more(end)) out.push(this.#value(mayCall));
    return out;
  }

  /** Moves to the next member. Returns false at the end of the object or list. */
  #more(end: string): boolean {
    this.#blank();
    while (',;，；'.includes(this.text[this.#at] ?? ' ')) {
      this.#at++;
      this.#blank();
      if (this.text[this.#at] === end) this.#note('a comma before a closing bracket was dropped');
    }
    if (this.#at >= this.text.length) {
      // Only if the outermost object lacks its closing bracket is it certain that no content is missing.
      if (this.#depth > 1 || end === ')') this.doubtful = true;
      this.#note('missing closing brackets were added');
      return false;
    }
    // Another bracket at the very end of the text can close the outermost object only.
    const isLast = this.#depth === 1 && /^[\]})]\s*$/.test(this.text.slice(this.#at));
    if (this.text[this.#at] !== end && !isLast) return true;
    if (isLast && this.text[this.#at] !== end) this.#note('the last bracket was replaced');
    this.#at++;
    return false;
  }

  #string(open: string): string {
    const close = CLOSING[open] ?? open;
    const triple = this.text.startsWith(open.repeat(3), this.#at);
    if (open !== '"' || triple) this.#note('quotes became double ones');
    let out = '';
    const [first, last] = triple ? [open.repeat(3), open.repeat(3)] : [open, close];
    for (this.#at += first.length; !this.text.startsWith(last, this.#at); this.#at++) {
      const sign = this.text[this.#at];
      if (sign === undefined) throw new NoJson();
      if (sign !== '\\') {
        out += sign;
        continue;
      }
      const next = this.text[++this.#at] ?? '';
      const digits = next === 'u' ? /^[\da-f]{4}/i : next === 'x' ? /^[\da-f]{2}/i : undefined;
      const hex = digits?.exec(this.text.slice(this.#at + 1))?.[0];
      out += hex === undefined ? (ESCAPES[next] ?? next) : String.fromCharCode(parseInt(hex, 16));
      if (hex !== undefined) this.#at += hex.length;
    }
    this.#at += last.length;
    return out;
  }

  #word(): unknown {
    const pattern = this.wanted === 'flow' ? /^[^,{}[\]"'\n#]*[^,{}[\]"'\s#]/ : /^[^\s,:;，；：{}[\]()"'`\\]+/;
    const word = pattern.exec(this.text.slice(this.#at))?.[0] ?? '';
    this.#at += word.length;
    if (Object.hasOwn(WORDS, word)) return WORDS[word];
    if (NOTHING.has(word)) return null;
    const number = /^[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?[Ln]?$/i.test(word)
      ? Number(word.replaceAll('_', '').replace('+', '').replace(/[Ln]$/, ''))
      : NaN;
    if (Number.isFinite(number)) return number;
    if (this.wanted === 'flow' && word !== '' && !word.includes(': ')) return word;
    throw new NoJson();
  }
}
