/** Rules of the contract (S0, and S1, which is its short form). */
import { mutant, schemaMutant, type Mutant } from './mutant.ts';

const tool = [
  mutant('S0-1.1 R7', 'registry.ts', 'if (holder !== undefined && holder !== manifest.name)', 'if (holder === "")'),
  schemaMutant('S0-1.1', 'contract/identifiers.ts', 'z.string().regex(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/);', 'z.string();'),
  schemaMutant(
    'S0-1.2',
    'contract/identifiers.ts',
    'z.string().regex(/^(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)$/);',
    'z.string();',
  ),
  schemaMutant('S0-1.3', 'contract/manifest.ts', 'description: text(60, 500)', 'description: text(0, 500)'),
  mutant(
    'S0-1.4',
    'catalog/bluetooth_address_analyzer/index.ts',
    "capabilities: ['classification', 'linkage', 'both', 'address_timeline'],",
    "capabilities: ['classification', 'linkage'],",
  ),
  mutant('S0-1.5 R27', 'contract/derive-schema.ts', 'target: dialect,', "target: 'openapi-3.0',"),
  mutant(
    'S0-1.6 S0-3.6',
    'contract/derive-schema.ts',
    "if (node['properties'] !== undefined) node['required'] ??= [];",
    "node['required'] = [];",
  ),
  mutant('S0-1.7 R44', 'runner/check.ts', 'if (asked <= bound) return asked;', 'return asked;'),
  schemaMutant('S0-1.7', 'contract/manifest.ts', 'max_timeout_ms: z.int().min(1)', 'max_timeout_ms: z.number()'),
  schemaMutant('S0-1.8', 'contract/manifest.ts', 'max_payload_bytes: z.int().min(1)', 'max_payload_bytes: z.number()'),
  mutant('S0-1.8', 'runner/check.ts', 'if (attempt.bytes <= limit) return [];', 'return [];'),
  mutant('S0-1.9', 'runner/execute.ts', ' && tool.manifest.execution_constraints.supports_streaming', ''),
  mutant('S0-1.10 R8', 'contract/effects.ts', "return scope === 'none' ? 'none' : 'read_only';", "return 'read_only';"),
  schemaMutant('S0-1.11', 'contract/manifest.ts', "z.enum(['call', 'second', 'record'])", 'z.string()'),
  schemaMutant('S0-1.12', 'contract/manifest.ts', '.regex(/^(?:[A-Z]{3}|credits)$/)', ''),
  mutant('S0-1.13 R38', 'contract/result-hash.ts', "  'metadata.timestamp',\n", ''),
  mutant('S0-1.13 R38', 'contract/result-hash.ts', "  'metadata.calledAs',\n", ''),
  mutant('S0-1.14', 'lint/schema-rules.ts', "if (schema['type'] !== 'object')", "if (schema['type'] === null)"),
  mutant('S0-1.14', 'lint/schema-rules.ts', "if (!isRecord(schema['properties']))", "if (schema['properties'] === null)"),
  mutant('S0-1.14', 'lint/schema-rules.ts', "if (!Array.isArray(schema['required']))", "if (schema['required'] === null)"),
];

const invocation = [
  mutant('S0-2.1', 'registry.ts', "toolError('UNKNOWN_TOOL', message", "toolError('UNSUPPORTED_TOOL_VERSION', message"),
  mutant('S0-2.2 R21', 'registry.ts', 'majorOf(manifest.version) === majorOf(version) &&', ''),
  mutant('S0-2.2', 'runner/check.ts', 'if (attempt.versionError) found.add([attempt.versionError]);', ''),
  mutant(
    'S0-2.3',
    'src/selection/channels.ts',
    "if (parts.length === 0) return { sql: 'FALSE', values: [] };",
    "if (parts.length >= 0) return { sql: 'TRUE', values: [] };",
  ),
  mutant(
    'S0-2.4',
    'src/selection/normalise.ts',
    "errors.push({ code: 'INVALID_CAPTURE_SELECTION', message, path, allowed });\n  }\n  return [...found",
    '}\n  return [...found',
  ),
  mutant('S0-2.5 R6', 'src/selection/time.ts', '(BigInt(end_ms) + 1n) * 1000n', 'BigInt(end_ms) * 1000n'),
  mutant('S0-2.6', 'src/selection/normalise.ts', 'if (judged) checkChannels(selection.channels, chosen, errors);', ''),
  mutant('S0-2.7 R57', 'src/selection/check.ts', 'if (found.length === 0) this.unknown(name);', 'if (found.length === 0) return [];'),
  schemaMutant(
    'S0-2.8 S0-5.3d',
    'contract/schema.ts',
    'const parsed = zodSchema.safeParse(value);',
    'const parsed = { success: true, data: value } as const;',
  ),
  mutant('S0-2.9', 'runner/admit.ts', 'if (!used.has(key)) {', "if (key !== '') {"),
  mutant(
    'S0-2.10 S0-5.3b',
    'runner/check.ts',
    "  found.warnings.push({\n    code: 'TIMEOUT_CLAMPED',",
    "  found.warnings.slice().push({\n    code: 'TIMEOUT_CLAMPED',",
  ),
];

