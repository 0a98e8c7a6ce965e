import { isRecord } from '../../contract/json-schema.ts';
import { unlisted } from '../shapes.ts';
import { JsonReader, NoJson } from '../json-reader.ts';

/** A line with content: how far it is indented, and what it holds. */
interface Line {
  readonly indent: number;
  readonly text: string;
  /** Place among all lines of the source, for blocks of text. */
  readonly at: number;
}

const DEEPEST = 32;
const KEY = /^(?:([\p{L}_$][\p{L}\p{N}_.$-]*(?: [\p{L}\p{N}_]+){0,2})|"([^"\\]*)"|'([^']*)')\s*:(?:\s+|$)/u;
/** Where a plain scalar would mean something else than its text: anchors, tags, references, directives. */
const SPECIAL = /^[&*!|>%@`?]|^[,\]}]/;

/** A text that cannot be read exactly. */
export class Unread extends Error {}

/**
 * Reads an object in block style, with values on one line, lists, and blocks of text. Every text that YAML reads in another way than a
 * reader would expect is refused: references, tags, keys given twice, texts over several lines without a mark, tabs, comments behind
 * values. Numbers and truth values stay texts. Undefined for anything else.
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

  /** The text of the line at hand, if it is indented so. */
  #at(indent: number): string | undefined {
    const line = this.#lines[this.#next];
    if (line?.indent !== indent) return undefined;
    return line.text;
  }

  /** @param text what follows the key or the hyphen on its line */
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

  /** A block of text: `|` keeps its lines, `>` joins them. */
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

/** The value of a text that as a whole is JSON whose words may lack quotes. Throws `Unread` for other texts. */
export function jsonOf(text: string): unknown {
  const reader = new JsonReader(text, 'flow');
  const value = reader.whole();
  if (!/["\]}]$/.test(text.slice(0, reader.end)) || reader.doubtful) throw new Unread();
  return value;
}

function scalar(written: string): unknown {
  // A comment behind a number; behind a word it may be a part of the text.
  const text = /^(-?\d[\d.]*)\s+#/.exec(written)?.[1] ?? written;
  if (/^["[{]/.test(text)) return jsonOf(text);
  if (/^'(?:[^']|'')*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  // A comment, or a second key on one line: a person meant one text, YAML reads another.
  if (SPECIAL.test(text) || /^'|\s#|:\s|:$/.test(text)) throw new Unread();
  return /^(?:null|~)$/i.test(text) ? null : text;
}
