import { isRecord } from '../../tools/contract/json-schema.ts';
import type { Assembly } from '../assembly.ts';
import { listIn, reportError, reportUnread, type MakeDecoder } from '../decoder.ts';
import { anyMember, member, textMember } from '../events.ts';
import { setOwn } from '../own-member.ts';
import { decodeInteraction } from './interactions.ts';
import { applyPartial } from './partial-args.ts';
import type { CallStart } from '../wire-call.ts';

/** Finish reasons of complete answers; any other reason means that the answer was truncated. */
const WHOLE = new Set(['STOP', 'STOP_SEQUENCE']);
const UNSPECIFIED = 'FINISH_REASON_UNSPECIFIED';
/** Finish reasons which say that the model tried to call a tool. */
const ANNOUNCED = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS']);

const CALL = ['functionCall', 'function_call'] as const;
/** Members that contain calls of tools that Google's servers execute. */
const SERVER = ['executableCode', 'executable_code', 'toolCall', 'tool_call'] as const;
/** Members by which a part of a message is not a call. */
const OTHER = new Set(
  'text thought thoughtSignature thought_signature inlineData inline_data fileData file_data codeExecutionResult code_execution_result toolResponse tool_response videoMetadata video_metadata mediaResolution media_resolution partMetadata part_metadata mediaProcessing speechMetadata audioTranscription'.split(
    ' ',
  ),
);
/** Members that a candidate (one of several answers) may have in addition to its content. */
const CANDIDATE = new Set(
  'safetyRatings safety_ratings citationMetadata citation_metadata groundingMetadata grounding_metadata logprobsResult logprobs_result urlContextMetadata url_context_metadata'.split(
    ' ',
  ),
);
const CALL_MEMBERS = new Set(['id', 'name', 'args', 'arguments', 'partialArgs', 'partial_args', 'willContinue', 'will_continue']);
const CONTENT = new Set(['parts']);
const LIVE_CALLS = new Set(['functionCalls', 'function_calls']);
/** Members of messages in a live session that contain no part of an answer. */
const SESSION = [
  ...['setup', 'setupComplete', 'setup_complete', 'clientContent', 'client_content', 'realtimeInput', 'realtime_input'],
  ...['sessionResumptionUpdate', 'session_resumption_update', 'goAway', 'go_away'],
];
const ROLES = new Set(['user', 'model', 'function', 'tool', 'system']);

/** Reads a response, a chunk of a stream, or a request with its contents, in camelCase or snake_case: libraries write either. */
export const decodeGemini: MakeDecoder = (into) => {
  const calls = new Calls(into);
  return (value) => {
    if (isRecord(member(value, 'error'))) {
      reportError(into, member(value, 'error'));
      return true;
    }
    return (
      decodeLive(value, calls, into) ||
      decodeInteraction(value, into) ||
      decodeAnswer(value, calls, into) ||
      decodeContents(value, calls, into)
    );
  };
};

/** Reads a message of a live session (Live API, `BidiGenerateContent`): calls, their withdrawal and results are separate messages. */
function decodeLive(value: unknown, calls: Calls, into: Assembly): boolean {
  const live = anyMember(value, 'toolCall', 'tool_call');
  const withdrawn = anyMember(value, 'toolCallCancellation', 'tool_call_cancellation');
  const content = anyMember(value, 'serverContent', 'server_content');
  const answered = anyMember(value, 'toolResponse', 'tool_response');
  if (isRecord(answered)) {
    for (const each of listIn(into, answered, Object.hasOwn(answered, 'function_responses') ? 'function_responses' : 'functionResponses'))
      decodeResponse(each, into);
  } else if (isRecord(live)) {
    into.part();
    reportUnread(into, live, LIVE_CALLS, 'toolCall');
    for (const call of listIn(into, live, Object.hasOwn(live, 'function_calls') ? 'function_calls' : 'functionCalls')) calls.take(call);
  } else if (isRecord(withdrawn)) {
    for (const id of listIn(into, withdrawn, 'ids')) into.withdraw(typeof id === 'string' ? id : undefined);
  } else if (isRecord(content)) {
    for (const part of listIn(into, anyMember(content, 'modelTurn', 'model_turn'), 'parts')) decodePart(part, calls, into);
    if (anyMember(content, 'turnComplete', 'turn_complete') === true) into.end('turnComplete', true);
  } else return isRecord(anyMember(value, ...SESSION));
  return true;
}

function decodeAnswer(value: unknown, calls: Calls, into: Assembly): boolean {
  const candidates = listIn(into, value, 'candidates');
  for (const [at, candidate] of candidates.entries()) {
    const index = member(candidate, 'index') ?? at;
    if (index === 0) decodeCandidate(candidate, calls, into);
    else {
      const content = member(candidate, 'content');
      if (content === undefined || content === null) reportUnread(into, candidate, CANDIDATE, 'candidate');
      reportUnread(into, content, CONTENT, 'content');
      const parts = listIn(into, content, 'parts');
      into.otherChoice(
        index,
        parts,
        parts.some((part) => anyMember(part, ...CALL) !== undefined),
      );
    }
  }
  const feedback = anyMember(value, 'promptFeedback', 'prompt_feedback');
  const blocked = anyMember(feedback, 'blockReason', 'block_reason');
  if (typeof blocked === 'string') into.end(blocked, false);
  return candidates.length > 0 || isRecord(feedback) || isRecord(anyMember(value, 'usageMetadata', 'usage_metadata'));
}

