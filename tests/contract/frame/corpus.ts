import { WorkbenchError } from '../../../src/base/failure.ts';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { bench, call, capture, multiplier } from '../../support/tools.ts';

/** Results of every kind: complete, partial, refused at each stage, failed in each way. */
export async function corpus(): Promise<ToolResult[]> {
  const results: ToolResult[] = [];
  const collect = async (
    tool: Parameters<typeof multiplier>[0],
    calls: readonly unknown[],
    change: Parameters<typeof bench>[1] = {},
  ): Promise<void> => {
    const { runner } = bench([multiplier(tool)], change);
    for (const each of calls) results.push(await runner.run(each));
  };
  const output = { product: 1, labels: [] };
  await collect({}, [
    call(),
    call(),
    call({ request_id: 'b', arguments: {} }),
    call({ request_id: 'c', tool_name: 'nothing' }),
    call({ request_id: 'd', tool_version: '3.0.0' }),
    call({ request_id: 'e', timeout_ms: 600_000, tool_call_id: 'call-e' }),
    call({ request_id: 'f', capture_selection: { capture_id: 'nope' } }),
    call({ request_id: 'g', capture_selection: { capture_id: 'lab', selectors: { time_range: { start_ms: 9, end_ms: 3 } } } }),
    '{"broken": ',
    null,
    { ...call({ request_id: 'h' }), arguments: Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${String(n)}`, n])) },
  ]);
  await collect({ run: () => Promise.reject(new Error('hidden at /home/x')) }, [call()]);
  await collect({ run: () => Promise.reject(new WorkbenchError('ENGINE_LOST', 'x')) }, [call()]);
  await collect(
    { run: () => Promise.resolve({ status: 'ok', summary: 'x', structured_output: {}, warnings: [], confidence_inputs: {} }) },
    [call()],
  );
  const warnings = [{ code: 'CLOCK_GAP', message: 'a gap' }];
  await collect(
    {
      run: () =>
        Promise.resolve({ status: 'partial', summary: 'one', structured_output: output, warnings, confidence_inputs: { rows: 1 } }),
    },
    [call()],
  );
  await collect({}, [call()], { adjust: (policy) => ({ ...policy, allowedTools: [] }) });
  await collect({}, [call()], { adjust: (policy) => ({ ...policy, grants: [] }) });
  await collect({}, [call()], { captures: [capture({ problem_count: 50 })] });
  await collect({}, [call()], { captures: [capture({ time_base: 'relative', time_range: { start_ms: 0, end_ms: 9 } })] });
  await collect({ requires: ['kernels'] }, [call()]);
  return results;
}
