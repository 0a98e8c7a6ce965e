/** Held-out kinds of selections and arguments, and of calls that no longer say what was asked. */
import { inArgument, inChannels, inFilter, inWindow, isNumber, isText, kind, lost, text, type Kind } from './kind.ts';

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.length > 1 && value.every(isText);
const dated = (ms: number): string => new Date(ms).toISOString();

const selection: readonly Kind[] = [
  kind(
    'strict comparison of JavaScript',
    inFilter((filter) =>
      /IN|NULL|NOT/.test(filter)
        ? filter
        : filter.replace(/(\w+) (>=?|!=|=) /g, (_, name: string, sign: string) => `packet.${name} ${sign === '=' ? '===' : sign} `),
    ),
  ),
  kind(
    'comparison turned round',
    inFilter((filter) => filter.replace(/^(\w+) > (-?\d+)$/, '$2 < $1')),
  ),
  kind(
    'brackets around each condition',
    inFilter((filter) =>
      / AND | OR /.test(filter)
        ? filter
            .split(/ (?=AND |OR )/)
            .map((part) => part.replace(/^((?:AND |OR )?)(.*)$/, '$1($2)'))
            .join(' ')
        : filter,
    ),
  ),
  kind('where in an object', (call) => {
    const { capture_selection: own } = call;
    if (!isText(own['filter_expression'])) return undefined;
    own['filter_expression'] = { where: own['filter_expression'] };
    return call;
  }),
  kind('filters under all', (call) => {
    const selectors = call.capture_selection['selectors'] as Record<string, unknown> | undefined;
    if (!Array.isArray(selectors?.['filters'])) return undefined;
    selectors['filters'] = { all: selectors['filters'] };
    return call;
  }),
  kind(
    'times with their zone beside them',
    inWindow(({ start_ms, end_ms }) => ({
      start_ms: { dateTime: dated(start_ms).replace('Z', ''), timeZone: 'UTC' },
      end_ms: { dateTime: dated(end_ms).replace('Z', ''), timeZone: 'UTC' },
    })),
  ),
  kind(
    'an end and a duration before it',
    inWindow(({ start_ms, end_ms }) => ({ end_ms, duration: `${String(end_ms - start_ms)} ms` })),
  ),
  kind(
    'bounds with after and before',
    inWindow(({ start_ms, end_ms }) => ({ start: dated(start_ms), end: dated(end_ms) })),
  ),
  kind(
    'channels as objects',
    inChannels((list) => list.map((each) => ({ channel: Number(each) }))),
  ),
  kind(
    'channels in square brackets in a text',
    inChannels((list) => `[${list.join(' ')}]`),
  ),
];

const args: readonly Kind[] = [
  kind(
    'value and label',
    inArgument(
      (value) => isText(value) && String(value).length < 30,
      (value: string) => ({ label: value, value }),
    ),
  ),
  kind(
    'a list as a set of Python',
    inArgument(isTexts, (value: string[]) => `{${value.map((each) => `'${each}'`).join(', ')}}`),
  ),
  kind(
    'numbers in an exponent',
    inArgument(
      (value) => isNumber(value) && Number(value) !== 0,
      (value: number) => value.toExponential(),
    ),
  ),
  kind(
    'a number with a sign',
    inArgument(
      (value) => isNumber(value) && Number(value) > 0,
      (value: number) => `+${String(value)}`,
    ),
  ),
  kind(
    'texts in quotes twice',
    inArgument(
      (value) => isText(value) && /^\w+$/.test(String(value)),
      (value: string) => `'${value}'`,
    ),
  ),
  kind(
    'and before the last item',
    inArgument(isTexts, (value: string[]) => `${value.slice(0, -1).join(', ')}${value.length > 2 ? ',' : ''} and ${value.at(-1) ?? ''}`),
  ),
  kind(
    'a plus between the names',
    inArgument(
      (value, key) => isTexts(value) && /^(?:features|factors)$/.test(key),
      (value: string[]) => value.join(' + '),
    ),
  ),
];

export const SHAPE_VALUES: readonly Kind[] = [...selection, ...args];

export const SHAPE_LOST: readonly Kind[] = [
  lost(
    'a formula with an interaction',
    inArgument(
      (value, key) => isTexts(value) && /^(?:features|factors)$/.test(key),
      (value: string[]) => value.join(' * '),
    ),
  ),
  lost(
    'YAML with a reference',
    (call) => `tool_name: ${call.tool_name}\ncapture_selection: *everything\narguments: ${text(call.arguments)}`,
  ),
  lost(
    'a range that is open on one side',
    inChannels(() => ['37-']),
  ),
  lost(
    'a window around a time',
    inWindow(({ start_ms }) => ({ center_ms: start_ms + 5000, width_s: 10 })),
  ),
  lost(
    'fuzzy search',
    inFilter((filter) => `${filter} AND local_name:lamp~`),
  ),
  lost('a condition that is switched off', (call) => {
    const { capture_selection: own } = call;
    if (!isText(own['filter_expression'])) return undefined;
    own['filter_expression'] = { expression: own['filter_expression'], enabled: false };
    return call;
  }),
  lost(
    'an approximate number',
    inArgument(
      (value) => isNumber(value) && Number(value) > 1,
      (value: number) => `~${String(value)}`,
    ),
  ),
  lost('a pipe behind the call', (call) => {
    const given = Object.entries(call.arguments).map(
      ([key, value]) => `--${key} '${typeof value === 'string' ? value.replaceAll("'", '') : text(value)}'`,
    );
    return given.length === 0
      ? undefined
      : `${call.tool_name} ${given.join(' ')} --capture_selection '${text(call.capture_selection).replaceAll("'", '')}' | head -5`;
  }),
];
