/** Rules of the pipeline, the policy, the advice and the journal (S2, S3, S4, R). */
import { mutant, schemaMutant, type Mutant } from './mutant.ts';

const policy = [
  mutant('S2-P1 R11', 'contract/errors.ts', "UNKNOWN_TOOL: ['unavailable',", "UNKNOWN_TOOL: ['validation',"),
  mutant('S2-20 S2-P2 S2-C12', 'policy/decide.ts', 'if (!profile.allowedTools.includes(manifest.name)) {', "if (manifest.name === '') {"),
  mutant(
    'S2-23',
    'runner/authorise.ts',
    'if (options.toolIds !== undefined && !options.toolIds.includes(tool.manifest.name)) {',
    'if (options.toolIds?.length === 0) {',
  ),
  mutant('S2-F1 S2-P3 S4-N.4', 'runner/authorise.ts', 'if (missing.length > 0) return { decision, risk, errors: missing };', ''),
  mutant('S2-P4 R12', 'runner/authorise.ts', 'if (profile.connections?.includes(id) === true) return [];', 'return [];'),
  mutant(
    'S2-X6 S3-3.36 R41',
    'policy/decide.ts',
    'if (profile.requireApprovalForEffects.includes(manifest.effect))',
    "if (manifest.effect === 'external_side_effect')",
  ),
  mutant('S3-3.38', 'policy/decide.ts', 'risk >= threshold ?', 'risk > 2 ?'),
  mutant('R40 S3-2.41', 'policy/decide.ts', "if (actor === 'user:local') return policy;", 'return policy;'),
  mutant('S3-2.43', 'runner/admit.ts', 'if (allowed === undefined) return captures;', 'return captures;'),
  mutant('S2-X8', 'runner/authorise.ts', 'if ((options.depth ?? 0) > 1)', 'if ((options.depth ?? 0) > 99)'),
  mutant('S4-7.1', 'runner/rate-limit.ts', 'if (recent.length < limit.maxCalls) {', 'if (recent.length >= 0) {'),
  mutant('S2-C9', 'runner/budgets.ts', 'spent.total >= maxCalls)', 'spent.total > maxCalls)'),
  mutant('S2-C9', 'runner/budgets.ts', 'rows > maxRows)', 'rows < 0)'),
  mutant('S2-C9', 'runner/budgets.ts', 'now - start < MINUTE_MS', 'now - start < 0'),
  mutant('S2-4b', 'registry.ts', 'return Array.isArray(allow) && allow.length > 0;', 'return true;'),
  mutant('S2-26a', 'registry.ts', 'if (keys.some(namesConnection))', 'if (keys.length > 1e9)'),
];

const pipeline = [
  mutant('S2-4a', 'runner/redact.ts', 'return keep(value, treeOf(allow));', 'return treeOf(allow) && value;'),
  mutant('S2-5', 'runner/parse.ts', 'wire.test(given) ? given : fallback', 'fallback'),
  mutant(
    'S2-P8 S4-E.5 R42',
    'runner/execute.ts',
    "return toolError('EXECUTION_FAILED', 'the tool failed inside; nothing",
    "return toolError('EXECUTION_FAILED', String(error) + 'the tool failed inside; nothing",
  ),
  mutant('S2-P9 S3-3.31 R32', 'runner/settle.ts', "output.fault(json.value, ['structured_output']) ??", ''),
  mutant('S3-2.5', 'runner/settle.ts', 'if (!rule.holds(', "if (rule.id === '' && !rule.holds("),
  mutant('S2-P11', 'runner/runner.ts', "emit({ type: 'tool-result', tool_call_id, result });", ''),
  mutant('S2-X4 S4-O.2', 'runner/runner.ts', 'metrics.record(result);', ''),
  mutant('S3-2.9 S4-5.2 R39', 'runner/runner.ts', 'if (kept) return', 'if (kept && key === "") return'),
  mutant('S4-5.3 R39', 'runner/cache.ts', 'if (clock.now() < entry.until) return entry.answer;', 'return entry.answer;'),
  mutant(
    'S3-2.26 R39',
    'runner/cache.ts',
    'call.rows.captures.map((capture) => [contentKey(capture), capture.sha256, capture.row_count])',
    '[]',
    {
      file: 'src/tools/runner/cache.ts',
      find: 'selection: call.normalised,',
      replace: '',
    },
  ),
  mutant('S3-3.34', 'runner/execute.ts', "outcome.errors[0].code === 'SYSTEM_ERROR'", "outcome.errors[0].code !== ''"),
  mutant('S3-3.39', 'runner/journal.ts', "entry['prev_hash'] !== previous ||", '', {
    file: 'src/tools/runner/journal.ts',
    find: '(await digest(body, hash).catch(() => undefined)) !== claimed',
    replace: "claimed === ''",
  }),
  mutant('S3-3.39', 'runner/journal.ts', 'if (expected_head === undefined) return', 'if (expected_head !== "none") return'),
  mutant(
    'S2-L6 R31',
    'runner/runner.ts',
    "if (ready === undefined) emit({ type: 'tool-start', tool_call_id, tool_name, traceId, phase: 'rejected' });",
    'if (ready === undefined) return;',
  ),
  mutant('S4-N.6', 'runner/check.ts', 'arguments: deepFreeze(values) })', 'arguments: values })'),
  mutant('R45', 'runner/queue.ts', 'const call = (shared ? alone : all).then(work);', 'const call = work();'),
];