const result = [
  schemaMutant('S0-3.1 S0-5.2d', 'contract/result.ts', "status: z.enum(['ok', 'partial', 'error'])", 'status: z.string()'),
  mutant(
    'S0-3.2',
    'runner/settle.ts',
    "if (outcome.status === 'ok' && (outcome.errors ?? []).length > 0)",
    "if (outcome.status === 'ok' && false)",
  ),
  mutant(
    'S0-3.3 S0-5.3h',
    'runner/settle.ts',
    "if (outcome.status === 'partial' && outcome.warnings.length === 0)",
    "if (outcome.status === 'partial' && false)",
  ),
  mutant(
    'S0-3.4 S0-5.3g R14',
    'runner/settle.ts',
    '...(!failedOutcome && { structured_output: outcome.structured_output, data: outcome.structured_output }),',
    '...{ structured_output: {}, data: {} },',
  ),
  mutant(
    'S0-3.5',
    'catalog/bluetooth_address_analyzer/words.ts',
    'Links are posterior-like',
    '1 of 987654321 links. Links are posterior-like',
  ),
  mutant('S0-3.7', 'runner/settle.ts', 'if (twice !== undefined)', 'if (twice === "")'),
  mutant('S0-3.8', 'catalog/statistical_regression_tool/artifacts.ts', "mime_type: 'text/csv'", "mime_type: 'image/png'"),
  mutant('S0-3.9 R58', 'runner/settle.ts', 'uri: await store(draft),', 'uri: `https://${await store(draft)}`,'),
  mutant('S0-3.10 R58', 'runner/settle.ts', 'sha256: await parts.hash(draft.bytes),', 'sha256: await parts.hash(draft.bytes.slice(1)),'),
  schemaMutant('S0-3.10 R19', 'contract/identifiers.ts', 'z.string().regex(/^[0-9a-f]{64}$/)', 'z.string()'),
  mutant('S0-3.11', 'runner/check.ts', "code: 'TIMEOUT_CLAMPED',", "code: '',"),
  mutant(
    'S0-3.12 S0-5.3f',
    'runner/settle.ts',
    'const errors = (outcome.errors ?? [])',
    'const errors = (outcome.errors ?? []).slice(0, 0)',
  ),
  mutant('S0-3.13 S0-5.4a R2', 'contract/errors.ts', 'field: dotted(path), key', 'field: String(path.at(-1)), key'),
  mutant('S0-3.14 S0-5.2c', 'runner/settle.ts', 'Math.min(1, Math.max(0, value)) : 0,', '2 : 2,'),
];

const regression = [
  schemaMutant(
    'S0-4.1',
    'catalog/statistical_regression_tool/schema.ts',
    ".enum(['linear_regression'])\n    .describe('What to compute",
    ".enum(['linear_regression', 'anova'])\n    .describe('What to compute",
  ),
  mutant('S0-4.1', 'catalog/statistical_regression_tool/answer.ts', 'sample_count: model.rows,', 'sample_count: model.rows - 1,'),
  mutant(
    'S0-4.2',
    'catalog/statistical_regression_tool/answer.ts',
    ' coefficients: by((term) => term.estimate)',
    ' coefficients: by((term) => term.standardized)',
  ),
  mutant('S0-4.3', 'catalog/statistical_regression_tool/fit.ts', 'per, alpha, robust', 'per, alpha: 0.05, robust'),
  mutant('S0-4.3', 'catalog/statistical_regression_tool/run.ts', 'normalize: args.normalize }', 'normalize: false }'),
  mutant('S0-4.3', 'numeric-columns.ts', 'named.findIndex((each) => each.name === name) < at', 'at < 0'),
];

