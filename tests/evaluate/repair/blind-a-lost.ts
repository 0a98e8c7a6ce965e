/** Kinds that ask for something that the call does not say clearly or that no tool can do, written without a look at the repairs. */
import { filtersOf, hasArgument, inArgument, inFilter, inWindow, isTexts, lost, renamed, windowOf, type Kind } from './kind.ts';
import { beside, called, forTool, inPredicate, iso, single, withArguments } from './blind-parts.ts';
import type { Call } from './originals.ts';

const one = (name: string, change: (value: never) => unknown): Kind['break'] => inArgument((_, key) => key === name, change);
const extra = (tool: RegExp, more: Readonly<Record<string, unknown>>): Kind['break'] => forTool(tool, withArguments(more));
const without = (name: string, fits: (args: Readonly<Record<string, unknown>>) => boolean = () => true): Kind['break'] => {
  return (call) => {
    if (!hasArgument(call, name) || !fits(call.arguments)) return undefined;
    const { [name]: _, ...others } = call.arguments;
    return { ...call, arguments: others };
  };
};
const isBle = ({ capture_selection: { capture_id, capture_ids } }: Call): boolean =>
  [capture_id, capture_ids].flat().includes('chamber_four_phones');
const onBle =
  (way: Kind['break']): Kind['break'] =>
  (call, random) =>
    isBle(call) ? way(call, random) : undefined;

const rows: readonly Kind[] = [
  lost('a filter and its contrary', (call) => {
    const [only, second] = filtersOf(call);
    return only === undefined || second ? undefined : { ...call, filter: `NOT (${only.text})` };
  }),
  lost('a bound in the selection and another in the arguments', (call) => {
    const found = filtersOf(call).find(({ text }) => /^(rssi|snr) > /.test(text));
    return found && { ...call, arguments: { ...call.arguments, filter: found.text.replace(/> .*/, '> -60') } };
  }),
  lost('filters of which one suffices', (call) => {
    const selectors = call.capture_selection['selectors'] as { filters?: unknown[] } | undefined;
    return selectors?.filters?.length === 2
      ? { ...call, capture_selection: { ...call.capture_selection, selectors: { ...selectors, match: 'any' } } }
      : undefined;
  }),
  lost(
    'a window from its end to its start',
    inWindow(({ start_ms, end_ms }) => ({ start: iso(end_ms), end: iso(start_ms) })),
  ),
  lost('a window in two notations that differ', (call) => {
    const found = windowOf(call);
    if (!found) return undefined;
    const { start_ms, end_ms } = found.window;
    return { ...call, time_window: { start: iso(start_ms + 5000), end: iso(end_ms - 5000) } };
  }),
  lost('channels in two places that differ', (call) => {
    const selectors = call.capture_selection['selectors'] as { channels?: unknown } | undefined;
    return selectors?.channels === undefined ? undefined : { ...call, arguments: { ...call.arguments, channels: ['39'] } };
  }),
  lost(
    'a filter on any of the addresses',
    inFilter((filter) => filter.replace(/^advertiser_addr/, 'addr')),
  ),
  lost(
    'a filter with half an address',
    inFilter((filter) => filter.replace("'00:11:22:33:44:55'", "'00:11:22'")),
  ),
  lost(
    'a filter with a statement inside',
    inPredicate(single((c, o) => (o === '>' ? `${c} > (SELECT avg(${c}) FROM packets)` : undefined))),
  ),
  lost('a filter with a quantile', inPredicate(single((c, o) => (o === '>' ? `${c} > p90` : undefined)))),
  lost('a filter with a share of the signal', inPredicate(single((c, o) => (c === 'rssi' && o === '>' ? 'rssi > 50 %' : undefined)))),
  lost(
    'a filter with a distance',
    inFilter((filter) => `(${filter}) AND distance < 5 m`),
  ),
  lost(
    'a filter with the kind of device',
    inFilter((filter) => `(${filter}) AND device_type = 'phone'`),
  ),
  lost(
    'a filter with a wish',
    inFilter((filter) => `${filter} and not too noisy`),
  ),
  lost(
    'a filter with the number of the row',
    inFilter((filter) => `(${filter}) AND row_number() <= 1000`),
  ),
  lost('a comparison with a missing bound', inPredicate(single((c, o, v) => (typeof v === 'number' ? `${c} ${o}` : undefined)))),
];

