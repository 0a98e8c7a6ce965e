import { byLikeness } from '../../selection/nearest.ts';
import { LISTED_ERRORS, shorten, toolError } from '../contract/errors.ts';
import type { PolicyProfile, ToolError, ToolWarning, ValidatedInvocation } from '../contract/index.ts';
import { isRecord } from '../contract/json-schema.ts';
import { contractChecker } from '../contract/schema.ts';
import type { CaptureLookup, SelectedRows } from '../definition.ts';
import { columnsFor, HOLDS, namedColumns, typeOfColumn } from '../named-columns.ts';
import type { InstalledTool } from '../registry.ts';
import { coerceArguments } from './coerce.ts';
import { deepFreeze } from './freeze.ts';
import type { Attempt } from './parse.ts';
import type { SelectRows } from './ports.ts';

/**
 * The second half of parsing: all rules are checked and all errors collected before anything runs (R30). Checks the envelope, arguments,
 * version, sizes and times, then the selection against the open captures.
 */
export interface CheckedCall {
  readonly errors: readonly ToolError[];
  /** Number of all errors, of which `errors` lists the first 64. */
  readonly error_count: number;
  readonly warnings: readonly ToolWarning[];
  readonly validators: { readonly zod: boolean; readonly ajv: boolean };
  /** The checked call; undefined if there are errors. */
  readonly call?: ReadyCall;
}

export interface ReadyCall {
  readonly invocation: ValidatedInvocation;
  readonly rows: SelectedRows;
  readonly normalised: Readonly<Record<string, unknown>>;
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly timeout_ms: number;
}

/** Minimum timeout in ms; a call could not even start in less time. The catalog publishes it as `min_timeout_ms`. */
export const MIN_TIMEOUT_MS = 10;

/** The selection that is used for tools that read no capture. */
export const NO_ROWS: SelectedRows = { captures: [], sql: '', values: [], time_range: null, time_base: 'none' };

export function check(
  attempt: Attempt,
  tool: InstalledTool,
  profile: PolicyProfile,
  captures: CaptureLookup,
  select: SelectRows,
): CheckedCall {
  const found = new Findings(attempt);
  found.warnings.push(...deprecation(tool));
  const envelope = contractChecker('tool-invocation').check(attempt.invocation);
  found.add(envelope.errors, envelope.count);
  const record = isRecord(attempt.invocation) ? attempt.invocation : {};
  const coerced = coerceArguments(record['arguments'], tool.input.schema);
  found.warnings.push(...coerced.warnings);
  const args = isRecord(coerced.value) ? tool.input.check(coerced.value, ['arguments']) : undefined;
  if (args) found.add(args.errors, args.count);
  if (attempt.versionError) found.add([attempt.versionError]);
  found.add(sizeFaults(attempt, tool, profile));
  const timeout = timeoutOf(record['timeout_ms'], tool, profile, found);
  const selection = selected(record['capture_selection'], tool, captures, select, found);
  found.add(twiceSelected(attempt));
  if (selection && args?.count === 0) found.add(columnFaults(coerced.value, tool, selection.rows));
  const validators = {
    zod: envelope.zod && args?.zod !== false,
    ajv: envelope.ajv && args?.ajv !== false,
  };
  const report = { errors: found.errors, error_count: found.count, warnings: found.warnings, validators };
  if (found.count > 0 || args === undefined || selection === undefined) return report;
  const values = args.value as Readonly<Record<string, unknown>>;
  const invocation = Object.freeze({ ...record, arguments: deepFreeze(values) }) as unknown as ValidatedInvocation;
  const given = record['arguments'] as Readonly<Record<string, unknown>>;
  const defaults = Object.fromEntries(Object.entries(values).filter(([key]) => !Object.hasOwn(given, key)));
  return { ...report, call: { invocation, ...selection, defaults, timeout_ms: timeout } };
}

/** Collects errors, one per location: a value that is not JSON is not also reported by a schema. */
class Findings {
  readonly errors: ToolError[] = [];
  readonly warnings: ToolWarning[];
  count = 0;
  readonly #places = new Set<string>();
  readonly #lifted: boolean;

  constructor(attempt: Attempt) {
    this.warnings = [...attempt.warnings];
    this.#lifted = attempt.lifted;
    this.add(attempt.faults);
  }

