/** Held-out kinds of arguments: names and values of other libraries, units, and ways to nest them. */
import { argumentCalled, inArgument, isNumber, isText, isTexts, kind, type Kind, renamed } from './kind.ts';

const several = (value: unknown): boolean => isTexts(value) && (value as unknown[]).length > 1;
const named = (names: RegExp, change: (value: never, key: string) => unknown): Kind['break'] =>
  inArgument(
    (_, key) => names.test(key),
    (value: never, key) => change(value, key),
  );
const translated = (table: Readonly<Record<string, string>>): Kind['break'] =>
  inArgument(
    (value) =>
      isText(value)
        ? Object.hasOwn(table, String(value))
        : isTexts(value) && (value as string[]).some((each) => Object.hasOwn(table, each)),
    (value: string | string[]) => (Array.isArray(value) ? value.map((each) => table[each] ?? each) : table[value]),
  );
const seconds = /_s$/;
const clock = (s: number): string =>
  [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60].map((each) => String(each).padStart(2, '0')).join(':');

const nesting: readonly Kind[] = [
  kind('required and optional arguments', (call) => {
    const entries = Object.entries(call.arguments);
    if (entries.length < 2) return undefined;
    return { ...call, arguments: { required: Object.fromEntries(entries.slice(0, 1)), optional: Object.fromEntries(entries.slice(1)) } };
  }),
  kind('arguments in a list of one', (call) =>
    Object.keys(call.arguments).length === 0 ? undefined : { ...call, arguments: [call.arguments] },
  ),
  kind('arguments as pairs in lists', (call) =>
    Object.keys(call.arguments).length === 0 ? undefined : { ...call, arguments: Object.entries(call.arguments) },
  ),
  kind('objects of one argument each', (call) =>
    Object.keys(call.arguments).length < 2
      ? undefined
      : { ...call, arguments: Object.entries(call.arguments).map(([key, value]) => ({ [key]: value })) },
  ),
  kind(
    'a value inside a copy of its schema',
    inArgument(isNumber, (value: number) => ({ type: 'number', description: 'A number.', value })),
  ),
  kind('a model around the arguments', (call) => ({ ...call, arguments: { [`${call.tool_name}_input`]: call.arguments } })),
  kind('capture beside the arguments', ({ capture_selection, ...others }) =>
    Object.keys(capture_selection).length === 1 && isText(capture_selection['capture_id'])
      ? { ...others, arguments: { ...others.arguments, capture: capture_selection['capture_id'] } }
      : undefined,
  ),
];

const names: readonly Kind[] = [
  kind('names of scikit-learn', argumentCalled('intercept', 'fit_intercept')),
  kind('X and y', (call) => {
    if (call.arguments['target'] === undefined || call.arguments['features'] === undefined) return undefined;
    renamed(call.arguments, 'features', 'X');
    renamed(call.arguments, 'target', 'y');
    return call;
  }),
  kind('standardize for normalize', argumentCalled('normalize', 'standardize')),
  kind('equal variances denied', (call) => {
    if (typeof call.arguments['welch'] !== 'boolean') return undefined;
    call.arguments['equal_var'] = !call.arguments['welch'];
    delete call.arguments['welch'];
    return call;
  }),
  kind('percentiles', (call) => {
    const quantiles = call.arguments['quantiles'] as number[] | undefined;
    if (!quantiles) return undefined;
    call.arguments['percentiles'] = quantiles.map((each) => Math.round(100 * each));
    delete call.arguments['quantiles'];
    return call;
  }),
  kind('groupby', argumentCalled('group_by', 'groupby')),
  kind('by', argumentCalled('group_by', 'by')),
  kind('correlation method', argumentCalled('correlation', 'correlation_method')),
  kind('top_n', argumentCalled('top', 'top_n')),
  kind('number of bins', argumentCalled('time_bins', 'num_bins')),
  kind('max_results', argumentCalled('limit', 'max_results')),
  kind('skip for offset', argumentCalled('offset', 'skip')),
  kind('significance level', argumentCalled('alpha', 'significance_level')),
  kind('confidence level', (call) => {
    const alpha = call.arguments['alpha'];
    if (typeof alpha !== 'number') return undefined;
    delete call.arguments['alpha'];
    call.arguments['confidence_level'] = Math.round(1000 * (1 - alpha)) / 1000;
    return call;
  }),
  kind('grouping variables', argumentCalled('factors', 'independent_variables')),
  kind('dependent variable of a test', argumentCalled('response', 'dependent_variable')),
  kind('formula', (call) => {
    const { target, response, features, factors } = call.arguments as Record<string, string | string[] | undefined>;
    const left = target ?? response;
    const right = features ?? factors;
    if (left === undefined || !Array.isArray(right)) return undefined;
    for (const key of ['target', 'response', 'features', 'factors']) delete call.arguments[key];
    call.arguments['formula'] = `${String(left)} ~ ${right.join(' + ')}`;
    return call;
  }),
  kind('file type', argumentCalled('format', 'file_type')),
  kind('MAC addresses', argumentCalled('addresses', 'mac_addresses')),
  kind('rotation model', argumentCalled('rpa_rotation_model', 'rotation_model')),
  kind('mode for analysis mode', argumentCalled('analysis_mode', 'mode')),
  kind(
    'address columns in a list',
    named(/^address_columns$/, (value: object) => Object.values(value) as string[]),
  ),
  kind(
    'address columns by role',
    named(/^address_columns$/, (value: Record<string, string>) =>
      Object.fromEntries(Object.entries(value).map(([key, column]) => [key.replace('_addr', ''), column])),
    ),
  ),
];

