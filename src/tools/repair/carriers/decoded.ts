/** Removes the encodings that programs put around the text of a call, in any order and number. */
import { parseJsonText } from '../../contract/json-text.ts';
import { plainText } from './tags.ts';

/** Maximum number of nested encodings to remove. */
const MOST = 6;

/** Whether a decoded text may contain a call, rather than being bytes that happen to be letters. */
const isReadable = (text: string): boolean =>
  /^[\s\uFEFF]*[\p{L}\p{N}"'{[(<`?/_-]/u.test(text) && !/[\p{Cc}\uFFFD]/u.test(text.replace(/[\t\r\n]/g, ''));

const fromBytes = (bytes: Uint8Array): string | undefined => {
  const text = new TextDecoder().decode(bytes);
  return isReadable(text) ? text : undefined;
};

function fromBase64(text: string): string | undefined {
  const plain = text.replace(/^data:[\w/+.;=-]*;base64,/i, '').replace(/\s+/g, '');
  if (plain.length < 24 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(plain) || /^[a-z]+(?:_[a-z]+)*$/i.test(plain)) return undefined;
  try {
    return fromBytes(
      Uint8Array.from(atob(plain.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')), (sign) => sign.charCodeAt(0)),
    );
  } catch {
    return undefined;
  }
}

const fromHex = (text: string): string | undefined =>
  /^(?:0x)?(?:[\da-f]{2}\s?){12,}$/i.test(text)
    ? fromBytes(Uint8Array.from(text.replace(/^0x|\s/g, '').match(/../g) ?? [], (pair) => parseInt(pair, 16)))
    : undefined;

function fromPercents(text: string): string | undefined {
  if (!/^(?:%[\dA-F]{2}|[\w.~*'()!+-])+$/i.test(text) || !/%[57]B|%22/i.test(text)) return undefined;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Decodes JSON that was written as the inside of a JSON string, or with quotes as character codes. */
function fromEscapes(text: string): string | undefined {
  if (!/^[[{]\s*\\(?:"|u0022)/.test(text)) return undefined;
  const inner = parseJsonText(`"${text}"`);
  return inner.errors.length === 0 && typeof inner.value === 'string' ? inner.value : undefined;
}

/** Removes what a mail, patch or editor puts before every line. Removed lines of a patch and comments are not requests. */
function fromLines(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2) return undefined;
  const numbers = lines.map((line) => Number(/^\s*(\d{1,5})[.:|)]?(?=\s|$)/.exec(line)?.[1] ?? NaN));
  if (numbers.every((number, at) => number === (numbers[0] ?? NaN) + at)) return text.replace(/^\s*\d{1,5}[.:|)]?[^\S\n]?/gm, '');
  if (lines.slice(0, -1).every((line) => /\s\\$/.test(line)) && /^\s*[[{]/.test(text)) return text.replace(/\s\\\n/g, '\n');
  const sign = /^\s*([>+|│])/.exec(lines[0] ?? '')?.[1];
  const isCopied = sign !== undefined && lines.every((line) => line.trimStart().startsWith(sign));
  if (!isCopied || /^\s*\|.*\|\s*$/.test(lines[0] ?? '')) return undefined;
  return lines
    .map((line) => line.trimStart().slice(1))
    .join('\n')
    .trim();
}

/** Reads the data of a stream of server-sent events that contains a single event. */
function fromEvents(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const events = lines.flatMap((line) => /^data:(?!\s*\[DONE\])\s*(.*)$/.exec(line)?.[1] ?? []);
  return events.length === 1 && lines.every((line) => /^(?:data|event|id|retry):/.test(line)) ? events[0] : undefined;
}

function fromHtml(text: string): string | undefined {
  const coded = /^\s*(?:<pre\b[^<>]*>\s*)?<code\b[^<>]*>([\s\S]*?)<\/code>\s*(?:<\/pre>\s*)?$/.exec(text)?.[1];
  if (coded !== undefined) return plainText(coded.trim());
  if (/^\s*[[{]/.test(text) && /<br\s*\/?>/i.test(text)) return text.replace(/<br\s*\/?>/gi, '\n').replaceAll('&nbsp;', ' ');
  return /&(?:quot|#34|#x22);/.test(text) && !text.includes('"') ? plainText(text.replaceAll('<', '&lt;')) : undefined;
}

/** Removes quotes around the whole JSON, as CSV and shells write them: `"{""a"": 1}"`, `'{"a": 1}'`. */
function fromQuotes(text: string): string | undefined {
  const [, doubled] = /^"([[{]\s*""[^]*)"$/.exec(text) ?? [];
  if (doubled !== undefined) return doubled.replaceAll('""', '"');
  const [, single] = /^'([[{]\s*"[^]*)'$/.exec(text) ?? [];
  return single?.replaceAll(String.raw`'\''`, "'");
}

/** Decodes quoted-printable text (RFC 2045, 6.7). */
const fromPrintable = (text: string): string | undefined =>
  /=\r?\n/.test(text) || /^[[{][^=]*=3D/.test(text)
    ? text.replace(/=\r?\n/g, '').replace(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : undefined;

/** Removes characters that guard JSON against use as a script, and braces that a template has doubled. */
function fromGuards(text: string): string | undefined {
  const [, guarded] = /^\)\]\}',?\s*([^]+)$/.exec(text) ?? [];
  if (guarded !== undefined) return guarded;
  if (/^\{\{/.test(text)) return text.replaceAll('{{', '{').replaceAll('}}', '}');
  const bare = withoutQuotes(text);
  return bare !== undefined && parseJsonText(text).errors.length > 0 && parseJsonText(bare).errors.length === 0 ? bare : undefined;
}

/** Returns the JSON that a member contains in quotes without escaping its own quotes: from the first brace to the last. */
function withoutQuotes(text: string): string | undefined {
  const opens = /[\w"]\s*:\s*"(?=\{\s*")/.exec(text);
  const closes = [...text.matchAll(/\}"(?=\s*[,}])/g)].at(-1);
  if (opens === null || closes === undefined) return undefined;
  const [from, to] = [opens.index + opens[0].length, closes.index + 1];
  return from < to ? text.slice(0, from - 1) + text.slice(from, to) + text.slice(to + 1) : undefined;
}

const DECODERS = [fromLines, fromEvents, fromEscapes, fromHtml, fromQuotes, fromPercents, fromHex, fromBase64, fromPrintable, fromGuards];

/** Removes all known encodings from a text; a text without any is returned as it is. */
export function decoded(given: string): string {
  let text = given;
  for (let round = 0; round < MOST; round++) {
    const next = DECODERS.reduce<string | undefined>((found, decode) => found ?? decode(text), undefined);
    if (next === undefined || next === text) return text;
    text = next.trim();
  }
  return text;
}
