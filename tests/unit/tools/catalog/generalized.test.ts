import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import type { Output } from '../../../../src/tools/catalog/generalized_linear_tool/schema.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';
import { randomSource } from '../../../support/random.ts';

/** `generalized_linear_tool` over made tables, through the runner, the engine and the kernels. */
let workbench: NodeWorkbench;

const chance = (predictor: number): number => 1 / (1 + Math.exp(-predictor));

beforeAll(async () => {
  workbench = await nodeWorkbench();
  const random = randomSource(17);
  const open = (name: string, head: string, lines: readonly (readonly unknown[])[]) =>
    workbench.open(new TextEncoder().encode(`${head}\n${lines.map((line) => line.join(',')).join('\n')}\n`), `${name}.csv`);
  const count = (mean: number, source = random): number => {
    let [found, product] = [0, source.between(0, 1)];
    for (const least = Math.exp(-mean); product > least; found++) product *= source.between(0, 1);
    return found;
  };
  const apart = randomSource(23);
  await open(
    'trials',
    'passed,answer,x,noise,site,hits,seconds,times,gaps',
    Array.from({ length: 400 }, (_, at) => {
      const [x, site] = [random.normal(1), random.below(3)];
      const passed = random.between(0, 1) < chance(0.3 + 0.9 * x + (site === 2 ? 1.2 : 0));
      const seconds = 1 + random.below(9);
      const hits = count(seconds * Math.exp(0.2 + 0.4 * x));
      return [passed, passed ? 'yes' : 'no', x, random.normal(1), `s${String(site)}`, hits, Math.log(seconds), at % 3, at % 50 ? 1 : ''];
    }),
  );
  await open(
    'apart',
    'found,level,side,other',
    Array.from({ length: 40 }, (_, row) => (row * 17) % 40).map((at) => [at >= 20, at, at >= 34 ? 'high' : 'low', (at * 7) % 5]),
  );
  await open(
    'runs',
    'found,level',
    Array.from({ length: 40 }, (_, at) => [at >= 20, at]),
  );
  await open(
    'spread',
    'n,x',
    Array.from({ length: 300 }, () => {
      const x = apart.normal(1);
      return [count(4 * Math.exp(0.9 * apart.normal(1)), apart), x];
    }),
  );
  // Ten devices, each with a level and a rate of its own: the rows of one say the same again.
  await open(
    'devices',
    'ok,level,device',
    Array.from({ length: 10 }, (_, device) => ({ device, level: random.normal(1), rate: 2 * random.normal(1) }))
      .flatMap((own) => Array.from({ length: 40 }, () => own))
      .map((own) => ({ own, key: random.between(0, 1) }))
      .sort((a, b) => a.key - b.key)
      .map(({ own: { device, level, rate } }) => [random.between(0, 1) < chance(rate), level, `d${String(device)}`]),
  );
});
afterAll(() => workbench.close());

const run = (capture_id: string, args: object): Promise<ToolResult> =>
  workbench.runner.run({
    tool_name: 'generalized_linear_tool',
    tool_version: '1.0.0',
    capture_selection: { capture_id },
    arguments: args,
    request_id: `generalized-${randomUUID()}`,
    timeout_ms: 60_000,
  });
const outputOf = (result: ToolResult): Output => {
  expect(result.errors).toEqual([]);
  return result.structured_output as unknown as Output;
};
const codes = ({ warnings }: ToolResult): string[] => warnings.map(({ code }) => code);
const factor = { site: { coding: 'treatment' } };

describe('logistic regression', () => {
  test('finds what was put in, by the likelihood ratio, in one sentence everywhere', async () => {
    const result = await run('trials', { family: 'logistic', target: 'passed', features: ['x', 'noise', 'site'], categorical: factor });
    const { verdict, coefficients, modelled_value } = outputOf(result);
    expect(verdict).toMatchObject({ conclusion: 'related', test: 'likelihood_ratio' });
    expect(modelled_value).toBe('true');
    expect(result.summary).toBe(verdict.sentence);
    expect(result.agentHints.reasoning).toContain(verdict.sentence);
    expect(verdict.effects.map(({ term, df, conclusion }) => [term, df, conclusion])).toEqual([
      ['x', 1, 'related'],
      ['noise', 1, 'not_shown'],
      ['site', 2, 'related'],
    ]);
    expect(coefficients.map(({ term }) => term)).toEqual(['intercept', 'x', 'noise', 'site[s1]', 'site[s2]']);
    const [low, high] = coefficients[1]!.confidence_interval!;
    expect(low).toBeLessThan(0.9);
    expect(high).toBeGreaterThan(0.9);
    expect(coefficients[1]!.ratio).toBeCloseTo(Math.exp(coefficients[1]!.estimate!), 12);
  });

  test('models the named value; the other one has the opposite signs', async () => {
    const args = { family: 'logistic', target: 'answer', features: ['x'] };
    const [yes, no] = [outputOf(await run('trials', args)), outputOf(await run('trials', { ...args, success: 'no' }))];
    expect([yes.modelled_value, no.modelled_value]).toEqual(['yes', 'no']);
    expect(yes.coefficients[1]!.estimate).toBeCloseTo(-no.coefficients[1]!.estimate!, 12);
    expect(yes.event_count + no.event_count).toBe(400);
  });

  test('predicts probabilities at places, with intervals', async () => {
    const predict_at = [
      { x: 0, site: 's0' },
      { x: 2, site: 's2' },
    ];
    const { predictions } = outputOf(
      await run('trials', { family: 'logistic', target: 'passed', features: ['x', 'site'], categorical: factor, predict_at }),
    );
    expect(predictions[1]!.fit).toBeGreaterThan(predictions[0]!.fit);
    for (const { fit, interval } of predictions) {
      const [low = NaN, high = NaN] = interval ?? [];
      expect(low < fit && fit < high && high < 1).toBe(true);
    }
  });

  test('more comparisons raise the adjusted p alone', async () => {
    const args = { family: 'logistic', target: 'passed', features: ['x'] };
    const [one, many] = [outputOf(await run('trials', args)), outputOf(await run('trials', { ...args, comparisons: 1000 }))];
    expect(many.verdict.effects[0]!.adjusted_p! / one.verdict.effects[0]!.adjusted_p!).toBeCloseTo(1000, 6);
    expect(many.coefficients).toEqual(one.coefficients);
  });

  test('rows of a few devices are judged by device', async () => {
    const result = await run('devices', { family: 'logistic', target: 'ok', features: ['level'], cluster_by: 'device' });
    const { verdict, coefficients } = outputOf(result);
    expect(verdict.test).toBe('cluster');
    expect(codes(result)).toContain('ROWS_DEPENDENT');
    expect(verdict.effects[0]!.df).toBeLessThan(10);
    expect(verdict.effects[0]!.p).toBeGreaterThan(coefficients[1]!.p!);
  });
});

