import { shorten } from './errors.ts';
import type { AgentHints } from './hints.ts';
import { isRecord } from './json-schema.ts';
import type { ToolResult } from './result.ts';

type Members = Readonly<Record<string, unknown>>;

/** A list of the result that was truncated. */
interface CutList {
  /** Path of the list with dots, in which `[]` means any item of a list. */
  readonly path: string;
  readonly shown: number;
  readonly total: number;
}

/** Maximum number of truncated lists that are named; rows may contain thousands. */
const MOST_NAMED = 8;

/** Successive limits for list items and text characters, from no truncation to almost nothing. */
const STEPS = [
  [Infinity, Infinity],
  [100, 2000],
  [25, 500],
  [8, 200],
  [3, 80],
  [1, 40],
  [0, 20],
] as const;

/**
 * Truncates a result to `limit` bytes of JSON and marks what was left out (S3-3.20, S3-3.21, R43): which lists, and how to get the rest.
 * `base` is the contract's view of the result.
 */
export function plannerView(result: ToolResult, base: unknown, limit: number): unknown {
  const { riskFactors, assumptions, reasoning } = result.agentHints;
  const { repairs } = result.metadata;
  const suggestedNextActions = wholeCalls(result, limit / CALLS_SHARE);
  const ends = !result.agentHints.suggestedNextActions.some(({ data }) => data !== undefined);
  // If no call is suggested, include the reasoning, which says why.
  const rest = { ...(base as Members), ...(repairs && { repairs }), riskFactors, assumptions, ...(ends && { reasoning }) };
  const whole = { ...rest, suggestedNextActions: result.agentHints.suggestedNextActions };
  for (const [items, characters] of STEPS) {
    const cuts = new Cuts(items, characters);
    const view = { ...(cuts.take(rest, '') as Members), suggestedNextActions };
    const answer = cuts.happened ? { ...view, ...marksOf(result, whole), ...cuts.rest(result) } : view;
    if (sizeOf(answer) <= limit) return answer;
  }
  return { status: result.status, summary: result.summary, ...marksOf(result, whole), rest: HOW };
}

/** Suggested calls may take one part in this many of a view. */
const CALLS_SHARE = 3;

/**
 * Returns the first suggested calls that fit completely, because truncating a list in a call would change its question. A call that is too
 * long is listed without its data.
 */
function wholeCalls({ agentHints }: ToolResult, limit: number): AgentHints['suggestedNextActions'] {
  const kept: AgentHints['suggestedNextActions'][number][] = [];
  for (const action of agentHints.suggestedNextActions) {
    const { data: _, ...words } = action;
    const fitting = [action, words].find((each) => sizeOf([...kept, each]) <= limit);
    if (fitting === undefined) break;
    kept.push(fitting);
  }
  return kept;
}

const HOW = 'Call the same tool for less: a shorter time_range, filters, fewer columns or a smaller list.';

/** States the full sizes of what was truncated, and where to get the rest. */
const marksOf = (result: ToolResult, whole: unknown): Members => ({
  truncated: true,
  total_length: sizeOf(whole),
  full_available_via: 'run() or the page',
  detail_available: true,
  detail_tool: result.metadata.toolName,
});

class Cuts {
  happened = false;
  readonly #lists = new Map<string, CutList>();
  #next: { readonly offset: number; readonly limit: number } | undefined;

  constructor(
    private readonly items: number,
    private readonly characters: number,
  ) {}

  take(value: unknown, path: string): unknown {
    if (typeof value === 'string') {
      if (value.length <= this.characters) return value;
      this.happened = true;
      return shorten(value, this.characters);
    }
    if (Array.isArray(value)) {
      if (value.length > this.items) this.#note({ path, shown: this.items, total: value.length });
      return value.slice(0, this.items).map((item) => this.take(item, `${path}[]`));
    }
    if (!isRecord(value)) return value;
    const taken = Object.entries(value).map(([key, member]) => [key, this.take(member, path === '' ? key : `${path}.${key}`)] as const);
    return this.#page(value, Object.fromEntries(taken));
  }

  /** Names the truncated lists, with the arguments that continue from there. */
  rest({ metadata }: ToolResult): Members {
    const cut_lists = [...this.#lists.values()];
    return {
      ...(cut_lists.length > 0 && { cut_lists }),
      rest:
        this.#next === undefined
          ? HOW
          : 'Call the tool of next_call again with these arguments set, no cursor, and the others as they were.',
      ...(this.#next !== undefined && { next_call: { tool: metadata.toolName, set_arguments: this.#next } }),
    };
  }

  #note(cut: CutList): void {
    this.happened = true;
    if (this.#lists.size < MOST_NAMED && !this.#lists.has(cut.path)) this.#lists.set(cut.path, cut);
  }

  /** Makes a page with truncated rows continue after its last visible row, because its own cursor would skip the removed rows. */
  #page(page: Members, taken: Members): Members {
    const { rows, offset } = page;
    if (!Array.isArray(rows) || typeof offset !== 'number' || rows.length <= this.items) return taken;
    if (this.items > 0) this.#next = { offset: offset + this.items, limit: this.items };
    const { next_cursor: _, ...kept } = taken;
    return { ...kept, row_count: this.items, has_more: true };
  }
}

const encoder = new TextEncoder();
const sizeOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;
