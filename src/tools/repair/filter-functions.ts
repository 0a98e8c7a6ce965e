/** Filters in the notation of statements, search boxes and query languages of functions. */
import { signOf } from './comparisons.ts';
import { outsideTexts } from './texts.ts';

type ColumnFor = (name: string) => string | undefined;

/** `SELECT * FROM packets WHERE rssi > -60`: the condition, unless something after it orders, groups or limits rows. */
export function conditionOf(written: string): string {
  const text = written
    .replace(/^\s*\$?filter\s*[=:]\s*/i, '')
    .replace(/^\s*\$\[\?\(([\s\S]*)\)\]\s*$/, (_, inner: string) => inner.replace(/@\./g, ''))
    .replace(/^\s*match\s*\((\w+)(?::\w+)?\)\s*where\s+([\s\S]*?)\s+return\s+\1\s*$/i, (_, name: string, inner: string) =>
      inner.replace(new RegExp(`\\b${name}\\.`, 'g'), ''),
    )
    .replace(/^\s*\.(?:Where|filter)\((?!\s*\|)([\s\S]*)\)\s*$/, '$1')
    .replace(/^\(([\s\S]*)\)::bool(?:ean)?$/i, '$1')
    .replace(/^"([^"]*[<>=!][^"]*|[^"]*\b(?:IS|IN|NOT)\b[^"]*)"$/, '$1');
  const [, condition = ''] =
    /^\s*select\s+(?:\w+\.)?\*\s+from\s+["`\w.]+(?:\s+(?:as\s+)?\w+)?\s+where\s+([\s\S]+?)\s*;?\s*$/i.exec(text) ?? [];
  const outside = condition.replace(/'(?:[^']|'')*'/g, '');
  return condition === '' || /\b(?:select|group|order|limit|offset|having|union|join|fetch|qualify)\b/i.test(outside) ? text : condition;
}

/** A filter that was written for an address bar, with or without a comment of SQL behind it. */
export function plainFilter(text: string): string {
  const isCoded = /%[\dA-F]{2}/i.test(text) && !/\s/.test(text);
  let plain = text;
  try {
    if (isCoded) plain = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // Not an escape: a share or a pattern.
  }
  return outsideTexts(plain, (part) =>
    part.replace(/\/\*[^]*?\*\//g, ' ').replace(/(?:^|\s)(?:--|\/\/(?!\w+\[)|#(?=\s))[^\n]*(?=\n|$)/g, ' '),
  );
}

/** `rssi=gt.-60&channel=eq.37` of PostgREST. */
export function withoutDots(text: string, columnFor: ColumnFor): string {
  const parts = text.split('&').map((pair) => /^\s*([A-Za-z_]\w*)=(not\.)?(eq|neq|gte?|lte?|is|like)\.(.+?)\s*$/.exec(pair));
  if (!parts.every((part) => part !== null && columnFor(part[1] ?? '') !== undefined)) return text;
  return parts
    .map((part) => {
      const [, name = '', not, sign = '', value = ''] = part ?? [];
      const operand = /^(?:-?\d+(?:\.\d+)?|true|false|null|'.*'|".*")$/i.test(value) ? value : `'${value.replaceAll("'", "''")}'`;
      const operator = sign === 'is' ? 'IS' : sign === 'like' ? 'LIKE' : (signOf(sign) ?? '');
      return `${not === undefined ? '' : 'NOT '}${name} ${operator} ${operand}`;
    })
    .join(' AND ');
}

/** `rssi:>-60` and `channel:37` of a search box; `::` is a cast. */
export function withoutColons(text: string, columnFor: ColumnFor): string {
  return outsideTexts(text, (part) =>
    part.replace(
      /(?<![\w.:"])([A-Za-z_][\w.]*|"[^"]+")\s*:(?![:=])\s*(>=|<=|!=|[<>=])?\s*(?=[\w"'\uE000+-])/g,
      (whole, name: string, sign?: string) => (columnFor(name.replaceAll('"', '')) === undefined ? whole : `${name} ${sign ?? '='} `),
    ),
  );
}

const DEEPEST = 16;

/**
 * `and(gt(rssi, -60), in(channel, (37, 38)))` as lists, `['and', ['gt', 'rssi', -60], …]`, which `filterText` reads. Undefined for any
 * text that is not wholly of functions.
 */
export function functionsIn(text: string): unknown {
  const reader = new FunctionReader(text.trim());
  return reader.whole();
}

class FunctionReader {
  #at = 0;

  constructor(private readonly text: string) {}

  whole(): unknown {
    if (/^\(\s*(?:[<>=!]+|and|or|not)\s/i.test(this.text)) {
      const form = this.#form(0);
      return this.#at === this.text.length ? form : undefined;
    }
    if (!/^[A-Za-z_]+\(/.test(this.text)) return undefined;
    const value = this.#value(0);
    return this.#at === this.text.length ? value : undefined;
  }

  #value(depth: number): unknown {
    this.#blank();
    const rest = this.text.slice(this.#at);
    const name = /^([A-Za-z_]+)\s*\(/.exec(rest);
    if (name) {
      this.#at += name[0].length;
      if (!/^(?:and|or|not|all|any)$/i.test(name[1] ?? '') && signOf(name[1] ?? '') === undefined) return undefined;
      const items = this.#items(depth + 1, ')');
      return items && [name[1]?.toLowerCase(), ...items];
    }
    if (rest.startsWith('(') || rest.startsWith('[')) {
      this.#at++;
      return this.#items(depth + 1, rest.startsWith('(') ? ')' : ']');
    }
    const [whole, single, double, number, word] =
      /^(?:'((?:[^']|'')*)'|"([^"]*)"|([+-]?\d+(?:\.\d+)?)(?![\w.])|([\p{L}_][\p{L}\p{N}_.]*))/u.exec(rest) ?? [];
    if (whole === undefined) return undefined;
    this.#at += whole.length;
    if (number !== undefined) return Number(number);
    if (word !== undefined && /^(?:true|false)$/i.test(word)) return word.toLowerCase() === 'true';
    return single?.replaceAll("''", "'") ?? double ?? word;
  }

  /** `(and (> rssi -60) (= channel 37))` */
  #form(depth: number): unknown[] | undefined {
    const [whole, head] = /^\(\s*([<>=!]+|[A-Za-z]+)/.exec(this.text.slice(this.#at)) ?? [];
    if (whole === undefined || depth > DEEPEST) return undefined;
    this.#at += whole.length;
    const items: unknown[] = [head];
    for (;;) {
      this.#blank();
      if (this.text[this.#at] === ')') {
        this.#at++;
        return items;
      }
      const item = this.text[this.#at] === '(' ? this.#form(depth + 1) : this.#value(depth);
      if (item === undefined) return undefined;
      items.push(item);
    }
  }

  #items(depth: number, end: string): unknown[] | undefined {
    const items: unknown[] = [];
    if (depth > DEEPEST) return undefined;
    for (;;) {
      const item = this.#value(depth);
      if (item === undefined) return undefined;
      items.push(item);
      this.#blank();
      const sign = this.text[this.#at++];
      if (sign === end) return items;
      if (sign !== ',') return undefined;
    }
  }

  #blank(): void {
    while (/\s/.test(this.text[this.#at] ?? '')) this.#at++;
  }
}
