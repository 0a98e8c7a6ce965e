import { setOwn } from './own-member.ts';
import type { TextCall } from './text-forms.ts';

const MOST_DEPTH = 32;
const NAME = /^[A-Za-z_][\w.-]{0,127}/;
const SPACE = /^\s*/;
const WORDS: Readonly<Record<string, unknown>> = { True: true, true: true, False: false, false: false, None: null, null: null };
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** Reads Python literals from a text, without evaluating anything; null for any other code. */
class Reader {
  constructor(private rest: string) {}

  get done(): boolean {
    return this.rest.trim() === '';
  }

  /** Skips a sign if it comes next, and returns whether it did. */
  has(sign: string): boolean {
    this.rest = this.rest.replace(SPACE, '');
    if (!this.rest.startsWith(sign)) return false;
    this.rest = this.rest.slice(sign.length);
    return true;
  }

  take(pattern: RegExp): string | null {
    this.rest = this.rest.replace(SPACE, '');
    const found = pattern.exec(this.rest)?.[0] ?? null;
    if (found !== null) this.rest = this.rest.slice(found.length);
    return found;
  }

  /** Reads `name(key=value, …)`; null if there are positional arguments, because their names are unknown. */
  call(): TextCall | null {
    const raw = this.rest.trimStart();
    const name = this.take(NAME);
    if (name === null || !this.has('(')) return null;
    const args = {};
    while (!this.has(')')) {
      const key = this.take(NAME);
      const value = key !== null && this.has('=') ? this.value(0) : null;
      if (key === null || value === null) return null;
      setOwn(args, key, value.value);
      if (!this.has(',') && !this.rest.trimStart().startsWith(')')) return null;
    }
    // Remove `.call`, because Llama calls built-in tools as `name.call(…)`.
    return { name: name.replace(/\.call$/, ''), input: { value: args }, raw: raw.slice(0, raw.length - this.rest.length) };
  }

  private value(depth: number): { readonly value: unknown } | null {
    if (depth > MOST_DEPTH) return null;
    if (this.has('[')) return this.items(depth);
    if (this.has('{')) return this.members(depth);
    const text = this.take(/^(?:'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*")/);
    if (text !== null) return { value: text.slice(1, -1).replaceAll(/\\([\s\S])/g, (_, sign: string) => ESCAPES[sign] ?? sign) };
    const number = this.take(/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/);
    if (number !== null) return { value: Number(number) };
    const word = this.take(/^[A-Za-z]+(?![\w.(])/);
    return word !== null && Object.hasOwn(WORDS, word) ? { value: WORDS[word] } : null;
  }

  private items(depth: number): { readonly value: unknown[] } | null {
    const list: unknown[] = [];
    while (!this.has(']')) {
      const item = this.value(depth + 1);
      if (item === null) return null;
      list.push(item.value);
      if (!this.has(',') && !this.rest.trimStart().startsWith(']')) return null;
    }
    return { value: list };
  }

  private members(depth: number): { readonly value: object } | null {
    const object = {};
    while (!this.has('}')) {
      const key = this.value(depth + 1);
      const value = typeof key?.value === 'string' && this.has(':') ? this.value(depth + 1) : null;
      if (typeof key?.value !== 'string' || value === null) return null;
      setOwn(object, key.value, value.value);
      if (!this.has(',') && !this.rest.trimStart().startsWith('}')) return null;
    }
    return { value: object };
  }
}

/** Reads one call in Python, or a list of calls, whose arguments are named literals; null for any other text. */
export function pythonCalls(text: string): readonly TextCall[] | null {
  const reader = new Reader(text);
  const list = reader.has('[');
  const calls: TextCall[] = [];
  do {
    const call = reader.call();
    if (call === null) return null;
    calls.push(call);
  } while (list ? reader.has(',') : !reader.done);
  return (!list || reader.has(']')) && reader.done ? calls : null;
}
