import { WorkbenchError } from '../../base/failure.ts';
import type { Progress } from '../../base/progress.ts';
import { contentKey } from '../../tables/captures.ts';
import { errorRow, shorten, toolError } from '../contract/errors.ts';
import type { ToolError } from '../contract/index.ts';
import { isRecord } from '../contract/json-schema.ts';
import type { ToolCapabilities, ToolContext, ToolOutcome } from '../definition.ts';
import type { InstalledTool } from '../registry.ts';
import { grantedTo } from './capabilities.ts';
import type { ReadyCall } from './check.ts';
import type { RunnerParts } from './ports.ts';
import { timeLimit } from './time-limit.ts';

/**
 * Third stage: runs the tool's function with its declared capabilities and a time limit. Any exception becomes a registered error code; the
 * cause is written only to the local debug log.
 */
export type Outcome = ToolOutcome<Readonly<Record<string, unknown>>>;
export type Answered = Exclude<Outcome, { status: 'error' }>;
export type Failed = Extract<Outcome, { status: 'error' }>;

export interface Execution {
  readonly outcome: Outcome;
  /** How often the tool was started. */
  readonly attempts: number;
  /** Run time in ms from the first start to the last end; absent if the tool was not started. */
  readonly toolTime?: number;
  /** Whether the outcome comes from the cache. */
  readonly cached: boolean;
}

export interface ExecuteOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (progress: Progress) => void;
}

const MAX_ATTEMPTS = 2;

export async function execute(
  tool: InstalledTool,
  call: ReadyCall,
  context: ToolContext,
  captures: ToolCapabilities['captures'],
  parts: RunnerParts,
  options: ExecuteOptions,
): Promise<Execution> {
  const began = parts.clock.now();
  for (let attempts = 1; ; attempts++) {
    const outcome = await once(tool, call, context, captures, parts, options);
    if (attempts >= MAX_ATTEMPTS || !mayRetry(tool, outcome))
      return { outcome, attempts, toolTime: Math.max(0, parts.clock.now() - began), cached: false };
  }
}

/** Whether a failed tool is started again: only a read-only tool after a transient failure (S3-3.34). */
function mayRetry(tool: InstalledTool, outcome: Outcome): boolean {
  return tool.manifest.effect === 'read_only' && outcome.status === 'error' && outcome.errors[0].code === 'SYSTEM_ERROR';
}

async function once(
  tool: InstalledTool,
  call: ReadyCall,
  context: ToolContext,
  captures: ToolCapabilities['captures'],
  parts: RunnerParts,
  { signal, onProgress }: ExecuteOptions,
): Promise<Outcome> {
  const controller = new AbortController();
  let reason: 'TIMEOUT' | 'CANCELLED' | undefined;
  const stop = (why: 'TIMEOUT' | 'CANCELLED'): void => {
    reason ??= why;
    controller.abort();
  };
  const cancel = (): void => {
    stop('CANCELLED');
  };
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel);
  const limit = timeLimit(parts.clock, call.timeout_ms, () => {
    stop('TIMEOUT');
  });
  let done = false;
  const capabilities: ToolCapabilities = {
    ...grantedTo(tool, captures, parts, context.connection_id),
    selection: call.rows,
    invocation: call.invocation,
    signal: controller.signal,
    ...(tool.manifest.server && { hold: <T>(work: () => Promise<T>) => limit.hold(work) }),
    progress: (progress) => {
      // Ignore progress that a tool reports after the call has ended.
      if (!done && !controller.signal.aborted && tool.manifest.execution_constraints.supports_streaming) onProgress(progress);
    },
  };
  try {
    if (controller.signal.aborted) throw STOPPED;
    refuseOtherRows(call, captures);
    const [outcome]: unknown[] = await Promise.race([
      // Load the code that checks the answer while the tool runs, so that it is available afterwards.
      Promise.all([tool.definition.run(call.invocation.arguments as never, context, capabilities), tool.output()]),
      rejectOnAbort(controller.signal),
    ]);
    // An answer that took several statements could mix rows of two files.
    refuseOtherRows(call, captures);
    if (isOutcome(outcome)) return outcome;
    return { status: 'error', errors: [toolError('OUTPUT_INVALID', `${tool.manifest.name} answered something that is no outcome`)] };
  } catch (error) {
    return { status: 'error', errors: [failureOf(error, reason, call, context, parts)] };
  } finally {
    done = true;
    limit.end();
    signal?.removeEventListener('abort', cancel);
    // Abort queries and kernels that the tool left running.
    if (!controller.signal.aborted) controller.abort(STOPPED);
  }
}

