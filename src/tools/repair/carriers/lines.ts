/** Parses calls in notations of keys and values: TOML, lists with bold names, query strings, command lines. Rejects unknown syntax. */
import { NoJson } from '../json-reader.ts';
import { nameBefore } from './named-json.ts';
import type { IsTool } from './tagged-call.ts';
import { jsonOf, looseYaml, Unread } from './yaml.ts';

type Members = Record<string, unknown>;

/** Parses a call from such a text, as an object of its members or as `{ name, arguments }`; undefined for any other text. */
export function callOfLines(text: string, isTool: IsTool): { readonly value: Members; readonly note: string } | undefined {
  const readers = [
    ['TOML was read as JSON', toml],
    ['a list of members was read as JSON', bullets],
    ['a table was read as JSON', table],
    ['a query string was read as JSON', query],
    ['a command line was read as JSON', commandLine],
    ['names and values were read as JSON', assigned],
    ['a command line was read as JSON', commandWords],
  ] as const;
  for (const [note, reader] of readers) {
    try {
      const value = reader(text, isTool);
      if (value !== undefined) return { value, note };
    } catch (error) {
      if (!(error instanceof Unread) && !(error instanceof NoJson) && !(error instanceof URIError)) throw error;
    }
  }
  return undefined;
}

/** Parses an object, such as that of arguments, from YAML or a query string. */
export function membersOf(text: string): Readonly<Record<string, unknown>> | undefined {
  const yaml = text.length > 65_536 ? undefined : looseYaml(text);
  const listed = text
    .replace(/^\{(.*)\}$/s, '$1')
    .replace(/\s*[,;]\s*(?=[\w.-]+\s*=)/g, '&')
    .replace(/\s*=\s*/g, '=');
  if (yaml !== undefined || !/^[\w.-]+=[^\s&=]*(?:&[\w.-]+=[^\s&=]*)*$/.test(listed)) return yaml;
  try {
    return pairsOf(listed);
  } catch (error) {
    if (error instanceof Unread || error instanceof NoJson || error instanceof URIError) return undefined;
    throw error;
  }
}

function put(members: Members, key: string, value: unknown): void {
  if (key === '__proto__' || Object.hasOwn(members, key)) throw new Unread();
  members[key] = value;
}

/** Parses a value if it is complete JSON; otherwise returns the text. */
const valueOf = (text: string): unknown => (/^["[{]/.test(text) ? jsonOf(text) : text);

/** Parses TOML: `key = value` and `[table.inner]`. Numbers and booleans stay texts, which the tool's schema converts. */
function toml(text: string): Members | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length < 2 || !lines.every((line) => /^(?:\[[\w.-]+\]|[\w.-]+\s*=\s*\S.*)$/.test(line))) return undefined;
  const root: Members = {};
  let table = root;
  for (const line of lines) {
    const [, path] = /^\[([\w.-]+)\]$/.exec(line) ?? [];
    if (path !== undefined) table = path.split('.').reduce(inner, root);
    else {
      const [, key = '', value = ''] = /^([\w.-]+)\s*=\s*(.*)$/.exec(line) ?? [];
      const single = /^'[^']*'$/.test(value) ? value.slice(1, -1) : undefined;
      if (single === undefined && !/^["[{\w+-]/.test(value)) throw new Unread();
      const steps = key.split('.');
      put(steps.slice(0, -1).reduce(inner, table), steps.at(-1) ?? '', single ?? valueOf(value));
    }
  }
  return root;
}

function inner(members: Members, key: string): Members {
  if (!Object.hasOwn(members, key)) put(members, key, {});
  const found = members[key];
  if (typeof found !== 'object' || found === null || Array.isArray(found)) throw new Unread();
  return found as Members;
}

const BULLET = /^\s*(?:[-*•]\s+)?(?:\*\*|__|`)([\w.-]+):?(?:\*\*|__|`):?\s*(.*\S)\s*$/;
const CELLS = /^\s*\|?\s*((?:[^|\\]|\\.)+?)\s*\|\s*((?:[^|\\]|\\.)+?)\s*\|?\s*$/;
const unmarked = (cell: string): string => cell.replace(/\\\|/g, '|').replace(/^(?:`([^`]*)`|\*\*([^*]*)\*\*)$/, '$1$2');

/** Parses a Markdown list with lines such as ``- **key**: `value` ``, which may follow a line with the tool's name. */
function bullets(text: string, isTool: IsTool): Members | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const from = lines.findIndex((line) => BULLET.test(line) && /^\s*[-*•]\s/.test(line));
  const first = from > 0 && nameBefore(lines.slice(0, from).join('\n'), isTool) !== undefined ? from : 0;
  const pairs = lines.slice(first).map((line) => BULLET.exec(line));
  if (pairs.length === 0 || pairs.includes(null)) return undefined;
  const out: Members = {};
  for (const pair of pairs) put(out, pair?.[1] ?? '', valueOf((pair?.[2] ?? '').replace(/^`([^`]*)`$/, '$1')));
  return named(out, lines.slice(0, first), isTool);
}