  add(errors: readonly ToolError[], count = errors.length): void {
    this.count += count - errors.length;
    for (const error of errors.map((each) => (this.#lifted ? asSpelt(each) : each))) {
      const place = error.pointer;
      if (place !== undefined && place !== '' && this.#places.has(place)) continue;
      if (place !== undefined) this.#places.add(place);
      this.count += 1;
      if (this.errors.length < LISTED_ERRORS) this.errors.push(error);
    }
  }

  has(prefix: string): boolean {
    return [...this.#places].some((place) => place === prefix || place.startsWith(`${prefix}/`));
  }
}

/** Reports an error in a lifted selection at the location where the caller wrote it (R4). */
function asSpelt(error: ToolError): ToolError {
  if (error.field?.startsWith('capture_selection') !== true) return error;
  return { ...error, field: `arguments.${error.field}`, ...(error.pointer !== undefined && { pointer: `/arguments${error.pointer}` }) };
}

function deprecation({ manifest }: InstalledTool): ToolWarning[] {
  if (manifest.deprecated === undefined) return [];
  const { since, replacement, removalDate } = manifest.deprecated;
  const message = `${manifest.name} is deprecated since ${since}: use ${replacement}; it may be gone from ${removalDate} on`;
  return [{ code: 'DEPRECATED_TOOL', message, field: 'tool_name', details: { since, replacement, removalDate } }];
}

function sizeFaults(attempt: Attempt, tool: InstalledTool, profile: PolicyProfile): ToolError[] {
  const limit = Math.min(tool.manifest.execution_constraints.max_payload_bytes, profile.budgets.maxArgumentBytes);
  if (attempt.bytes <= limit) return [];
  const message = `the invocation: expected at most ${String(limit)} bytes of UTF-8 JSON, got ${String(attempt.bytes)}`;
  return [toolError('PAYLOAD_TOO_LARGE', message, [], { details: { limit, bytes: attempt.bytes } })];
}

function timeoutOf(asked: unknown, tool: InstalledTool, profile: PolicyProfile, found: Findings): number {
  const bound = Math.min(tool.manifest.execution_constraints.max_timeout_ms, profile.budgets.maxRuntimeMs);
  if (typeof asked !== 'number') return bound;
  if (asked < MIN_TIMEOUT_MS) {
    const message = `timeout_ms: expected at least ${String(MIN_TIMEOUT_MS)} ms, got ${String(asked)}`;
    found.add([
      toolError('TIMEOUT_BELOW_MINIMUM', message, ['timeout_ms'], {
        expected: `≥ ${String(MIN_TIMEOUT_MS)}`,
        got: String(asked),
        details: { minimum: MIN_TIMEOUT_MS },
      }),
    ]);
  }
  if (asked <= bound) return asked;
  found.warnings.push({
    code: 'TIMEOUT_CLAMPED',
    message: `timeout_ms ${String(asked)} is more than this tool may take; ${String(bound)} ms is in force`,
    field: 'timeout_ms',
    details: { asked, in_force: bound },
  });
  return bound;
}

function selected(
  raw: unknown,
  tool: InstalledTool,
  captures: CaptureLookup,
  select: SelectRows,
  found: Findings,
): Pick<ReadyCall, 'rows' | 'normalised'> | undefined {
  if (!isRecord(raw) || found.has('/capture_selection')) return undefined;
  if (tool.definition.scope === 'none') {
    if (Object.keys(raw).length > 0) {
      found.warnings.push({
        code: 'SELECTION_IGNORED',
        message: `${tool.manifest.name} reads no capture; the selection was not looked at`,
        field: 'capture_selection',
      });
    }
    return { rows: NO_ROWS, normalised: {} };
  }
  if (raw['capture_id'] === undefined && raw['capture_ids'] === undefined) {
    const open = captures.list().map((capture) => capture.capture_id);
    const message = `capture_selection.capture_id is required: expected the id of an open capture (${open.slice(0, 8).join(', ') || 'none is open'}), got nothing`;
    found.add([
      toolError('MISSING_REQUIRED_ARGUMENT', message, ['capture_selection', 'capture_id'], {
        allowed: open.slice(0, LISTED_ERRORS),
        got: 'nothing',
      }),
    ]);
    return undefined;
  }
  const answer = select(raw, captures);
  found.add(answer.errors);
  found.warnings.push(...answer.warnings);
  return answer.rows === undefined ? undefined : { rows: answer.rows, normalised: answer.normalised ?? {} };
}

/**
 * Returns errors for columns that do not exist or have the wrong content. Otherwise a tool could read such a column and return a plausible
 * but wrong answer.
 */
function columnFaults(args: unknown, { manifest }: InstalledTool, { captures }: SelectedRows): ToolError[] {
  return namedColumns(manifest, args).flatMap(({ name, path, holds }) => {
    const candidates = columnsFor(captures, holds);
    if (candidates.includes(name)) return [];
    const type = typeOfColumn(captures, name);
    const expected = type === undefined ? HOLDS.any : HOLDS[holds];
    const got = `${JSON.stringify(shorten(name, 128))}${type === undefined ? '' : ` of type ${type}`}`;
    const message = `${toolError('', '', path).field ?? ''}: expected ${expected}, got ${got}`;
    return [toolError('INVALID_VALUE', message, path, { expected, got: shorten(name, 128), allowed: byLikeness(name, candidates) })];
  });
}

/** Returns an error if the selection was given both inside and outside `arguments`, with different values (R3). */
function twiceSelected(attempt: Attempt): ToolError[] {
  if (!attempt.selectedTwice) return [];
  const message = 'capture_selection: expected one selection, got two different ones, here and in arguments.capture_selection';
  return [toolError('INVALID_CAPTURE_SELECTION', message, ['capture_selection'])];
}