describe('separated rows', () => {
  test('are undecided, name the term, and lead to a call with Firth’s penalty that runs', async () => {
    const result = await run('apart', { family: 'logistic', target: 'found', features: ['level', 'other'] });
    const { verdict, separation, coefficients } = outputOf(result);
    expect(result.status).toBe('partial');
    expect(verdict).toMatchObject({ conclusion: 'undecided', test: 'none' });
    expect(separation?.kind).toBe('complete');
    expect(separation?.terms).toContainEqual({ term: 'level', direction: 'up' });
    expect(coefficients.every(({ estimate }) => estimate === undefined)).toBe(true);
    expect(codes(result)).toContain('ROWS_SEPARATED');
    const [next] = result.agentHints.suggestedNextActions;
    expect(next?.data).toMatchObject({ tool_name: 'generalized_linear_tool', arguments: { penalty: 'firth' } });
    const again = outputOf(await workbench.runner.run(next?.data));
    expect(again.verdict).toMatchObject({ conclusion: 'related' });
    expect(again.coefficients[1]!.ratio).toBeGreaterThan(1);
    expect(again.separation?.kind).toBe('complete');
  });

  test('that come in runs are undecided with the penalty too', async () => {
    const args = { family: 'logistic', target: 'found', features: ['level'], penalty: 'firth' };
    const { verdict } = outputOf(await run('runs', args));
    expect(verdict).toMatchObject({ conclusion: 'undecided', test: 'penalized_likelihood_ratio' });
    expect(verdict.doubt).toContain('separated');
  });

  test('in one level of a factor are quasi-complete', async () => {
    const args = {
      family: 'logistic',
      target: 'found',
      features: ['side'],
      categorical: { side: { coding: 'treatment', reference: 'low' } },
    };
    expect(outputOf(await run('apart', args)).separation).toEqual({
      kind: 'quasi_complete',
      terms: [{ term: 'side[high]', direction: 'up' }],
    });
  });
});

describe('Poisson regression', () => {
  test('finds a rate with the time that a count covers as offset', async () => {
    const { verdict, coefficients } = outputOf(
      await run('trials', { family: 'poisson', target: 'hits', features: ['x'], offset: 'seconds' }),
    );
    expect(verdict).toMatchObject({ conclusion: 'related', test: 'likelihood_ratio' });
    for (const [at, wanted] of [0.2, 0.4].entries()) {
      const [low = NaN, high = NaN] = coefficients[at]!.confidence_interval ?? [];
      expect(low < wanted && wanted < high).toBe(true);
    }
  });

  test('counts that spread more than Poisson are judged over their dispersion', async () => {
    const result = await run('spread', { family: 'poisson', target: 'n', features: ['x'] });
    const { verdict, dispersion, coefficients } = outputOf(result);
    expect(verdict.test).toBe('quasi_likelihood');
    expect(dispersion).toBeGreaterThan(1.5);
    expect(codes(result)).toContain('OVERDISPERSED');
    expect(verdict.effects[0]!.p).toBeGreaterThan(coefficients[1]!.p!);
  });
});

describe('what is refused', () => {
  test.each([
    ['a target of more than two values', { family: 'logistic', target: 'site', features: ['x'] }, 'arguments.target'],
    ['a target that is no count', { family: 'poisson', target: 'noise', features: ['x'] }, 'arguments.target'],
    ['text as a count', { family: 'poisson', target: 'site', features: ['x'] }, 'arguments.target'],
    ['a value that the target lacks', { family: 'logistic', target: 'answer', success: 'maybe', features: ['x'] }, 'arguments.success'],
    ['a value of a count', { family: 'poisson', target: 'hits', success: '1', features: ['x'] }, 'arguments.success'],
    ['text as a feature', { family: 'logistic', target: 'passed', features: ['site'] }, 'arguments.features[0]'],
    ['a column that is not there', { family: 'logistic', target: 'passed', features: ['x'], offset: 'nothing' }, 'arguments.offset'],
  ])('%s', async (_, args, field) => {
    const result = await run('trials', args);
    expect(result.status).toBe('error');
    expect(result.errors[0]).toMatchObject({ code: 'INVALID_VALUE', field });
  });

  test('a target of a single value among the complete rows', async () => {
    const result = await run('trials', { family: 'logistic', target: 'gaps', features: ['x'] });
    expect(result.errors[0]).toMatchObject({ field: 'arguments.target' });
  });
});
