/** Held-out kinds of broken arguments, and of calls that do not say any more what was asked. */
import { argumentCalled, inArgument, inFilter, inWindow, isNumber, isText, kind, lost, pick, renamed, text, type Kind } from './kind.ts';
import type { Call } from './originals.ts';

export const ARGUMENTS: readonly Kind[] = [
  kind(
    'minutes',
    inArgument(
      (value, key) => isNumber(value) && /_s$/.test(key) && Number(value) % 60 === 0,
      (value: number) => `${String(value / 60)} min`,
    ),
  ),
  kind(
    'thousands',
    inArgument(
      (value) => isNumber(value) && Number(value) >= 1000,
      (value: number) => value.toLocaleString('en'),
    ),
  ),
  kind(
    'unit repeated',
    inArgument(
      (_, key) => key === 'min_observation_count',
      (value: number) => `${String(value)} frames`,
    ),
  ),
  kind(
    'yes and no',
    inArgument(
      (value) => typeof value === 'boolean',
      (value: boolean) => (value ? 'yes' : 'no'),
    ),
  ),
  kind(
    '0 and 1',
    inArgument(
      (value) => typeof value === 'boolean',
      (value: boolean) => (value ? 1 : 0),
    ),
  ),
  kind(
    'percentages as numbers',
    inArgument(
      (_, key) => key === 'quantiles',
      (value: number[]) => value.map((each) => Math.round(each * 100)),
    ),
  ),
  kind(
    'share as percentage',
    inArgument(
      (value, key) => key === 'alpha' && Number(value) >= 0.01,
      (value: number) => value * 100,
    ),
  ),
  kind(
    'value with blanks',
    inArgument(
      (value, key) => isText(value) && /mode|model|operation|design/.test(key) && String(value).includes('_'),
      (value: string) => value.replaceAll('_', ' '),
    ),
  ),
  kind(
    'list as JSON text',
    inArgument(
      (value) => Array.isArray(value),
      (value: unknown[]) => text(value),
    ),
  ),
  kind(
    'object as JSON text',
    inArgument(
      (_, key) => key === 'address_columns',
      (value: object) => text(value),
    ),
  ),
  kind(
    'column in quotes',
    inArgument(
      (value, key) => isText(value) && /target|response/.test(key),
      (value: string) => `"${value}"`,
    ),
  ),
  kind(
    'column after its table',
    inArgument(
      (value, key) => isText(value) && /target|response/.test(key),
      (value: string) => `chamber_four_phones.${value}`,
    ),
  ),
  kind(
    'columns as objects',
    inArgument(
      (value, key) => Array.isArray(value) && /columns|features|factors/.test(key) && value.every(isText),
      (value: string[]) => value.map((name) => ({ name })),
    ),
  ),
  kind('query for sql', argumentCalled('sql', 'query')),
  kind('predictors for features', argumentCalled('features', 'predictors')),
  kind('dependent variable', argumentCalled('target', 'dependent_variable')),
  kind('singular', argumentCalled('columns', 'column')),
  kind(
    'number as list',
    inArgument(
      (value) => isNumber(value),
      (value: number) => [value],
    ),
  ),
  kind(
    'number with a point',
    inArgument(
      (value) => Number.isInteger(value),
      (value: number) => `${String(value)}.0`,
    ),
  ),
  kind(
    'address without separators',
    inArgument(
      (_, name) => name === 'addresses',
      (value: string[]) => value.map((each) => each.replaceAll(':', '').toLowerCase()),
    ),
  ),
  kind(
    'one address as text',
    inArgument(
      (_, name) => name === 'addresses',
      (value: string[]) => value[0],
    ),
  ),
  kind('null list', (call) =>
    call.tool_name === 'summary_stats_tool' && call.arguments['group_by'] === undefined
      ? { ...call, arguments: { ...call.arguments, group_by: null } }
      : undefined,
  ),
  kind('empty text for what is optional', (call) =>
    call.tool_name === 'capture_query' ? { ...call, arguments: { ...call.arguments, cursor: '' } } : undefined,
  ),
  kind('seconds in the name', (call) => {
    const found = Object.keys(call.arguments).find((each) => /_s$/.test(each));
    if (found === undefined) return undefined;
    renamed(call.arguments, found, found.replace(/_s$/, '_seconds'));
    return call;
  }),
  kind(
    'SQL in a fence',
    inArgument(
      (_, name) => name === 'sql',
      (value: string) => `\`\`\`sql\n${value}\n\`\`\``,
    ),
  ),
  kind(
    'misspelt table',
    inArgument(
      (_, name) => name === 'sql',
      (value: string) => value.replace('chamber_four_phones', 'chamber_four_phone'),
    ),
  ),
  kind(
    'another table',
    inArgument(
      (_, name) => name === 'sql',
      (value: string) => value.replace('chamber_four_phones', 'packets'),
    ),
  ),
  kind('two faults', (call, random) => {
    const number = pick(
      random,
      Object.keys(call.arguments).filter((each) => isNumber(call.arguments[each])),
    );
    if (number === undefined) return undefined;
    call.arguments[number] = String(call.arguments[number]);
    return { ...call, tool_name: call.tool_name.replaceAll('_', '-'), tool_version: `v${call.tool_version}` };
  }),
];

