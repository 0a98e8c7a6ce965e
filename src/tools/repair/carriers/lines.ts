import { JsonReader, NoJson } from '../json-reader.ts';
import type { IsTool } from './tagged-call.ts';
import { looseYaml } from './yaml.ts';

/** Calls in notations of keys and values: TOML, lists with bold names, query strings, command lines. Each refuses what it does not know. */

type Members = Record<string, unknown>;
class Unread extends Error {}

/** The call that such a text holds, as an object of its members or as `{ name, arguments }`; undefined for any other text. */
export function callOfLines(text: string, isTool: IsTool): { readonly value: Members; readonly note: string } | undefined {
  const readers = [
    ['TOML was read as JSON', toml],
    ['a list of members was read as JSON', bullets],
    ['a query string was read as JSON', query],
    ['a command line was read as JSON', commandLine],
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

/** The object that a text of YAML or a query string holds, such as that of arguments. */
export function membersOf(text: string): Readonly<Record<string, unknown>> | undefined {
  const yaml = text.length > 65_536 ? undefined : looseYaml(text);
  if (yaml !== undefined || !/^[\w.-]+=[^\s&=]*(?:&[\w.-]+=[^\s&=]*)*$/.test(text)) return yaml;
  try {
    return pairsOf(text);
  } catch (error) {
    if (error instanceof Unread || error instanceof NoJson || error instanceof URIError) return undefined;
    throw error;
  }
}

function put(members: Members, key: string, value: unknown): void {
  if (key === '__proto__' || Object.hasOwn(members, key)) throw new Unread();
  members[key] = value;
}

/** A value of JSON in full, else the text. */
function valueOf(text: string): unknown {
  if (!/^["[{]/.test(text)) return text;
  const reader = new JsonReader(text, 'flow');
  const value = reader.whole();
  if (reader.doubtful || !/["\]}]$/.test(text)) throw new Unread();
  return value;
}

/** `key = value` and `[table.inner]`. Numbers and truth values stay texts, which the schema of the tool reads. */
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

/** ``- **key**: `value` `` */
function bullets(text: string): Members | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => /^\s*(?:[-*•]\s+)?(?:\*\*|__|`)([\w.-]+):?(?:\*\*|__|`):?\s*(.*\S)\s*$/.exec(line));
  if (pairs.length === 0 || pairs.includes(null)) return undefined;
  const out: Members = {};
  for (const pair of pairs) put(out, pair?.[1] ?? '', valueOf((pair?.[2] ?? '').replace(/^`([^`]*)`$/, '$1')));
  return out;
}

/** `tool_a?limit=5&columns=%5B%22rssi%22%5D`, also with an address in front. */
function query(text: string, isTool: IsTool): Members | undefined {
  const [, path = '', given = ''] = /^(?:GET\s+)?(\S*?)\?(\S+?)(?:\s+HTTP\/[\d.]+)?$/.exec(text) ?? [];
  const name = path.split('/').at(-1) ?? '';
  if (name === '' || !isTool(name)) return undefined;
  return { name, arguments: pairsOf(given) };
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

/** `tool_a --limit 5 --columns '["rssi"]' --follow-links`; a text in single quotes is as in a shell. */
function commandLine(text: string, isTool: IsTool): Members | undefined {
  const [, name = ''] = /^[$>]?\s*([\w.-]+)\s+-/.exec(text) ?? [];
  if (name === '' || !isTool(name)) return undefined;
  const words = shellWords(text.replace(/^[$>]\s*/, '')).slice(1);
  const args: Members = {};
  for (let at = 0; at < words.length; at++) {
    const [, key, , own] = /^--([A-Za-z][\w.-]*)(=([\s\S]*))?$/.exec(words[at] ?? '') ?? [];
    if (key === undefined) throw new Unread();
    const next = words[at + 1];
    const isSwitch = own === undefined && (next === undefined || next.startsWith('--'));
    put(args, key.replaceAll('-', '_'), isSwitch ? true : valueOf(own ?? next ?? ''));
    if (own === undefined && !isSwitch) at++;
  }
  return { name, arguments: args };
}

/** The words of a command; what a shell would replace or pipe is refused. */
function shellWords(text: string): string[] {
  const words: string[] = [];
  const token = /\s+|((?:'[^']*'|"(?:[^"\\$`]|\\.)*"|\\.|[^\s'"\\$`|;&<>()*?!])+)/gy;
  for (let at = 0; at < text.length; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(text);
    if (found === null) throw new Unread();
    if (found[1] !== undefined)
      words.push(
        found[1].replace(
          /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs,
          (_, single?: string, double?: string, one?: string) => single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? one ?? '',
        ),
      );
  }
  return words;
}
