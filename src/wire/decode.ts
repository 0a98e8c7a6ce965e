import { WorkbenchError } from '../base/failure.ts';
import type { CaptureSelection, ToolManifest } from '../tools/contract/index.ts';
import { isRecord } from '../tools/contract/json-schema.ts';
import { parseJsonText } from '../tools/contract/json-text.ts';
import { checkJson } from '../tools/contract/json-value.ts';
import { UNREADABLE } from '../tools/contract/json-walk.ts';
import { lookupKey } from '../tools/contract/names.ts';
import { decodeAnthropic } from './anthropic/decode.ts';
import { Assembly, type Draft } from './assembly.ts';
import { decodeBedrock } from './bedrock/decode.ts';
import { decodeCohere } from './cohere/decode.ts';
import type { Decoder, MakeDecoder } from './decoder.ts';
import { dialectsOf } from './detect.ts';
import { readTranscript } from './events.ts';
import { decodeGemini } from './gemini/decode.ts';
import { decodeMcp } from './mcp/decode.ts';
import { decodeOllama } from './ollama/decode.ts';
import { decodeOpenAiChat } from './openai-chat/decode.ts';
import { decodeOpenAiResponses } from './openai-responses/decode.ts';
import { shown } from './problems.ts';
import { flat } from './stored-lists.ts';
import { DIALECTS, MOST_ARGUMENT_BYTES } from './record.ts';
import type { Decoded, DecodedInvocation, Dialect, Issue, ToolInvocationRecord } from './record.ts';
import { unreadCalls } from './unread.ts';
import { decodeWebMcp } from './webmcp/decode.ts';
import type { WireCall } from './wire-call.ts';

const DECODERS: Readonly<Record<Dialect, MakeDecoder>> = {
  'openai-chat': decodeOpenAiChat,
  'openai-responses': decodeOpenAiResponses,
  anthropic: decodeAnthropic,
  gemini: decodeGemini,
  bedrock: decodeBedrock,
  cohere: decodeCohere,
  ollama: decodeOllama,
  mcp: decodeMcp,
  webmcp: decodeWebMcp,
};

/** Checks that a text names a dialect. Throws `UNKNOWN_DIALECT` otherwise. */
export function dialectOf(name: string): Dialect {
  const dialect = DIALECTS.find((known) => known === name);
  if (dialect !== undefined) return dialect;
  throw new WorkbenchError('UNKNOWN_DIALECT', `expected one of ${DIALECTS.join(', ')}, found ${shown(name)}`);
}

/**
 * Reads the calls of a transcript (full messages, conversations or streams), in order. `tools` is the catalog, which gives each call the
 * tool's canonical name and version. No call runs here, and an incomplete call gets no invocation. What cannot be read is reported as a
 * problem. Throws `INVALID_TRANSCRIPT` if the input is not a transcript.
 */
export function decode(dialect: Dialect, transcript: unknown, tools: readonly ToolManifest[]): Decoded {
  try {
    if (typeof transcript !== 'string' && !isReadable(transcript)) return refuse();
    return decodeTranscript(dialect, transcript, tools);
  } catch (error) {
    if (error instanceof WorkbenchError) throw error;
    return refuse();
  }
}

/** Whether a text or value can be a transcript. Other faults, such as an invalid number, are reported with the call that has them. */
const isReadable = (transcript: unknown): boolean =>
  checkJson(transcript).errors.every(({ code, got }) => code !== 'PAYLOAD_TOO_LARGE' && got !== UNREADABLE);

function refuse(): never {
  throw new WorkbenchError('INVALID_TRANSCRIPT', 'expected a transcript of at most 2,000,000 values that can be read');
}

function decodeTranscript(dialect: Dialect, transcript: unknown, tools: readonly ToolManifest[]): Decoded {
  const { values, problems } = readTranscript(transcript);
  const decoding = new Decoding(dialect, tools, problems);
  decoding.takeAll(values);
  return decoding.finish();
}

/** Problems of calls without a reliable id. The search for unread calls would count such calls too. */
const WITHOUT_ID: ReadonlySet<string> = new Set(['MISSING_ID', 'DEPRECATED_FUNCTION_CALL', 'ID_CHANGED']);

