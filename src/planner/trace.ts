import { WorkbenchError } from '../base/failure.ts';
import { canonicalJson } from '../base/canonical.ts';
import { isRecord } from '../base/record.ts';
import { checkJson } from '../tools/contract/json-value.ts';

/** Something that took time. Times are in ms since 1970-01-01 UTC; `error` is the code of a failure. */
interface Timed {
  readonly started_ms: number;
  readonly ended_ms: number;
  readonly error?: string | null;
}

/** One call of a tool, with its times. */
export interface TracedCall extends Timed {
  readonly id: string;
  readonly name: string;
  readonly arguments?: unknown;
  readonly result?: unknown;
}

/** One answer of a model, with its times and the calls that followed from it. */
export interface TracedAnswer extends Timed {
  /** Id of the response, and the model that wrote it. */
  readonly id?: string;
  readonly model?: string;
  readonly finish_reasons?: readonly string[];
  readonly input_tokens?: number;
  readonly output_tokens?: number;
  readonly text?: string;
  readonly calls: readonly TracedCall[];
}

/** A conversation of an agent with its model, with its times. */
export interface TracedConversation extends Timed {
  readonly id: string;
  /** Name of the agent. */
  readonly agent: string;
  /** Name of the model that was requested. */
  readonly model: string;
  /** Name of the provider in the semantic conventions; `openai` by default, which stands for every OpenAI-compatible endpoint. */
  readonly provider?: string;
  readonly question?: string;
  readonly answers: readonly TracedAnswer[];
}

export interface TraceOptions {
  /** Include the question, texts, arguments and results; false by default, because they contain data of captures. */
  readonly contents?: boolean;
}

type TraceValue =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly arrayValue: { readonly values: readonly { readonly stringValue: string }[] } };

interface TraceSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: 1 | 3;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: TraceValue }[];
  readonly status: { readonly code?: 2; readonly message?: string };
}

/** The message `ExportTraceServiceRequest` of OTLP 1.x as JSON, with ids in hex and 64-bit numbers as text. */
export interface TraceRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: TraceSpan['attributes'] };
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string };
      readonly spans: readonly TraceSpan[];
      readonly schemaUrl: string;
    }[];
  }[];
}

const SCHEMA = 'https://opentelemetry.io/schemas/1.41.0';
const NAME = 'capture-workbench';
/** Value of OTLP's `SpanKind` for operations within one process. */
const INTERNAL = 1;
const CLIENT = 3;

type Attributes = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/**
 * Converts a conversation to OpenTelemetry spans: `invoke_agent`, and below it `chat` for each answer of the model and `execute_tool` for
 * each call. Ids are derived from the conversation, so equal conversations give equal traces. Throws `INVALID_CONVERSATION`.
 * Source: OpenTelemetry semantic conventions 1.41.0, gen-ai-spans and gen-ai-agent-spans (status: development); OTLP specification, JSON
 * Protobuf encoding.
 *
 * @param sha256 returns the digest of bytes as 64 hex digits
 */
