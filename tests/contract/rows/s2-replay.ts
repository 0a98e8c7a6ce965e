/** Replay bundles from elsewhere (S2 conversations, R38). */
import type { ReplayBundle } from '../../../src/tools/contract/replay.ts';
import { replay } from '../../../src/tools/replay/replay.ts';
import { writeBundle } from '../../../src/tools/replay/bundle.ts';
import { bench, call, capture, countingIds, lookup, multiplier, sha256 } from '../../support/tools.ts';
import { row, type Row } from '../frame/row.ts';
import { answering, changing } from '../frame/runs.ts';

async function bundled(tools = [multiplier()]) {
  const { runner } = bench(tools, { approve: () => Promise.resolve({ kind: 'approved', by: 'Ada' }) });
  const invocation = call();
  const facts = { name: '', created_at: '2026-04-03T08:00:00Z', app_version: '0.1.0', kernels_sha256: '', captures: [] };
  const written = (results: number) =>
    runner
      .run({ ...invocation, request_id: `r-${String(results)}` }, { interactive: true })
      .then((result) => writeBundle(facts, runner.policy(), [{ invocation, result }], sha256));
  const run = (bundle: unknown) =>
    replay(bundle, {
      runner,
      captures: lookup([capture()]),
      hash: sha256,
      ids: countingIds(),
      build: { app_version: '0.1.0', kernels_sha256: '' },
      bring: () => Promise.reject(new Error('no files here')),
      join: () => Promise.reject(new Error('no views here')),
    });
  return { runner, written, run };
}

/** A second result under an id that no call has; the digest is made to fit. */
async function withOrphan({ content_sha256: _, ...body }: ReplayBundle): Promise<unknown> {
  const { canonicalJson } = await import('../../../src/base/canonical.ts');
  const changed = { ...body, results: [...body.results, { ...body.results[0], id: 'nobody' }] };
  return { ...changed, content_sha256: await sha256(new TextEncoder().encode(canonicalJson(changed))) };
}

export const rows: readonly Row[] = [
  row(
    'S2-C5',
    'a result that answers no call is refused with its id, and nothing of the bundle runs',
    async () => {
      const { runner, written, run } = await bundled();
      const report = await run(await withOrphan(await written(0)));
      return [report.status, report.errors.map(({ code, got }) => `${code} ${String(got)}`), runner.audit().length];
    },
    ['refused', ['ORPHAN_RESULT "nobody"'], 1],
  ),
  row(
    'R38',
    'a replay computes again, under the same ids, and compares hashes',
    async () => {
      const { runner, written, run } = await bundled();
      const report = await run(await written(0));
      return [
        report.status,
        report.calls.map(({ state }) => state),
        runner.audit().map(({ entry, request_id }) => `${entry} ${request_id}`),
      ];
    },
    ['same', ['same'], ['console r-0', 'replay req-1']],
  ),
  row(
    'R38 R41',
    'a replay does not do again what changes something, and says so; a failure is compared like an answer',
    async () => {
      const writing = await bundled([multiplier({ manifest: changing })]);
      const written = await writing.run(await writing.written(0));
      const failing = await bundled([multiplier(answering({ status: 'partial', warnings: [] }))]);
      const failed = await failing.run(await failing.written(0));
      return [
        [written.status, written.calls.map(({ state, reason }) => [state, reason]), writing.runner.audit().length],
        [failed.status, failing.runner.audit().map(({ error_codes }) => error_codes)],
      ];
    },
    [
      ['incomplete', [['not_run', 'row_multiplier is not read-only, so a replay does not run it']], 1],
      ['same', [['OUTPUT_INVALID'], ['OUTPUT_INVALID']]],
    ],
  ),
];