/** Parses a table with the columns name and value, below the tool's name. */
function table(text: string, isTool: IsTool): Members | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const from = lines.findIndex((line) => /^\s*\|?\s*:?-{2,}:?\s*\|\s*:?-{2,}:?\s*\|?\s*$/.test(line));
  if (from < 1) return undefined;
  const rows = lines.slice(from + 1).map((line) => CELLS.exec(line));
  if (rows.length === 0 || rows.includes(null)) return undefined;
  const out: Members = {};
  for (const row of rows) put(out, unmarked(row?.[1] ?? ''), valueOf(unmarked(row?.[2] ?? '')));
  return named(out, lines.slice(0, from - 1), isTool);
}

/** Builds a call from members, if the line above them names the tool. */
function named(members: Members, above: readonly string[], isTool: IsTool): Members | undefined {
  if (above.length === 0) return members;
  const name = nameBefore(above.join('\n'), isTool);
  return name === undefined ? undefined : { name, arguments: members };
}

/** Parses a query string such as `tool_a?limit=5&columns=%5B%22rssi%22%5D`, also with a web address before it. */
function query(text: string, isTool: IsTool): Members | undefined {
  if (/^\w+=[^&\s]*(?:&[\w.[\]]+=[^&\s]*)+$/.test(text)) return pairsOf(text);
  const [, path = '', given = ''] = /^(?:GET\s+)?(\S*?)\?(\S+?)(?:\s+HTTP\/[\d.]+)?$/.exec(text) ?? [];
  const name = path.split('/').at(-1) ?? '';
  if (path === '') return undefined;
  const pairs = pairsOf(given);
  // If a parameter of the link contains the whole call, that call names the tool.
  return isTool(name) ? { name, arguments: pairs } : pairs;
}

function pairsOf(given: string): Members {
  const args: Members = {};
  for (const pair of given.split('&')) {
    const [key, ...value] = pair.split('=');
    if (key === undefined || value.length === 0) throw new Unread();
    put(args, decodeURIComponent(key), valueOf(decodeURIComponent(value.join('=').replaceAll('+', ' '))));
  }
  return args;
}

/**
 * Parses a command line, in which one word, or the value of a flag for names, is a tool: `tool_a --limit 5 --columns '["rssi"]'
 * --follow-links`, `workbench run tool_a --limit=5`, `Invoke-Tool -Name tool_a -Limit 5`. Text in single quotes is taken literally.
 */
