import type { IsTool } from './tagged-call.ts';
import { isCarrier, wordsOf } from './named-json.ts';

/**
 * Whether the text around a call asks for it. The call has to be announced in the last sentence before it, with nothing behind it but a
 * closing phrase. Every other text, in any language, makes the call a draft that a person confirms.
 */
export function isAsked(before: string, after: string, isTool: IsTool): boolean {
  if (ANSWERS.test(before) || isRemoved(before, after) || REMARKED.test(before.split('\n').at(-1) ?? '')) return false;
  if (COMMENTED.test(before) || /\/\*(?![\s\S]*\*\/)|<!--(?![\s\S]*-->)/.test(before)) return false;
  const lines = plain(before).filter((line) => !isEmpty(line, isTool));
  const isAnnounced = lines.length === 0 || (ANNOUNCES.test(lines.at(-1) ?? '') && !lines.some((line) => DOUBTS.test(line)));
  return (
    isAnnounced &&
    plain(after).every((line) => !/[\p{L}\p{N}]/u.test(line) || SHOWS.test(line) || (CLOSES.test(line) && !DENIES.test(line)))
  );
}

/** The call is in an answer of a tool, or in an example. */
const ANSWERS =
  /<(?:tool|function)_?(?:response|result|output)s?\b|<(?:observation|example|error|user|system|history|documentation)s?\b[^<>]*>(?![^]*<\/(?:observation|example|error|user|system|history|documentation)s?>)/i;
/** A commented-out line. */
const REMARKED = /^\s*(?:\/\/|#(?!#)\s*|--\s|;;|%\s|REM\b|\*\s).*\(/;
/** A line that a patch takes away. */
const isRemoved = (before: string, after: string): boolean => /(?:^|\n)-\s*$/.test(before) && /(?:^|\n)\+/.test(after);

/** The call is in a comment or struck through. */
const COMMENTED = /(?:^|\n)[^\n{["']*?(?:\/\/|(?<![\w#])#+|(?<!-)--|~~|(?<!\w)REM)\s*$/;

const plain = (text: string): string[] =>
  text
    .replace(/^\s*(?:(?:as|satisfies)\s+\w+\s*)?;?\s*$/, '')
    .replace(/<[^<>\n]*>|```[\w-]*|\[[^\]\n]*\]\([^)\n]*\)/g, '\n')
    .split('\n')
    .map((line) => line.replace(/^[\s>*_#`|-]+|[\s*_`|]+$/g, ''))
    .filter(Boolean);

/** What code writes in front of a value: an assignment, the opening of a call. */
const CODE =
  /^(?:(?:export|const|let|var|my|new|return|await|print|yield|call|exec|select)\b\s*|\$?[\w.$>:-]+\s*(?::\s*[\w<>[\], ]+)?(?::=|=|<-)\s*|(?:map\[\w+\]\w+|%|@)|[\w.$>:!-]+\(\s*(?:[\w.$]+,\s*)?|["'`]{1,3})+$/i;
/** A request of HTTP with its headers, or a command that sends one. */
const REQUEST = /^(?:\$\s*)?(?:curl\s|(?:GET|POST|PUT)\s+\S+|[A-Z][\w-]*:\s*[\w/.;=+*-]+$|-[XHd]\s)/;

const isEmpty = (line: string, isTool: IsTool): boolean =>
  CODE.test(line) ||
  REQUEST.test(line) ||
  wordsOf(line)
    .map((word) => word.replace(/^[.\-/]+|[.\-/]+$/g, ''))
    .every((word) => isCarrier(word) || isTool(word));

const ANNOUNCES = new RegExp(
  String.raw`^(?:(?:ok(?:ay)?|sure|certainly|of course|great|now|next|then|first|finally|step \d+)[,.:!]?\s+)*` +
    String.raw`(?:here(?:['’]s| is| are)|i(?:['’]ll| will| am|['’]m| need| now| want)|we(?:['’]ll| will| need)|let(?:['’]s| me)|` +
    String.raw`(?:calling|running|using|invoking|executing|making|call|run|use|invoke|execute|action|answer|plan|thought)\b|(?:tool|function)(?:\s+call)?\s*:?$|` +
    String.raw`(?:the|my|this is the)\s+(?:(?:final|next|right|tool|function|corrected|following)\s+)*(?:call|invocation|request|json)\b)`,
  'i',
);
/** Words that bound, deny or only mention what is announced. */
const DOUBTS =
  /\?|n['’]t\b|\b(?:not|never|no longer|instead|rather|avoid|skip|against|cancel\w*|wrong|would|could|might|should|may|if|unless|whether|when|whenever|once|until|after|before|example|instance|e\.g|either|or|previous|previously|earlier|yesterday|last|failed|fails|reject\w*|drafts?|suppose|imagine|know|think)\b/i;
const CLOSES =
  /^(?:let me know if you (?:need|have|want (?:more|other))|i(?:['’]ll| will)|this (?:will|gives|returns|counts|computes)|observation|end|done)\b/i;
/** Code that only shows the answer. */
const SHOWS = /^(?:print|return|console\.log|puts|echo)\b[( ]*\w+[) ;]*$/;
const DENIES = /\?|n['’]t\b|\b(?:not|never|fail\w*|instead|wrong|cancel\w*|unless|confirm\w*|approv\w*|wait|after|once|before)\b/i;
