/** Kinds of arguments under other names and in other shapes, written without a look at the repairs. */
import { hasArgument, isText, isTexts, inArgument, kind, text, written, type Kind } from './kind.ts';
import { called, forTool, together, withArguments } from './blind-parts.ts';

const one = (name: string, change: (value: never) => unknown): Kind['break'] => inArgument((_, key) => key === name, change);
const words = (name: string, values: Readonly<Record<string, unknown>>): Kind['break'] => one(name, (value: string) => values[value]);
const confidence = (alpha: number): number => Number((1 - alpha).toFixed(4));
type Pair = [string, string];

const statistics: readonly Kind[] = [
  kind('words of a textbook for a regression', called({ target: 'explained_variable', features: 'explanatory_variables' })),
  kind(
    'outcome, covariates and a level of confidence',
    together(
      called({ target: 'outcome', features: 'covariates' }),
      written('alpha', 'confidence', (alpha: number) => `${String(100 * confidence(alpha))}%`),
    ),
  ),
  kind(
    'names of pingouin',
    forTool(/anova/, (call) => {
      const [factor] = call.arguments['factors'] as string[];
      if (call.arguments['design'] !== undefined && call.arguments['design'] !== 'one_way') return undefined;
      const { response, factors: _, ...others } = call.arguments;
      return { ...call, arguments: { dv: response, between: factor, ...others } };
    }),
  ),
  kind('a value column and group columns', called({ response: 'value_column', factors: 'group_columns' })),
  kind(
    'tests after the analysis as objects',
    one('post_hoc', (list: string[]) => list.map((method) => ({ method }))),
  ),
  kind(
    'the type of sums of squares of statsmodels',
    written('ss_type', 'typ', (type: string) => ['', 'I', 'II', 'III'].indexOf(type)),
  ),
  kind('probabilities and type of R', called({ quantiles: 'probs', quantile_type: 'type' })),
  kind(
    'a bucket in a sentence',
    written('time_bucket_ms', 'bucket', (ms: number) => `one bucket every ${String(ms / 60_000)} minutes`),
  ),
  kind(
    'an interval of a dashboard',
    written('time_bucket_ms', 'interval', (ms: number) => `${String(ms / 60_000)}m`),
  ),
  kind(
    'groups in camel case as one text',
    written('group_by', 'groupBy', (list: string[]) => list.join(',')),
  ),
  kind(
    'level of confidence of R',
    written('alpha', 'conf.level', (alpha: number) => confidence(alpha)),
  ),
  kind(
    'an interval of confidence in percent',
    written('alpha', 'ci', (alpha: number) => `${String(100 * confidence(alpha))}% CI`),
  ),
  kind(
    'one less the level',
    one('alpha', (alpha: number) => `1 - ${String(confidence(alpha))}`),
  ),
  kind(
    'scaling by its method',
    written('normalize', 'scaling', (yes: boolean) => (yes ? 'z-score' : undefined)),
  ),
  kind(
    'a formula without an intercept',
    forTool(/regression/, (call) => {
      const { target, features, intercept, ...others } = call.arguments;
      if (intercept !== false) return undefined;
      return { ...call, arguments: { ...others, formula: `${String(target)} ~ 0 + ${(features as string[]).join(' + ')}` } };
    }),
  ),
  kind('type of covariance of statsmodels', called({ robust_se: 'cov_type' })),
  kind(
    'estimator of the covariance of R',
    written('robust_se', 'vcov', (type: string) => `vcovHC(type = "${type}")`),
  ),
  kind('rows to read as in pandas', called({ max_rows: 'nrows' })),
  kind(
    'terms as texts with a caret',
    inArgument(
      (value, key) => key === 'terms' && Array.isArray(value) && value.length > 0,
      (terms: { columns: string[]; powers: number[] }[]) =>
        terms.map(({ columns, powers }) => columns.map((column, at) => `${column}^${String(powers[at])}`).join('*')),
    ),
  ),
  kind(
    'coding of factors as a text',
    one('categorical', (value: Record<string, { coding: string }>) =>
      Object.fromEntries(Object.entries(value).map(([column, { coding }]) => [column, coding])),
    ),
  ),
  kind(
    'one place of prediction without its list',
    one('predict_at', (places: unknown[]) => (places.length === 1 ? places[0] : undefined)),
  ),
  kind(
    'two groups as two arguments',
    forTool(/comparison/, (call) => {
      const { groups, ...others } = call.arguments;
      if (groups === undefined) return undefined;
      const [group_1, group_2] = groups as Pair;
      return { ...call, arguments: { ...others, group_1, group_2 } };
    }),
  ),
  kind(
    'groups against each other in a text',
    one('groups', ([first, second]: Pair) => `${first} vs. ${second}`),
  ),
  kind(
    'formula of a comparison',
    forTool(/comparison/, (call) => {
      const { response, factor, ...others } = call.arguments;
      return response === undefined || factor === undefined
        ? undefined
        : { ...call, arguments: { ...others, formula: `${response as string} ~ ${factor as string}` } };
    }),
  ),
  kind(
    'bounds of equivalence on both sides',
    written('margin', 'equivalence_bounds', (margin: number) => [-margin, margin]),
  ),
  kind(
    'hypothesized mean of R',
    written('value', 'mu', (value: number) => value),
  ),
  kind(
    'adjustment of statsmodels',
    together(
      written('adjustment', 'method', (value: string) => (value === 'benjamini_hochberg' ? 'fdr_bh' : undefined)),
      called({ comparisons: 'n_tests' }),
    ),
  ),
  kind(
    'a share of rows as a condition',
    forTool(/comparison/, (call) => {
      const { outcome, success, ...others } = call.arguments;
      return success === undefined ? undefined : { ...call, arguments: { ...others, success: { [String(outcome)]: success } } };
    }),
  ),
];