/** Decodes a transcript whose values arrive one after another, with the same outcome as `decode` of the whole. */
export class Decoding {
  private readonly named: ReadonlyMap<string, ToolManifest>;
  private readonly assembly: Assembly;
  private readonly read: Decoder;
  private readonly values: unknown[] = [];

  constructor(
    private readonly dialect: Dialect,
    tools: readonly ToolManifest[],
    problems: readonly Issue[] = [],
  ) {
    const named = namesOf(tools);
    this.named = named;
    this.assembly = new Assembly((name) => named.has(lookupKey(name)));
    for (const { code, message, path } of problems) this.assembly.problem(code, message, path);
    this.read = DECODERS[dialect](this.assembly);
  }

  take(given: unknown): void {
    this.takeAll([given]);
  }

  takeAll(given: readonly unknown[]): void {
    const { dialect, assembly } = this;
    for (const value of given) this.values.push(value);
    const report = (code: string, message: string): void => assembly.problemOnce(code, code, message);
    for (const value of flat(given, report)) {
      if (!this.read(value))
        assembly.problemOnce(`message ${keysOf(value)}`, 'UNKNOWN_MESSAGE', `expected a message of ${dialect}, found another value`);
    }
  }

  /** What has arrived of the current answer. None of its calls may run before `finish`. */
  get draft(): Draft {
    return this.assembly.draft;
  }

  /** Why the last answer ended; null if it has not ended. */
  get ended(): string | null {
    return this.assembly.finish;
  }

  finish(): Decoded {
    const { dialect, assembly, named, values } = this;
    assembly.finishAll();
    if (assembly.calls.length === 0) reportOther(dialect, values, assembly);
    // A problem of one call does not explain that another one was not read.
    const ids = new Set(assembly.calls.map(({ id }) => id));
    const explained = assembly.problems.some(({ code, path }) => WITHOUT_ID.has(code) || path === undefined || !ids.has(path));
    const unread = explained ? 0 : unreadCalls(values, assembly);
    if (unread > 0)
      assembly.problem('UNREAD_CALL', `expected calls at the places of ${dialect}, found ${String(unread)} elsewhere; none was read`);
    const calls = assembly.calls.map((call) => recordOf(call, named, assembly));
    return { calls, server_calls: assembly.serverCalls, finish: assembly.finish, problems: assembly.problems };
  }
}

/** Identifies the shape of a message, so that unknown messages of the same shape are reported once. */
const keysOf = (value: unknown): string => (isRecord(value) ? Object.keys(value).slice(0, 8).join() : typeof value).slice(0, 200);

/** Reports that a transcript without calls may be in another dialect, whose calls this decoder does not recognise. */
function reportOther(dialect: Dialect, values: readonly unknown[], assembly: Assembly): void {
  const others = dialectsOf(values);
  if (others.length > 0 && !others.includes(dialect))
    assembly.problem('OTHER_DIALECT', `expected a transcript of ${dialect}, found the members of ${others.join(', ')}`);
}

function namesOf(tools: readonly ToolManifest[]): ReadonlyMap<string, ToolManifest> {
  return new Map(tools.flatMap((tool) => [tool.name, ...tool.aliases].map((name) => [lookupKey(name), tool] as const)));
}

const ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

function recordOf(call: WireCall, named: ReadonlyMap<string, ToolManifest>, assembly: Assembly): ToolInvocationRecord {
  const read = call.fault === null ? readArguments(call.input) : { code: 'invalid_json', fault: call.fault };
  const args = 'args' in read ? read.args : null;
  let error = 'fault' in read ? { errorCode: read.code, safeMessage: read.fault } : null;
  if (error === null && (call.name === '' || call.name.length > 128))
    error = { errorCode: 'validation', safeMessage: 'the call names no tool' };
  if (error === null && !ID.test(call.id)) {
    error = { errorCode: 'validation', safeMessage: 'expected an id of letters, digits and . _ : - (at most 128)' };
  }
  const invocation = error === null && args !== null ? invocationOf(call, args, named.get(lookupKey(call.name))) : null;
  if (error !== null) assembly.problem('REJECTED_CALL', `call ${shown(call.id)} must not run: ${error.safeMessage}`, call.id);
  if (call.result?.failed === true) error ??= { errorCode: 'execution', safeMessage: 'the transcript says that the call failed' };
  const times = { startedAt: null, endedAt: null, startedAtMs: null, endedAtMs: null };
  const { kind, wrapped_in, caller } = call;
  const labels = {
    ...(kind !== undefined && { kind }),
    ...(wrapped_in !== undefined && { wrapped_in }),
    ...(caller !== undefined && { caller }),
  };
  return {
    toolCallId: call.id,
    name: call.name,
    ...labels,
    args,
    result: call.result?.value ?? null,
    error,
    ...times,
    invocation,
    raw: call.raw,
  };
}

