/** Kinds of columns and of the settings of statistics and packets, written without a look at the repairs. */
import { camel, inArgument, isTexts, kind, written, type Kind } from './kind.ts';
import { called, forTool } from './blind-parts.ts';

const one = (name: string, change: (value: never) => unknown): Kind['break'] => inArgument((_, key) => key === name, change);
const words = (name: string, values: Readonly<Record<string, unknown>>): Kind['break'] => one(name, (value: string) => values[value]);
const columnsAs = (change: (column: string) => unknown): Kind['break'] =>
  inArgument(
    (value, key) => isTexts(value) && /^(columns|features|factors|group_by)$/.test(key),
    (list: string[]) => list.map(change),
  );
const columns: readonly Kind[] = [
  kind(
    'columns of a table of SQL',
    columnsAs((column) => `packets.${column}`),
  ),
  kind(
    'columns in backticks',
    columnsAs((column) => `\`${column}\``),
  ),
  kind(
    'columns of a frame',
    columnsAs((column) => `df["${column}"]`),
  ),
  kind(
    'columns as functions of Spark',
    columnsAs((column) => `col("${column}")`),
  ),
  kind(
    'columns as objects',
    columnsAs((column) => ({ column })),
  ),
  kind(
    'columns with a type',
    columnsAs((column) => ({ name: column, type: 'numeric' })),
  ),
  kind('columns in camel case', columnsAs(camel)),
  kind(
    'columns with their unit',
    columnsAs((column) => ({ rssi: 'RSSI (dBm)', length: 'Length (bytes)', latency_ms: 'latency (ms)' })[column] ?? column),
  ),
  kind(
    'columns in words',
    columnsAs(
      (column) =>
        ({ rssi: 'signal strength', advertiser_addr: 'advertiser address', adv_type: 'advertising type', latency_ms: 'latency' })[column] ??
        column,
    ),
  ),
  kind(
    'columns as a set of Python',
    inArgument(
      (value, key) => isTexts(value) && /^(columns|features|factors)$/.test(key),
      (list: string[]) => `{${list.map((each) => `'${each}'`).join(', ')}}`,
    ),
  ),
  kind(
    'columns as a tuple of Python',
    inArgument(
      (value, key) => isTexts(value) && /^(columns|features|factors)$/.test(key),
      (list: string[]) => `(${list.map((each) => `'${each}'`).join(', ')},)`,
    ),
  ),
  kind(
    'columns in lines',
    inArgument(
      (value, key) => isTexts(value) && /^(columns|features|factors)$/.test(key),
      (list: string[]) => list.map((each) => `- ${each}`).join('\n'),
    ),
  ),
  kind(
    'columns in a list too deep',
    inArgument(
      (value, key) => isTexts(value) && /^(columns|features|factors)$/.test(key),
      (list: string[]) => [list],
    ),
  ),
  kind(
    'columns with numbers as keys',
    inArgument(
      (value, key) => isTexts(value) && /^(columns|features|factors)$/.test(key),
      (list: string[]) => Object.fromEntries(list.map((each, at) => [String(at), each])),
    ),
  ),
];

const statistics: readonly Kind[] = [
  kind(
    'a formula with its call in R',
    forTool(/anova/, (call) => {
      const { response, factors, design, ...others } = call.arguments;
      return design !== undefined || (factors as string[]).length !== 1
        ? undefined
        : { ...call, arguments: { ...others, formula: `aov(${String(response)} ~ ${String((factors as string[])[0])}, data = df)` } };
    }),
  ),
  kind(
    'a formula of patsy with a category',
    forTool(/anova/, (call) => {
      const { response, factors, design, ...others } = call.arguments;
      return design !== undefined || (factors as string[]).length !== 1
        ? undefined
        : { ...call, arguments: { ...others, formula: `${String(response)} ~ C(${String((factors as string[])[0])})` } };
    }),
  ),
  kind('dependent and independent variables', called({ target: 'dependent_variable', features: 'independent_variables' })),
  kind('outcome and predictors', called({ target: 'outcome', features: 'predictors' })),
  kind('regression by another name', words('operation', { linear_regression: 'OLS' })),
  kind(
    'tests with hyphens and capitals',
    one('post_hoc', (list: string[]) =>
      list.map(
        (each) => ({ tukey_kramer: 'Tukey-Kramer', games_howell: 'Games–Howell', holm: 'Holm', bonferroni: 'Bonferroni' })[each] ?? each,
      ),
    ),
  ),
  kind(
    'a test alone without its list',
    one('post_hoc', (list: string[]) => (list.length === 1 ? list[0] : undefined)),
  ),
  kind(
    'designs in words',
    words('design', {
      two_sample: 'two-sample',
      one_sample: 'one sample',
      paired: 'paired samples',
      two_proportions: 'two proportions',
      one_way: 'one-way',
      two_way: 'two-way ANOVA',
      repeated: 'repeated measures',
    }),
  ),
  kind('sums of squares by number', words('ss_type', { III: 3 })),
  kind('sums of squares in words', words('ss_type', { III: 'Type III' })),
  kind('errors with a hyphen', words('robust_se', { HC3: 'hc-3' })),
  kind('a correction for many tests of R', words('adjustment', { benjamini_hochberg: 'BH' })),
  kind('a correction for many tests of statsmodels', words('adjustment', { benjamini_hochberg: 'fdr_bh' })),
  kind('a correlation in words', words('correlation', { spearman: 'Spearman rank correlation' })),
  kind(
    'groups by letters',
    one('groups', ([a, b]: string[]) => ({ a, b })),
  ),
  kind(
    'groups against each other',
    one('groups', (list: string[]) => list.join(' vs. ')),
  ),
  kind(
    'groups as numbers with a point',
    one('groups', (list: string[]) => (list.every((each) => /^\d+$/.test(each)) ? list.map((each) => `${each}.0`) : undefined)),
  ),
  kind(
    'terms as powers',
    one('terms', () => ['length^2']),
  ),
  kind(
    'terms as objects of a power',
    one('terms', () => [{ column: 'length', power: 2 }]),
  ),
  kind(
    'categories as a list',
    one('categorical', (value: object) => Object.keys(value)),
  ),
  kind(
    'categories with a text',
    one('categorical', () => ({ channel: 'treatment' })),
  ),
  kind(
    'a place of prediction as columns and data',
    one('predict_at', (places: Record<string, number>[]) => ({
      columns: Object.keys(places[0] ?? {}),
      data: places.map((each) => Object.values(each)),
    })),
  ),
  kind(
    'a place of prediction without its list',
    one('predict_at', ([place]: object[]) => place),
  ),
  kind(
    'a null hypothesis of SciPy',
    forTool(/comparison/, (call, random) =>
      call.arguments['design'] === 'one_sample' ? written('value', 'popmean', (value: number) => value)(call, random) : undefined,
    ),
  ),
];

