import { partsOf } from '../tokens.ts';
import type { IsTool } from './tagged-call.ts';

/** Words between a tool's name and its arguments, and around the name, that do not change the meaning; models write `court` for a tag. */
const WORDS = new Set(
  (
    'action actions assistant callback default export jsonp court functools args argument arguments call calling calls code command commentary constrain execute func function functions ' +
    'first i id input inputs invoke is it let ll me next now json message name named namespace of output param parameter parameters params payload recipient request ' +
    'run running select selected step the then this to tool tools type use using with'
  ).split(' '),
);
export const isCarrier = (word: string): boolean =>
  WORDS.has(word.toLowerCase()) ||
  /^(?:\d+|call_\w+|functions?\.)$/i.test(word) ||
  (/\p{Ll}\p{Lu}/u.test(word) && partsOf(word).every((part) => WORDS.has(part.toLowerCase())));

/** Matches how code stores an answer: `const { data } =`. */
const TAKES = /^\s*(?:(?:export|const|let|var|my)\s+)+(?:[\w$]+|[{[(][\w\s,.:$]*[}\])])\s*=\s*(?:await\s+)?/;

export const wordsOf = (line: string): string[] =>
  line
    .replace(TAKES, '')
    .match(/[\p{L}\p{N}_.@/-]+/gu)
    ?.filter((word) => /[\p{L}\p{N}]/u.test(word)) ?? [];

/** Matches the head of an HTTP request, with its path. */
const REQUEST = /^\s*(?:POST|PUT)\s+(\S+)(?:\s+HTTP\/[\d.]+)?[^\S\n]*(?:\n[\w-]+:[^\n]*){0,40}\s*$/;

/**
 * Finds the tool's name in the words before the JSON of a call: `tool_a: {`, `Action: tool_a` above `Action Input: {`, a heading. The line
 * of the name and all later lines may contain only words that introduce a call; otherwise the tool may only be mentioned.
 */
export function nameBefore(head: string, isTool: IsTool): string | undefined {
  const path = REQUEST.exec(head)?.[1] ?? (/^\s*curl\s/.test(head) ? /https?:\/\/[^\s'"]+/.exec(head)?.[0] : undefined);
  if (path !== undefined) return path.split(/[/?#]/).find((part) => part !== '' && isTool(part));
  const lines = head.replace(/<\/?[\w:-]+>|```\w*/g, '\n').split('\n');
  for (let at = lines.length - 1; at >= 0; at--) {
    const words = wordsOf(lines[at] ?? '').map((word) => word.replace(/^[.\-/]+|[.\-/]+$/g, ''));
    const [name, second] = words.filter((word) => !isCarrier(word) && isTool(word));
    const isOther = words.some((word) => word !== name && !isCarrier(word));
    if (name !== undefined) return second === undefined && !isOther ? name : undefined;
    if (isOther) return undefined;
  }
  return undefined;
}