function commandLine(text: string, isTool: IsTool): Members | undefined {
  const line = text.replace(/^(?:[$>]|PS>)\s*/, '').replace(/\s[\\`]\n\s*/g, ' ');
  if (!/^[\w./:-]+(?:\s+[\w./:-]+){0,4}\s+-{1,2}[A-Za-z]/.test(line)) return undefined;
  const words = shellWords(line);
  const from = words.findIndex((word) => word.startsWith('-'));
  const names = words.slice(0, from).filter((word) => isTool(word));
  if (names.length > 1 || !words.slice(0, from).every((word) => isTool(word) || /^[\w./:-]+$/.test(word))) throw new Unread();
  const args: Members = {};
  for (let at = from; at < words.length; at++) {
    const [, key, , own] = /^--?([A-Za-z][\w.-]*)([=:]([\s\S]*))?$/.exec(words[at] ?? '') ?? [];
    if (key === undefined) throw new Unread();
    const next = words[at + 1];
    const isSwitch = own === undefined && (next === undefined || /^--?[A-Za-z]/.test(next));
    const value = own ?? next ?? '';
    if (own === undefined && !isSwitch) at++;
    if (names.length === 0 && /^(?:name|tool|tool-?name|function)$/i.test(key) && isTool(value)) names.push(value);
    else put(args, key.replaceAll('-', '_'), isSwitch ? true : valueOf(value));
  }
  return names[0] === undefined ? undefined : { name: names[0], arguments: args };
}

/** Parses a slash command such as `/tool_a limit=5 columns=["rssi"]`, whose values are JSON or a single word. */
function assigned(text: string, isTool: IsTool): Members | undefined {
  const [whole, name = ''] = /^[/@!]?([\w.-]+)\s+(?=\w+=)/.exec(text) ?? [];
  if (whole === undefined || !isTool(name)) return undefined;
  const args: Members = {};
  for (let rest = text.slice(whole.length); rest !== '';) {
    const [opening, key = ''] = /^(\w+)=(?=\S)/.exec(rest) ?? [];
    if (opening === undefined) throw new Unread();
    const value = rest.slice(opening.length);
    const end = endOf(value);
    put(args, key, valueOf(value.slice(0, end)));
    rest = value.slice(end).trimStart();
  }
  return { name, arguments: args };
}

/** Parses `client call server.tool_a limit:5 columns:'["rssi"]'`: one word is a tool, and every later word has a name. */
function commandWords(text: string, isTool: IsTool): Members | undefined {
  if (!/^[\w./-]+(?: [\w./-]+){0,3} \w+[:=]\S[^\n]*$/.test(text)) return undefined;
  const words = shellWords(text);
  const from = words.findIndex((word) => /^\w+[:=]/.test(word));
  const [name, second] = words.slice(0, from).filter((word) => isTool(word));
  if (name === undefined || second !== undefined || words[from - 1] !== name) return undefined;
  const args: Members = {};
  for (const word of words.slice(from)) {
    const [, key, value] = /^([A-Za-z_]\w*)[:=]([\s\S]+)$/.exec(word) ?? [];
    if (key === undefined || value === undefined) throw new Unread();
    put(args, key, valueOf(value));
  }
  return { name, arguments: args };
}

/** Returns where a value ends: at its closing bracket or quote, or at a blank. */
function endOf(text: string): number {
  if (!/^["[{]/.test(text)) return /^\S+/.exec(text)?.[0].length ?? 0;
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    depth += found === '[' || found === '{' ? 1 : found === ']' || found === '}' ? -1 : 0;
    if (depth === 0) return index + found.length;
  }
  throw new Unread();
}

/** Splits a command into words. Rejects what a shell would expand or pipe. */
function shellWords(text: string): string[] {
  const words: string[] = [];
  const token = /\s+|((?:'(?:[^']|'')*'|"(?:[^"\\$`]|\\.)*"|\\.|[^\s'"\\$`|;&<>()*?!])+)/gy;
  for (let at = 0; at < text.length; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(text);
    if (found === null) throw new Unread();
    if (found[1] !== undefined)
      words.push(
        found[1].replace(
          /'((?:[^']|'')*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs,
          (_, single?: string, double?: string, one?: string) => single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? one ?? '',
        ),
      );
  }
  return words;
}
