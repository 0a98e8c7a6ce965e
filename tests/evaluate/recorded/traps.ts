/**
 * Data sets in which a simple test is led astray, with the conclusions that are right, through the runner. At α = .01, because at .05 a valid
 * test is wrong in one of 20 sets without an effect.
 */
import { randomUUID } from 'node:crypto';
import { nodeWorkbench, type NodeWorkbench } from '../../support/node-workbench.ts';
import { randomSource, type RandomSource } from '../../support/random.ts';

const ALPHA = 0.01;

interface Trap {
  readonly tool: readonly [name: string, version: string];
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (number | string)[])[];
  readonly right: readonly string[];
}

const list = <T>(count: number, of: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at));
const COMPARISON = ['statistical_comparison_tool', '1.0.0'] as const;
const VARIANCE = ['anova_tool', '1.2.0'] as const;
const REGRESSION = ['statistical_regression_tool', '1.3.0'] as const;
const LOGISTIC = ['generalized_linear_tool', '1.0.0'] as const;
const SURVIVAL = ['survival_tool', '1.0.0'] as const;
const NONE = ['not_shown', 'undecided', 'untested'];

function walk(random: RandomSource, rows: number): number[] {
  let value = 0;
  return list(rows, () => (value += random.normal(1)));
}

/** Of one line over the columns x and y. */
const line = (rows: Trap['rows'], right: readonly string[]): Trap => ({
  tool: REGRESSION,
  arguments: { operation: 'linear_regression', target: 'y', features: ['x'] },
  columns: ['x', 'y'],
  rows,
  right,
});

/** Lives of two groups; the second is watched for less time. */
function lives(random: RandomSource, ratio: number): Trap {
  const rows = list(240, (at) => {
    const [life, watched] = [random.exponential(at % 2 === 0 ? 100 : 100 / ratio), random.exponential(at % 2 === 0 ? 200 : 50)];
    return [Math.min(life, watched), Number(life <= watched), 'ab'[at % 2]!];
  });
  const args = { duration: 'life', event: 'ended', group: 'group' };
  return { tool: SURVIVAL, arguments: args, columns: ['life', 'ended', 'group'], rows, right: ratio === 1 ? NONE : ['differs'] };
}

const TRAPS: Readonly<Record<string, (random: RandomSource) => Trap>> = {
  'unequal spreads, a small group spreads most': (random) => ({
    tool: VARIANCE,
    arguments: { response: 'y', factors: ['group'] },
    columns: ['y', 'group'],
    rows: list(120, (at) => (at < 8 ? [random.normal(8), 'a'] : [random.normal(1), 'bcd'[at % 3]!])),
    right: NONE,
  }),
  'unequal spreads hide a difference': (random) => ({
    tool: VARIANCE,
    arguments: { response: 'y', factors: ['group'] },
    columns: ['y', 'group'],
    rows: list(160, (at) => (at % 4 === 0 ? [random.normal(12), 'a'] : [random.normal(1) + (at % 4 === 1 ? 2 : 0), 'bcd'[(at % 4) - 1]!])),
    right: ['differs', 'provisional'],
  }),
  'random walks': (random) => {
    const [x, y] = [walk(random, 500), walk(random, 500)];
    return line(
      x.map((value, at) => [value, y[at]!]),
      NONE,
    );
  },
  'one row far out': (random) =>
    line(
      list(80, (at) => (at === 40 ? [60, 60] : [random.normal(1), random.normal(1)])),
      NONE,
    ),
  'a difference that turns round within sites': (random) => ({
    tool: COMPARISON,
    arguments: { design: 'two_sample', response: 'y', factor: 'group' },
    columns: ['y', 'group', 'site'],
    rows: list(240, () => {
      const near = random.next() < 0.5;
      const first = random.next() < (near ? 0.85 : 0.15);
      return [(near ? 8 : 0) + (first ? -2 : 0) + random.normal(1), first ? 'a' : 'b', near ? 'near' : 'far'];
    }),
    right: ['undecided'],
  }),
  'separated values': (random) => ({
    tool: LOGISTIC,
    arguments: { family: 'logistic', target: 'y', features: ['x'] },
    columns: ['x', 'y'],
    rows: list(60, (at) => [(at % 2 === 0 ? -1 : 1) * random.between(0.5, 3), at % 2]),
    right: ['related', 'undecided'],
  }),
  'forty columns of noise': (random) => ({
    tool: REGRESSION,
    arguments: { operation: 'linear_regression', target: 'y', features: list(40, (at) => `x${String(at)}`) },
    columns: ['y', ...list(40, (at) => `x${String(at)}`)],
    rows: list(300, () => list(41, () => random.normal(1))),
    right: NONE,
  }),
  'a few skewed values': (random) => ({
    tool: COMPARISON,
    arguments: { design: 'two_sample', response: 'y', factor: 'group' },
    columns: ['y', 'group'],
    rows: list(6 + random.below(6), (at) => [Math.exp(random.normal(1.5)), 'ab'[at % 2]!]),
    right: NONE,
  }),
  'lives of one length, watched unequally': (random) => lives(random, 1),
  'lives of two lengths, watched unequally': (random) => lives(random, 2.5),
};