const rules = [
  mutant('R1', 'contract/errors.ts', '...(names.length > 0 && { aliases: names }),', ''),
  schemaMutant(
    'S0-5.1a',
    'contract/manifest.ts',
    ".max(32).describe('Actions that the tool supports.')",
    ".max(32).describe('Actions that the tool supports.').optional()",
  ),
  schemaMutant(
    'S0-5.1a R17',
    'contract/manifest.ts',
    "    .describe('What a call costs.'),",
    "    .describe('What a call costs.').optional(),",
  ),
  schemaMutant(
    'S0-5.1b S0-7b.5',
    'contract/invocation.ts',
    "    .describe('Version as major.minor.patch.')",
    "    .describe('Version as major.minor.patch.').optional()",
  ),
  schemaMutant('S0-5.1b', 'contract/invocation.ts', 'arguments: jsonObject().describe(', 'arguments: jsonObject().default({}).describe('),
  mutant('S0-5.1c', 'runner/settle.ts', '    warnings,\n    errors,\n', '    errors,\n'),
  mutant('S0-5.1d', 'runner/settle.ts', '{ structured_output: outcome.structured_output, data', '{ data'),
  mutant('S0-5.2a', 'contract/json-value.ts', 'else if (value.isWellFormed())', 'else if (value !== "\\u0000")'),
  mutant('S0-5.2b', 'contract/json-value.ts', 'if (!Number.isFinite(value)) return', 'if (Number.isNaN(value)) return'),
  mutant(
    'S0-5.2c',
    'runner/settle.ts',
    "if (outcome.status === 'error' || tool === undefined) return { confidence: 0,",
    "if (outcome.status === 'error' || tool === undefined) return { confidence: 0.5,",
  ),
  schemaMutant('S0-5.2e', 'contract/identifiers.ts', 'z.string().regex(/^\\d+\\.\\d+\\.\\d+$/)', 'z.string()'),
  mutant('S0-5.2e R20', 'contract/identifiers.ts', '/^\\d+\\.\\d+\\.\\d+$/', '/^[1-9]\\d*\\.\\d+\\.\\d+$/'),
  mutant(
    'S0-5.3a R21',
    'registry.ts',
    'compareVersions(manifest.version, version) > 0,',
    'compareVersions(manifest.version, version) !== 0,',
  ),
  mutant('S0-5.3c', 'runner/check.ts', 'if (asked < MIN_TIMEOUT_MS) {', 'if (asked < 0) {'),
  schemaMutant(
    'S0-5.3e',
    'contract/invocation.ts',
    'export const ToolInvocation = z.strictObject({',
    'export const ToolInvocation = z.object({',
  ),
  mutant(
    'S0-5.4a R1',
    'contract/faults.ts',
    "toolError('MISSING_REQUIRED_ARGUMENT', `${field} is required",
    "toolError('INVALID_VALUE', `${field} is required",
  ),
  mutant('S0-5.4b', 'contract/faults.ts', '`${field}: expected ${expected}, got ${got}${tail}`', '`${field}: expected ${expected}`'),
  mutant(
    'S0-5.4b S0-5.4c',
    'contract/faults.ts',
    "typeFits(node, found) ? 'INVALID_VALUE' : 'INVALID_TYPE'",
    "typeFits(node, found) ? 'INVALID_TYPE' : 'INVALID_VALUE'",
  ),
  mutant('S0-5.4d', 'contract/faults.ts', "return toolError('UNKNOWN_ARGUMENT'", "return toolError('INVALID_VALUE'"),
  mutant('S0-5.4e', 'runner/check.ts', 'if (found.count > 0 || args === undefined', 'if (args === undefined'),
];