const advice = [
  mutant('S4-R.6', 'runner/hints.ts', 'confidence: hintConfidence(basis),', 'confidence: 0.9,'),
  mutant('S4-R.7', 'runner/hints.ts', "if (share > 0.05) return 'low';", ''),
  mutant('S4-R.8', 'runner/hints.ts', "if (rows.captures.some((capture) => capture.format === 'live') ||", 'if ('),
  mutant(
    'S4-R.9',
    'runner/hints.ts',
    'const needed: string[] = [];',
    'const needed: string[] = [];\n  if (codes.size >= 0) return needed;',
  ),
  mutant('S4-R.10', 'runner/hints.ts', 'return [...filled, ...base];', 'return base;'),
  mutant('S4-R.13 R49', 'runner/hints.ts', 'round4(benefit / Math.max(effort, 0.01))', 'round4(benefit / effort)'),
  mutant('S4-R.16', 'runner/hints.ts', 'facts.warnings.slice(0, 128)', 'facts.warnings.slice(1, 128)'),
  mutant('S4-R.22', 'runner/settle.ts', 'executionTime: Math.max(0, endedAt - startedAt),', 'executionTime: 7,'),
  mutant('S4-R.25', 'runner/settle.ts', 'cached: settlement.cached,', 'cached: false,'),
  mutant('S4-4.1', 'contract/effects.ts', "if (parts.category === 'mutation' && readOnly)", "if (parts.category === 'mutation' && false)"),
  mutant('S4-5.3', 'contract/effects.ts', 'if (parts.cacheable !== (parts.cacheTTL !== undefined))', 'if (parts.cacheable === null)'),
  mutant(
    'S4-5.4',
    'contract/effects.ts',
    'if (readOnly && parts.deterministic !== parts.idempotent)',
    'if (readOnly && parts.deterministic === null)',
  ),
  mutant('S4-N.8', 'contract/effects.ts', 'if (parts.cacheable && !readOnly)', 'if (parts.cacheable && false)'),
  schemaMutant('S4-1.2 R47', 'contract/manifest.ts', 'description: text(60, 500)', 'description: text(0, 5000)'),
  schemaMutant('S4-1.6', 'contract/identifiers.ts', 'z.string().regex(/^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$/)', 'z.string()'),
  mutant('R2', 'contract/errors.ts', "String(step).replaceAll('~', '~0').replaceAll('/', '~1')", 'String(step)'),
  mutant('R5', 'src/selection/time.ts', 'if (asked === undefined && late === 1)', 'if (asked === undefined && late === 9)'),
  mutant(
    'S4-Y.2',
    'contract/cursor.ts',
    'return mark === checksum(canonicalJson(question)) ? Number(offset) : undefined;',
    "return mark === '' ? undefined : Number(offset);",
  ),
  mutant(
    'R9 S2-C8',
    'contract/project.ts',
    'if (result.ok) return { ...shared, value: result.structured_output ?? {} };',
    'if (result.ok) return shared;',
  ),
  mutant('R43', 'contract/planner-view.ts', 'if (sizeOf(answer) <= limit) return answer;', 'return answer;'),
  mutant(
    'R48',
    'runner/parse.ts',
    'connection_id: options.context?.connection_id ?? null,',
    'connection_id: options.context?.connection_id as string,',
  ),
  schemaMutant(
    'R50',
    'contract/hints.ts',
    "type: z.enum(['performance', 'accuracy', 'cost', 'complexity', 'user-experience']).describe('What is at risk.')",
    "type: z.string().describe('What is at risk.')",
  ),
];

export const mutants: readonly Mutant[] = [...policy, ...pipeline, ...advice];
