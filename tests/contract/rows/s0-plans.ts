/** S0 §6 and §7e: lists of calls, and how a plan goes on after a failed call. */
import { createRegistry } from '../../../src/tools/registry.ts';
import { catalog } from '../../../src/tools/catalog/index.ts';
import { repair } from '../../../src/tools/repair/repair.ts';
import { runPlan, STAGES, type PlanParts, type PlanReport, type Stage } from '../../../src/tools/plan/plan.ts';
import { bench, call, capture, countingIds, lookup, multiplier } from '../../support/tools.ts';
import { analysis, exampleCaptures, exampleSelection, regressionCapture, regressionExample } from '../frame/examples.ts';
import { callOf, errorsOf, runTool, workbench } from '../frame/workbench.ts';
import { row, type Row } from '../frame/row.ts';

function planner() {
  const newer = multiplier({ manifest: { version: '1.2.0' } });
  const { runner, registry, events } = bench([multiplier({ manifest: { cacheable: true, cacheTTL: 60 } }), newer]);
  const stages: Stage[] = [];
  const parts: PlanParts = {
    runner,
    registry,
    captures: lookup([capture()]),
    ids: countingIds(),
    onStage: (stage) => stages.push(stage),
  };
  return { run: (plan: unknown) => runPlan(plan, parts), stages, events, runner };
}

/** One good call, one that a repair mends, another good one. */
const mixed = [
  call({ request_id: 'a' }),
  call({ request_id: 'b', arguments: { factor: '10' } }),
  call({ request_id: 'c', arguments: { factor: 2 } }),
];
const hashes = (report: PlanReport): unknown[] => report.steps.map((step) => step.result?.metadata.result_hash ?? null);

/** The plan of the end-to-end example: no target, and a window beyond the capture. */
const invalidPlan = (): Record<string, unknown> => {
  const [tool, args, selection] = regressionExample({}, { time_range: { start_ms: 0, end_ms: 999_999 }, filters: [] });
  const { target: _, ...rest } = args as Record<string, unknown>;
  return callOf(tool, rest, selection);
};

async function mended(wrong: Record<string, unknown>) {
  const { runner, captures } = await workbench();
  const failed = await runner.run(wrong);
  const facts = { registry: createRegistry(catalog), catalog: runner.catalog(), captures, ids: { uuid: () => crypto.randomUUID() } };
  const repaired = repair(wrong, failed, facts);
  // What is not certain runs once a person accepts it: here the first proposal.
  const fixed = repaired?.determinable === false ? repaired.proposals[0] : repaired;
  const answer = fixed && (await runner.run(fixed.invocation, { repairs: fixed.changes }));
  return {
    failed,
    changes: fixed?.changes.map((change) => change.field) ?? [],
    invocation: fixed?.invocation as Record<string, unknown>,
    answer,
    /** Of the repaired call and of each proposal. */
    ids: [repaired, ...(repaired?.proposals ?? [])].map(
      (each) => (each?.invocation as Record<string, unknown> | undefined)?.['request_id'],
    ),
  };
}