const packets: readonly Kind[] = [
  kind('statement for the SQL', called({ sql: 'sql_statement' })),
  kind(
    'SQL with a parameter and its value',
    forTool(/query/, (call) => {
      const sql = String(call.arguments['sql']);
      return sql.includes('channel = 38')
        ? { ...call, arguments: { ...call.arguments, sql: sql.replace('= 38', '= ?'), params: [38] } }
        : undefined;
    }),
  ),
  kind(
    'SQL with square brackets',
    one('sql', (sql: string) => sql.replace(/FROM (\w+)/, 'FROM [$1]')),
  ),
  kind(
    'SQL over the file',
    one('sql', (sql: string) => sql.replace(/FROM chamber_four_phones/, "FROM 'chamber_four_phones.pcapng'")),
  ),
  kind('rows to skip and to take', called({ offset: 'skip', limit: 'take' })),
  kind(
    'both modes in a list',
    one('analysis_mode', (mode: string) => (mode === 'both' ? ['classification', 'linkage'] : undefined)),
  ),
  kind(
    'a mode with only',
    one('analysis_mode', (mode: string) => (mode === 'both' ? undefined : `${mode} only`)),
  ),
  kind(
    'address columns by the names of the specification',
    one('address_columns', (columns: Record<string, string>) => ({
      AdvA: columns['advertiser_addr'],
      InitA: columns['initiator_addr'],
      ScanA: columns['scanner_addr'],
    })),
  ),
  kind(
    'seconds as Go prints them',
    one('linkage_window_s', (seconds: number) => `${String(Math.floor(seconds / 60))}m${String(seconds % 60)}s`),
  ),
  kind(
    'a longest gap in seconds',
    written('linkage_window_s', 'max_linkage_gap_seconds', (seconds: number) => seconds),
  ),
  kind(
    'a model of rotation with spaces and its period',
    one('rpa_rotation_model', (model: string) => (model === 'spec_default' ? 'Spec default (15 min)' : undefined)),
  ),
  kind(
    'on and off',
    inArgument(
      (value) => typeof value === 'boolean',
      (value: boolean) => (value ? 'on' : 'off'),
    ),
  ),
  kind('a format in full words', words('format', { csv: 'comma-separated values', ndjson: 'newline-delimited JSON' })),
  kind(
    'names of devices as pairs',
    one('labels', (labels: { address: string; label: string }[]) => labels.map(({ address, label }) => [address, label])),
  ),
  kind(
    'names of devices with other keys',
    one('labels', (labels: { address: string; label: string }[]) => labels.map(({ address, label }) => ({ mac: address, name: label }))),
  ),
  kind(
    'names of devices as assignments',
    one('labels', (labels: { address: string; label: string }[]) => labels.map(({ address, label }) => `${address}=${label}`).join('; ')),
  ),
  kind(
    'a provenance of none',
    one('provenance', (yes: boolean) => (yes ? undefined : 'none')),
  ),
  kind('number of sample values', called({ examples: 'num_sample_values' })),
  kind('a peripheral for the address', forTool(/gatt/, called({ address: 'peripheral' }))),
  kind('a peer for the address', forTool(/connection/, called({ address: 'peer_address', limit: 'max_connections' }))),
  kind('a limit of the resolver', called({ max_addresses: 'limit' })),
  kind(
    'words of a search in a list',
    one('text', (value: string) => value.split(' ')),
  ),
  kind(
    'a search with its type',
    together(called({ text: 'search_query' }), (call) => {
      const { kinds, ...others } = call.arguments;
      return (kinds as string[] | undefined)?.length === 1
        ? { ...call, arguments: { ...others, type: (kinds as string[])[0] } }
        : undefined;
    }),
  ),
  kind('part of an id as a condition', (call) =>
    hasArgument(call, 'id_contains') ? { ...call, arguments: { capture_id: { contains: call.arguments['id_contains'] } } } : undefined,
  ),
  kind('a zone for the clock', forTool(/current_time/, withArguments({ timezone: 'UTC' }))),
  kind(
    'objects of the overview',
    forTool(/capture_overview/, (call) => {
      const { top, time_bins, ...others } = call.arguments;
      return top === undefined || time_bins === undefined
        ? undefined
        : { ...call, arguments: { ...others, top: { n: top }, histogram: { bins: time_bins } } };
    }),
  ),
  kind('most frequent values by k', forTool(/capture_overview/, called({ top: 'top_k' }))),
  kind(
    'places by their names',
    one('places', (places: { name: string; time_range: unknown }[]) =>
      Object.fromEntries(places.map(({ name, time_range }) => [name, time_range])),
    ),
  ),
  kind(
    'places with their times beside the name',
    one('places', (places: { name: string; time_range: { start_ms: number; end_ms: number } }[]) =>
      places.map(({ name, time_range: { start_ms, end_ms } }) => ({ label: name, start_ms, end_ms })),
    ),
  ),
];

const shapes: readonly Kind[] = [
  kind(
    'columns as switches of true',
    inArgument(
      (value, key) => isTexts(value) && /^(columns|features|factors|group_by)$/.test(key),
      (value: string[]) => Object.fromEntries(value.map((each) => [each, true])),
    ),
  ),
  kind(
    'columns in capitals or in quotes',
    inArgument(
      (value, key) => isTexts(value) && /^(columns|features|factors|group_by)$/.test(key),
      (value: string[], _, random) => value.map((each) => (random.below(2) === 0 ? `"${each}"` : each.toUpperCase())),
    ),
  ),
  kind(
    'a list as text in a list',
    inArgument(isTexts, (value: string[]) => [text(value)]),
  ),
  kind(
    'a value of a choice with its argument in front',
    inArgument(
      (value, key) => isText(value) && /^(design|correlation|analysis_mode|format|operation|robust_se)$/.test(key),
      (value: string, key) => `${key}=${value}`,
    ),
  ),
];

export const BLIND_A_ARGUMENTS: readonly Kind[] = [...statistics, ...packets, ...shapes];
