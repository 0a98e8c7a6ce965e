import { Asides, reportInText, reportOtherChoice } from './asides.ts';
import { CallList } from './call-list.ts';
import { OpenCalls } from './open-calls.ts';
import { Problems, shown } from './problems.ts';
import type { Issue, ServerCall } from './record.ts';
import { whatTextHolds } from './text-calls.ts';
import { opened, type CallStart, type WireCall } from './wire-call.ts';

/** Maximum number of characters of an answer's text in which calls are searched. */
const MOST_TEXT = 256 * 1024;

/** Maximum number of characters of an answer's text that are stored for display. */
const MOST_SHOWN = 16_384;

/** What has arrived of an answer that is still being streamed. */
export interface Draft {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly arguments: string }[];
}

/** Formats arguments that arrived as a parsed value as text. */
const shownInput = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));

/**
 * Joins the pieces of a transcript to calls (S2 #8, L4). Decoders of all dialects use this class, with one instance per transcript. It
 * never returns an incomplete call as runnable, and everything that looks like a call is either returned or reported as a problem.
 */
export class Assembly {
  finish: string | null = null;
  private readonly found = new Problems();
  private readonly open = new OpenCalls(this.found);
  private readonly list: CallList;
  private readonly asides: Asides;
  /** Index in `calls` of the first call of the current answer. `endedAt`: index of the first call after the last answer that ended. */
  private answerFrom = 0;
  private endedAt = 0;
  private serverFrom = 0;
  private problemsFrom = 0;
  /** Calls of earlier answers that have no result yet. */
  private readonly unanswered: WireCall[] = [];
  private text = '';
  /** Text of the current answer, for display. */
  private said = '';
  /** Whether an answer has begun but not ended, as an answer in a stream does. */
  private running = false;
  private streaming = false;

  /** @param known returns whether the catalog contains a tool of this name */
  constructor(private readonly known: (name: string) => boolean = () => false) {
    this.list = new CallList(this.found, known);
    this.asides = new Asides(this.found, known);
  }

  get calls(): readonly WireCall[] {
    return this.list.calls;
  }

  /** What has arrived of the current answer: its text, and its calls with their arguments as text. */
  get draft(): Draft {
    const done = this.calls
      .slice(this.answerFrom)
      .map(({ name, input }) => ({ name, text: 'text' in input ? input.text : shownInput(input.value) }));
    return { text: this.said, calls: [...done, ...this.open.drafts].map(({ name, text }) => ({ name, arguments: text })) };
  }

  get serverCalls(): readonly ServerCall[] {
    return this.list.serverCalls;
  }

  get problems(): readonly Issue[] {
    return this.found.list;
  }

  problem(code: string, message: string, path?: string): void {
    this.found.add(code, message, path);
  }

  /** Reports a problem only once per transcript for each `what`. */
  problemOnce(what: string, code: string, message: string, path?: string): void {
    this.found.once(what, code, message, path);
  }

  /** Reports a block, event or member that the decoder does not recognise. */
  unknown(what: string, found: unknown): void {
    this.problemOnce(`${what} ${shown(found)}`, 'UNKNOWN_BLOCK', `expected a known ${what}, found ${shown(found)}; it was not read`);
  }

  /** Begins a new answer. Calls of the previous answer that still have no result are noted, because results should precede a new answer. */
  turn(streaming = false): void {
    this.cut();
    this.asides.end();
    this.open.turn();
    this.said = '';
    for (const call of this.calls.slice(this.answerFrom)) if (call.result === null) this.unanswered.push(call);
    this.answerFrom = this.calls.length;
    this.endedAt = this.calls.length;
    this.serverFrom = this.serverCalls.length;
    this.problemsFrom = this.problems.length;
    this.running = true;
    this.streaming = streaming;
  }

  /** To be called for each piece of an answer; the first begins the answer. `streaming`: whether the answer must state how it ends. */
  part(streaming = true): void {
    if (!this.running) this.turn(streaming);
    else this.streaming ||= streaming;
  }

  /** Ends the answer of a stream that ended without stating how; the answer counts as complete. */
  done(): void {
    this.closeAll();
    this.readText();
    this.running = false;
    this.streaming = false;
  }

  /** Adds a piece of the answer's text. Calls are searched in it, because models without a format for calls write them into the text. */
  say(text: unknown): void {
    if (typeof text !== 'string' || this.text.length >= MOST_TEXT) return;
    this.text += text.slice(0, MOST_TEXT - this.text.length);
    this.said += text.slice(0, Math.max(0, MOST_SHOWN - this.said.length));
  }

  /**
   * Text beside the answer, in pieces: reasoning, refusals, transcripts of speech. A call in it does not run and is a problem.
   *
   * @param where its place in the answer; pieces of one place are joined
   * @param value text, or lists and objects that hold it
   */
  aside(where: string, value: unknown): void {
    this.asides.add(where, value, 'CALL_IN_TEXT');
  }

  /** As `aside`, for an answer other than the first. `calls`: whether it has calls in the dialect's own form. */
  otherChoice(index: unknown, value: unknown, calls: boolean): void {
    if (calls) reportOtherChoice(this.found);
    else this.asides.add(`choice ${shown(index)}`, value, 'OTHER_CHOICE');
  }

  /** Receives the whole text of an ended answer: reads it if no pieces of it came, otherwise checks that it equals the joined pieces. */
  repeatText(text: string): void {
    if (this.said === '') this.say(text);
    else if (text !== '' && text.slice(0, MOST_SHOWN) !== this.said)
      this.problem('DELTA_MISMATCH', 'expected the text of the answer again, found another text; it was not read');
  }

  /** Marks a complete call that the model withdrew; it must not run. */
  withdraw(id: string | undefined): void {
    this.list.withdraw(id);
  }