const packets: readonly Kind[] = [
  kind(
    'addresses with hyphens',
    inArgument(
      (_, key) => key === 'address' || key === 'addresses',
      (value: string | string[]) =>
        typeof value === 'string' ? value.replaceAll(':', '-') : value.map((each) => each.replaceAll(':', '-')),
    ),
  ),
  kind(
    'addresses of Cisco',
    inArgument(
      (_, key) => key === 'address' || key === 'addresses',
      (value: string | string[]) =>
        [value]
          .flat()
          .map((each) =>
            each
              .toLowerCase()
              .replaceAll(':', '')
              .replace(/(.{4})(?=.)/g, '$1.'),
          )
          .join(','),
    ),
  ),
  kind(
    'addresses as a list of numbers',
    one('address', (value: string) => value.split(':').map((each) => parseInt(each, 16))),
  ),
  kind(
    'addresses with their kind',
    inArgument(
      (_, key) => key === 'address',
      (value: string) => ({ address: value }),
    ),
  ),
  kind(
    'an address by MAC',
    written('address', 'mac_address', (value: string) => value),
  ),
  kind(
    'an address by the name of BlueZ',
    one('address', (value: string) => `dev_${value.replaceAll(':', '_')}`),
  ),
  kind('formats by their kind of media', words('format', { csv: 'text/csv', ndjson: 'application/x-ndjson' })),
  kind('formats by their ending', words('format', { csv: '.csv', ndjson: '.ndjson' })),
  kind('formats in capitals', words('format', { csv: 'CSV', ndjson: 'NDJSON' })),
  kind('lines of JSON', words('format', { ndjson: 'jsonl' })),
  kind(
    'labels as assignments',
    one('labels', (list: { address: string; label: string }[]) => list.map(({ address, label }) => `${address}=${label}`)),
  ),
  kind(
    'labels as pairs',
    one('labels', (list: { address: string; label: string }[]) => list.map(({ address, label }) => [address, label])),
  ),
  kind(
    'address columns as a list',
    one('address_columns', (value: Record<string, string>) => Object.values(value)),
  ),
  kind('a mode in words', words('analysis_mode', { both: 'classification and linkage', classification: 'classify', linkage: 'link' })),
  kind('a model of rotation in words', words('rpa_rotation_model', { spec_default: 'specification default', fast_rotation: 'fast' })),
  kind(
    'a statement in a fence',
    one('sql', (value: string) => `\`\`\`sql\n${value};\n\`\`\``),
  ),
  kind(
    'a statement as lines',
    one('sql', (value: string) => value.split(/ (?=FROM|WHERE|GROUP|ORDER)/)),
  ),
  kind(
    'a statement by another name',
    written('sql', 'statement', (value: string) => value),
  ),
  kind(
    'a statement with its dialect',
    written('sql', 'query', (value: string) => ({ dialect: 'duckdb', sql: value })),
  ),
  kind(
    'places by their names',
    one('places', (list: { name: string; time_range: object }[]) =>
      Object.fromEntries(list.map(({ name, time_range }) => [name, time_range])),
    ),
  ),
  kind(
    'places as intervals of ISO',
    one('places', (list: { name: string; time_range: { start_ms: number; end_ms: number } }[]) =>
      list.map(({ name, time_range: { start_ms, end_ms } }) => ({
        name,
        interval: `${new Date(start_ms).toISOString()}/${new Date(end_ms).toISOString()}`,
      })),
    ),
  ),
  kind(
    'a search in a list of words',
    written('text', 'keywords', (value: string) => value.split(' ')),
  ),
  kind('a search by q', called({ text: 'q' })),
];

export const BLIND_C_SETTINGS: readonly Kind[] = [...columns, ...statistics, ...packets];