const statistics: readonly Kind[] = [
  lost(
    'a column more that is not there',
    inArgument(
      (value, key) => isTexts(value) && /^(columns|features|group_by)$/.test(key),
      (list: string[]) => [...list, 'noise_floor'],
    ),
  ),
  lost(
    'a column of another capture',
    onBle(
      inArgument(
        (value, key) => isTexts(value) && /^(columns|features)$/.test(key),
        (list: string[]) => [...list.slice(0, -1), 'jitter_ms'],
      ),
    ),
  ),
  lost('the target among the features', (call) =>
    hasArgument(call, 'target')
      ? {
          ...call,
          arguments: { ...call.arguments, features: [call.arguments['target'], ...(call.arguments['features'] as string[])] },
        }
      : undefined,
  ),
  lost(
    'two columns to explain',
    one('target', (target: string) => [target, target === 'rssi' ? 'tx_power' : 'latency_ms']),
  ),
  lost('a second factor in one way', (call) => {
    const factors = call.arguments['factors'] as string[] | undefined;
    return factors?.length === 1 && isBle(call)
      ? { ...call, arguments: { ...call.arguments, design: 'one_way', factors: [...factors, 'adv_type'] } }
      : undefined;
  }),
  lost(
    'three factors in two ways',
    onBle((call) =>
      call.arguments['design'] === 'two_way'
        ? { ...call, arguments: { ...call.arguments, factors: ['channel', 'adv_type', 'phy'] } }
        : undefined,
    ),
  ),
  lost(
    'subjects that are not named',
    forTool(/anova/, (call) => ({ ...call, arguments: { ...call.arguments, design: 'repeated' } })),
  ),
  lost('a pair without its second column', without('paired_with')),
  lost('before and after for a pair', called({ paired_with: 'before', response: 'after' })),
  lost(
    'a share of a value that is not there',
    one('success', () => 'ADV_CONNECTABLE'),
  ),
  lost(
    'a group that is not there',
    one('groups', ([first]: string[]) => [first, '41']),
  ),
  lost('a difference in one direction', extra(/comparison|anova/, { alternative: 'greater' })),
  lost(
    'a test of McNemar',
    forTool(/comparison/, (call) => ({ ...call, arguments: { ...call.arguments, test: 'mcnemar' } })),
  ),
  lost(
    'a logistic regression',
    one('operation', () => 'logistic_regression'),
  ),
  lost('a penalty on the coefficients', extra(/regression/, { penalty: 'l1', lambda: 0.1 })),
  lost(
    'errors of Newey and West',
    forTool(/regression/, (call) => ({ ...call, arguments: { ...call.arguments, robust_se: 'Newey-West' } })),
  ),
  lost(
    'means for missing values',
    forTool(/regression/, (call) => ({ ...call, arguments: { ...call.arguments, missing: 'mean' } })),
  ),
  lost(
    'a partial correlation',
    one('correlation', () => 'partial'),
  ),
  lost('a trimmed mean', extra(/summary_stats|comparison/, { trim: 0.1 })),
  lost('rows without outliers', extra(/summary_stats|comparison|anova|regression/, { remove_outliers: true })),
];