/**
 * Throws if the id of a selected capture now identifies other rows than those that were checked: during the approval, or while a statement
 * waited, the capture was closed and another file opened under its id, or its file was read again.
 */
function refuseOtherRows({ rows }: ReadyCall, captures: ToolCapabilities['captures']): void {
  const changed = rows.captures.find((capture) => {
    const now = captures.get(capture.capture_id);
    return now !== undefined && contentKey(now) !== contentKey(capture);
  });
  if (changed === undefined) return;
  throw new WorkbenchError(
    'INVALID_CAPTURE_SELECTION',
    `${changed.capture_id}: expected the rows that the call was checked against, found others under this id: validate the call and run it again`,
  );
}

/** Checks the outer shape of an outcome; `settle` checks its members. */
function isOutcome(value: unknown): value is Outcome {
  if (!isRecord(value)) return false;
  if (value['status'] === 'error') return Array.isArray(value['errors']) && value['errors'].length > 0;
  const complete = typeof value['summary'] === 'string' && Array.isArray(value['warnings']) && isRecord(value['confidence_inputs']);
  return complete && (value['status'] === 'ok' || value['status'] === 'partial');
}

/** One error object for all calls. Creating an error captures the stack, which costs more than the rest of the end of a short call. */
const STOPPED = new DOMException('the call ended', 'AbortError');

/** Returns a promise that rejects on abort, so that a tool that ignores its signal does not delay the caller. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => {
      reject(STOPPED);
    };
    // The signal may already be aborted.
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });
}

function failureOf(
  error: unknown,
  reason: 'TIMEOUT' | 'CANCELLED' | undefined,
  call: ReadyCall,
  context: ToolContext,
  parts: RunnerParts,
): ToolError {
  if (reason === 'TIMEOUT') {
    return toolError('TIMEOUT', `the call was stopped after its limit of ${String(call.timeout_ms)} ms`, ['timeout_ms'], {
      details: { timeout_ms: call.timeout_ms },
    });
  }
  if (reason === 'CANCELLED') return toolError('CANCELLED', 'the call was cancelled before it was done');
  parts.debug?.({ traceId: context.traceId, tool_call_id: context.tool_call_id, phase: 'failure', error });
  if (error instanceof WorkbenchError) return knownFailure(error);
  return toolError('EXECUTION_FAILED', 'the tool failed inside; nothing was changed by it and nothing of its answer is kept');
}

/** Error codes after which a retry is safe: the component restarts automatically and captures stay open. */
const LOST: Readonly<Record<string, string>> = {
  ENGINE_LOST: 'the query engine was restarted during the call; repeat the call',
  WORKER_LOST: 'a compute worker was restarted during the call; repeat the call',
};

/** Converts errors of the engine and the kernels to errors for callers. */
function knownFailure(error: WorkbenchError): ToolError {
  const lost = LOST[error.code];
  if (lost !== undefined) return toolError('SYSTEM_ERROR', lost);
  if (error.code === 'CAPTURE_NOT_READY') return toolError('CAPABILITY_UNAVAILABLE', shorten(error.message, 1000));
  const code = errorRow(error.code) === undefined ? 'EXECUTION_FAILED' : error.code;
  const message = code === 'EXECUTION_FAILED' ? 'the tool failed inside' : shorten(error.message, 1000);
  const position = error.details['position'];
  return toolError(code, message, [], { ...(typeof position === 'number' && { offset: position }) });
}
