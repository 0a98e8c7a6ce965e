import { canonicalJson } from '../../base/canonical.ts';
import { toolError } from '../contract/errors.ts';
import type { ToolError, ToolWarning } from '../contract/index.ts';
import { isRecord } from '../contract/json-schema.ts';
import { parseJsonText } from '../contract/json-text.ts';
import { checkJson } from '../contract/json-value.ts';
import type { ToolContext } from '../definition.ts';
import type { InstalledTool, ToolRegistry } from '../registry.ts';
import type { ReadOptions } from './options.ts';
import type { RunnerParts, RunOptions } from './ports.ts';

/** First stage: reads the input as frozen JSON data, assigns the ids of the attempt and finds the tool. */
export interface Attempt {
  /** Frozen copy of the input; the caller's own object is not read again. */
  readonly invocation: unknown;
  /** Errors found before schema validation: invalid JSON, cycles, lone surrogates, forbidden keys. */
  readonly faults: readonly ToolError[];
  /** Errors in the options; they end the call before the invocation is validated. */
  readonly optionFaults: readonly ToolError[];
  readonly warnings: readonly ToolWarning[];
  /** Whether `capture_selection` was given only inside `arguments` and was moved out (R3). */
  readonly lifted: boolean;
  /** Whether `capture_selection` was given in both places, with different values. */
  readonly selectedTwice: boolean;
  /** Size of the invocation as JSON, in UTF-8 bytes. */
  readonly bytes: number;
  readonly calledAs: string;
  readonly requestedVersion: string;
  /** The tool version that answers; for an unsupported version the newest, so that the policy can be applied. */
  readonly tool: InstalledTool | undefined;
  readonly versionError: ToolError | undefined;
  readonly context: ToolContext;
}

/** Copies the input immediately, so later changes by the caller have no effect. */
export function readInvocation(invocation: unknown): Incoming {
  if (typeof invocation === 'string') return { ...readText(invocation), source: invocation, bytes: byteLength(invocation) };
  const { value, errors, text } = checkJson(invocation);
  return { value, errors, source: value, bytes: byteLength(text) };
}

export interface Incoming {
  readonly value: unknown;
  /** The original text if the call was given as text, otherwise `value`. */
  readonly source: unknown;
  readonly errors: readonly ToolError[];
  readonly bytes: number;
}

export function parse(read: Incoming, { options, errors }: ReadOptions, parts: RunnerParts, visible: (name: string) => boolean): Attempt {
  const { value, lifted, selectedTwice, warnings } = lift(read.value);
  const record = isRecord(value) ? value : {};
  const calledAs = text(record['tool_name'], 128);
  const requestedVersion = text(record['tool_version'], 64);
  return {
    invocation: value,
    faults: read.errors,
    optionFaults: errors,
    lifted,
    selectedTwice,
    bytes: read.bytes,
    calledAs,
    requestedVersion,
    ...find(parts.registry, calledAs, requestedVersion, visible, warnings),
    context: contextOf(record, options, parts),
  };
}

function readText(source: string): { value: unknown; errors: readonly ToolError[] } {
  const parsed = parseJsonText(source);
  if (parsed.errors.length === 0) return checkJson(parsed.value);
  return {
    value: null,
    errors: parsed.errors.map((error) => ({
      ...toolError(error.code, error.message),
      pointer: error.pointer,
      offset: error.from,
      details: { line: error.line, column: error.column },
    })),
  };
}

function find(
  registry: ToolRegistry,
  name: string,
  version: string,
  visible: (name: string) => boolean,
  warnings: readonly ToolWarning[],
): Pick<Attempt, 'tool' | 'versionError' | 'warnings'> {
  const newest = registry.get(name);
  if (newest === undefined) {
    const answer = registry.resolve(name, version, visible);
    return { tool: undefined, versionError: answer.ok ? undefined : answer.error, warnings };
  }
  const answer = registry.resolve(name, version);
  // The schema reports a missing or malformed version, at the same location and first.
  if (!answer.ok) return { tool: newest, versionError: answer.error, warnings };
  const { tool, exact } = answer.value;
  const resolved: ToolWarning = {
    code: 'VERSION_RESOLVED',
    message: `${tool.manifest.name} ${version} is answered by ${tool.manifest.version}, the newest compatible version`,
    field: 'tool_version',
  };
  return { tool, versionError: undefined, warnings: exact ? warnings : [...warnings, resolved] };
}

interface Lifted {
  readonly value: unknown;
  readonly lifted: boolean;
  readonly selectedTwice: boolean;
  readonly warnings: readonly ToolWarning[];
}

/** Moves a selection from inside the arguments to its place beside them (R3). */
function lift(value: unknown): Lifted {
  const args = isRecord(value) ? value['arguments'] : undefined;
  if (!isRecord(value) || !isRecord(args) || args['capture_selection'] === undefined) {
    return { value, lifted: false, selectedTwice: false, warnings: [] };
  }
  const { capture_selection: inner, ...rest } = args;
  const outer = value['capture_selection'];
  const warning: ToolWarning = {
    code: 'SELECTION_LIFTED',
    message: 'capture_selection belongs beside arguments, not inside; it was read as if it stood there',
    field: 'arguments.capture_selection',
  };
  return {
    value: Object.freeze({ ...value, arguments: Object.freeze(rest), capture_selection: outer ?? inner }),
    lifted: outer === undefined,
    selectedTwice: outer !== undefined && canonicalJson(outer) !== canonicalJson(inner),
    warnings: [warning],
  };
}

function contextOf(record: Readonly<Record<string, unknown>>, options: RunOptions, parts: RunnerParts): ToolContext {
  const entry = options.entry ?? 'console';
  const agent = options.context?.agent;
  const requestId = text(record['request_id'], 128);
  const given = text(record['tool_call_id'], 128);
  const wire = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;
  const fallback = wire.test(requestId) ? requestId : `call-${parts.ids.uuid()}`;
  return {
    request_id: requestId,
    tool_call_id: wire.test(given) ? given : fallback,
    correlationId: uuidOr(options.context?.correlationId, parts),
    traceId: uuidOr(options.context?.traceId, parts),
    actor: agent === undefined ? 'user:local' : `agent:${agent.id}`,
    tenant: 'local',
    userId: null,
    sessionId: parts.service.sessionId,
    agentId: agent?.id ?? entry,
    agentVersion: agent?.version ?? parts.service.version,
    entry,
    timestamp: new Date(parts.clock.now()).toISOString(),
    timeout_ms: 0,
    connection_id: options.context?.connection_id ?? null,
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const uuidOr = (given: string | undefined, parts: RunnerParts): string =>
  given !== undefined && UUID.test(given) ? given : parts.ids.uuid();

const text = (value: unknown, limit: number): string => (typeof value === 'string' ? [...value].slice(0, limit).join('') : '');

const encoder = new TextEncoder();
const byteLength = (json: string): number => encoder.encode(json).length;