const others: readonly Kind[] = [
  lost('a clock of another zone', extra(/current_time/, { timezone: 'Asia/Tokyo' })),
  lost(
    'a table to join that is not there',
    one('sql', (sql: string) => sql.replace(/FROM (\w+)/, 'FROM $1 JOIN devices USING (advertiser_addr)')),
  ),
  lost(
    'a table made of the answer',
    one('sql', (sql: string) => `CREATE TABLE answer AS ${sql}`),
  ),
  lost(
    'SQL without its last words',
    one('sql', (sql: string) => sql.slice(0, -8)),
  ),
  lost(
    'a mode of identification',
    one('analysis_mode', () => 'identification'),
  ),
  lost(
    'a model of a vendor',
    one('rpa_rotation_model', () => 'ios'),
  ),
  lost(
    'a count below zero',
    one('min_observation_count', (count: number) => -count),
  ),
  lost(
    'an address with a sign that is no digit',
    inArgument(
      (_, key) => /^address(?:es)?$/.test(key),
      (value: string | string[]) => (Array.isArray(value) ? value.map((each) => each.replace(/^./, 'G')) : value.replace(/^./, 'G')),
    ),
  ),
  lost(
    'an address and half of another',
    one('addresses', (list: string[]) => [...list, '7A:4C:21']),
  ),
  lost('a key among the arguments', extra(/resolver/, { irk: '000102030405060708090a0b0c0d0e0f' })),
  lost('a folder to write to', extra(/export/, { path: '/exports/april' })),
  lost('a compressed export', extra(/export/, { compression: 'gzip' })),
  lost('an export to a person', extra(/export/, { send_to: 'team@example.org' })),
  lost('connections that are encrypted', extra(/connection_overview/, { encrypted: true })),
  lost('one service of a device', extra(/gatt/, { service: '180D' })),
  lost('captures with enough rows', extra(/list_captures/, { min_rows: 100_000 })),
  lost('a width for the bins', (call) => {
    if (!hasArgument(call, 'time_bins')) return undefined;
    renamed(call.arguments, 'time_bins', 'bin_width');
    return call;
  }),
  lost('places enough', extra(/companion/, { min_places: 3 })),
  lost('a UI message that is still streamed', (call) => ({
    type: `tool-${call.tool_name}`,
    toolCallId: 'call_1',
    state: 'input-streaming',
    input: beside(call),
  })),
  lost('a UI message that failed', (call) => ({
    type: `tool-${call.tool_name}`,
    toolCallId: 'call_1',
    state: 'output-error',
    input: beside(call),
    errorText: 'The person stopped the call.',
  })),
  lost('a finish of DSPy', (call) => ({ next_thought: 'I have the answer.', next_tool_name: 'finish', next_tool_args: beside(call) })),
];

const requests: readonly Kind[] = [
  lost('a search without a word', extra(/search/, { exclude: ['regression'] })),
  lost('means of the columns', extra(/describe/, { statistics: ['mean', 'median'] })),
  lost('counts by device', extra(/capture_overview/, { group_by: 'advertiser_addr' })),
  lost('addresses that are left out', extra(/address_analyzer|audit|connection/, { exclude_addresses: ['00:11:22:33:44:55'] })),
  lost('a condition of groups beside the SQL', extra(/query/, { having: 'n > 100' })),
  lost('a selection of features by steps', extra(/regression/, { stepwise: 'backward' })),
  lost('a factor of Bayes', extra(/comparison/, { bayes_factor: true })),
  lost('a spread of the population', extra(/summary_stats/, { ddof: 0 })),
  lost('a covariate of the analysis of variance', extra(/anova/, { covariates: ['length'] })),
  lost(
    'comparisons with a control',
    one('post_hoc', (list: string[]) => (list.length === 0 ? undefined : ['dunnett'])),
  ),
  lost(
    'columns with new names',
    forTool(
      /export|query/,
      one('columns', ([first = '', ...more]: string[]) => [`${first} AS first_column`, ...more]),
    ),
  ),
  lost('addresses that no key resolves', extra(/resolver/, { unresolved_only: true })),
  lost('connections by their duration', extra(/connection_overview/, { sort_by: 'duration' })),
  lost('one handle of a device', extra(/gatt/, { handle: 12 })),
  lost('a device that is known by a word', extra(/companion/, { known_devices: ['my phone'] })),
  lost('one channel for each table', extra(/query|export/, { split_by: 'channel' })),
];

export const BLIND_A_LOST: readonly Kind[] = [...rows, ...statistics, ...others, ...requests];
