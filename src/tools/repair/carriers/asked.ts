import { isAnnounced, plainLines } from '../../../base/announced.ts';
import type { IsTool } from './tagged-call.ts';
import { isCarrier, wordsOf } from './named-json.ts';

/**
 * Whether the text around a call requests it. The last sentence before the call must announce it, and only a closing phrase may follow it.
 * With any other text, in any language, the call becomes a draft that the user confirms.
 */
export function isAsked(before: string, after: string, isTool: IsTool): boolean {
  const announced = isAnnounced(before, (line) => isEmpty(line, isTool)) && !isRemoved(before, after);
  return (
    announced &&
    plainLines(after.replace(TYPED, '')).every(
      (line) => !/[\p{L}\p{N}]/u.test(line) || SHOWS.test(line) || (CLOSES.test(line) && !DENIES.test(line)),
    )
  );
}

/** Whether a call is in a line that a patch removes. */
const isRemoved = (before: string, after: string): boolean => /(?:^|\n)-\s*$/.test(before) && /(?:^|\n)\+/.test(after);

/** Matches what code writes before a value: an assignment, or the opening of a call. */
const CODE =
  /^(?:(?:export|default|module\.exports|const|let|var|my|new|return|await|print|yield|call|exec|select)\b\s*|\$?[\w.$>:-]+\s*(?::\s*[\w<>[\], ]+)?(?::=|=|<-)\s*|(?:map\[\w+\]\w+|%|@)|[\w.$>:!-]+\(\s*(?:[\w.$]+,\s*)?|["'`]{1,3})+$/i;
/** Matches an HTTP request with its headers, or a command that sends one. */
const REQUEST = /^(?:\$\s*)?(?:curl\s|(?:GET|POST|PUT)\s+\S+|[A-Z][\w-]*:\s*[\w/.;=+*-]+$|-[XHd]\s)/;

const isEmpty = (line: string, isTool: IsTool): boolean =>
  CODE.test(line) ||
  REQUEST.test(line) ||
  wordsOf(line)
    .map((word) => word.replace(/^[.\-/]+|[.\-/]+$/g, ''))
    .every((word) => isCarrier(word) || isTool(word));

const CLOSES =
  /^(?:let me know if you (?:need|have|want (?:more|other))|i(?:['’]ll| will)|this (?:will|gives|returns|counts|computes)|observation|end|done)\b/i;
/** Matches the type that TypeScript may write after a value. */
const TYPED = /^\s*(?:(?:as|satisfies)\s+\w+\s*)?;?\s*$/;
/** Matches code that only prints or returns the answer. */
const SHOWS = /^(?:print|return|console\.log|puts|echo)\b[( ]*\w+[) ;]*$/;
const DENIES = /\?|n['’]t\b|\b(?:not|never|fail\w*|instead|wrong|cancel\w*|unless|confirm\w*|approv\w*|wait|after|once|before)\b/i;
