import { createHash } from 'node:crypto';
import { canonicalJson } from '../../base/canonical.ts';
import { runPlan, type PlanReport } from '../../tools/plan/plan.ts';
import type { RunOptions } from '../../tools/runner/ports.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { Context } from '../context.ts';
import { textOfFile } from '../inputs.ts';
import type { Prepared } from '../prepared.ts';
import { openFinishedCalls, type FinishedCalls, type Identity } from './finished-calls.ts';

/** Maximum number of calls of a plan. It is higher than on the page, where a person waits for them. */
const MOST_CALLS = 10_000;

/** Runs a plan. With `--resume FILE`, calls that ended in an earlier start do not run again; their results are read from the file. */
export async function runPlanOf(
  prepared: Prepared,
  context: Context,
  plan: unknown,
  captures: readonly CaptureInfo[],
): Promise<PlanReport> {
  const { given, note } = context;
  if (given.resume === undefined) return run(prepared, plan, undefined);
  const finished = await openFinishedCalls(given.resume, await identityOf(context, plan, captures));
  try {
    if (finished.count > 0) note(`${String(finished.count)} calls finished in an earlier run and are not repeated`);
    return await run(prepared, plan, finished);
  } finally {
    await finished.close();
  }
}

function run({ core, runOptions }: Prepared, plan: unknown, finished: FinishedCalls | undefined): Promise<PlanReport> {
  const { calling, data } = core.parts;
  const once = async (invocation: unknown, options: RunOptions = {}) => {
    const call = { invocation, repairs: options.repairs ?? [], trust: options.trust ?? null };
    const earlier = finished?.take(call);
    if (earlier !== undefined) return earlier;
    const result = await calling.runAs('plan', invocation, options);
    // Do not store failed calls, because they may succeed in another start.
    if (result.status !== 'error') await finished?.add(call, result);
    return result;
  };
  const parts = {
    runner: { ...calling.runner, run: once },
    registry: calling.registry,
    captures: data.opened,
    ids: { uuid: () => crypto.randomUUID() },
    maxSteps: MOST_CALLS,
  };
  const context = { ...runOptions.context, ...(finished !== undefined && { traceId: finished.traceId }) };
  return runPlan(plan, parts, { ...runOptions, context });
}

const digestOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex');

/** Collects everything on which results depend. Keys, too, are identified by the digest of their file. */
async function identityOf({ given }: Context, plan: unknown, captures: readonly CaptureInfo[]): Promise<Identity> {
  const file = async (path: string | undefined): Promise<string> => (path === undefined ? 'none' : digestOf(await textOfFile(path)));
  return {
    build: `${__APP_VERSION__} (${__BUILD_COMMIT__})`,
    plan: digestOf(plan),
    captures: digestOf(captures.map(({ capture_id, sha256, row_count }) => [capture_id, sha256, row_count])),
    '--policy': await file(given.policy),
    '--reading': await file(given.reading),
    '--keys': await file(given.keys),
    '--connection': given.connection ?? 'none',
    merging: digestOf([given.merge ?? null, given.sensor ?? [], given.offset ?? []]),
  };
}