const values: readonly Kind[] = [
  kind(
    'methods by the names of their authors',
    translated({ tukey_kramer: 'Tukey–Kramer', games_howell: 'Games-Howell', holm: 'Holm–Bonferroni', spearman: "Spearman's rho" }),
  ),
  kind('media types', translated({ csv: 'text/csv', ndjson: 'application/x-ndjson' })),
  kind('file extensions', translated({ csv: '.csv', ndjson: '.jsonl' })),
  kind(
    'common names of methods',
    translated({ linear_regression: 'OLS', tukey_kramer: 'Tukey HSD', two_way: 'two-way ANOVA', HC3: 'hc3' }),
  ),
  kind('type in digits', translated({ III: '3' })),
  kind('type with its word', translated({ III: 'Type III' })),
  kind('verbs for modes', translated({ classification: 'classify', both: 'classification_and_linkage' })),
  kind('default in words', translated({ spec_default: 'specification default' })),
  kind(
    'check marks',
    inArgument(
      (value) => typeof value === 'boolean',
      (value: boolean) => (value ? '✓' : '✗'),
    ),
  ),
  kind(
    'yes and no in German',
    inArgument(
      (value) => typeof value === 'boolean',
      (value: boolean) => (value ? 'ja' : 'nein'),
    ),
  ),
  kind(
    't and f',
    inArgument(
      (value) => typeof value === 'boolean',
      (value: boolean) => (value ? 't' : 'f'),
    ),
  ),
  kind(
    'pipes between names',
    inArgument(several, (value: string[]) => value.join(' | ')),
  ),
  kind(
    'names as switches',
    inArgument(several, (value: string[]) => Object.fromEntries(value.map((each) => [each, true]))),
  ),
  kind(
    'one text in a list',
    inArgument(several, (value: string[]) => [value.join(', ')]),
  ),
  kind(
    'semicolons between names',
    inArgument(several, (value: string[]) => value.join('; ')),
  ),
  kind(
    'quantiles by name',
    named(/^quantiles$/, (value: number[]) =>
      value.map((each) => ({ 0.5: 'median', 0.25: 'Q1', 0.75: 'Q3' })[each] ?? `p${String(Math.round(100 * each))}`),
    ),
  ),
  kind(
    'hours, minutes and seconds',
    named(seconds, (value: number) => clock(value)),
  ),
  kind(
    'minutes and seconds in an object',
    named(seconds, (value: number) => ({ minutes: Math.floor(value / 60), seconds: value % 60 })),
  ),
  kind(
    'number and unit in an object',
    named(seconds, (value: number) => ({ value, unit: 'seconds' })),
  ),
  kind(
    'timedelta of Python',
    named(seconds, (value: number) => `timedelta(seconds=${String(value)})`),
  ),
  kind(
    'bucket of pandas',
    named(/^time_bucket_ms$/, (value: number) => `${String(value / 60_000)}min`),
  ),
  kind(
    'underscores between thousands',
    inArgument(
      (value) => isNumber(value) && Number(value) >= 1000,
      (value: number) => String(value).replace(/(?=(?:\d{3})+$)(?!^)/g, '_'),
    ),
  ),
  kind(
    'k for thousands',
    inArgument(
      (value) => isNumber(value) && Number(value) >= 1000 && Number(value) % 1000 === 0,
      (value: number) => `${String(value / 1000)}k`,
    ),
  ),
  kind(
    'a number with its noun',
    named(
      /^(?:top|limit|max_rows|max_addresses)$/,
      (value: number, key) => `${String(value)} ${key === 'max_addresses' ? 'addresses' : 'rows'}`,
    ),
  ),
  kind(
    'a limit as SQL writes it',
    named(/^limit$/, (value: number) => `LIMIT ${String(value)}`),
  ),
  kind(
    'addresses as objects',
    named(/^addresses$/, (value: string[]) => value.map((address) => ({ address, type: 'random' }))),
  ),
  kind(
    'addresses of other devices',
    named(/^addresses$/, (value: string[]) =>
      value.map((each) =>
        each
          .replaceAll(':', '')
          .replace(/(.{4})(?=.)/g, '$1.')
          .toLowerCase(),
      ),
    ),
  ),
  kind(
    'addresses in hexadecimal',
    named(/^addresses$/, (value: string[]) => value.map((each) => `0x${each.replaceAll(':', '')}`)),
  ),
  kind(
    'columns in words',
    translated({
      adv_type: 'advertising PDU type',
      length: 'packet length',
      latency_ms: 'latency',
      rssi: 'signal strength',
      advertiser_addr: 'advertiser address',
    }),
  ),
  kind(
    'categories of statsmodels',
    named(/^factors$/, (value: string[]) => value.map((each) => `C(${each})`)),
  ),
  kind(
    'columns of a data frame in arguments',
    inArgument(several, (value: string[]) => value.map((each) => `df['${each}']`)),
  ),
  kind(
    'an alpha as a percentage',
    named(/^alpha$/, (value: number) => `${String(100 * value)} %`),
  ),
  kind(
    'statement in an object',
    named(/^sql$/, (value: string) => ({ query: value })),
  ),
  kind(
    'statement as lines',
    named(/^sql$/, (value: string) => value.split(/ (?=FROM|WHERE|GROUP|ORDER)/)),
  ),
];

export const LIBRARIES: readonly Kind[] = [...nesting, ...names, ...values];
