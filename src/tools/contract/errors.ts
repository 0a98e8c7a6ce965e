import type { ToolError } from './result.ts';

/**
 * Every error code of a call, with its equivalents in the other specifications (R10). `aliases` are older names of the same error (R1);
 * clients test `code` or `aliases`.
 */
export interface ErrorRow {
  readonly code: string;
  readonly aliases: readonly string[];
  /** The equivalent error code of specification S2, in lower case. */
  readonly s2_code: 'validation' | 'policy_denied' | 'authz_denied' | 'execution' | 'redaction_failed' | 'unavailable' | 'invalid_json';
  readonly s3_class: 'user' | 'system' | 'transient' | 'permanent';
  readonly s4_class: 'validation' | 'business' | 'system';
  /** Whether the same call, unchanged, may succeed later. */
  readonly retryable: boolean;
  /** Whether MCP reports the error as a protocol error or as a failed execution. */
  readonly mcp: 'protocol' | 'execution';
  readonly meaning: string;
}

type Tail = readonly [ErrorRow['s2_code'], ErrorRow['s3_class'], ErrorRow['s4_class'], boolean, ErrorRow['mcp'], string];

const rows: Readonly<Record<string, Tail>> = {
  INVALID_JSON: ['invalid_json', 'user', 'validation', false, 'protocol', 'The text is not JSON, or JSON with a key given twice.'],
  UNKNOWN_TOOL: ['unavailable', 'user', 'validation', false, 'protocol', 'No tool of this name is installed.'],
  UNSUPPORTED_TOOL_VERSION: ['validation', 'user', 'validation', false, 'execution', 'No installed version answers to the one asked for.'],
  MISSING_REQUIRED_ARGUMENT: ['validation', 'user', 'validation', false, 'execution', 'A required key is absent.'],
  INVALID_TYPE: ['validation', 'user', 'validation', false, 'execution', 'A value has the wrong JSON type.'],
  INVALID_VALUE: ['validation', 'user', 'validation', false, 'execution', 'A value is outside its range, list or pattern.'],
  UNKNOWN_ARGUMENT: ['validation', 'user', 'validation', false, 'execution', 'A key that the schema does not know.'],
  INVALID_CAPTURE_SELECTION: [
    'validation',
    'user',
    'validation',
    false,
    'execution',
    'The selection names a capture, channel or column that is not there.',
  ],
  UNSUPPORTED_TIME_RANGE: [
    'validation',
    'user',
    'validation',
    false,
    'execution',
    'The time range is inverted or lies outside the captures.',
  ],
  INSUFFICIENT_DATA: ['execution', 'user', 'business', false, 'execution', 'Too few rows are left for the method.'],
  DUPLICATE_REQUEST_ID: ['validation', 'user', 'validation', false, 'execution', 'An attempt with this request_id was already made.'],
  PAYLOAD_TOO_LARGE: ['validation', 'user', 'validation', false, 'execution', 'The invocation is larger than tool or policy allow.'],
  TIMEOUT_BELOW_MINIMUM: ['validation', 'user', 'validation', false, 'execution', 'The timeout is too short for any call.'],
  POLICY_DENIED: ['policy_denied', 'permanent', 'business', false, 'execution', 'The policy does not allow this call.'],
  APPROVAL_REJECTED: ['policy_denied', 'user', 'business', false, 'execution', 'A person was asked and said no.'],
  PERMISSION_DENIED: ['authz_denied', 'permanent', 'business', false, 'execution', 'The caller lacks a grant that the tool needs.'],
  MISSING_CONNECTION: ['validation', 'user', 'validation', false, 'execution', 'The tool needs a connection id in the context.'],
  CONNECTION_DENIED: ['policy_denied', 'permanent', 'business', false, 'execution', 'The connection id is not granted to the caller.'],
  RATE_LIMITED: ['execution', 'transient', 'business', true, 'execution', 'Too many calls in the window.'],
  CAPABILITY_UNAVAILABLE: ['unavailable', 'system', 'system', true, 'execution', 'Something that the tool needs is not there.'],
  TIMEOUT: ['execution', 'transient', 'system', true, 'execution', 'The work was stopped at its time limit.'],
  CANCELLED: ['execution', 'user', 'business', true, 'execution', 'The caller gave up.'],
  EXECUTION_FAILED: ['execution', 'system', 'system', false, 'execution', 'The tool failed.'],
  SYSTEM_ERROR: ['execution', 'transient', 'system', true, 'execution', 'The engine or a worker was lost during the call.'],
  OUT_OF_MEMORY: ['execution', 'system', 'system', false, 'execution', 'The engine ran out of memory.'],
  SQL_ERROR: ['validation', 'user', 'validation', false, 'execution', 'The statement is not one that can be answered.'],
  DESTINATION_DENIED: ['execution', 'user', 'business', true, 'execution', 'The place that was chosen may not be written.'],
  WRITE_FAILED: ['execution', 'system', 'system', true, 'execution', 'Writing stopped half-way; what was written is gone again.'],
  OUTPUT_INVALID: ['execution', 'system', 'system', false, 'execution', 'The tool answered something else than it promises.'],
  RESULT_TOO_LARGE: ['execution', 'user', 'business', false, 'execution', 'The result is larger than the policy allows.'],
  REDACTION_FAILED: ['redaction_failed', 'system', 'system', false, 'execution', 'It could not be decided what may leave the tool.'],
  STEP_LIMIT: ['execution', 'user', 'business', false, 'execution', 'The plan took more steps than it may.'],
  DEPENDENCY_FAILED: ['execution', 'user', 'business', false, 'execution', 'A step of the plan that this one needs gave no result.'],
  DEPTH_LIMIT: ['policy_denied', 'user', 'business', false, 'execution', 'A call inside a call went too deep.'],
};

