/** Held-out kinds of broken arguments, and of calls that no longer say what was asked, beside those of `held-out-carriers.ts`. */
import { inArgument, inFilter, inWindow, isNumber, isText, kind, lost, renamed, text, type Kind } from './kind.ts';

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.length > 1 && value.every(isText);
const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value);

export const VALUES: readonly Kind[] = [
  kind(
    'value beside its type',
    inArgument(
      (value) => typeof value !== 'object' || Array.isArray(value),
      (value: unknown) => ({ type: typeOf(value), value }),
    ),
  ),
  kind(
    'list with numbered keys',
    inArgument(isTexts, (value: string[]) => ({ ...value })),
  ),
  kind(
    'list in a member item',
    inArgument(isTexts, (value: string[]) => ({ item: value })),
  ),
  kind(
    'list with bullets',
    inArgument(isTexts, (value: string[]) => value.map((each) => `- ${each}`).join('\n')),
  ),
  kind(
    'decimal comma',
    inArgument(
      (value) => isNumber(value) && !Number.isInteger(value),
      (value: number) => String(value).replace('.', ','),
    ),
  ),
];

export const LOST_VALUES: readonly Kind[] = [
  lost(
    'placeholder for a column',
    inArgument(
      (value, key) => isText(value) && /target|response/.test(key),
      (_, key) => `<${key}_column>`,
    ),
  ),
  lost('a filter of rows to leave out', (call) => {
    if (call.capture_selection['filter_expression'] === undefined) return undefined;
    renamed(call.capture_selection, 'filter_expression', 'exclude_filter');
    return call;
  }),
  lost(
    'a regular expression in a filter',
    inFilter((filter) => `${filter} AND adv_type ~ '^ADV'`),
  ),
  lost(
    'about a value',
    inFilter((filter) => filter.replace(/[<>]=? (-?\d+)/, 'is about $1')),
  ),
  lost(
    'a limit in a filter',
    inFilter((filter) => `${filter} LIMIT 10`),
  ),
  lost(
    'a window before now',
    inWindow(() => ({ start_ms: '-5m', end_ms: 'now' })),
  ),
  lost(
    'a number with the unit of something else',
    inArgument(
      (value, key) => isNumber(value) && /_m?s$/.test(key),
      (value: number) => `${String(value)} dBm`,
    ),
  ),
  lost(
    'a sum',
    inArgument(
      (value) => isNumber(value) && Number(value) > 1,
      (value: number) => `${String(value)} + 5`,
    ),
  ),
  lost('a call that was only thought of', (call) => `<think>\nI could run ${text(call)}\n</think>\n\nWhich capture do you mean?`),
  lost('a call that was cut off', (call) => {
    const [key, value] = Object.entries(call.arguments).find(([, each]) => isNumber(each)) ?? [];
    if (key === undefined) return undefined;
    return `${call.tool_name}(capture_selection=${text(call.capture_selection)}, ${key}=${String(value).slice(0, -1)}`;
  }),
];