interface Judged {
  readonly kind: string;
  readonly conclusion: string;
  readonly right: boolean;
  readonly confidence: number;
}

async function judge(workbench: NodeWorkbench, kind: string, { tool, arguments: args, columns, rows, right }: Trap): Promise<Judged> {
  const text = [columns.join(','), ...rows.map((row) => row.join(','))].join('\n');
  const { capture_id } = await workbench.open(new TextEncoder().encode(text), 'trap.csv');
  const [tool_name, tool_version] = tool;
  const selection = { tool_name, tool_version, capture_selection: { capture_id }, request_id: randomUUID(), timeout_ms: 120_000 };
  const { data, summary, confidence } = await workbench.runner.run({ ...selection, arguments: { ...args, alpha: ALPHA } });
  const conclusion = conclusionIn(data);
  if (conclusion === undefined) throw new Error(`${kind}: ${summary}`);
  await workbench.captures.close(capture_id);
  return { kind, conclusion, right: right.includes(conclusion), confidence };
}

/** The verdict of a result, or of the part of it that has one. */
export function conclusionIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { verdict } = data as { verdict?: { conclusion?: string } };
  if (verdict?.conclusion !== undefined) return verdict.conclusion;
  return Object.values(data)
    .map(conclusionIn)
    .find((found) => found !== undefined);
}

/** Mean distance of confidence from the share that is right, over bins of equal width. An undecided verdict claims nothing, and is left out. */
function calibrationError(judged: readonly Judged[]): number {
  const claims = judged.filter(({ conclusion }) => conclusion !== 'undecided' && conclusion !== 'untested');
  const bins = list(10, (bin) => claims.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === bin));
  return (
    bins.reduce((sum, own) => sum + Math.abs(own.reduce((all, { confidence, right }) => all + confidence - Number(right), 0)), 0) /
    claims.length
  );
}

/** The shares as a Markdown table. */
export async function trapLines({ seed, sets }: { readonly seed: number; readonly sets: number }): Promise<string> {
  const workbench = await nodeWorkbench();
  const judged: Judged[] = [];
  try {
    for (const [at, [kind, make]] of Object.entries(TRAPS).entries()) {
      const random = randomSource(seed * 100 + at);
      for (let set = 0; set < sets; set++) judged.push(await judge(workbench, kind, make(random)));
    }
  } finally {
    await workbench.close();
  }
  const counted = (own: readonly Judged[], of: (each: Judged) => boolean): string =>
    `${String(own.filter(of).length)} of ${String(own.length)}`;
  const lineOf = (kind: string, own: readonly Judged[]): string =>
    `| ${kind} | ${counted(own, ({ right }) => right)} | ${counted(own, ({ conclusion }) => conclusion === 'undecided')} |`;
  return [
    '| trap | right | undecided |',
    '| --- | --- | --- |',
    ...Object.keys(TRAPS).map((kind) =>
      lineOf(
        kind,
        judged.filter((own) => own.kind === kind),
      ),
    ),
    lineOf('all', judged),
    '',
    `Calibration error of the confidence of decided verdicts: ${calibrationError(judged).toFixed(3)}.`,
  ].join('\n');
}