const aliases: Readonly<Record<string, readonly string[]>> = {
  MISSING_REQUIRED_ARGUMENT: ['MISSING_ARGUMENT'],
  UNKNOWN_TOOL: ['policy_denied'],
  MISSING_CONNECTION: ['validation_error'],
  RATE_LIMITED: ['429'],
};

export const errorRegistry: readonly ErrorRow[] = Object.entries(rows).map(
  ([code, [s2_code, s3_class, s4_class, retryable, mcp, meaning]]) => ({
    code,
    aliases: aliases[code] ?? [],
    s2_code,
    s3_class,
    s4_class,
    retryable,
    mcp,
    meaning,
  }),
);

const byCode = new Map(errorRegistry.map((row) => [row.code, row]));

export const errorRow = (code: string): ErrorRow | undefined => byCode.get(code);

/** Maximum number of errors that a result lists, although all are counted. */
export const LISTED_ERRORS = 64;

/** Builds an error with all details from the registry and the location (R2). */
export function toolError(
  code: string,
  message: string,
  path: readonly (string | number)[] = [],
  more: Partial<ToolError> = {},
): ToolError {
  const names = errorRow(code)?.aliases ?? [];
  const last = path.at(-1);
  return {
    code,
    message,
    ...(path.length > 0 && { field: dotted(path), key: String(last), pointer: pointerOf(path) }),
    ...(names.length > 0 && { aliases: names }),
    ...more,
  };
}

/** Writes a path as text: `arguments.features[2]`; a key that is not an identifier is quoted: `arguments["a b"]`. */
export function dotted(path: readonly (string | number)[]): string {
  let out = '';
  for (const step of path) {
    if (typeof step === 'number') out += `[${String(step)}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(step)) out += out === '' ? step : `.${step}`;
    else out += `[${JSON.stringify(step)}]`;
  }
  return shorten(out, 1000);
}

/** Writes a path as a JSON Pointer (RFC 6901). */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function pathOf(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export const shorten = (value: string, limit: number): string => (value.length <= limit ? value : `${value.slice(0, limit - 1)}…`);
