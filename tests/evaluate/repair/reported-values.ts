/** Reported kinds of names and values of arguments: types, units, spellings, containers. */
import { hasArgument, inArgument, isNumber, isText, isTexts, kind, type Kind, lost, python, text, written } from './kind.ts';

const isSeconds = (value: unknown, key: string): boolean => isNumber(value) && key.endsWith('_s');
const isSwitch = (value: unknown): boolean => typeof value === 'boolean';
/** Arguments that may be left out and that are. */
const ABSENT: Readonly<Record<string, readonly string[]>> = {
  capture_overview: ['top', 'time_bins'],
  capture_query: ['columns', 'limit', 'offset'],
  summary_stats_tool: ['group_by', 'quantiles', 'correlation'],
  anova_tool: ['alpha', 'post_hoc', 'design'],
  statistical_regression_tool: ['alpha', 'robust_se', 'intercept'],
  capture_export: ['file_name'],
};
const withAbsent =
  (value: unknown): Kind['break'] =>
  (call) => {
    const more = (ABSENT[call.tool_name] ?? []).filter((key) => !hasArgument(call, key));
    return more.length === 0
      ? undefined
      : { ...call, arguments: { ...call.arguments, ...Object.fromEntries(more.map((key) => [key, value])) } };
  };

const containers: readonly Kind[] = [
  // https://github.com/anthropics/claude-code/issues/59227
  kind(
    'lists and objects as JSON texts',
    inArgument(
      (value) => typeof value === 'object',
      (value: object) => text(value),
    ),
  ),
  // https://github.com/NousResearch/hermes-agent/issues/99270
  kind(
    'each item of a list in an object',
    inArgument(isTexts, (value: string[]) => value.map((item) => ({ item }))),
  ),
  kind(
    'a list under the name of its items',
    inArgument(isTexts, (value: string[]) => ({ item: value })),
  ),
  kind(
    'lists in a list',
    inArgument(isTexts, (value: string[]) => value.map((item) => [item])),
  ),
  kind(
    'a list in a list',
    inArgument(isTexts, (value: string[]) => [value]),
  ),
  kind(
    'a list as Python prints it',
    inArgument(isTexts, (value: string[]) => python(value)),
  ),
  kind(
    'a list as a set',
    inArgument(isTexts, (value: string[]) => `{${value.map((item) => `'${item}'`).join(', ')}}`),
  ),
  kind(
    'values with their schema',
    inArgument(
      (value) => isNumber(value) || isSwitch(value),
      (value: unknown) => ({ type: typeof value, description: 'the value', value }),
    ),
  ),
  // https://github.com/gsd-build/gsd-2/issues/5448
  kind(
    'texts with quotes inside',
    inArgument(
      (value, key) => isText(value) && key !== 'sql' && key !== 'file_name',
      (value: string) => `"${value}"`,
    ),
  ),
  kind(
    'texts in backticks',
    inArgument(
      (value, key) => isText(value) && key !== 'sql' && key !== 'file_name',
      (value: string) => `\`${value}\``,
    ),
  ),
  kind(
    'texts with a comma behind',
    inArgument(
      (value, key) => isText(value) && /operation|design|correlation|format|mode|target|response/.test(key),
      (value: string) => `${value},`,
    ),
  ),
  // https://github.com/PrefectHQ/fastmcp/issues/3265
  kind('empty texts for what is left out', withAbsent('')),
  kind('null for what is left out', withAbsent(null)),
  kind('the word null for what is left out', withAbsent('null')),
  kind('the word None for what is left out', withAbsent('None')),
];

