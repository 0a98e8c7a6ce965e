import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reference data of statistics as the clone carries them: NIST StRD sets (public domain) with certified values and the
 * digits that binary64 input allows, points of distributions in multiprecision, and models computed with R.
 */
interface Source {
  readonly name: string;
  readonly data: Readonly<Record<string, readonly string[]>>;
  readonly certified: Readonly<Record<string, unknown>>;
  readonly ceiling_LRE_exact_on_binary64_input: Readonly<Record<string, number>>;
  readonly ceiling_LRE_exact_on_binary64_design_matrix?: Readonly<Record<string, number>>;
  readonly integer_scaled_variant?: { readonly multiply_y_by: string };
  readonly model?: { readonly type: string; readonly intercept: boolean; readonly degree?: number };
}

const UNIVARIATE = ['PiDigits', 'Lottery', 'Lew', 'Mavro', 'Michelso', 'NumAcc1', 'NumAcc2', 'NumAcc3', 'NumAcc4'];
const REGRESSION = [
  'Norris',
  'Pontius',
  'NoInt1',
  'NoInt2',
  'Filip',
  'Longley',
  'Wampler1',
  'Wampler2',
  'Wampler3',
  'Wampler4',
  'Wampler5',
];
const ANOVA = ['SiRstv', 'SmLs01', 'SmLs02', 'SmLs03', 'AtmWtAg', 'SmLs04', 'SmLs05', 'SmLs06', 'SmLs07', 'SmLs08', 'SmLs09'];

/** @param data the folder of the larger data set @param folder where to write */
export function makeStatisticsFixtures(data: string, folder: string): void {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(data, path), 'utf8'));
  const set = (name: string): Source => read(`nist/${name}.json`) as Source;
  const write = (name: string, value: unknown): void => writeFileSync(join(folder, name), `${JSON.stringify(value)}\n`);
  mkdirSync(folder, { recursive: true });
  write(
    'nist-univariate.json',
    UNIVARIATE.map(set).map(({ name, data: { y = [] }, certified, ceiling_LRE_exact_on_binary64_input: ceiling }) => ({
      name,
      y: y.map(Number),
      certified,
      ceiling,
    })),
  );
  write(
    'nist-anova.json',
    ANOVA.map(set).map(({ name, data: { y = [], group = [] }, certified, ceiling_LRE_exact_on_binary64_input: ceiling, ...rest }) => ({
      name,
      groups: groupsOf(y, group),
      certified,
      ceiling,
      multiply: Number(rest.integer_scaled_variant?.multiply_y_by ?? '0'),
    })),
  );
  write(
    'nist-regression.json',
    REGRESSION.map(set).map(({ name, data, certified, model, ceiling_LRE_exact_on_binary64_input: ceiling, ...rest }) => ({
      name,
      columns: Object.fromEntries(Object.entries(data).map(([column, values]) => [column, values.map(Number)])),
      degree: model?.degree ?? 1,
      intercept: model?.intercept ?? true,
      certified,
      ceiling,
      ceiling_design: rest.ceiling_LRE_exact_on_binary64_design_matrix ?? ceiling,
    })),
  );
  write('distributions.json', (read('distributions.json') as { points: unknown }).points);
  write('r-models.json', read('nist/r_reference_models.json'));
}

/** Each group as [how often, values that repeat][]: the large sets alternate between two values. */
function groupsOf(y: readonly string[], group: readonly string[]): [number, number[]][][] {
  return [...new Set(group)].map((name) => {
    const own = y.filter((_, row) => group[row] === name).map(Number);
    const [first = NaN, second = NaN, third = NaN, ...rest] = own;
    const repeats = rest.every((value, at) => value === (at % 2 === 0 ? second : third)) && own.length > 3 && own.length % 2 === 1;
    return repeats
      ? [
          [1, [first]],
          [(own.length - 1) / 2, [second, third]],
        ]
      : [[1, own]];
  });
}
