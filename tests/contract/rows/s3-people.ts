/** Second attempts, approval, risk and the journal: what keeps calls answerable to people (S3 §2.3.6, §2.3.7). */
import { WorkbenchError } from '../../../src/base/failure.ts';
import { errorRow } from '../../../src/tools/contract/errors.ts';
import type { ToolPolicy } from '../../../src/tools/contract/index.ts';
import { riskOf } from '../../../src/tools/policy/decide.ts';
import { verifyChain } from '../../../src/tools/runner/journal.ts';
import type { Approval } from '../../../src/tools/runner/ports.ts';
import { bench, call, multiplier, sha256 } from '../../support/tools.ts';
import { row, type Row } from '../frame/row.ts';
import { changing, codes, ran } from '../frame/runs.ts';

/** How often a tool is started that always fails so, and what the audit says of it. */
async function attempts(code: string, manifest: object = {}): Promise<unknown> {
  let runs = 0;
  const error = code === 'EXECUTION_FAILED' ? new Error('x') : new WorkbenchError(code, 'x');
  const { runner, result } = await ran(
    { manifest, run: () => ((runs += 1), Promise.reject(error)) },
    {},
    { approve: () => Promise.resolve({ kind: 'approved', by: 'Ada' }) },
    { interactive: true },
  );
  const [line] = runner.audit();
  return [codes(result)[0], errorRow(codes(result)[0] ?? '')?.s3_class, runs, line?.attempts];
}

const gated = (reversible: boolean, effect: 'read_only' | 'state_change' | 'external_side_effect') => ({ effect, reversible });