type Read = { readonly args: Readonly<Record<string, unknown>> } | { readonly code: string; readonly fault: string };

/** Parses the arguments of a complete call (S2-L6). Error messages never repeat the text of the arguments. */
function readArguments(input: WireCall['input']): Read {
  if ('value' in input) {
    const { value, errors, text } = checkJson(input.value);
    if (errors.length > 0 || !isRecord(value))
      return { code: 'invalid_json', fault: 'expected a JSON object as arguments, found something else' };
    return sizeOf(text) > MOST_ARGUMENT_BYTES ? TOO_LARGE : { args: value };
  }
  const text = input.text.trim();
  if (text === '') return { args: {} };
  if (text.length > MOST_ARGUMENT_BYTES || sizeOf(text) > MOST_ARGUMENT_BYTES) return TOO_LARGE;
  const { value } = parseJsonText(text);
  return isRecord(value)
    ? { args: value }
    : { code: 'invalid_json', fault: 'expected a complete JSON object as arguments, found something else' };
}

const TOO_LARGE: Read = { code: 'validation', fault: `expected at most ${String(MOST_ARGUMENT_BYTES)} bytes of arguments, found more` };
const encoder = new TextEncoder();
const sizeOf = (text: string): number => encoder.encode(text).length;

/** The version in calls of unknown tools: repairing the tool's name uses the newest version; otherwise the runner rejects the call. */
const ANY_VERSION = 'latest';
const ANY_TIMEOUT_MS = 60_000;

function invocationOf(call: WireCall, args: Readonly<Record<string, unknown>>, tool: ToolManifest | undefined): DecodedInvocation {
  const { capture_selection, timeout_ms, ...rest } = args;
  const schema = tool?.input_schema;
  return {
    tool_name: tool?.name ?? call.name,
    tool_version: tool?.version ?? ANY_VERSION,
    // A selection of another type is passed on unchanged, and the runner reports its fault.
    capture_selection: (isNothing(capture_selection) ? {} : withoutNulls(capture_selection)) as CaptureSelection,
    arguments: (schema === undefined ? rest : withoutNulls(rest, schema)) as Readonly<Record<string, unknown>>,
    request_id: call.id,
    tool_call_id: call.id,
    timeout_ms: (isNothing(timeout_ms) ? (tool?.execution_constraints.max_timeout_ms ?? ANY_TIMEOUT_MS) : timeout_ms) as number,
  };
}

const isNothing = (value: unknown): boolean => value === undefined || value === null;

/**
 * Removes nulls that mean "omitted", which strict dialects write, where the schema does not accept null (without a schema, everywhere).
 * Unknown keys stay, so that the runner rejects them.
 */
function withoutNulls(value: unknown, schema: unknown = null): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withoutNulls(item, isRecord(schema) ? schema['items'] : null));
  if (!isRecord(value)) return value;
  const properties = isRecord(schema) ? (schema['properties'] ?? {}) : null;
  const partOf = (key: string): unknown => (isRecord(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined);
  const kept = Object.entries(value).filter(([key, item]) => item !== null || (properties !== null && takesNull(partOf(key))));
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNulls(item, properties === null ? null : (partOf(key) ?? {}))]));
}

function takesNull(schema: unknown): boolean {
  if (!isRecord(schema)) return true;
  const { type, anyOf } = schema;
  if (Array.isArray(anyOf)) return anyOf.some(takesNull);
  return type === undefined || type === 'null' || (Array.isArray(type) && type.includes('null'));
}
