/** The advice that comes with every result, computed and recomputable (S4 §2.2), and its metadata (§2.3). */
import { catalog } from '../../../src/tools/catalog/index.ts';
import { AgentHints } from '../../../src/tools/contract/hints.ts';
import type { HintParts, NextCall, ToolPolicy, ToolResult } from '../../../src/tools/contract/index.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { roiOf } from '../../../src/tools/runner/hints.ts';
import type { CaptureInfo } from '../../../src/tables/captures.ts';
import { bench, call, capture, multiplier } from '../../support/tools.ts';
import { row, type Row } from '../frame/row.ts';
import { answering, codes, ran } from '../frame/runs.ts';
import { allResults, resultRow } from '../frame/results.ts';
import { sourceRow, uses } from '../frame/sources.ts';

/** A tool that advises a call. */
const advising = (more: Partial<NextCall>) =>
  answering({
    hints: {
      next: [
        {
          tool: 'row_multiplier',
          arguments: { factor: 2 },
          why: 'Multiply again.',
          expectedOutcome: 'Another product.',
          benefit: { measure: 'rows_multiplied', share: 0.4 },
          ...more,
        },
      ],
    },
  });
const second = multiplier({ manifest: { name: 'second_tool', kebab_name: 'run-second' } });

const hinting = (hints: HintParts) => ran(answering({ hints }));
const advice = async (captures: readonly CaptureInfo[], more: Parameters<typeof ran>[0] = {}) =>
  (await ran(more, {}, { captures })).result.agentHints;
const action = (name: string, more: object = {}) => ({ action: name, priority: 'high' as const, ...more });
const risk = {
  type: 'accuracy' as const,
  severity: 'high' as const,
  description: 'Few rows.',
  probability: 0.8,
  impact: 0.5,
  mitigation: 'More rows.',
};
/** Whether these hints pass the contract. */
const fits = async (hints: object): Promise<string> => codes((await hinting(hints)).result).join() || 'taken';