export const rows: readonly Row[] = [
  row(
    'S3-3.34',
    'only what failed for reasons of the moment and changes nothing is tried a second time',
    async () => [
      await attempts('ENGINE_LOST'),
      await attempts('EXECUTION_FAILED'),
      await attempts('OUT_OF_MEMORY'),
      await attempts('ENGINE_LOST', changing),
    ],
    [
      ['SYSTEM_ERROR', 'transient', 2, 2],
      ['EXECUTION_FAILED', 'system', 1, 1],
      ['OUT_OF_MEMORY', 'system', 1, 1],
      ['SYSTEM_ERROR', 'transient', 1, 1],
    ],
  ),
  row(
    'S3-3.37',
    'a person approves, rejects or changes a call; what ran is what was approved, and the audit says who',
    async () => {
      const answers: Approval[] = [
        { kind: 'approved', by: 'Ada' },
        { kind: 'rejected', by: 'Bo' },
        { kind: 'modified', by: 'Cy', arguments: { factor: 2 } },
        { kind: 'modified', by: 'Di', arguments: { factor: 99 } },
      ];
      const { runner } = bench([multiplier({ manifest: changing })], { approve: () => Promise.resolve(answers.shift() as Approval) });
      const out = [];
      for (const request_id of ['a', 'b', 'c', 'd']) {
        const result = await runner.run(call({ request_id }), { interactive: true });
        out.push(result.structured_output?.['product'] ?? codes(result)[0]);
      }
      return [out, runner.audit().map(({ approval, approver, arguments: given }) => [approval, approver, given?.['factor']])];
    },
    [
      [300, 'APPROVAL_REJECTED', 200, 'INVALID_VALUE'],
      [
        ['approved', 'Ada', 3],
        ['rejected', 'Bo', 3],
        ['modified', 'Cy', 2],
        ['modified', 'Di', undefined],
      ],
    ],
  ),
  row(
    'S3-3.38',
    'risk grows with the effect, with what cannot be undone, and with size; it stays in 0…1',
    () => {
      const risks = [
        gated(true, 'read_only'),
        gated(true, 'state_change'),
        gated(false, 'state_change'),
        gated(false, 'external_side_effect'),
      ].map((manifest) => [riskOf(manifest, 0), riskOf(manifest, 1e6), riskOf(manifest, 1e12)]);
      const ascending = (values: readonly number[]) =>
        values.every((value, at) => value >= 0 && value <= 1 && (at === 0 || value >= (values[at - 1] ?? 0)));
      return [
        risks.every(ascending),
        ascending(risks.map(([first = 0]) => first)),
        (risks[2]?.[0] ?? 0) > (risks[1]?.[0] ?? 1),
        (risks[0]?.[1] ?? 0) > (risks[0]?.[0] ?? 1),
      ];
    },
    [true, true, true, true],
  ),
  row(
    'S3-3.38',
    'a threshold in the policy gates by risk, whatever the effect',
    async () => {
      const at = async (approvalRisk: number) => {
        const adjust = (policy: ToolPolicy): ToolPolicy => ({ ...policy, approvalRisk });
        return codes((await ran({}, {}, { adjust })).result);
      };
      const risk = riskOf(gated(true, 'read_only'), 100);
      return [await at(risk + 0.01), await at(risk), await at(0)];
    },
    [[], ['POLICY_DENIED'], ['POLICY_DENIED']],
  ),
  row(
    'S3-3.39',
    'every attempt is a line that says who asked what, when, how it was decided and how it ended',
    async () => {
      const { runner } = await ran({}, {}, {}, { context: { agent: { id: 'nobody', version: '9.9' } } });
      const [line] = runner.audit();
      const { timestamp, actor, agentId, agentVersion, tool_name, decision, risk, approval, approver, status, error_codes, duration_ms } =
        line ?? {};
      return [
        timestamp,
        actor,
        agentId,
        agentVersion,
        tool_name,
        decision,
        (risk ?? 0) > 0,
        approval,
        approver,
        status,
        error_codes,
        duration_ms,
      ];
    },
    [
      '2026-04-03T08:00:00.000Z',
      'agent:nobody',
      'nobody',
      '9.9',
      'row_multiplier',
      'deny',
      true,
      'not_required',
      '',
      'error',
      ['POLICY_DENIED'],
      0,
    ],
  ),
  row(
    'S3-3.39',
    'a line that was changed, dropped, moved or put in is found, and where',
    async () => {
      const { runner } = bench();
      for (const request_id of ['a', 'b', 'c']) await runner.run(call({ request_id }));
      const lines = [...runner.audit()];
      const [first, middle, last] = lines;
      if (!first || !middle || !last) return 'no lines';
      const verdicts = [
        lines,
        [first, { ...middle, actor: 'user:other' }, last],
        [first, last],
        [middle, first, last],
        [first, first, middle, last],
        [first, { ...middle, prev_hash: '0'.repeat(64) }, last],
      ];
      return Promise.all(verdicts.map(async (each) => (await verifyChain(each, sha256)).first_bad));
    },
    [undefined, 1, 1, 0, 1, 1],
  ),
  row(
    'S3-3.39',
    'with a head that was noted before, lines cut off at the end and a chain written anew are found too; later lines are counted',
    async () => {
      const { runner } = bench();
      const heads = [runner.auditHead()];
      for (const request_id of ['a', 'b', 'c']) {
        await runner.run(call({ request_id }));
        heads.push(runner.auditHead());
      }
      const other = bench();
      for (const factor of [3, 3, 4]) await other.runner.run(call({ request_id: `o${String(factor)}`, arguments: { factor } }));
      const [lines, anew, last] = [runner.audit(), other.runner.audit(), heads[3]];
      const verdicts = [
        await runner.verifyAudit(last),
        await runner.verifyAudit(heads[1]),
        await verifyChain(lines.slice(0, 2), sha256, last),
        await verifyChain(anew, sha256, last),
        await verifyChain([], sha256, last),
        await runner.verifyAudit(heads[0]),
        await bench().runner.verifyAudit(heads[0]),
      ];
      return verdicts.map(({ ok, first_bad, after_head }) => [ok, first_bad ?? after_head]);
    },
    [
      [true, 0],
      [true, 2],
      [false, 2],
      [false, 3],
      [false, 0],
      [false, 3],
      [true, 0],
    ],
  ),
  row(
    'S3-3.39',
    'a line cannot be changed from outside, nor can the list',
    async () => {
      const { runner } = await ran();
      const lines = runner.audit() as unknown[];
      lines.pop();
      return [Object.isFrozen(runner.audit()[0]), runner.audit().length, (await runner.verifyAudit()).ok];
    },
    [true, 1, true],
  ),
];
