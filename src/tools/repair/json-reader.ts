import { canonicalJson } from '../../base/canonical.ts';

/** A whole call, a value in one, or a value of YAML in which words need no quotes. */
export type Wanted = 'value' | 'call' | 'flow';

/** Texts nested deeper than this are refused. */
const DEEPEST = 64;

/** A group in brackets that holds no key and no text, as in "the columns {channel, rssi}". */
export const PROSE = /[[{][^[\]{}:="]*[\]}]/;
/** The beginning of a call in the notation of a programming language. */
export const CALLED = String.raw`(?<![\w.-])(?:[A-Za-z_][\w-]*\.)*[A-Za-z_][\w-]*\((?=\s*(?:[{)]|[A-Za-z_]\w*\s*[=:]|[\w.-]+\(|["'][\w.-]+["']\s*,\s*\{))`;

export class NoJson extends Error {}

/** A constructor of Python for an object. */
const DICT = /^(?:dict|OrderedDict)\s*\(/;
const CALL = new RegExp(`^${CALLED}`);

const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '“': '”', '„': '“', '‘': '’' };
const WORDS: Readonly<Record<string, unknown>> = { true: true, True: true, TRUE: true, false: false, False: false, FALSE: false };
const NOTHING = new Set(['null', 'None', 'nil', 'undefined', 'NULL']);
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '\n': '' };

/** Reads one value that is nearly JSON from the beginning of a text; throws `NoJson` for anything else. */
export class JsonReader {
  readonly notes: string[] = [];
  doubtful = false;
  /** Where the value ended. */
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
    // A call inside a sentence may only be mentioned, so it is not read as a call.
    if (this.#isNotation && /^[^\n]*[\p{L}\p{N}]/u.test(after.replace(/<\/?\w+>/g, ''))) throw new NoJson();
    // A second object is another call: which one is meant?
    if (/[{[]/.test(rest) || (isCall && new RegExp(CALLED).test(rest))) throw new NoJson();
    if (rest.replace(/[;\s`]|<\/?\w+>/g, '') !== '') {
      // Words behind a value may narrow it: `["rssi", "length"] without length`.
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
      const found = /^(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|#[^\n]*)/.exec(this.text.slice(this.#at))?.[0];
      if (found === undefined) return;
      if (/\S/.test(found)) this.#note('comments were dropped');
      this.#at += found.length;
    }
  }

  /** @param mayCall whether a call in the notation of a programming language may stand here */
  #value(mayCall = false): unknown {
    this.#blank();
    const sign = this.text[this.#at];
    if (sign === undefined) throw new NoJson();
    const opening = mayCall && !DICT.test(this.text.slice(this.#at, this.#at + 16)) ? CALL.exec(this.text.slice(this.#at))?.[0] : undefined;
    if (opening !== undefined) return this.#call(opening);
    if (sign === '{') return this.#nested(() => this.#object());
    if (sign === '[' || sign === '(') return this.#nested(() => this.#list(sign === '[' ? ']' : ')', mayCall));
    if (CLOSING[sign] !== undefined) return this.#string(sign);
    if (DICT.test(this.text.slice(this.#at, this.#at + 16))) {
      this.#at = this.text.indexOf('(', this.#at);
      return this.#nested(() => this.#object(')', '='));
    }
    return this.#word();
  }

  /** `name(…)`: one object, keywords, or another call inside of a function that only prints it. */
  #call(opening: string): unknown {
    this.#note('a call in code was read as JSON');
    this.#isNotation = true;
    this.#at += opening.length - 1;
    const name = opening.slice(0, -1);
    if (CALL.test(this.text.slice(this.#at + 1).trimStart())) return this.#nested(() => this.#last(this.#value(true)));
    return this.#nested(() => {
      this.#blank();
      if (this.text[this.#at] === '{') return { name, arguments: this.#last(this.#value()) };
      const sign = this.text[this.#at] ?? '';
      if (sign !== '"' && sign !== "'") return { name, arguments: this.#object(')', '=:') };
      // `call_tool("tool_a", { … })`
      const called = this.#string(sign);
      if (!this.#more(')')) throw new NoJson();
      return { name: called, arguments: this.#last(this.#value()) };
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

  #object(end = '}', separator = ':='): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    while (this.#more(end)) {
      // `:key => value` of Ruby
      if (/^:\w+\s*=>/.test(this.text.slice(this.#at, this.#at + 80))) this.#at++;
      const sign = this.text[this.#at] ?? '';
      const key = CLOSING[sign] === undefined ? this.#bareKey() : this.#string(sign);
      this.#blank();
      const found = this.text[this.#at];
      if (found === undefined || !separator.includes(found)) throw new NoJson();
      this.#at += this.text.startsWith('=>', this.#at) ? 2 : 1;
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

  #bareKey(): string {
    const key = /^[\p{L}_$][\p{L}\p{N}_$-]*/u.exec(this.text.slice(this.#at))?.[0];
    if (key === undefined) throw new NoJson();
    this.#at += key.length;
    // Only the first quote is missing: `{name": 1}`.
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
    if (this.text[this.#at] === ',') {
      this.#at++;
      this.#blank();
      if (this.text[this.#at] === end) this.#note('a comma before a closing bracket was dropped');
    }
    if (this.#at >= this.text.length) {
      // Only the closing bracket of the outermost object can be missing without losing content.
      if (this.#depth > 1 || end === ')') this.doubtful = true;
      this.#note('missing closing brackets were added');
      return false;
    }
    if (this.text[this.#at] !== end) return true;
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
      const hex = next === 'u' ? /^[\da-f]{4}/i.exec(this.text.slice(this.#at + 1))?.[0] : undefined;
      out += hex === undefined ? (ESCAPES[next] ?? next) : String.fromCharCode(parseInt(hex, 16));
      if (hex !== undefined) this.#at += 4;
    }
    this.#at += last.length;
    return out;
  }

  #word(): unknown {
    const pattern = this.wanted === 'flow' ? /^[^,{}[\]"'\n#]*[^,{}[\]"'\s#]/ : /^[^\s,:{}[\]()"'`]+/;
    const word = pattern.exec(this.text.slice(this.#at))?.[0] ?? '';
    this.#at += word.length;
    if (Object.hasOwn(WORDS, word)) return WORDS[word];
    if (NOTHING.has(word)) return null;
    const number = /^[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(word) ? Number(word.replaceAll('_', '').replace('+', '')) : NaN;
    if (Number.isFinite(number)) return number;
    if (this.wanted === 'flow' && word !== '' && !word.includes(': ')) return word;
    throw new NoJson();
  }
}