export async function traceOf(
  given: unknown,
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>,
  { contents = false }: TraceOptions = {},
): Promise<TraceRequest> {
  const conversation = readConversation(given);
  const digest = (text: string): Promise<string> => sha256(new TextEncoder().encode(text));
  const traceId = (await digest(canonicalJson(conversation))).slice(0, 32);
  const spans: TraceSpan[] = [];
  const add = async (name: string, kind: TraceSpan['kind'], timed: Timed, attributes: Attributes, parent?: string): Promise<string> => {
    const spanId = (await digest(`${traceId} ${String(spans.length)}`)).slice(0, 16);
    const error = timed.error ?? undefined;
    spans.push({
      traceId,
      spanId,
      ...(parent !== undefined && { parentSpanId: parent }),
      name,
      kind,
      startTimeUnixNano: nanoseconds(timed.started_ms),
      endTimeUnixNano: nanoseconds(timed.ended_ms),
      attributes: attributesOf({ ...attributes, 'error.type': error }),
      status: error === undefined ? {} : { code: 2, message: error },
    });
    return spanId;
  };
  const { agent, model, provider = 'openai', answers } = conversation;
  const shared = { 'gen_ai.conversation.id': conversation.id, 'gen_ai.provider.name': provider, 'gen_ai.request.model': model };
  const root = await add(
    `invoke_agent ${agent}`,
    INTERNAL,
    conversation,
    { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': agent, ...shared, ...(contents && asked(conversation)) },
    undefined,
  );
  for (const answer of answers) {
    await add(`chat ${model}`, CLIENT, answer, { 'gen_ai.operation.name': 'chat', ...shared, ...chatAttributes(answer, contents) }, root);
    for (const call of answer.calls) await add(`execute_tool ${call.name}`, INTERNAL, call, toolAttributes(call, contents), root);
  }
  const scope = { name: NAME };
  return {
    resourceSpans: [
      { resource: { attributes: attributesOf({ 'service.name': NAME }) }, scopeSpans: [{ scope, spans, schemaUrl: SCHEMA }] },
    ],
  };
}

const asked = ({ question = '' }: TracedConversation): Attributes => ({
  'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: question }] }]),
});

function chatAttributes(
  { id, model, finish_reasons, input_tokens, output_tokens, text, calls }: TracedAnswer,
  contents: boolean,
): Attributes {
  const parts = [
    ...(text === undefined || text === '' ? [] : [{ type: 'text', content: text }]),
    ...calls.map((call) => ({ type: 'tool_call', id: call.id, name: call.name, arguments: call.arguments })),
  ];
  return {
    'gen_ai.response.id': id,
    'gen_ai.response.model': model,
    'gen_ai.response.finish_reasons': finish_reasons,
    'gen_ai.usage.input_tokens': input_tokens,
    'gen_ai.usage.output_tokens': output_tokens,
    ...(contents && {
      'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts, finish_reason: finish_reasons?.[0] ?? 'error' }]),
    }),
  };
}

const toolAttributes = ({ id, name, arguments: args, result }: TracedCall, contents: boolean): Attributes => ({
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': name,
  'gen_ai.tool.call.id': id,
  'gen_ai.tool.type': 'function',
  ...(contents && {
    'gen_ai.tool.call.arguments': JSON.stringify(args ?? {}),
    ...(result !== undefined && { 'gen_ai.tool.call.result': JSON.stringify(result) }),
  }),
});

const attributesOf = (attributes: Attributes): TraceSpan['attributes'] =>
  Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: valueOf(value) }]));

function valueOf(value: string | number | readonly string[]): TraceValue {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { intValue: String(value) };
  return { arrayValue: { values: value.map((stringValue) => ({ stringValue })) } };
}

/** Converts ms to ns as text, exact to a microsecond: today's times in ns are too large for the integers of a JavaScript number. */
const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n);

function readConversation(given: unknown): TracedConversation {
  const { value, errors } = checkJson(given);
  const good =
    errors.length === 0 &&
    isTimed(value) &&
    ['id', 'agent', 'model'].every((key) => typeof value[key] === 'string') &&
    hasTyped(value, 'string', ['provider', 'question']) &&
    isListOf(value['answers'], isAnswer);
  if (!good)
    throw new WorkbenchError(
      'INVALID_CONVERSATION',
      'expected a conversation with id, agent, model, times in ms and answers with their calls',
    );
  return value as unknown as TracedConversation;
}

type Members = Readonly<Record<string, unknown>>;

const hasTyped = (value: Members, type: 'string' | 'number', keys: readonly string[]): boolean =>
  keys.every((key) => value[key] === undefined || typeof value[key] === type);
const isListOf = (value: unknown, holds: (item: unknown) => boolean): boolean => Array.isArray(value) && value.every(holds);

const isTimed = (value: unknown): value is Members =>
  isRecord(value) &&
  Number(value['started_ms']) >= 0 &&
  Number(value['ended_ms']) >= Number(value['started_ms']) &&
  hasTyped(value, 'number', ['started_ms', 'ended_ms']) &&
  (value['error'] === null || hasTyped(value, 'string', ['error']));

const isAnswer = (value: unknown): boolean =>
  isTimed(value) &&
  hasTyped(value, 'string', ['id', 'model', 'text']) &&
  ['input_tokens', 'output_tokens'].every((key) => value[key] === undefined || Number.isSafeInteger(value[key])) &&
  (value['finish_reasons'] === undefined || isListOf(value['finish_reasons'], (reason) => typeof reason === 'string')) &&
  isListOf(value['calls'], isCall);

const isCall = (value: unknown): boolean => isTimed(value) && typeof value['id'] === 'string' && typeof value['name'] === 'string';