const scalars: readonly Kind[] = [
  kind(
    'truth as a word',
    inArgument(isSwitch, (value: boolean) => (value ? 'yes' : 'no')),
  ),
  // https://github.com/vellum-ai/vellum-assistant/pull/34577
  kind(
    'truth as a text',
    inArgument(isSwitch, (value: boolean) => (value ? 'True' : 'False')),
  ),
  kind(
    'truth as a number',
    inArgument(isSwitch, (value: boolean) => Number(value)),
  ),
  kind(
    'truth in a list',
    inArgument(isSwitch, (value: boolean) => [value]),
  ),
  kind(
    'numbers as texts with a blank',
    inArgument(isNumber, (value: number) => ` ${String(value)} `),
  ),
  kind(
    'numbers in scientific notation',
    inArgument(
      (value) => isNumber(value) && Number(value) >= 10,
      (value: number) => value.toExponential(),
    ),
  ),
  kind(
    'numbers with a plus',
    inArgument(isNumber, (value: number) => `+${String(value)}`),
  ),
  kind(
    'numbers in words',
    inArgument(
      (value) => [3, 4, 5, 12, 20, 25, 60, 200, 300, 500].includes(Number(value)),
      (value: number) =>
        ({
          3: 'three',
          4: 'four',
          5: 'five',
          12: 'twelve',
          20: 'twenty',
          25: 'twenty-five',
          60: 'sixty',
          200: 'two hundred',
          300: 'three hundred',
          500: 'five hundred',
        })[value],
    ),
  ),
  kind(
    'numbers with zeros in front',
    inArgument(
      (value) => Number.isInteger(value) && Number(value) > 0,
      (value: number) => `00${String(value)}`,
    ),
  ),
  kind(
    'rows with their word',
    inArgument(
      (value, key) => isNumber(value) && /^(?:limit|max_rows)$/.test(key),
      (value: number) => `${String(value)} rows`,
    ),
  ),
  kind(
    'at most so many',
    inArgument(
      (value, key) => isNumber(value) && /^(?:limit|max_\w+|top)$/.test(key),
      (value: number) => `at most ${String(value)}`,
    ),
  ),
  kind(
    'at least so many',
    inArgument(
      (value, key) => isNumber(value) && /^min_/.test(key),
      (value: number) => `>= ${String(value)}`,
    ),
  ),
];

const units: readonly Kind[] = [
  kind(
    'seconds as an ISO duration',
    inArgument(isSeconds, (value: number) => `PT${String(value)}S`),
  ),
  kind(
    'seconds in brackets',
    inArgument(isSeconds, (value: number) => `${String(value)} (seconds)`),
  ),
  kind(
    'seconds as a clock',
    inArgument(isSeconds, (value: number) => `00:0${String(Math.floor(value / 60))}:${String(value % 60).padStart(2, '0')}`),
  ),
  kind(
    'seconds in an object of minutes',
    inArgument(
      (value, key) => isSeconds(value, key) && Number(value) % 60 === 0,
      (value: number) => ({ minutes: value / 60 }),
    ),
  ),
  kind(
    'window in milliseconds',
    written('linkage_window_s', 'linkage_window_ms', (value: number) => value * 1000),
  ),
  kind(
    'window in minutes',
    written('linkage_window_s', 'linkage_window_minutes', (value: number) => value / 60),
  ),
  kind(
    'window as a text in milliseconds',
    written('linkage_window_s', 'linkage_window', (value: number) => `${String(value * 1000)}ms`),
  ),
  kind(
    'bucket in seconds',
    written('time_bucket_ms', 'time_bucket_s', (value: number) => value / 1000),
  ),
  kind(
    'bucket as a text',
    written('time_bucket_ms', 'time_bucket', (value: number) => `${String(value / 60_000)} minutes`),
  ),
  kind(
    'bucket as an ISO duration',
    written('time_bucket_ms', 'bucket_size', (value: number) => `PT${String(value / 60_000)}M`),
  ),
  kind(
    'level of confidence',
    written('alpha', 'confidence_level', (value: number) => `${String(100 - 100 * value)}%`),
  ),
  // Models also write how sure they are under this name.
  lost(
    'a confidence that may be a level',
    written('alpha', 'confidence', (value: number) => 1 - value),
  ),
  kind(
    'level as a percentage',
    written('alpha', 'alpha', (value: number) => `${String(100 * value)}%`),
  ),
  kind(
    'level as a comparison',
    written('alpha', 'alpha', (value: number) => `p < ${String(value)}`),
  ),
  kind(
    'level as a fraction',
    written('alpha', 'alpha', (value: number) => `1/${String(Math.round(1 / value))}`),
  ),
  kind(
    'quantiles in percent',
    written('quantiles', 'percentiles', (value: number[]) => value.map((each) => Math.round(each * 100))),
  ),
  kind(
    'quantiles as a text',
    written('quantiles', 'quantiles', (value: number[]) => value.join(', ')),
  ),
  kind(
    'quantiles as ordinals',
    written('quantiles', 'percentiles', (value: number[]) => value.map((each) => `${String(Math.round(each * 100))}th`)),
  ),
];

export const REPORTED_VALUES: readonly Kind[] = [...containers, ...scalars, ...units];
