import { mutant, type Mutant } from './mutant.ts';

/** Plans as graphs: order, independence, what is handed on. */
export const mutants: readonly Mutant[] = [
  mutant('S3-1.6', 'plan/order.ts', 'needs.every((each) => ended.has(each))', 'needs.length >= 0'),
  mutant(
    'S3-1.6',
    'plan/read.ts',
    'const ring = errors.length > 0 ? undefined : ringIn(needs);',
    'const ring = undefined as readonly number[] | undefined;',
  ),
  mutant(
    'S3-1.6',
    'plan/read.ts',
    'if (first === undefined) positions.set(id, position);',
    'if (first === undefined || first >= 0) positions.set(id, position);',
  ),
  mutant('S3-1.6', 'plan/read.ts', 'if (at >= position) return [notEarlier(reference)];', ''),
  mutant('S3-1.6', 'plan/calls.ts', 'if (failed.length > 0) {', 'if (failed.length > 99) {'),
  mutant('S3-2.22', 'plan/order.ts', 'alone || running.size >= parallel', 'alone'),
  mutant(
    'S3-2.22',
    'plan/order.ts',
    'return free.find((step) => running.size === 0 || mayShare(step));',
    'return running.size === 0 ? free[0] : undefined;',
  ),
  mutant('S3-2.22', 'runner/runner.ts', "parts.registry.get(name)?.manifest.effect === 'read_only'", 'name.length > 0'),
  mutant('S3-2.23', 'plan/calls.ts', 'if (bytes <= maxArgumentBytes) return [];', 'if (bytes >= 0) return [];'),
  mutant('R41 S3-3.37', 'plan/calls.ts', 'A_PERSONS_WORD.has(code)', "code === 'NEVER'"),
  mutant('S3-2.42', 'src/core/keys.ts', 'if (now === expected) return text;', 'if (now === expected || text !== null) return text;'),
  mutant('S2-C9', 'runner/admit.ts', 'timeout_ms: Math.min(call.timeout_ms, runtime_ms)', 'timeout_ms: call.timeout_ms'),
  mutant('S2-C9', 'runner/budgets.ts', 'if (runtime_ms < 1)', 'if (runtime_ms < 0)'),
  mutant('S2-C9', 'runner/budgets.ts', 'if (result_bytes < 1)', 'if (result_bytes < 0)'),
  mutant('S2-C9', 'runner/budgets.ts', 'const before = spending.get(actor) ?? NOTHING;', 'const before = NOTHING;'),
  mutant('R38', 'replay/replay.ts', "if (effect !== 'read_only')", "if (effect === '')"),
  mutant('S2-C5', 'replay/bundle.ts', 'asked.has(id)', 'answered.has(id)'),
];
