import { isRecord } from '../../../src/base/record.ts';
import { shareTest, wilson } from '../../../src/kernels/statistics/compare/shares.ts';
import { statisticsMemory } from '../../../src/kernels/statistics/memory.ts';
import { refuse } from './cases.ts';
import type { Run } from './run.ts';

const ALPHA = 0.05;

/** Price of a model per million tokens, in the currency of the person who wrote the table. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** `{ "model": { "input": 1, "output": 2 } }`. Throws `INVALID_EVALUATION`. */
export function readPrices(value: unknown): ReadonlyMap<string, Price> {
  if (!isRecord(value)) return refuse('expected an object of models and prices');
  return new Map(
    Object.entries(value).map(([model, price]) => {
      const { input, output } = isRecord(price) ? price : {};
      return typeof input === 'number' && typeof output === 'number'
        ? [model, { input, output }]
        : refuse(`expected input and output of ${model}`);
    }),
  );
}

/** A run passes if the model answered, every expected call and check is met and nothing else was called. */
export const passed = ({ score, ending }: Run): boolean => ending !== 'failed' && score.score === 1;

export function costOf({ trial, input_tokens, output_tokens }: Run, prices: ReadonlyMap<string, Price>): number | null {
  const price = prices.get(trial.model);
  if (price === undefined || input_tokens === null || output_tokens === null) return null;
  return (input_tokens * price.input + output_tokens * price.output) / 1_000_000;
}

export interface Paired {
  readonly pairs: number;
  readonly only_first: number;
  readonly only_second: number;
  /** Two-sided exact McNemar test (Psychometrika 12, 1947): the discordant pairs against a fair coin. */
  readonly p: number;
}

/** Compares two catalogs over the same cases, models, prompts and repeats. */
export async function compareCatalogs(runs: readonly Run[], first: string, second: string): Promise<Paired> {
  const key = ({ trial: { given, model, prompt, repeat } }: Run): string => JSON.stringify([given.id, model, prompt.name, repeat]);
  const of = (name: string): ReadonlyMap<string, boolean> =>
    new Map(runs.filter(({ trial }) => trial.catalog.name === name).map((run) => [key(run), passed(run)]));
  const others = of(second);
  const pairs = [...of(first)].flatMap(([run, one]) => (others.has(run) ? [[one, others.get(run)] as const] : []));
  const only_first = pairs.filter(([one, other]) => one && !other).length;
  const only_second = pairs.filter(([one, other]) => !one && other).length;
  return { pairs: pairs.length, only_first, only_second, p: await mcNemar(only_first, only_second) };
}

export async function mcNemar(only_first: number, only_second: number): Promise<number> {
  const discordant = only_first + only_second;
  return discordant === 0 ? 1 : (shareTest(await statisticsMemory(), only_first, discordant, 0.5, ALPHA).p ?? 1);
}

/** The matrix as text: one line for each model, prompt and catalog, the cases that failed, and catalogs compared with the first. */
export async function reportOf(runs: readonly Run[], prices: ReadonlyMap<string, Price>): Promise<string> {
  const lines = ['| model | prompt | catalog | runs | passed | rate | 95 % interval | score | tokens in | tokens out | cost |'];
  lines.push(lines[0]!.replaceAll(/[^|]+/g, ' --- '));
  const memory = await statisticsMemory();
  for (const cell of groups(runs, ({ trial: { model, prompt, catalog } }) => [model, prompt.name, catalog.name])) {
    const good = cell.runs.filter(passed).length;
    const [low, high] = wilson(memory, good, cell.runs.length, ALPHA).interval ?? [0, 1];
    const costs = total(cell.runs.map((run) => costOf(run, prices)));
    lines.push(
      row([
        ...cell.key,
        String(cell.runs.length),
        String(good),
        percent(good / cell.runs.length),
        `${percent(low)} to ${percent(high)}`,
        (cell.runs.reduce((sum, { score }) => sum + score.score, 0) / cell.runs.length).toFixed(3),
        shown(total(cell.runs.map(({ input_tokens }) => input_tokens)), 0),
        shown(total(cell.runs.map(({ output_tokens }) => output_tokens)), 0),
        shown(costs, 4),
      ]),
    );
  }
  lines.push('', 'Intervals are Wilson’s and treat runs as independent; repeats of one case make them too narrow.', '');
  lines.push('| case | model | prompt | catalog | passed | faults of the others |', '| --- | --- | --- | --- | --- | --- |');
  for (const { key, runs: own } of groups(runs, ({ trial: { given, model, prompt, catalog } }) => [
    given.id,
    model,
    prompt.name,
    catalog.name,
  ])) {
    const bad = own.filter((run) => !passed(run));
    if (bad.length === 0) continue;
    lines.push(row([...key, `${String(own.length - bad.length)} of ${String(own.length)}`, [...new Set(bad.map(faultsOf))].join('; ')]));
  }
  const [first, ...others] = [...new Set(runs.map(({ trial }) => trial.catalog.name))];
  for (const other of others) {
    const { pairs, only_first, only_second, p } = await compareCatalogs(runs, first!, other);
    lines.push(
      '',
      `${first!} against ${other}: ${String(pairs)} pairs, only ${first!} passed ${String(only_first)}, only ${other} passed ${String(only_second)}, exact McNemar p = ${p.toPrecision(3)}.`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** What was wrong with a run: the code of its end, and how many calls and checks were. */
function faultsOf({ code, score: { missing, unexpected, rejected, failed = [] } }: Run): string {
  const counts = Object.entries({ missing, unexpected, rejected, 'checks failed': failed });
  const words = counts.flatMap(([name, { length }]) => (length === 0 ? [] : [`${String(length)} ${name}`]));
  return [...(code === null ? [] : [code]), ...words].join(', ');
}

function groups(runs: readonly Run[], keyOf: (run: Run) => readonly string[]) {
  const found = new Map<string, { readonly key: readonly string[]; readonly runs: Run[] }>();
  for (const run of runs) {
    const key = keyOf(run);
    const group = found.get(JSON.stringify(key)) ?? { key, runs: [] };
    group.runs.push(run);
    found.set(JSON.stringify(key), group);
  }
  return [...found.values()];
}

const total = (numbers: readonly (number | null)[]): number | null =>
  numbers.some((number) => number === null) ? null : numbers.reduce<number>((sum, number) => sum + (number ?? 0), 0);
const shown = (number: number | null, digits: number): string => (number === null ? 'unknown' : number.toFixed(digits));
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll(/[|\n]/g, ' ')).join(' | ')} |`;
