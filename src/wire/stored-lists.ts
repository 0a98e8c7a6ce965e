import { isRecord } from '../tools/contract/json-schema.ts';
import { listMember, member, textMember } from './events.ts';

const MOST_DEPTH = 64;

/** Called with a problem of a stored list. */
export type ReportList = (code: string, message: string) => void;

/**
 * Yields the answers and items in nested arrays and in lists that a service stores, without envelopes. An array that is nested deeper than
 * in any transcript is yielded unchanged. Consecutive lists are pages of one list, whose items are yielded oldest first.
 */
export function* flat(values: readonly unknown[], report: ReportList = () => undefined, depth = 0): Generator {
  const pages: unknown[] = [];
  for (const value of values) {
    if (isPage(value) && depth < MOST_DEPTH) {
      pages.push(value);
      continue;
    }
    if (pages.length > 0) yield* flat(oldestFirst(pages.splice(0), report), report, depth + 1);
    if (Array.isArray(value) && depth < MOST_DEPTH) yield* flat(value as readonly unknown[], report, depth + 1);
    else yield answerIn(value) ?? value;
  }
  if (pages.length > 0) yield* flat(oldestFirst(pages, report), report, depth + 1);
}

const isPage = (value: unknown): boolean => textMember(value, 'object') === 'list' && Array.isArray(member(value, 'data'));

/** The items on the pages of a list, oldest first. Services list the newest first or last, as requested, without saying which. */
function oldestFirst(pages: readonly unknown[], report: ReportList): readonly unknown[] {
  const items = pages.flatMap((page) => listMember(page, 'data')).map((item) => answerIn(item) ?? item);
  if (member(pages.at(-1), 'has_more') === true)
    report('MORE_PAGES', 'expected the last page of a stored list, found that more follow; calls may be missing');
  const order = orderOf(items);
  if (order < 0) return items.reverse();
  if (order === 0 && items.flatMap(callsOf).length > 1)
    report('UNKNOWN_ORDER', 'expected times or results that show the order of a stored list, found none; the last item may be the oldest');
  return items;
}

/** Positive if the oldest items come first, negative if the newest do, 0 if neither times nor results show the order. */
function orderOf(items: readonly unknown[]): number {
  const calls = new Set<string>();
  const results = new Set<string>();
  let order = 0;
  let last: number | undefined;
  for (const item of items) {
    const time = member(item, 'created') ?? member(item, 'created_at');
    if (typeof time === 'number') {
      if (last !== undefined) order += Math.sign(time - last);
      last = time;
    }
    const answered = resultOf(item);
    if (answered !== undefined) {
      results.add(answered);
      if (calls.has(answered)) order += 1;
    }
    for (const id of callsOf(item)) {
      calls.add(id);
      if (results.has(id)) order -= 1;
    }
  }
  return order;
}

const resultOf = (item: unknown): string | undefined =>
  textMember(item, 'type')?.endsWith('_output') === true ? idOf(item) : textMember(item, 'tool_call_id');

/** Ids of the calls that an item or answer contains. */
function callsOf(item: unknown): readonly string[] {
  const messages = [item, ...listMember(item, 'choices').map((choice) => member(choice, 'message'))];
  const calls = [
    ...[item, ...listMember(item, 'output')].filter(isCall),
    ...messages.flatMap((message) => listMember(message, 'tool_calls')),
  ];
  return calls.map(idOf).filter((id) => id !== undefined);
}

const idOf = (item: unknown): string | undefined => textMember(item, 'call_id') ?? textMember(item, 'id');
const isCall = (item: unknown): boolean => textMember(item, 'type')?.endsWith('_call') === true;

/**
 * Returns the answer in a line of a batch file of OpenAI (`response.body`), Anthropic (`result.message` or `result.error`) or Google
 * (`response`), or in the envelope of DashScope (`output`); undefined for other values.
 */
function answerIn(value: unknown): unknown {
  const response = member(value, 'response');
  const result = member(value, 'result');
  const output = member(value, 'output');
  if (textMember(value, 'custom_id') !== undefined) {
    const found = [member(response, 'body'), member(result, 'message'), member(result, 'error')].find(isRecord);
    if (found !== undefined) return found;
  }
  if (Array.isArray(member(response, 'candidates'))) return response;
  return Array.isArray(member(output, 'choices')) ? output : undefined;
}
