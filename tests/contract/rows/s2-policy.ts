/** Who may call what: the policy as data, deny by default, hidden and refused both (S2 §P, §C). */
import { WorkbenchError } from '../../../src/base/failure.ts';
import type { ToolPolicy } from '../../../src/tools/contract/index.ts';
import { checkPolicy } from '../../../src/tools/policy/check-policy.ts';
import { profileOf } from '../../../src/tools/policy/decide.ts';
import { requireBound } from '../../../src/tools/runner/capabilities.ts';
import { runPlan } from '../../../src/tools/plan/plan.ts';
import type { ApprovalRequest } from '../../../src/tools/runner/ports.ts';
import { bench, call, capture, countingIds, lookup, multiplier, testClock } from '../../support/tools.ts';
import { manifestRow } from '../frame/manifests.ts';
import { row, type Row } from '../frame/row.ts';
import { answering, changing, codes, ran, types, warns, type Setting } from '../frame/runs.ts';
import { z } from '../../../src/tools/contract/zod.ts';

const adjusted = (change: Partial<ToolPolicy>): Setting => ({ adjust: (policy) => ({ ...policy, ...change }) });
const budget = (change: Partial<ToolPolicy['budgets']>): Setting => ({
  adjust: (policy) => ({ ...policy, budgets: { ...policy.budgets, ...change } }),
});
const second = multiplier({ manifest: { name: 'second_tool', kebab_name: 'run-second' } });

/** How a bench of `row_multiplier` (allowed) and `second_tool` (installed, not allowed) answers. */
const half = () => bench([multiplier(), second], adjusted({ allowedTools: ['row_multiplier'] }));

/** The profile of one agent: may call these tools, and sees these captures. */
const agents = (tools: Readonly<Record<string, readonly string[]>>, captures?: readonly string[]): Setting => ({
  captures: [capture(), capture({ capture_id: 'other', sha256: 'b'.repeat(64) })],
  adjust: (policy) => {
    const { requireApprovalForEffects, grants, budgets } = policy;
    const profile = (allowedTools: readonly string[]) => ({
      allowedTools,
      requireApprovalForEffects,
      grants,
      budgets,
      ...(captures && { captures }),
    });
    return { ...policy, agents: Object.fromEntries(Object.entries(tools).map(([id, allowed]) => [id, profile(allowed)])) };
  },
});
const as = (id: string) => ({ context: { agent: { id, version: '1' } } });

