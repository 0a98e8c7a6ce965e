import { isRecord } from '../tools/contract/json-schema.ts';
import type { Problems } from './problems.ts';
import { quotesCall, whatTextHolds } from './text-calls.ts';

/** Most characters of one place that are searched at once. */
const MOST_TEXT = 256 * 1024;
/** Characters kept after a search: more than the longest marker has, because it may continue in the next piece. */
const KEPT = 64;
/** Maximum number of places that are searched separately; further places share one text. */
const MOST_PLACES = 64;
const MOST_DEPTH = 8;
/** Members of reasoning and of other choices that hold their words. */
const WORDS = ['text', 'summary', 'thinking', 'reasoning', 'content', 'refusal', 'transcript', 'tool_plan'] as const;

type Code = 'CALL_IN_TEXT' | 'OTHER_CHOICE';

interface Aside {
  readonly code: Code;
  text: string;
  /** Whether text came since the last search. */
  fresh: boolean;
}

/** Text beside the answer, such as reasoning and other choices. Calls in it are reported and never run. */
export class Asides {
  private readonly places = new Map<string, Aside>();

  /** @param known whether the catalog contains a tool */
  constructor(
    private readonly problems: Problems,
    private readonly known: (name: string) => boolean,
  ) {}

  add(where: string, value: unknown, code: Code): void {
    const words = wordsOf(value, 0);
    if (words === '') return;
    const place = this.places.has(where) || this.places.size < MOST_PLACES ? where : code;
    const aside = this.places.get(place) ?? { code, text: '', fresh: false };
    this.places.set(place, aside);
    aside.text += words.slice(0, Math.max(0, MOST_TEXT - aside.text.length));
    aside.fresh = true;
  }

  /** Searches the text that came since the last search. */
  read(): void {
    for (const aside of this.places.values()) {
      if (!aside.fresh) continue;
      if (this.holdsCall(aside)) report[aside.code](this.problems);
      aside.text = aside.text.slice(-KEPT);
      aside.fresh = false;
    }
  }

  /** Searches what remains; the pieces of the next answer begin anew. */
  end(): void {
    this.read();
    this.places.clear();
  }

  /** Reasoning may plan a call as JSON or name a tag, so only calls in the tags of chat templates count there. */
  private holdsCall({ code, text }: Aside): boolean {
    if (code === 'CALL_IN_TEXT') return quotesCall(text);
    const { calls, refused } = whatTextHolds(text, this.known);
    return refused || calls.length > 0;
  }
}

export const reportInText = (problems: Problems): void => {
  problems.once(
    'text',
    'CALL_IN_TEXT',
    'expected calls outside the text, found text that looks like one among other text; it was not read',
  );
};

export const reportOtherChoice = (problems: Problems): void => {
  problems.once('choice', 'OTHER_CHOICE', 'expected one answer, found calls of another choice; only the first choice is read');
};

const report: Readonly<Record<Code, (problems: Problems) => void>> = { CALL_IN_TEXT: reportInText, OTHER_CHOICE: reportOtherChoice };

function wordsOf(value: unknown, depth: number): string {
  if (typeof value === 'string') return value;
  if (depth > MOST_DEPTH) return '';
  if (Array.isArray(value)) return value.map((each) => wordsOf(each, depth + 1)).join('');
  if (!isRecord(value)) return '';
  return WORDS.map((key) => (Object.hasOwn(value, key) ? wordsOf(value[key], depth + 1) : '')).join('');
}