const plans = [
  mutant('S0-6.0', 'plan/plan.ts', "  stage('summarize');\n", ''),
  mutant('S0-6.1', 'plan/plan.ts', 'parts.registry.versions(name).map(', 'parts.registry.versions(name).slice(-1).map('),
  mutant('S0-6.2', 'plan/order.ts', 'return free.find(', 'return free.reverse().find('),
  mutant('S0-6.3', 'plan/calls.ts', 'if (open.length === 0) return report;', 'if (open.length === 0) return reportOf([]);'),
  mutant('S0-6.4', 'plan/calls.ts', 'if (this.#reports.get(index)?.valid !== true) return false;', ''),
  mutant('S0-6.5', 'plan/table.ts', '=> repaired?.result ?? result;', '=> (repaired ? undefined : result);'),
  mutant(
    'S0-6.6',
    'plan/calls.ts',
    'if (result !== undefined) return result.ok ? undefined : result;',
    "if (result !== undefined) return { status: 'error', errors: [toolError('RATE_LIMITED', 'x')] };",
  ),
  mutant('S0-7e.1', 'registry.ts', "toolError('UNSUPPORTED_TOOL_VERSION', message", "toolError('WRONG_VERSION', message"),
  mutant(
    'S0-7e.2',
    'contract/faults.ts',
    'return [...seen.values()].filter((fault) => !inside(fault))',
    'return [...seen.values()].slice(0, 1).filter((fault) => !inside(fault))',
  ),
  mutant('S0-7e.3', 'src/selection/read.ts', ": this.text(newFilter, [ROOT, 'filter_expression']);", ': [];'),
  mutant('S0-7e.4', 'src/selection/time.ts', "if (over >= ROUNDING_MS || used.start_ms > used.end_ms) return refuse('');", ''),
  mutant('S0-7e.4', 'src/selection/time.ts', "if (start_ms > end_ms) return refuse('; start_ms is after end_ms');", ''),
  mutant(
    'S0-7e.5',
    'catalog/statistical_regression_tool/run.ts',
    'if (source.rows > terms) return undefined;',
    'if (source.rows >= 0) return undefined;',
  ),
  mutant('S0-7e.6 R34', 'repair/repair.ts', "mending.set(['request_id'],", "mending.get(['request_id'],"),
  mutant('S0-7e.6 R34', 'repair/repair.ts', "draft.set(['request_id'],", "draft.get(['request_id'],"),
  mutant('S0-7e.9', 'runner/corrections.ts', "add('ui-change-method', 'medium',", "if (codes.size > 9) add('ui-change-method', 'medium',"),
  mutant(
    'S0-7e.10 R30',
    'runner/check.ts',
    "const selection = selected(record['capture_selection'], tool, captures, select, found);",
    "const selection = found.count > 0 ? undefined : selected(record['capture_selection'], tool, captures, select, found);",
  ),
];

const versions = [
  mutant(
    'S0-7b.1',
    'contract/names.ts',
    'const difference = (left[part] ?? 0) - (right[part] ?? 0);',
    'const difference = String(left[part]) < String(right[part]) ? -1 : String(left[part]) > String(right[part]) ? 1 : 0;',
  ),
  mutant('S0-7b.2', 'registry.ts', 'if (newest) return ok({ tool: newest, exact: false });', ''),
  mutant('S0-7b.3', 'contract/compatibility.ts', "add(side === 'input' && has.has(name) ? 'major' : 'minor', `${name} is new`);", ''),
  mutant(
    'S0-7b.4',
    'contract/compatibility.ts',
    "if (side === 'input' && !had.has(name) && has.has(name)) add('major', `${name} is required now`);",
    '',
  ),
  mutant('S0-7b.4', 'contract/compatibility.ts', "add(side === 'input' && narrower ? 'major' : 'minor', reason);", "add('minor', reason);"),
  mutant('S0-7b.4', 'contract/compatibility.ts', "add('major', 'another type');", ''),
  mutant(
    'S0-7b.4 S0-7b.8',
    'registry.ts',
    'for (const sibling of byName.get(manifest.name) ?? []) findings.push(...tooSmallABump(definition, sibling));',
    '',
  ),
  mutant('S0-7b.6', 'catalog/index.ts', '  statisticalRegressionTool12,\n', ''),
  mutant('S0-7b.7', 'runner/settle.ts', '    summary: shorten(', '    text: shorten('),
  mutant('S0-7b.8', 'contract/compatibility.ts', "add('major', `${name} is gone`);", ''),
  mutant('S0-7b.9 R23', 'contract/effects.ts', '< 90 * DAY_MS)', '< 0)'),
  mutant('S0-7b.9 R23', 'runner/check.ts', 'found.warnings.push(...deprecation(tool));', ''),
  mutant('S1-7', 'contract/project.ts', 'error.aliases?.find((alias) => /^[A-Z]/.test(alias)) ?? error.code', 'error.code'),
];

export const mutants: readonly Mutant[] = [...tool, ...invocation, ...result, ...regression, ...rules, ...plans, ...versions];
