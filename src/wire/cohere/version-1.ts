import type { Assembly } from '../assembly.ts';
import { callMembers, listIn, reportUnread, reportUnreadOfCall, type MakeDecoder } from '../decoder.ts';
import { listMember, member, textMember } from '../events.ts';

const WHOLE = new Set(['COMPLETE', 'STOP_SEQUENCE']);
const OTHER_EVENT = /^(?:text-generation|citation-generation|search-queries-generation|search-results|debug)$/;

const CALL = callMembers('index name parameters');
const MEMBERS = new Set(
  'text tool_calls tool_call_delta response chat_history meta citations documents search_queries search_results'.split(' '),
);

/** Reads answers and events of the chat API in version 1, whose calls have no ids and have objects as arguments. */
export const decodeVersion1: MakeDecoder = (into) => {
  /** Names of calls that arrive in pieces, by index. A later event repeats each of them as a whole call. */
  const pieces = new Map<unknown, string>();
  return (value) => {
    const type = textMember(value, 'event_type');
    if (type === undefined) return decodeAnswer(value, into);
    reportUnread(into, value, MEMBERS, 'event');
    if (type === 'stream-start') into.turn(true);
    else if (type === 'tool-calls-chunk') readPiece(member(value, 'tool_call_delta'), pieces, into);
    else if (type === 'tool-calls-generation') {
      into.part();
      const names = [...pieces.values()];
      for (const index of pieces.keys()) into.drop(index);
      pieces.clear();
      readCalls(value, into);
      compare(names, namesIn(listMember(value, 'tool_calls')), into);
    } else if (type === 'stream-end') {
      endStream(value, into);
      pieces.clear();
    } else if (!OTHER_EVENT.test(type)) return false;
    else into.say(member(value, 'text'));
    return true;
  };
};

function readPiece(delta: unknown, pieces: Map<unknown, string>, into: Assembly): void {
  into.part();
  if (delta === undefined) return;
  reportUnreadOfCall(into, delta, CALL);
  const index = member(delta, 'index') ?? 0;
  const name = textMember(delta, 'name');
  if (name !== undefined || !into.isOpen(index)) {
    into.begin(index, { name, raw: delta });
    if (name !== undefined) pieces.set(index, name);
  }
  into.append(index, member(delta, 'parameters'));
}

function compare(repeated: readonly string[], names: readonly string[], into: Assembly): void {
  if (repeated.length > 0 && repeated.join() !== names.join())
    into.problemOnce('repeated', 'DELTA_MISMATCH', 'expected the same calls in every event that repeats them, found others');
}

function decodeAnswer(value: unknown, into: Assembly): boolean {
  if (textMember(value, 'text') === undefined || member(value, 'message') !== undefined) return false;
  into.turn();
  reportUnread(into, value, MEMBERS, 'answer');
  into.say(member(value, 'text'));
  readCalls(value, into);
  end(textMember(value, 'finish_reason'), into);
  return true;
}

/** Reads the last event of a stream, which repeats the answer: new calls if no earlier event had any, otherwise compares the names. */
function endStream(event: unknown, into: Assembly): void {
  const response = member(event, 'response');
  reportUnread(into, response, MEMBERS, 'response');
  if (into.callsOfAnswer.length === 0) readCalls(response, into);
  const names = into.callsOfAnswer.map(({ name }) => name);
  compare(namesIn(listMember(response, 'tool_calls')), names, into);
  end(textMember(event, 'finish_reason'), into);
}

const namesIn = (calls: readonly unknown[]): readonly string[] => calls.map((call) => textMember(call, 'name') ?? '');

function readCalls(value: unknown, into: Assembly): void {
  for (const call of listIn(into, value, 'tool_calls')) {
    reportUnreadOfCall(into, call, CALL);
    into.whole({ id: into.nextId, name: textMember(call, 'name'), raw: call }, { value: member(call, 'parameters') ?? {} });
  }
}

function end(reason: string | undefined, into: Assembly): void {
  if (reason === undefined) into.endMessage();
  else into.end(reason, WHOLE.has(reason));
}
