import { isRecord } from '../../contract/json-schema.ts';
import { unlisted } from '../shapes.ts';
import { JsonReader, NoJson } from '../json-reader.ts';

/** A line that is not blank: its indentation and its content. */
interface Line {
  readonly indent: number;
  readonly text: string;
  /** Index among all lines of the source, which blocks of text need. */
  readonly at: number;
}

const DEEPEST = 32;
const KEY = /^(?:([\p{L}_$][\p{L}\p{N}_.$-]*(?: [\p{L}\p{N}_]+){0,2})|"([^"\\]*)"|'([^']*)')\s*:(?:\s+|$)/u;
/** Matches YAML syntax that would give a plain scalar another meaning: anchors, tags, references, directives. */
const SPECIAL = /^[&*!|>%@`?]|^[,\]}]/;

/** Thrown for a text that cannot be parsed exactly. */
export class Unread extends Error {}

/**
 * Parses an object in YAML block style, with values on one line, lists, and blocks of text. Rejects texts that YAML reads differently than
 * people expect: references, tags, duplicate keys, unmarked texts over several lines, tabs, comments after values. Numbers and booleans
 * stay texts. Undefined for anything else.
 */
export function looseYaml(source: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = unlisted(new YamlReader(source).whole());
    return isRecord(value) ? value : undefined;
  } catch (error) {
    if (error instanceof Unread || error instanceof NoJson) return undefined;
    throw error;
  }
}

class YamlReader {
  readonly #source: readonly string[];
  readonly #lines: readonly Line[];
  #next = 0;

  constructor(source: string) {
    this.#source = source
      .replace(/^\s*---[^\S\n]*\n/, '')
      .replace(/\n(?:---|\.\.\.)\s*$/, '')
      .split('\n');
    this.#lines = this.#source.flatMap((line, at) => {
      const text = line.trim();
      if (text === '' || text.startsWith('#')) return [];
      return [{ indent: line.length - line.trimStart().length, text, at }];
    });
  }

  whole(): unknown {
    const value = this.#block(this.#lines[0]?.indent ?? 0, 0);
    if (this.#next < this.#lines.length) throw new Unread();
    return value;
  }

  #block(indent: number, depth: number): unknown {
    const line = this.#lines[this.#next];
    if (line === undefined || depth > DEEPEST || /^\s*\t/.test(this.#source[line.at] ?? '')) throw new Unread();
    return /^-(?:\s|$)/.test(line.text) ? this.#list(indent, depth) : this.#map(indent, depth);
  }

  #map(indent: number, depth: number, first?: string): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    for (let text = first ?? this.#at(indent); text !== undefined; text = this.#at(indent)) {
      const [whole, plain, double, single] = KEY.exec(text) ?? [];
      const key = plain ?? double ?? single;
      if (whole === undefined || key === undefined || key === '__proto__' || Object.hasOwn(out, key)) throw new Unread();
      out[key] = this.#value(text.slice(whole.length).trim(), indent, depth, true);
    }
    return out;
  }

  #list(indent: number, depth: number): unknown[] {
    const out: unknown[] = [];
    for (let text = this.#at(indent); text !== undefined && /^-(?:\s|$)/.test(text); text = this.#at(indent)) {
      const item = text.slice(1).trim();
      const inner = indent + text.length - text.slice(1).trimStart().length;
      out.push(KEY.test(item) ? this.#itemMap(item, inner, depth) : this.#value(item, indent, depth, false));
    }
    return out;
  }

  #itemMap(first: string, indent: number, depth: number): Record<string, unknown> {
    if (depth > DEEPEST) throw new Unread();
    return this.#map(indent, depth + 1, first);
  }

  /** Returns the current line's text if it has this indentation. */
  #at(indent: number): string | undefined {
    const line = this.#lines[this.#next];
    if (line?.indent !== indent) return undefined;
    return line.text;
  }

  /** Parses a value. @param text what follows the key or the hyphen on its line */
  #value(text: string, indent: number, depth: number, mayList: boolean): unknown {
    const line = this.#lines[this.#next++];
    const next = this.#lines[this.#next];
    if (/^[|>]-?$/.test(text)) return this.#text(text, line?.at ?? 0, indent);
    if (text !== '') {
      if (next !== undefined && next.indent > indent) throw new Unread();
      return scalar(text);
    }
    if (next !== undefined && (next.indent > indent || (mayList && next.indent === indent && /^-(?:\s|$)/.test(next.text))))
      return this.#block(next.indent, depth + 1);
    return null;
  }

  /** Reads a block of text: `|` keeps its line breaks, `>` joins the lines. */
  #text(mark: string, from: number, indent: number): string {
    const lines: string[] = [];
    let at = from + 1;
    for (; at < this.#source.length; at++) {
      const line = this.#source[at] ?? '';
      if (line.trim() !== '' && line.length - line.trimStart().length <= indent) break;
      lines.push(line);
    }
    while (this.#next < this.#lines.length && (this.#lines[this.#next]?.at ?? 0) < at) this.#next++;
    const margin = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length));
    const cut = lines.map((line) => line.slice(margin));
    if (mark.startsWith('>') && cut.some((line) => line === '' || /^\s/.test(line)) && cut.slice(0, -1).some((line) => line.trim() === ''))
      throw new Unread();
    return cut.join(mark.startsWith('>') ? ' ' : '\n').trim();
  }
}

/** Parses a text that is complete JSON, in which words may lack quotes. Throws `Unread` for other texts. */
export function jsonOf(text: string): unknown {
  const reader = new JsonReader(text, 'flow');
  const value = reader.whole();
  if (!/["\]}]$/.test(text.slice(0, reader.end)) || reader.doubtful) throw new Unread();
  return value;
}

function scalar(written: string): unknown {
  // Remove a comment after a number; after a word it may be part of the text.
  const text = /^(-?\d[\d.]*)\s+#/.exec(written)?.[1] ?? written;
  if (/^["[{]/.test(text)) return jsonOf(text);
  if (/^'(?:[^']|'')*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  // Reject a comment, or a second key on the line: people mean one text, but YAML reads something else.
  if (SPECIAL.test(text) || /^'|\s#|:\s|:$/.test(text)) throw new Unread();
  return /^(?:null|~)$/i.test(text) ? null : text;
}
