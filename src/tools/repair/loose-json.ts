import { canonicalJson } from '../../base/canonical.ts';
import { parseJsonText } from '../contract/json-text.ts';

/** What a text says that is nearly JSON. */
export interface LooseValue {
  readonly value: unknown;
  /** What was changed, in words. */
  readonly notes: readonly string[];
  /** Whether something may be missing or contradict itself: the end of the text, or a key given twice with two values. */
  readonly doubtful: boolean;
}

/** Deeper texts are refused. */
const DEEPEST = 64;

/**
 * Reads what people, programs and models write instead of JSON: code fences, words around it, comments, trailing commas, single or
 * curly quotes, bare keys, Python's words, a missing end, JSON inside of a JSON text. Undefined for what is none of it.
 */
export function looseJson(text: string): LooseValue | undefined {
  const strict = parseJsonText(text);
  if (strict.errors.length === 0)
    return typeof strict.value === 'string' ? inner(strict.value) : { value: strict.value, notes: [], doubtful: false };
  const { body, notes } = bodyOf(text);
  try {
    const reader = new Reader(body);
    const value = reader.whole();
    const all = [...notes, ...reader.notes];
    return typeof value === 'string' ? inner(value) : { value, notes: all, doubtful: reader.doubtful };
  } catch (error) {
    if (error instanceof NoJson) return undefined;
    throw error;
  }
}

function inner(text: string): LooseValue | undefined {
  const found = /[[{]/.test(text) ? looseJson(text) : undefined;
  return found && { ...found, notes: ['a text that holds JSON was read as JSON', ...found.notes] };
}

/** The part of a text from its first bracket to the end of its last one. */
function bodyOf(text: string): { body: string; notes: string[] } {
  const clean = text.replace(/[\uFEFF\u200B-\u200D\u2060]/g, '').trim();
  const fences = [...clean.matchAll(/```[\w-]*\s*\n?([\s\S]*?)```/g)];
  const fenced = fences.length === 1 ? (fences[0]?.[1] ?? '').trim() : clean.replace(/^```[\w-]*\s*\n/, '').trim();
  const notes = fenced === clean ? [] : ['the code fence was dropped'];
  const start = fenced.search(/[[{"]/);
  if (start <= 0) return { body: fenced, notes };
  return { body: fenced.slice(start), notes: [...notes, 'words before the JSON were dropped'] };
}

class NoJson extends Error {}

const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '“': '”', '„': '“', '‘': '’' };
const WORDS: Readonly<Record<string, unknown>> = { true: true, True: true, TRUE: true, false: false, False: false, FALSE: false };
const NOTHING = new Set(['null', 'None', 'nil', 'undefined', 'NULL']);
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '\n': '' };

class Reader {
  readonly notes: string[] = [];
  doubtful = false;
  #at = 0;
  #depth = 0;

  constructor(private readonly text: string) {}

  whole(): unknown {
    const value = this.#value();
    this.#blank();
    const rest = this.text.slice(this.#at);
    // A second object is another call: which one is meant?
    if (/[{[]/.test(rest)) throw new NoJson();
    if (rest.replace(/[;\s`]|<\/?\w+>/g, '') !== '') this.#note('words after the JSON were dropped');
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

  #value(): unknown {
    this.#blank();
    const sign = this.text[this.#at];
    if (sign === undefined) throw new NoJson();
    if (sign === '{') return this.#nested(() => this.#object());
    if (sign === '[' || sign === '(') return this.#nested(() => this.#list(sign === '[' ? ']' : ')'));
    if (CLOSING[sign] !== undefined) return this.#string(sign);
    return this.#word();
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > DEEPEST) throw new NoJson();
    this.#at++;
    const value = read();
    this.#depth--;
    return value;
  }

  #object(): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    while (this.#more('}')) {
      const sign = this.text[this.#at] ?? '';
      const key = CLOSING[sign] === undefined ? this.#bareKey() : this.#string(sign);
      this.#blank();
      if (this.text[this.#at] !== ':') throw new NoJson();
      this.#at++;
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
    this.#note('keys were put in quotes');
    return key;
  }

  #list(end: string): unknown[] {
    const out: unknown[] = [];
    while (this.#more(end)) out.push(this.#value());
    return out;
  }

  /** Goes to the next member; false at the end of the object or list. */
  #more(end: string): boolean {
    this.#blank();
    if (this.text[this.#at] === ',') {
      this.#at++;
      this.#blank();
      if (this.text[this.#at] === end) this.#note('a comma before a closing bracket was dropped');
    }
    if (this.#at >= this.text.length) {
      // The end of the outermost object alone is no part of the request.
      if (this.#depth > 1) this.doubtful = true;
      this.#note('missing closing brackets were added');
      return false;
    }
    if (this.text[this.#at] !== end) return true;
    this.#at++;
    return false;
  }

  #string(open: string): string {
    const close = CLOSING[open] ?? open;
    if (open !== '"') this.#note('quotes became double ones');
    let out = '';
    for (this.#at++; this.text[this.#at] !== close; this.#at++) {
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
    this.#at++;
    return out;
  }

  #word(): unknown {
    const word = /^[^\s,:{}[\]()"'`]+/.exec(this.text.slice(this.#at))?.[0] ?? '';
    this.#at += word.length;
    if (Object.hasOwn(WORDS, word)) return WORDS[word];
    if (NOTHING.has(word)) return null;
    const number = /^[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(word) ? Number(word.replaceAll('_', '').replace('+', '')) : NaN;
    if (!Number.isFinite(number)) throw new NoJson();
    return number;
  }
}