export const rows: readonly Row[] = [
  row(
    'S2-18 S2-C11',
    'the catalog is what is installed and what the policy allows, derived when it is asked for',
    () => {
      const { runner, registry } = half();
      const derived = () =>
        registry
          .getAll()
          .map((manifest) => manifest.name)
          .filter((name) => runner.policy().allowedTools.includes(name));
      const before = [runner.catalog().map((manifest) => manifest.name), derived()];
      runner.setPolicy({ ...runner.policy(), allowedTools: ['second_tool'] });
      return [...before, runner.catalog().map((manifest) => manifest.name), derived()];
    },
    [['row_multiplier'], ['row_multiplier'], ['second_tool'], ['second_tool']],
  ),
  row(
    'S2-19',
    'a line in the policy switches a tool on and off',
    async () => {
      const { runner } = bench();
      const ask = async (request_id: string, allowedTools: readonly string[]) => {
        runner.setPolicy({ ...runner.policy(), allowedTools });
        return codes(await runner.run(call({ request_id })));
      };
      return [await ask('a', []), await ask('b', ['row_multiplier']), await ask('c', [])];
    },
    [['POLICY_DENIED'], [], ['POLICY_DENIED']],
  ),
  row(
    'S2-20 S2-P2',
    'with an empty allowlist every call is denied, first and alone, whatever else is wrong with it',
    async () => {
      const { runner } = bench([multiplier(), second], adjusted({ allowedTools: [] }));
      const wrong = { arguments: { factor: 'x', more: 1 }, timeout_ms: -1 };
      const results = [call(), call({ tool_name: 'second_tool' }), call(wrong)].map((each) => runner.run(each));
      return (await Promise.all(results)).map((result) => [codes(result), result.errorCode]);
    },
    Array.from({ length: 3 }, () => [['POLICY_DENIED'], 'policy_denied']),
  ),
  row(
    'S2-C12 S2-C7',
    'a tool that is not allowed is not listed, and is denied when its name is called all the same',
    async () => {
      const { runner, events } = half();
      const names = ['second_tool', 'core__second_tool', 'run-second'];
      const results = names.map((tool_name, at) => runner.run(call({ tool_name, request_id: `r${String(at)}` })));
      return [
        runner.catalog().map((manifest) => manifest.name),
        runner.manifest('second_tool'),
        (await Promise.all(results)).flatMap(codes),
        types(events).filter((type) => type.startsWith('tool-start')),
      ];
    },
    [
      ['row_multiplier'],
      undefined,
      ['POLICY_DENIED', 'POLICY_DENIED', 'POLICY_DENIED'],
      Array.from({ length: 3 }, () => 'tool-start rejected'),
    ],
  ),
  row(
    'S2-C7',
    'an unknown name fails and is told of no tool that the caller may not see',
    async () => {
      const result = await half().runner.run(call({ tool_name: 'third_tool' }));
      return [codes(result), JSON.stringify(result).includes('second_tool')];
    },
    [['UNKNOWN_TOOL'], false],
  ),
  row(
    'S2-C7 S2-C10 S2-X6',
    'three policies: allow, ask, deny; and who cannot be asked is denied',
    async () => {
      const ask = async (allowed: boolean, effects: ToolPolicy['requireApprovalForEffects'], interactive: boolean) => {
        let asked = 0;
        const approve = () => ((asked += 1), Promise.resolve({ kind: 'approved' as const, by: 'Ada' }));
        const policy = adjusted({ requireApprovalForEffects: effects, ...(allowed ? {} : { allowedTools: [] }) });
        const { result } = await ran({ manifest: changing }, {}, { ...policy, approve }, { interactive });
        return [codes(result), asked];
      };
      return [
        await ask(true, [], true),
        await ask(true, ['state_change'], true),
        await ask(true, ['state_change'], false),
        await ask(false, [], true),
      ];
    },
    [
      [[], 0],
      [[], 1],
      [['POLICY_DENIED'], 0],
      [['POLICY_DENIED'], 0],
    ],
  ),
  row(
    'S2-X6 S3-3.36',
    'what cannot be undone asks a person, who sees the arguments and the risk; rejected means not run',
    async () => {
      const requests: ApprovalRequest[] = [];
      let runs = 0;
      const tool = { manifest: { ...changing, reversible: false }, run: () => ((runs += 1), Promise.reject(new Error('ran'))) };
      const approve = (request: ApprovalRequest) => (requests.push(request), Promise.resolve({ kind: 'rejected' as const, by: 'Ada' }));
      const { result, runner } = await ran(tool, {}, { approve }, { interactive: true });
      const [line] = runner.audit();
      return [codes(result), runs, requests.map(({ arguments: given, risk }) => [given, risk > 0.5]), line?.approval, line?.approver];
    },
    [['APPROVAL_REJECTED'], 0, [[{ factor: 3, mode: 'plain' }, true]], 'rejected', 'Ada'],
  ),
  row(
    'S2-C9',
    'each budget, exceeded: time is clamped, a long call and a large answer are refused',
    async () => {
      const short = await ran({}, {}, budget({ maxRuntimeMs: 500 }));
      const small = await ran({}, {}, budget({ maxArgumentBytes: 100 }));
      const long = await ran(
        answering({ structured_output: { product: 1, labels: ['x'.repeat(64)] } }),
        {},
        budget({ maxResultBytes: 60 }),
      );
      return [[warns(short.result), short.result.metadata.timeout_ms], codes(small.result), codes(long.result)];
    },
    [[['TIMEOUT_CLAMPED'], 500], ['PAYLOAD_TOO_LARGE'], ['RESULT_TOO_LARGE']],
  ),
  row(
    'S2-C9 S2-C4',
    'an answer of exactly the bound passes, one byte more does not',
    async () => {
      const structured_output = { product: 1, labels: ['x'] };
      const bytes = JSON.stringify(structured_output).length;
      const at = async (maxResultBytes: number) =>
        codes((await ran(answering({ structured_output }), {}, budget({ maxResultBytes }))).result);
      return [await at(bytes), await at(bytes - 1)];
    },
    [[], ['RESULT_TOO_LARGE']],
  ),
  row(
    'S2-C4',
    'the id of a call has at most 128 characters',
    async () => {
      const at = async (length: number) => codes((await ran({}, { tool_call_id: 'x'.repeat(length) })).result);
      return [await at(128), await at(129)];
    },
    [[], ['INVALID_VALUE']],
  ),
  ...(
    [
      ['without a version', { version: undefined }],
      ['with an unknown key', { extra: 1 }],
      ['with a budget of text', { budgets: { maxRuntimeMs: 'long', maxArgumentBytes: 1, maxResultBytes: 1 } }],
      ['with an effect that is none', { requireApprovalForEffects: ['anything'] }],
      ['with a grant that is none', { grants: ['everything'] }],
    ] as const
  ).map(([what, change]) =>
    row(
      'S2-C9',
      `a policy ${what} is refused, and the old one stays`,
      () => {
        const { runner } = bench();
        const before = runner.policy();
        try {
          runner.setPolicy({ ...before, ...change });
          return 'taken';
        } catch (error) {
          return [error instanceof WorkbenchError && error.code, runner.policy() === before];
        }
      },
      ['INVALID_POLICY', true],
    ),
  ),
  row(
    'S2-19 S2-C9',
    'a policy that was given out cannot be changed from outside; the whole of it is replaced or nothing',
    () => {
      const { runner } = bench();
      runner.setPolicy({ ...runner.policy(), agents: {} });
      const lists = runner.policy().allowedTools as string[];
      try {
        lists.push('second_tool');
        return 'changed';
      } catch {
        return runner.policy().allowedTools;
      }
    },
    ['row_multiplier'],
  ),
  row(
    'S2-C9',
    'a policy is looked at before it is applied: every fault at its place, and names that nobody knows as warnings',
    () => {
      const policy = bench().runner.policy();
      const at = (change: object) => {
        const { errors, warnings } = checkPolicy({ ...policy, ...change }, ['row_multiplier']);
        return [errors.map(({ field }) => field), warnings.map(({ field }) => field)];
      };
      const agent = { ...policy, format: undefined, version: undefined, agents: undefined, allowedTools: ['gone'] };
      const profile = Object.fromEntries(Object.entries(agent).filter(([, value]) => value !== undefined));
      return [
        at({}),
        at({ budgets: { ...policy.budgets, maxRuntimeMs: 0 }, grants: ['everything'] }),
        at({ allowedTools: ['row_multiplier', 'gone'], agents: { one: profile } }),
      ];
    },
    [
      [[], []],
      [['budgets.maxRuntimeMs', 'grants[0]'], []],
      [[], ['allowedTools[1]', 'agents.one.allowedTools[0]']],
    ],
  ),
  row(
    'S2-23',
    'a run of few tools denies the others, allowed or not',
    async () => {
      const { runner } = bench([multiplier(), second]);
      const only = { toolIds: ['second_tool'] };
      return [codes(await runner.run(call(), only)), codes(await runner.run(call({ tool_name: 'second_tool', request_id: 'b' }), only))];
    },
    [['POLICY_DENIED'], []],
  ),
  row(
    'S2-30',
    'what may be read is what is granted and what is asked for, both',
    async () => {
      const ask = async (granted: readonly string[] | undefined, asked: string) => {
        const { runner } = bench([multiplier()], agents({ one: ['row_multiplier'] }, granted));
        return codes(await runner.run(call({ capture_selection: { capture_id: asked } }), as('one')));
      };
      return [await ask(undefined, 'lab'), await ask(['lab', 'other'], 'other'), await ask(['other'], 'lab'), await ask([], 'lab')];
    },
    [[], [], ['INVALID_CAPTURE_SELECTION'], ['INVALID_CAPTURE_SELECTION']],
  ),
  row(
    'S2-30',
    'a connection that the caller was not granted is denied before anything is resolved',
    async () => {
      let runs = 0;
      const tool = { manifest: { requiresConnection: true }, run: () => ((runs += 1), Promise.reject(new Error('ran'))) };
      const { result } = await ran(tool, {}, adjusted({ connections: [] }), { context: { connection_id: 'keys-1' } });
      return [codes(result), result.errorCode, runs];
    },
    [['CONNECTION_DENIED'], 'policy_denied', 0],
  ),
  row(
    'S2-F2',
    'no line without an actor: the person here, an agent by its id, in the one tenant',
    async () => {
      const { runner } = bench([multiplier()], agents({ one: ['row_multiplier'] }));
      for (const options of [{}, as('one'), as('stranger')])
        await runner.run(call(), { ...options, scope: String(Math.abs(runner.audit().length)) });
      await runner.run('{');
      return runner.audit().map(({ actor, tenant }) => [actor, tenant]);
    },
    [
      ['user:local', 'local'],
      ['agent:one', 'local'],
      ['agent:stranger', 'local'],
      ['user:local', 'local'],
    ],
  ),
  row(
    'S3-2.41',
    'two agents, two catalogs; one that nobody listed sees nothing, whatever its name',
    () => {
      const { runner } = bench([multiplier(), second], agents({ one: ['row_multiplier'], two: ['second_tool'] }));
      const seen = ['one', 'two', 'three', '__proto__', 'constructor'].map((id) => runner.catalog({ id }).map((manifest) => manifest.name));
      return [seen, profileOf(runner.policy(), 'agent:toString').allowedTools];
    },
    [[['row_multiplier'], ['second_tool'], [], [], []], []],
  ),
  row(
    'S3-2.43',
    'two agents, two lists of captures: of the other one not even the name is told',
    async () => {
      const { runner } = bench([multiplier()], agents({ one: ['row_multiplier'] }, ['lab']));
      const own = await runner.run(call(), as('one'));
      const other = await runner.run(call({ request_id: 'b', capture_selection: { capture_id: 'othe' } }), as('one'));
      return [own.status, codes(other), JSON.stringify([other.errors, other.agentHints]).includes('other')];
    },
    ['ok', ['INVALID_CAPTURE_SELECTION'], false],
  ),
  row(
    'S2-X1',
    'a tool that is switched off needs nothing, is not listed, and nothing fails for it',
    async () => {
      const lacking = multiplier({ manifest: { name: 'second_tool', kebab_name: 'run-second' }, requires: ['kernels'] });
      const { runner, registry } = bench([multiplier(), lacking], adjusted({ allowedTools: ['row_multiplier'] }));
      requireBound(registry, runner.policy(), { capabilities: { captures: lookup([]) }, clock: testClock() });
      return [runner.catalog().map((manifest) => manifest.name), (await runner.run(call())).status];
    },
    [['row_multiplier'], 'ok'],
  ),
  row(
    'S2-34',
    'whoever composes a runtime is told at once which enabled tool lacks which capability',
    () => {
      const { runner, registry } = bench([multiplier({ requires: ['captures', 'query', 'kernels'] })]);
      try {
        requireBound(registry, runner.policy(), { capabilities: { captures: lookup([]) }, clock: testClock() });
        return 'loaded';
      } catch (error) {
        return error instanceof Error ? error.message : error;
      }
    },
    'capabilities are not bound: row_multiplier@1.0.0 needs query; row_multiplier@1.0.0 needs kernels',
  ),
  row(
    'S2-X8',
    'a call inside a call may not call again, and a plan may not hold a plan',
    async () => {
      const { runner, registry } = bench();
      const direct = await Promise.all([0, 1, 2].map((depth) => runner.run(call({ request_id: `d${String(depth)}` }), { depth })));
      const parts = { runner, registry, captures: lookup([capture()]), ids: countingIds() };
      const nested = await runPlan([call({ request_id: 'n' })], parts, { depth: 1 });
      return [direct.map(codes), nested.steps.map((step) => codes(step.report))];
    },
    [[[], [], ['DEPTH_LIMIT']], [['DEPTH_LIMIT']]],
  ),
  manifestRow('S2-26a', { input: z.strictObject({ connection_id: z.string().max(9).describe('A connection.') }) }, 'connection'),
  manifestRow(
    'S2-26a',
    {
      input: z.strictObject({
        list: z
          .array(z.strictObject({ handleId: z.string().max(9).describe('A handle.') }))
          .max(3)
          .describe('Handles.'),
      }),
    },
    'connection',
  ),
  row(
    'S2-26a',
    'without a connection in its context a tool that needs one gives a fault of validation, in the old words too',
    async () => {
      const { result } = await ran({ manifest: { requiresConnection: true } });
      return [codes(result), result.errorCode, result.errors[0]?.aliases];
    },
    [['MISSING_CONNECTION'], 'validation', ['validation_error']],
  ),
];