export const LOST: readonly Kind[] = [
  lost('another method', (call: Call) =>
    call.arguments['operation'] === undefined ? undefined : { ...call, arguments: { ...call.arguments, operation: 'logistic_regression' } },
  ),
  lost('another tool', (call) => ({ ...call, tool_name: 'spectrum_analyzer' })),
  lost(
    'an ambiguous column',
    inArgument(
      (value, name) => isText(value) && /target|response/.test(name),
      () => 'addr',
    ),
  ),
  lost(
    'a text as target',
    inArgument(
      (value, name) => isText(value) && /target|response/.test(name),
      () => 'advertiser_addr',
    ),
  ),
  lost(
    'empty SQL',
    inArgument(
      (_, name) => name === 'sql',
      () => '',
    ),
  ),
  lost(
    'null target',
    inArgument(
      (_, name) => name === 'target',
      () => null,
    ),
  ),
  lost('end of the text missing', (call) => text(call).slice(0, text(call).indexOf('"request_id"') - 3)),
  lost(
    '150 percent',
    inArgument(
      (_, name) => name === 'alpha',
      () => '150%',
    ),
  ),
  lost(
    'another mode',
    inArgument(
      (_, name) => name === 'analysis_mode',
      () => 'full',
    ),
  ),
  lost('no capture of several', ({ capture_selection, ...rest }) => (Object.keys(capture_selection).length === 0 ? undefined : rest), {
    open: 'several',
  }),
  lost(
    'a time that is none',
    inWindow(() => ({ start_ms: 'yesterday', end_ms: 'now' })),
  ),
  lost(
    'a function in the filter',
    inFilter((filter) => `${filter} AND upper(local_name) = 'LAMP'`),
  ),
  lost(
    'a name that is no address',
    inArgument(
      (_, name) => name === 'addresses',
      () => ['my phone'],
    ),
  ),
  lost(
    'a level as column',
    inArgument(
      (_, name) => name === 'address_columns',
      (value: object) => ({ ...value, scanner_addr: 'rssi' }),
    ),
  ),
  lost('two selections', (call) =>
    Object.keys(call.capture_selection).length === 0
      ? undefined
      : { ...call, arguments: { ...call.arguments, capture_selection: { ...call.capture_selection, filter_expression: 'rssi > -70' } } },
  ),
  lost(
    'SQL on a column that does not exist',
    inArgument(
      (_, name) => name === 'sql',
      (value: string) => value.replace(/SELECT /, 'SELECT max(temperature) AS hottest, '),
    ),
  ),
];