  /** Adds a call that arrived complete. `fault`: why it must not run. */
  whole(start: CallStart, input: WireCall['input'], fault?: string): void {
    const open = opened(start);
    if (fault !== undefined) this.open.fail(open, 'INCOMPLETE_CALL', fault);
    this.list.add(open, input, start.raw);
  }

  /** Lists a call that the provider executes, once per id. */
  server(kind: string, id: string | undefined, name: string | undefined): void {
    this.list.server(kind, id, name);
  }

  /** The calls of the current answer that are complete. */
  get callsOfAnswer(): readonly WireCall[] {
    return this.calls.slice(this.answerFrom);
  }

  /** Creates an id for a call that has none. */
  get nextId(): string {
    return this.list.nextId;
  }

  /** Begins a call that arrives in pieces. `index` is the whole number by which later pieces refer to it. */
  begin(index: unknown, start: CallStart): void {
    this.open.begin(index, start);
  }

  /** Marks the block at this index as not a call for the client, so that its pieces are skipped. */
  pass(index: unknown): void {
    this.open.pass(index);
  }

  /** Whether the arguments of an open call are a complete JSON object by now. */
  isComplete(index: unknown): boolean {
    return this.open.isComplete(index);
  }

  isOpen(index: unknown): boolean {
    return this.open.isOpen(index);
  }

  /** Whether a call with this id was already read. */
  hasCall(id: string | undefined): boolean {
    return this.list.has(id);
  }

  /** Whether the result of a call with this id was already read. */
  hasResult(id: string | undefined): boolean {
    return this.list.hasResult(id);
  }

  /** Index of the call that was begun last, for pieces that state no index; null if there is none. */
  get lastIndex(): number | null {
    return this.open.lastIndex;
  }

  /** The index of the open call with this id; null if there is none. */
  indexOf(id: string | undefined): number | null {
    return this.open.indexOf(id);
  }

  /** Adds a piece of text to the arguments of an open call. */
  append(index: unknown, piece: unknown): void {
    this.open.append(index, piece);
  }

  /** Receives the complete arguments of an open call, in dialects that repeat them after the pieces; they must equal the joined pieces. */
  settle(index: unknown, final: string): void {
    this.open.settle(index, final);
  }

  /** Receives a complete call that the transcript repeats. Name and arguments must be the same as before. */
  confirm(id: string | undefined, name: string | undefined, final: string | undefined): void {
    this.list.confirm(id, name, final);
  }

  /** Ends a call that arrived in pieces. `final`: as in `settle`; `fault`: why it must not run. */
  close(index: unknown, final?: string, fault?: string): void {
    const taken = this.open.take(index, final, fault);
    if (taken !== undefined) this.list.add(taken.open, taken.input, taken.open.raw);
  }

  /** Discards an open call, because the transcript repeats it completely. */
  drop(index: unknown): void {
    this.open.drop(index);
  }

  /** Ids of discarded calls. The complete form of such a call may have another id. */
  get droppedIds(): ReadonlySet<string> {
    return this.open.droppedIds;
  }

  /** Orders the calls of the current answer that have one of these ids as the ids are ordered. */
  order(ids: readonly (string | undefined)[]): void {
    this.list.order(this.answerFrom, ids);
  }

  /** Ends all open calls in the order of their indices. */
  closeAll(): void {
    for (const index of this.open.indices) this.close(index);
  }

  /**
   * Ends an answer. `whole` is false if the answer was truncated: then none of its calls may run (S2-8c, L5). `announced`: the reason for
   * the end says that calls were made, so an answer without calls is a problem.
   */
  end(reason: string | null, whole: boolean, announced = false): void {
    this.finish = reason;
    this.streaming = false;
    if (whole) this.closeAll();
    else this.cut();
    this.readText();
    const calls = this.calls.slice(this.endedAt);
    if (!whole) for (const call of calls) call.fault ??= `the answer was cut short (${reason ?? 'no end'})`;
    const silent = this.calls.length === this.answerFrom && this.serverCalls.length === this.serverFrom;
    if (announced && silent && this.problems.length === this.problemsFrom)
      this.problem('MISSING_CALL', `expected calls in an answer that ended with ${shown(reason)}, found none`);
    this.endedAt = this.calls.length;
    this.running = false;
  }

  /** Ends a message of a conversation and reads calls in its text. */
  endMessage(): void {
    this.readText();
  }

  /** Ends the transcript. Calls that are still open are incomplete. */
  finishAll(): void {
    this.cut();
    this.readText('the stream ends before it does');
    this.list.expectResults(this.unanswered);
  }

  /** Ends the open calls as incomplete. If the answer should have stated its end, reports that calls may be missing. */
  cut(): void {
    if (this.streaming && this.open.count === 0)
      this.problemOnce('end', 'NO_END', 'expected the end of the answer, found the end of the stream; calls may be missing');
    this.streaming = false;
    this.open.cut();
    this.closeAll();
  }

  result(id: string | undefined, value: unknown, failed: boolean): void {
    this.list.result(id, value, failed);
  }

  /** Id of the first call without a result, optionally with this name, for dialects whose results state a name or only have an order. */
  waiting(name?: string): string | undefined {
    return this.list.waiting(name);
  }

  /** Searches calls in the answer's text. They count only if the answer has no call in the dialect's own format. */
  private readText(fault?: string): void {
    this.asides.read();
    const { text } = this;
    this.text = '';
    if (text === '') return;
    const { calls, refused } = whatTextHolds(text, this.known);
    const structured = this.calls.length > this.answerFrom;
    if (refused || (structured && calls.length > 0)) reportInText(this.found);
    if (structured) return;
    for (const { name, input, raw } of calls) this.whole({ id: this.nextId, name, kind: 'in_text', raw }, input, fault);
  }
}