export const rows: readonly Row[] = [
  row(
    'S0-6.0',
    'the six stages, in their order, whatever the plan',
    async () => {
      const seen = [];
      for (const plan of [mixed, [], [call({ request_id: 'x', arguments: {} })]]) {
        const { run, stages } = planner();
        const report = await run(plan);
        seen.push(String(stages) === String(STAGES) && String(report.stages) === String(STAGES));
      }
      return [STAGES, seen];
    },
    [
      ['discover', 'plan', 'validate', 'execute', 'summarize', 'repair'],
      [true, true, true],
    ],
  ),
  row('S0-6.1', 'discovery lists every tool with all its versions', async () => (await planner().run([])).discovered, [
    { name: 'row_multiplier', versions: ['1.0.0', '1.2.0'] },
  ]),
  row(
    'S0-6.2 R56',
    'a plan keeps its order; what is no list is none',
    async () => {
      const { run, runner } = planner();
      const report = await run([mixed[2], mixed[0]]);
      return [
        report.steps.map((step) => (step.invocation as { request_id: string }).request_id),
        runner.audit().map((line) => line.request_id),
        errorsOf(await planner().run({ a: 1 })),
      ];
    },
    [['c', 'a'], ['c', 'a'], ['INVALID_TYPE']],
  ),
  row(
    'S0-6.3',
    'validation sees captures, times and rows besides the schema, before anything runs',
    async () => {
      const { run, events } = planner();
      const select = (capture_selection: object, id: string): object => call({ request_id: id, capture_selection });
      const report = await run([
        select({ capture_id: 'nope' }, 'a'),
        select({ capture_id: 'lab', selectors: { time_range: { start_ms: 0, end_ms: 999_999 } } }, 'b'),
        select({ capture_id: 'lab', selectors: { channels: ['11'] } }, 'c'),
      ]);
      const before = events.filter((event) => event.type === 'tool-start' && event.phase === 'executing').length;
      return [
        report.steps.map((step) => step.report.errors.map((error) => error.code)),
        report.steps.every((step) => !step.result),
        before > 0,
      ];
    },
    [[['INVALID_CAPTURE_SELECTION'], ['UNSUPPORTED_TIME_RANGE'], ['INVALID_CAPTURE_SELECTION']], true, true],
  ),
  row(
    'S0-6.4',
    'only what is valid is executed',
    async () => {
      const { run, runner } = planner();
      const report = await run(mixed);
      return [report.steps.map((step) => step.result !== undefined), runner.audit().map((line) => line.request_id.slice(0, 1))];
    },
    [
      [true, false, true],
      ['a', 'c', 'r'],
    ],
  ),
  row(
    'S0-6.5',
    'the summary is made of the summaries of the results alone',
    async () => {
      const report = await planner().run(mixed);
      const again = report.steps.map((step) => `${String(step.index + 1)}. ${(step.repaired?.result ?? step.result)?.summary ?? ''}`);
      return [report.summary === again.join('\n'), report.summary];
    },
    [true, '1. The product is 300.\n2. The product is 1000.\n3. The product is 200.'],
  ),
  row(
    'S0-6.6',
    'repair touches failed calls only; the others run again from the cache with equal hashes',
    async () => {
      const { run, runner } = planner();
      const first = await run(mixed);
      const again = await run(
        mixed
          .map((each, index) => (index === 1 ? first.steps[1]?.repaired?.invocation : each))
          .map((each, index) => ({ ...(each as object), request_id: `again-${String(index)}` })),
      );
      return [
        first.steps.map((step) => step.repaired !== undefined),
        hashes(again)[0] === hashes(first)[0] && hashes(again)[2] === hashes(first)[2],
        runner
          .audit()
          .slice(-3)
          .map((line) => line.cached),
      ];
    },
    [[false, true, false], true, [true, true, true]],
  ),
  row(
    'S0-7e.5 R15',
    'too few rows: the count that was found stands in the message',
    async () => {
      await regressionCapture();
      const result = await runTool(
        ...regressionExample({}, { filters: ['snr > 31', 'jitter > 17', 'packet_loss > 11'], channels: ['ch1'] }),
      );
      return [errorsOf(result), /found \d+/.test(result.errors[0]?.message ?? ''), result.structured_output === undefined];
    },
    [['INSUFFICIENT_DATA arguments.operation'], true, true],
  ),
  row(
    'S0-7e.6 R34',
    'a repaired call has a request id of its own, and so has each reading that a person may choose',
    async () => {
      await regressionCapture();
      const lossless = callOf(...regressionExample({}, { time_range: { start_ms: 120_000, end_ms: 0 } }));
      const seen = [];
      for (const wrong of [lossless, invalidPlan()]) {
        const { ids, answer } = await mended(wrong);
        const all = [wrong['request_id'], ...ids];
        seen.push([ids.length > 1, new Set(all).size === all.length, answer?.errors.length]);
      }
      return seen;
    },
    [
      [false, true, 0],
      // The target is still to be chosen.
      [true, true, 1],
    ],
  ),
  row(
    'S0-7e.7',
    'a repair of the capture leaves the arguments as they are',
    async () => {
      await regressionCapture();
      const [tool, args, selection] = regressionExample();
      const wrong = callOf(tool, args, { ...selection, capture_id: 'cap_2026_03_14_b' });
      const { changes, invocation, answer } = await mended(wrong);
      return [changes, JSON.stringify(invocation['arguments']) === JSON.stringify(args), answer?.status];
    },
    [['capture_selection.capture_id', 'request_id'], true, 'ok'],
  ),
  row(
    'S0-7e.8',
    'a repaired window lies inside what the capture covers',
    async () => {
      await regressionCapture();
      const windows = [];
      for (const time_range of [
        { start_ms: 500, end_ms: 999_999 },
        { start_ms: 90_000, end_ms: 500 },
        { start_ms: 200_000, end_ms: 300_000 },
      ]) {
        const [tool, args, selection] = regressionExample({}, { time_range });
        const { invocation, answer } = await mended(callOf(tool, args, selection));
        const { selectors } = invocation['capture_selection'] as { selectors: { time_range?: object } };
        windows.push([answer?.status, selectors.time_range ?? 'none', answer?.warnings.some(({ code }) => code === 'REQUEST_REDUCED')]);
      }
      return windows;
    },
    [
      ['ok', { start_ms: 500, end_ms: 120_000 }, false],
      ['ok', { start_ms: 500, end_ms: 90_000 }, false],
      // Beside the capture there is nothing to cut to: the window is given up, and the result says so.
      ['ok', 'none', true],
    ],
  ),
  row(
    'S0-7e.9',
    'too few rows: broaden, another method or a fallback are named, and a repair proposes to broaden',
    async () => {
      await regressionCapture();
      const [tool, args, selection] = regressionExample({}, { filters: ['snr > 1000'] });
      const { failed, changes, answer } = await mended(callOf(tool, args, selection));
      return [
        failed.agentHints.suggestedNextActions.map(({ action }) => action),
        changes.some((field) => field.startsWith('capture_selection')),
        answer?.status,
      ];
    },
    [['describe-columns', 'describe-capture', 'list-captures', 'ui-broaden-selection', 'ui-change-method'], true, 'ok'],
  ),
  row(
    'S0-7e.10 R13 R30',
    'the invalid plan of the example has exactly two errors and no confidence',
    async () => {
      await regressionCapture();
      const failed = await (await workbench()).runner.run(invalidPlan());
      return [errorsOf(failed), failed.confidence, failed.status, failed.errors[1]?.message.includes('0-120000ms')];
    },
    [['MISSING_REQUIRED_ARGUMENT arguments.target', 'UNSUPPORTED_TIME_RANGE capture_selection.selectors.time_range'], 0, 'error', true],
  ),
  row(
    'S0-7e.11',
    'its correction runs, also the one that repair proposes',
    async () => {
      await regressionCapture();
      const [tool, args, selection] = regressionExample({}, { time_range: { start_ms: 0, end_ms: 999_999 }, filters: [] });
      const { answer } = await mended(callOf(tool, args, selection));
      const corrected = await runTool(...regressionExample({ alpha: undefined, normalize: undefined }, { filters: [] }));
      return [answer?.status, corrected.status, corrected.structured_output?.['sample_count']];
    },
    ['ok', 'ok', 20_000],
  ),
  row(
    'S0-6.6',
    'a plan never answers another question: a filter stays, a missing target is not filled in, an unknown column is not replaced',
    async () => {
      await regressionCapture();
      const { runner, captures } = await workbench();
      const parts = { runner, registry: createRegistry(catalog), captures, ids: { uuid: () => crypto.randomUUID() } };
      const [tool, args, selection] = regressionExample();
      const { target: _, ...rest } = args as Record<string, unknown>;
      const wrong = [
        callOf(tool, args, { capture_id: 'cap_2026_03_14_a', filter_expression: 'signal_quality >= good' }),
        callOf(tool, rest, selection),
        callOf(tool, { ...args, features: ['temperature'] }, selection),
        callOf('capture_query', {}, { capture_id: 'cap_2026_03_14_a' }),
      ];
      const right = callOf(tool, args, { capture_id: 'cap_2026_03_14_a', filter_expression: 'signal_quality >= 0.95' });
      const { steps } = await runPlan(
        [...wrong, callOf(tool, args, { capture_id: 'cap_2026_03_14_a', filter_expression: 'signal_quality ≥ 0.95;' })],
        parts,
      );
      const last = steps.at(-1)?.repaired?.result.metadata;
      return [
        steps.map(({ state, repaired }) => [state, repaired !== undefined]),
        last?.result_hash === (await runner.run(right)).metadata.result_hash,
        last?.repairs?.map((change) => change.class),
      ];
    },
    [
      [
        ['invalid', false],
        ['invalid', false],
        ['invalid', false],
        ['invalid', false],
        ['ok', true],
      ],
      true,
      ['lossless', 'lossless'],
    ],
  ),
  row(
    'S0-7e.8',
    'a window that overshoots its capture by less than a minute of rounding is cut to it, with a warning; by a minute it is refused',
    async () => {
      await regressionCapture();
      const ran = async (end_ms: number) => {
        const result = await runTool(...regressionExample({}, { time_range: { start_ms: 0, end_ms } }));
        return [
          result.status,
          result.warnings.map(({ code }) => code).includes('TIME_RANGE_CLAMPED'),
          result.metadata.selection?.['time_range'],
        ];
      };
      return [await ran(179_999), await ran(180_000)];
    },
    [
      ['ok', true, { start_ms: 0, end_ms: 120_000 }],
      ['error', false, undefined],
    ],
  ),
  row(
    'S0-7a.24 R3',
    'the example of the analyzer runs',
    async () => {
      await exampleCaptures();
      const result = await runTool('bluetooth_address_analyzer', analysis(), exampleSelection, { tool_version: '1.0.0' });
      const answered = ['address_classification', 'probabilistic_links', 'timeline_segments'].filter((name) =>
        Object.hasOwn(result.structured_output ?? {}, name),
      );
      return [errorsOf(result), result.status, answered];
    },
    [[], 'ok', ['address_classification', 'probabilistic_links', 'timeline_segments']],
  ),
];