function decodeCandidate(candidate: unknown, calls: Calls, into: Assembly): void {
  const content = member(candidate, 'content');
  if (content === undefined || content === null) reportUnread(into, candidate, CANDIDATE, 'candidate');
  const parts = listIn(into, content, 'parts');
  reportUnread(into, content, CONTENT, 'content');
  if (parts.length > 0) calls.piece();
  for (const part of parts) decodePart(part, calls, into);
  const finish = anyMember(candidate, 'finishReason', 'finish_reason');
  if (typeof finish !== 'string' || finish === UNSPECIFIED) return;
  calls.abandon();
  if (ANNOUNCED.has(finish)) into.problem('MALFORMED_CALL', `expected a call, found an answer that ended with ${finish}`);
  into.end(finish, WHOLE.has(finish));
  calls.ended();
}

function decodePart(part: unknown, calls: Calls, into: Assembly): void {
  const call = anyMember(part, ...CALL);
  const theirs = SERVER.find((key) => member(part, key) !== undefined);
  if (call !== undefined) calls.take(call);
  else if (theirs !== undefined) into.server(theirs, textMember(member(part, theirs), 'id'), textMember(member(part, theirs), 'name'));
  else if (!isRecord(part) || !Object.keys(part).every((key) => OTHER.has(key)))
    into.unknown('part', isRecord(part) ? Object.keys(part).find((key) => !OTHER.has(key)) : part);
  else if (part['thought'] === true) into.aside('thought', part);
  else into.say(part['text']);
}

/** Reads the contents of a request: turns of the model with calls, and turns of the user with results. */
function decodeContents(value: unknown, calls: Calls, into: Assembly): boolean {
  const contents = member(value, 'contents');
  const list = contents === undefined ? (member(value, 'parts') === undefined ? [] : [value]) : listIn(into, value, 'contents');
  for (const content of list) {
    const role = textMember(content, 'role') ?? 'user';
    if (!ROLES.has(role)) into.unknown('role', role);
    const model = role === 'model' || listIn(into, content, 'parts').some((part) => anyMember(part, ...CALL) !== undefined);
    if (model) into.turn();
    for (const part of listIn(into, content, 'parts')) {
      const response = anyMember(part, 'functionResponse', 'function_response');
      if (response !== undefined) decodeResponse(response, into);
      else if (model) decodePart(part, calls, into);
    }
    if (model) {
      calls.abandon();
      into.endMessage();
    }
  }
  return contents !== undefined || list.length > 0;
}

/** Reads a result. It belongs to the call with its id or, if it has none, to the first unanswered call with its name. */
function decodeResponse(response: unknown, into: Assembly): void {
  const id = textMember(response, 'id');
  const result = member(response, 'response');
  into.result(
    id !== undefined && into.hasCall(id) ? id : into.waiting(textMember(response, 'name')),
    result,
    member(result, 'error') !== undefined,
  );
}

/** Reads function calls. Vertex AI may stream their arguments: one call after another, each until a piece is not marked as continued. */
class Calls {
  private open: { readonly start: CallStart; readonly args: Record<string, unknown>; fault: string | undefined } | null = null;
  private pieces = 0;

  constructor(private readonly into: Assembly) {}

  /** Counts a chunk that has content. A single chunk may be a complete answer; a second one shows that the answer is streamed. */
  piece(): void {
    this.pieces++;
    this.into.part(this.pieces > 1);
  }

  ended(): void {
    this.pieces = 0;
  }

  take(call: unknown): void {
    const name = textMember(call, 'name');
    if (name !== undefined) {
      this.abandon();
      // Assign an id to a call that has none, without reporting a problem, because ids are optional in this API.
      const start = { id: textMember(call, 'id') ?? this.into.nextId, name, raw: call };
      this.into.begin(0, start);
      this.open = { start, args: {}, fault: undefined };
    } else if (this.open === null) {
      this.into.problem('ORPHAN_DELTA', 'expected a call that was begun, found a piece of one without a name');
      return;
    }
    this.add(call);
    if (anyMember(call, 'willContinue', 'will_continue') !== true) this.close();
  }

  private add(call: unknown): void {
    const { open } = this;
    if (open === null) return;
    const other = isRecord(call) ? Object.keys(call).find((key) => !CALL_MEMBERS.has(key)) : undefined;
    if (other !== undefined) this.into.unknown('member of a call', other);
    const args = anyMember(call, 'args', 'arguments');
    if (isRecord(args)) for (const [key, value] of Object.entries(args)) setOwn(open.args, key, value);
    else if (args !== undefined && args !== null) open.fault ??= 'expected an object as args, found something else';
    const partial = anyMember(call, 'partialArgs', 'partial_args') ?? [];
    if (!Array.isArray(partial)) open.fault ??= 'expected a list as partialArgs, found something else';
    else if (!partial.every((entry: unknown) => applyPartial(open.args, entry)))
      open.fault ??= 'a piece of its arguments has no place among them';
  }

  private close(fault = this.open?.fault): void {
    if (this.open === null) return;
    const { start, args } = this.open;
    this.open = null;
    this.into.drop(0);
    this.into.whole(start, { value: args }, fault);
  }

  /** Discards a call that was marked as continued but of which no further piece came. */
  abandon(): void {
    this.close('its arguments were to continue and did not');
  }
}