export const rows: readonly Row[] = [
  row(
    'S4-R.3',
    'every action that is suggested is something of the page or the name of a tool',
    async () => {
      const known = new Set([
        ...createRegistry(catalog)
          .getAll()
          .flatMap((tool) => tool.aliases),
        'run-second',
        'multiply-rows',
      ]);
      const actions = (await allResults()).flatMap(({ agentHints }) => agentHints.suggestedNextActions);
      return actions.map((each) => each.action).filter((name) => !name.startsWith('ui-') && !known.has(name));
    },
    [],
  ),
  row('S4-R.3', 'an action in another style is refused', () => fits({ suggestedNextActions: [action('Run It')] }), 'OUTPUT_INVALID'),
  row(
    'S4-R.3',
    'and so is a priority that is none',
    () => fits({ suggestedNextActions: [{ action: 'ui-run', priority: 'soon' }] }),
    'OUTPUT_INVALID',
  ),
  row(
    'S4-R.4',
    'all that an action may say is taken, and what it may not is refused',
    async () => {
      const full = {
        ...{ description: 'Do it.', estimatedTime: 10, estimatedCost: 0, category: 'exploration', prerequisites: ['ui-open'] },
        ...{ expectedOutcome: 'Done.', reversible: true, confidence: 0.5 },
      };
      const wrong = [{ estimatedTime: -1 }, { category: 'fun' }, { confidence: 2 }, { reversible: 'yes' }, { urgency: 1 }];
      return [
        await fits({ suggestedNextActions: [action('ui-run', full)] }),
        await Promise.all(wrong.map((each) => fits({ suggestedNextActions: [action('ui-run', each)] }))),
      ];
    },
    ['taken', Array.from({ length: 5 }, () => 'OUTPUT_INVALID')],
  ),
  row(
    'S4-R.4',
    'the call that comes with an action can be sent as it is, over the rows of the answered one',
    async () => {
      const { runner } = bench([multiplier(advising({ arguments: { factor: 2 } }))]);
      const { agentHints } = await runner.run(call({ capture_selection: { capture_id: 'lab', selectors: { channels: ['37'] } } }));
      const [suggested] = agentHints.suggestedNextActions;
      const next = await runner.run(suggested?.data);
      return [next.structured_output, next.metadata.selection?.['channels']];
    },
    [{ product: 1, labels: ['lab'] }, ['37']],
  ),
  row(
    'S4-R.4',
    'a call that would be refused is not suggested, and the debug log names it',
    async () => {
      const { result, notes } = await ran(advising({ arguments: { factor: 99 } }));
      const { suggestedNextActions, reasoning } = result.agentHints;
      return [suggestedNextActions, reasoning.replace(/.*(?=No call)/, ''), JSON.stringify(notes).includes('"factor":99')];
    },
    [[], 'No call is suggested: Row multiplier leads to no other call.', true],
  ),
  row(
    'S4-R.4',
    'a call of a tool that the policy denies to the caller is not suggested',
    async () => {
      const setting = { adjust: (policy: ToolPolicy) => ({ ...policy, allowedTools: ['row_multiplier'] }) };
      const { runner, notes } = bench([multiplier(advising({ tool: 'second_tool' })), second], setting);
      const { agentHints } = await runner.run(call());
      return [agentHints.suggestedNextActions, notes.filter((note) => (note as { phase: string }).phase === 'failure')];
    },
    [[], []],
  ),
  resultRow(
    'S4-R.4',
    'every result has a complete call, or says why it has none',
    ({ agentHints: { suggestedNextActions, reasoning } }) =>
      suggestedNextActions.some(({ data }) => data !== undefined) !== reasoning.includes('No call is suggested: '),
  ),
  row(
    'S4-R.5',
    'what a result touches is listed by ids that resolve',
    async () => {
      const open = [capture(), capture({ capture_id: 'other', sha256: 'b'.repeat(64) })];
      const { result } = await ran({}, { capture_selection: { capture_ids: ['lab', 'other'] } }, { captures: open });
      return result.agentHints.relatedResources.map(({ type, id, label, relevance }) => [
        type,
        open.some((each) => each.capture_id === id),
        label !== '',
        relevance,
      ]);
    },
    Array.from({ length: 2 }, () => ['capture', true, true, 1]),
  ),
  row('S4-R.6', 'trust in the advice follows the data: worse data, less trust', async () => {
    const at = async (problem_count: number) => (await advice([capture({ problem_count })])).confidence;
    const values = [await at(0), await at(1), await at(50)];
    return values.every((value, index) => index === 0 || value < (values[index - 1] ?? 0));
  }),
  row('S4-R.6', 'and follows the risks that the tool names', async () => {
    const [calm, risky] = [await hinting({}), await hinting({ riskFactors: [risk] })];
    return risky.result.agentHints.confidence < calm.result.agentHints.confidence;
  }),
  row(
    'S4-R.7',
    'source quality: a clean capture, one with few problems, one with many, an empty one, a failure without any',
    async () => {
      const of = async (more: Partial<CaptureInfo>) => (await advice([capture(more)])).sourceQuality;
      const { result } = await ran({}, { capture_selection: { capture_id: 'nope' } });
      return [
        await of({}),
        await of({ problem_count: 1 }),
        await of({ problem_count: 50 }),
        await of({ row_count: 0 }),
        result.agentHints.sourceQuality,
      ];
    },
    ['high', 'medium', 'low', 'low', 'unknown'],
  ),
  row(
    'S4-R.8',
    'advice over a file holds until the context changes, over a capture that grows not for long, about the clock only now',
    async () => {
      const clock = { manifest: { deterministic: false, idempotent: false } };
      return [
        (await advice([capture()])).validityPeriod,
        (await advice([capture({ format: 'live' })])).validityPeriod,
        (await advice([capture()], clock)).validityPeriod,
      ];
    },
    ['indefinite', 'short', 'immediate'],
  ),
  row(
    'S4-R.9',
    'too few rows: the advice says that more are needed',
    async () => {
      const few = {
        run: () =>
          Promise.resolve({
            status: 'error' as const,
            errors: [{ code: 'INSUFFICIENT_DATA', message: 'expected 9 rows, found 2' }] as const,
          }),
      };
      return [(await ran(few)).result.agentHints.contextNeeded, (await ran()).result.agentHints.contextNeeded];
    },
    [['more rows in the selection'], []],
  ),
  row(
    'S4-R.9',
    'a selection of nothing that is open: the advice asks what is',
    async () => (await ran({}, { capture_selection: { capture_id: 'nope' } })).result.agentHints.contextNeeded,
    ['which captures, channels and columns are open'],
  ),
  row(
    'S4-R.10',
    'assumptions list every default and the base of time',
    async () => (await advice([capture({ time_base: 'relative', time_range: { start_ms: 0, end_ms: 9 } })])).assumptions,
    ['mode = "plain" (default)', 'times count from the first packet, because a capture has no wall clock'],
  ),
  row(
    'S4-R.11 R50',
    'a risk is passed on as it is, and one of an unknown kind is refused',
    async () => [
      (await hinting({ riskFactors: [risk] })).result.agentHints.riskFactors,
      await fits({ riskFactors: [{ ...risk, type: 'weather' }] }),
      await fits({ riskFactors: [{ ...risk, severity: 'mild' }] }),
      await fits({ riskFactors: [{ ...risk, probability: 1.1 }] }),
    ],
    [[risk], 'OUTPUT_INVALID', 'OUTPUT_INVALID', 'OUTPUT_INVALID'],
  ),
  row(
    'S4-R.12',
    'dependencies pass among suggested actions, and are refused to others, to themselves and in a ring',
    async () => {
      const suggestedNextActions = [action('ui-a'), action('ui-b')];
      const on = (from: string, ...to: string[]) => ({ action: from, dependsOn: to, type: 'required' as const });
      return [
        await fits({ suggestedNextActions, dependencies: [on('ui-b', 'ui-a')] }),
        await fits({ suggestedNextActions, dependencies: [on('ui-c', 'ui-a')] }),
        await fits({ suggestedNextActions, dependencies: [on('ui-a', 'ui-c')] }),
        await fits({ suggestedNextActions, dependencies: [on('ui-a', 'ui-a')] }),
        await fits({ suggestedNextActions, dependencies: [on('ui-a', 'ui-b'), on('ui-b', 'ui-a')] }),
      ];
    },
    ['taken', 'OUTPUT_INVALID', 'OUTPUT_INVALID', 'OUTPUT_INVALID', 'OUTPUT_INVALID'],
  ),
  row(
    'S4-R.13',
    'roi is benefit over effort, also where there is no effort, as in the specification',
    () => [roiOf(0.85, 0.2), roiOf(0.5, 0), roiOf(0.1, 0.3)],
    [4.25, 50, 0.3333],
  ),
  row(
    'S4-R.16',
    'each warning has one in the words of the advice',
    async () => {
      const { result } = await ran(
        { manifest: { deprecated: { since: '1.0.0', replacement: 'other_tool', removalDate: '2027-01-01' } } },
        { timeout_ms: 600_000 },
      );
      return [
        result.warnings.map(({ code }) => code),
        result.agentHints.warnings?.map(({ type, message }, at) => [type, message === result.warnings[at]?.message]),
      ];
    },
    [
      ['DEPRECATED_TOOL', 'TIMEOUT_CLAMPED'],
      [
        ['deprecation', true],
        ['performance', true],
      ],
    ],
  ),
  row(
    'S4-R.17 S4-R.18',
    'alternatives and constraints are passed on, and bounded',
    async () => {
      const alternative = { approach: 'Ask later.', confidence: 0.5, reasoning: 'More data then.', pros: ['cheap'], cons: ['late'] };
      const { agentHints } = (await hinting({ alternatives: [alternative], constraints: ['one channel only'] })).result;
      return [
        agentHints.alternatives,
        agentHints.constraints,
        await fits({ alternatives: [{ ...alternative, confidence: 7 }] }),
        await fits({ constraints: [''] }),
      ];
    },
    [
      [{ approach: 'Ask later.', confidence: 0.5, reasoning: 'More data then.', pros: ['cheap'], cons: ['late'] }],
      ['one channel only'],
      'OUTPUT_INVALID',
      'OUTPUT_INVALID',
    ],
  ),
  row('S4-R.18', 'without a limit there is no list of limits', async () => (await ran()).result.agentHints.constraints === undefined),
  row(
    'S4-N.2 S4-R.2',
    'a hint that is left out makes the advice none',
    () => {
      const required = [
        'suggestedNextActions',
        'relatedResources',
        'confidence',
        'sourceQuality',
        'validityPeriod',
        'contextNeeded',
        'assumptions',
        'riskFactors',
        'dependencies',
        'estimatedImpact',
        'preferenceAlignment',
      ];
      return required.filter(
        (key) =>
          (AgentHints.shape as Record<string, { safeParse(value: unknown): { success: boolean } }>)[key]?.safeParse(undefined).success !==
          false,
      );
    },
    [],
  ),
  sourceRow(
    'S4-M.1',
    'there is one builder of advice, and every result passes through it',
    uses(/agentHints\s*:/, 'src', ['src/tools/runner/settle.ts', 'src/tools/contract/result.ts', 'src/tools/contract/project.ts']),
    ['src/tools/catalog/x/run.ts', 'return { agentHints: { confidence: 1 } };'],
  ),

  row(
    'S4-R.20',
    'the version in the metadata is that of the tool that ran',
    async () => {
      const { runner } = bench([multiplier(), multiplier({ manifest: { version: '1.3.0' } })]);
      const { metadata } = await runner.run(call({ tool_version: '1.2.0' }));
      return [metadata.toolVersion, metadata.requestedVersion];
    },
    ['1.3.0', '1.2.0'],
  ),
  row(
    'S4-R.22',
    'the time of execution is all of it, within its span',
    async () => {
      const base = bench();
      const slow = multiplier({ run: (...given) => (made.clock.move(40), multiplier().run(...given)) });
      const made = bench([slow]);
      const { metadata } = await made.runner.run(call());
      return [metadata.executionTime, metadata.endedAtMs - metadata.startedAtMs, base.events.length];
    },
    [40, 40, 0],
  ),
  row(
    'S4-R.23',
    'the version of the service is that of the build',
    async () => (await ran({}, {}, { service: { version: '7.8.9', sessionId: 's' } })).result.metadata.serviceVersion,
    '7.8.9',
  ),
  row(
    'S4-R.24',
    'trace and correlation are those of the context, in result, start, audit and debug log',
    async () => {
      const context = { traceId: '11111111-1111-4111-8111-111111111111', correlationId: '22222222-2222-4222-8222-222222222222' };
      const { result, events, runner, notes } = await ran({}, {}, {}, { context });
      const { traceId, correlationId } = result.metadata;
      const [start] = events;
      const same = (notes as { traceId: string }[]).every((note) => note.traceId === traceId);
      return [
        traceId,
        correlationId,
        start?.type === 'tool-start' && start.traceId === traceId,
        runner.audit()[0]?.traceId === traceId,
        same,
      ];
    },
    ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', true, true, true],
  ),
  row(
    'S4-R.25 S4-5.2',
    'an answer that was given before says so, exactly where the tool allows it',
    async () => {
      const twice = async (manifest: object): Promise<boolean[]> => {
        const { runner } = bench([multiplier({ manifest })]);
        const results: ToolResult[] = [await runner.run(call()), await runner.run(call({ request_id: 'b' }))];
        return results.map((result) => result.metadata.cached);
      };
      return [await twice({ cacheable: true, cacheTTL: 9 }), await twice({ cacheable: false })];
    },
    [
      [false, true],
      [false, false],
    ],
  ),
];
