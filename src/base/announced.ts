/** Maximum length of a text before a call that is judged; the time that the patterns below take may grow with its square. */
const MOST_BEFORE = 16_384;

/**
 * Whether the text before a call, written by a model, announces that call: its last sentence says that a call follows, and no sentence
 * negates, limits or merely describes it. Empty text counts as an announcement. Text in another language or form, or very long text, does
 * not; a person then decides.
 *
 * @param isEmpty whether a line has no content of its own, such as the name of the call
 */
export function isAnnounced(before: string, isEmpty: (line: string) => boolean = () => false): boolean {
  if (before.length > MOST_BEFORE) return false;
  if (ANSWERS.test(before) || REMARKED.test(before.split('\n').at(-1) ?? '')) return false;
  if (COMMENTED.test(before) || /\/\*(?![\s\S]*\*\/)|<!--(?![\s\S]*-->)/.test(before)) return false;
  const lines = plainLines(before).filter((line) => !isEmpty(line));
  return lines.length === 0 || (ANNOUNCES.test(lines.at(-1) ?? '') && !lines.some((line) => DOUBTS.test(line)));
}

/** Matches text in which a following call is part of a tool's answer, of an example or of the list of tools. */
const ANSWERS =
  /<(?:tool|function)_?(?:response|result|output)s?\b|<(?:observation|example|error|user|system|history|documentation|(?:available_)?tools|tool_definitions)s?\b[^<>]*>(?![^]*<\/(?:observation|example|error|user|system|history|documentation|(?:available_)?tools|tool_definitions)s?>)/i;
/** Matches a line that is commented out. */
const REMARKED = /^\s*(?:\/\/|#(?!#)\s*|--\s|;;|%\s|REM\b|\*\s).*\(/;
/** Matches a model's text that ends with the beginning of a comment, or of text that is struck through. */
const COMMENTED = /(?:^|\n)[^\n{["']*?(?:\/\/|(?<![\w#])#+|(?<!-)--|~~|(?<!\w)REM)\s*$/;

/** Splits a text into lines, without tags, fences, links and the signs of Markdown. */
export const plainLines = (text: string): string[] =>
  text
    .replace(/<[^<>\n]*>|```[\w-]*|\[[^\]\n]*\]\([^)\n]*\)/g, '\n')
    .split('\n')
    .map((line) => line.replace(/^[\s>*_#`|-]+|[\s*_`|]+$/g, ''))
    .filter(Boolean);

const ANNOUNCES = new RegExp(
  String.raw`^(?:to\s[^.,;:?!]{1,80},\s+)?(?:(?:ok(?:ay)?|sure|certainly|of course|great|now|next|then|first|finally|step \d+)[,.:!]?\s+)*` +
    String.raw`(?:here(?:['’]s| is| are)|i(?:['’]ll| will| am|['’]m| need| now| want)|we(?:['’]ll| will| need)|let(?:['’]s| me)|` +
    String.raw`(?:calling|running|using|invoking|executing|making|call|run|use|invoke|execute|action|answer|plan|thought)\b|(?:tool|function)(?:\s+call)?\s*:?$|` +
    String.raw`(?:the|my|this is the)\s+(?:(?:final|next|right|tool|function|corrected|following)\s+)*(?:call|invocation|request|json)\b)`,
  'i',
);
/** Matches words in a model's announcement of a tool call that limit or negate the call, or only mention it. */
const DOUBTS =
  /\?|n['’]t\b|\b(?:not|never|no longer|instead|rather|avoid|skip|against|cancel\w*|wrong|would|could|might|should|may|if|unless|whether|when|whenever|once|until|after|before|example|instance|e\.g|either|or|previous|previously|earlier|yesterday|last|failed|fails|reject\w*|drafts?|suppose|imagine|know|think|says?|said|wrote|written|sent|quot\w*|explain\w*|describ\w*|documentation|docs|syntax|templates?|tutorial|they|he|she|someone|people|pretend|hypothetical\w*|illustrat\w*|demonstrat\w*)\b/i;
