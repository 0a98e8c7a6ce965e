import { WorkbenchError } from '../base/failure.ts';
import { sameJson } from '../base/json-diff.ts';
import { parseJsonText } from '../tools/contract/json-text.ts';
import { expandWrapper } from './parallel-wrapper.ts';
import { Problems, shown } from './problems.ts';
import { MOST_ARGUMENT_BYTES, MOST_CALLS, type CallKind, type Issue, type ServerCall } from './record.ts';
import { whatTextHolds } from './text-calls.ts';

/** A call as in a transcript, before its arguments are parsed. */
export interface WireCall {
  readonly id: string;
  readonly name: string;
  readonly kind?: CallKind;
  readonly wrapped_in?: string;
  /** JSON text, or the parsed value if the dialect transmits one. */
  readonly input: { readonly text: string } | { readonly value: unknown };
  /** Why the call must not run even with complete arguments; null if it may. */
  fault: string | null;
  result: { readonly value: unknown; readonly failed: boolean } | null;
  readonly raw: unknown;
}

/** Facts known when a call begins. */
export interface CallStart {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly kind?: CallKind | undefined;
  readonly raw: unknown;
  /** Arguments in the first piece. */
  readonly seed?: unknown;
  /** Text that means no arguments, in dialects that have one. */
  readonly none?: string;
}

interface OpenCall {
  id: string;
  name: string;
  text: string;
  fault: string | null;
  readonly kind: CallKind | undefined;
  readonly seed: unknown;
  readonly none: string | undefined;
  readonly raw: unknown[];
}

const MOST_CALLS_IN_ALL = 10_000;
/** Most pieces kept for display. */
const MOST_RAW = 256;
/** Most characters of an answer's text that are searched for calls. */
const MOST_TEXT = 256 * 1024;

/**
 * The one place where pieces become calls (S2 #8, L4), for every dialect; one instance per transcript. An incomplete call is never returned
 * as runnable, and anything that looks like a call is either returned or reported as a problem.
 */
export class Assembly {
  readonly calls: WireCall[] = [];
  readonly serverCalls: ServerCall[] = [];
  finish: string | null = null;
  private readonly found = new Problems();
  private readonly open = new Map<number, OpenCall>();
  /** Indices of blocks that are not calls for the client; their pieces are skipped. */
  private readonly passed = new Set<number>();
  private readonly orphaned = new Set<number>();
  private readonly byId = new Map<string, readonly WireCall[]>();
  private readonly results = new Set<string>();
  private readonly serverIds = new Set<string>();
  /** Index of the first call of the current answer, and of the first call after the last completed answer. */
  private answerFrom = 0;
  private endedAt = 0;
  private serverFrom = 0;
  private problemsFrom = 0;
  /** Calls of earlier answers without a result. */
  private readonly unanswered: WireCall[] = [];
  private text = '';
  /** Whether an answer has begun but not ended; true only for streams, which state how they end. */
  private running = false;
  private streaming = false;

  /** @param known whether the catalog contains a tool */
  constructor(private readonly known: (name: string) => boolean = () => false) {}

  get problems(): readonly Issue[] {
    return this.found.list;
  }

  problem(code: string, message: string, path?: string): void {
    this.found.add(code, message, path);
  }

  /** As `problem`, once per transcript for each `what`. */
  problemOnce(what: string, code: string, message: string, path?: string): void {
    this.found.once(what, code, message, path);
  }

  /** Reports a block, event or member of unknown kind. */
  unknown(what: string, found: unknown): void {
    this.problemOnce(`${what} ${shown(found)}`, 'UNKNOWN_BLOCK', `expected a known ${what}, found ${shown(found)}; it was not read`);
  }

  /** A new answer begins, as a message or as a stream; every call of the previous one should have a result by now. */
  turn(streaming = false): void {
    this.cut();
    this.passed.clear();
    this.orphaned.clear();
    for (const call of this.calls.slice(this.answerFrom)) if (call.result === null) this.unanswered.push(call);
    this.answerFrom = this.calls.length;
    this.endedAt = this.calls.length;
    this.serverFrom = this.serverCalls.length;
    this.problemsFrom = this.problems.length;
    this.running = true;
    this.streaming = streaming;
  }

  /** A piece of an answer, possibly its first. `streaming`: whether the answer must state how it ends. */
  part(streaming = true): void {
    if (!this.running) this.turn(streaming);
    else this.streaming ||= streaming;
  }

  /** A stream ended without stating how its answer ended; the answer counts as complete. */
  done(): void {
    this.closeAll();
    this.readText();
    this.running = false;
    this.streaming = false;
  }

  /** Text of the answer, in pieces. Models without a call format write calls into their text. */
  say(text: unknown): void {
    if (typeof text === 'string' && this.text.length < MOST_TEXT) this.text += text.slice(0, MOST_TEXT - this.text.length);
  }

  /** A complete call. `fault`: why it must not run. */
  whole(start: CallStart, input: WireCall['input'], fault?: string): void {
    const open = opened(start);
    if (fault !== undefined) this.fail(open, 'INCOMPLETE_CALL', fault);
    this.add(open, input, start.raw);
  }

  /** A call that the provider executes; listed once per id. */
  server(kind: string, id: string | undefined, name: string | undefined): void {
    const own = id ?? `server-${String(this.serverCalls.length + 1)}`;
    if (this.serverIds.has(own) || this.serverCalls.length >= MOST_CALLS_IN_ALL) return;
    this.serverIds.add(own);
    this.serverCalls.push({ id: own.slice(0, 256), name: (name ?? kind).slice(0, 128), kind });
  }

  /** An id for a call that has none. */
  get nextId(): string {
    return `call-${String(this.calls.length + 1)}`;
  }

  /** A call that arrives in pieces begins. Indices are whole numbers. */
  begin(index: unknown, start: CallStart): void {
    const at = this.place(index);
    if (at === null) return;
    const { id, name } = start;
    this.passed.delete(at);
    const open = this.open.get(at);
    if (open === undefined) {
      this.open.set(at, opened({ ...start, raw: [start.raw] }));
      return;
    }
    if (open.raw.length < MOST_RAW) open.raw.push(start.raw);
    if (id !== undefined && id !== '' && open.id !== '' && id !== open.id) this.fail(open, 'ID_CHANGED', 'its id changes half-way');
    if (name !== undefined && name !== '' && open.name !== '' && name !== open.name)
      this.fail(open, 'NAME_CHANGED', 'its name changes half-way');
    if (open.id === '') open.id = id ?? '';
    if (open.name === '') open.name = name ?? '';
  }

  /** Marks the block at this index as not a call for the client, so that its pieces are skipped. */
  pass(index: unknown): void {
    const at = this.place(index);
    if (at !== null && !this.open.has(at)) this.passed.add(at);
  }

  isOpen(index: unknown): boolean {
    return typeof index === 'number' && this.open.has(index);
  }

  /** Whether a call with this id was already read. */
  hasCall(id: string | undefined): boolean {
    return id !== undefined && this.byId.has(id);
  }

  /** Index of the call that was begun last, for dialects that omit it; null if there is none. */
  get lastIndex(): number | null {
    return [...this.open.keys()].at(-1) ?? null;
  }

  /** The index of an open call by id; null if there is none. */
  indexOf(id: string | undefined): number | null {
    for (const [index, open] of this.open) if (id !== undefined && open.id === id) return index;
    return null;
  }

  /** A piece of the arguments of an open call. */
  append(index: unknown, piece: unknown): void {
    const at = this.place(index);
    if (at === null || piece === undefined || piece === null || piece === '') return;
    const open = this.open.get(at);
    if (open === undefined) {
      if (!this.passed.has(at)) this.orphan(at);
    } else if (typeof piece !== 'string') this.fail(open, 'BAD_DELTA', 'a piece of its arguments is no text');
    // Keep one character more than the bound, so that the length check fails later.
    else if (open.text.length <= MOST_ARGUMENT_BYTES) open.text += piece.slice(0, MOST_ARGUMENT_BYTES + 1 - open.text.length);
  }

  /** The complete arguments of an open call, in dialects that repeat them; they must equal the joined pieces. */
  settle(index: unknown, final: string): void {
    const open = this.openAt(index);
    if (open === undefined) return;
    const kept = final.slice(0, MOST_ARGUMENT_BYTES + 1);
    if (open.text === '') open.text = kept;
    else if (kept !== open.text) this.fail(open, 'DELTA_MISMATCH', 'its pieces are not what it says it was as a whole');
  }

  /** A complete call is repeated; name and arguments must be the same. */
  confirm(id: string | undefined, name: string | undefined, final: string | undefined): void {
    const [call, ...others] = this.byId.get(id ?? '') ?? [];
    if (call === undefined || others.length > 0 || call.wrapped_in !== undefined || call.fault !== null) return;
    const text = 'text' in call.input ? call.input.text : undefined;
    if (name === call.name && (final === undefined || text === undefined || final.slice(0, MOST_ARGUMENT_BYTES + 1) === text)) return;
    call.fault = 'it is repeated with another name or other arguments';
    this.problem('DELTA_MISMATCH', `call ${shown(call.id)}: ${call.fault}`, call.id);
  }

  /** The call is complete. `final`: as in `settle`; `fault`: why it must not run. */
  close(index: unknown, final?: string, fault?: string): void {
    const at = this.place(index);
    const open = at === null ? undefined : this.open.get(at);
    if (at === null || open === undefined) return;
    if (final !== undefined) this.settle(at, final);
    if (fault !== undefined) this.fail(open, 'INCOMPLETE_CALL', fault);
    this.open.delete(at);
    this.add(open, this.inputOf(open), open.raw);
  }

  /** Discards an open call that the transcript repeats completely. */
  drop(index: unknown): void {
    if (typeof index === 'number') this.open.delete(index);
  }

  /** Closes open calls in the order of their indices. */
  closeAll(): void {
    for (const index of [...this.open.keys()].sort((a, b) => a - b)) this.close(index);
  }

  /**
   * Ends an answer. `whole` is false if it was truncated: then none of its calls may run (S2-8c, L5). `announced`: the reason says that
   * calls were made, so an answer without calls is a problem.
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

  /** Ends the transcript. Results are expected only if it contains at least one: streams contain only answers. */
  finishAll(): void {
    this.cut();
    this.readText('the stream ends before it does');
    if (this.results.size > 0) for (const call of this.unanswered) if (call.result === null) this.missing(call);
  }

  /** Calls still open at the end are incomplete, and more may have been missing. */
  cut(): void {
    if (this.streaming && this.open.size === 0)
      this.problemOnce('end', 'NO_END', 'expected the end of the answer, found the end of the stream; calls may be missing');
    this.streaming = false;
    for (const open of this.open.values()) this.fail(open, 'TRUNCATED', 'the stream ends before it does');
    this.closeAll();
  }

  result(id: string | undefined, value: unknown, failed: boolean): void {
    if (id !== undefined && this.serverIds.has(id)) return;
    const calls = this.byId.get(id ?? '');
    if (id === undefined || calls === undefined)
      this.problem('ORPHAN_RESULT', `expected the result of a call of this transcript, found one for ${shown(id)}`, id);
    else if (this.results.has(id)) this.problem('DUPLICATE_RESULT', `expected one result per call, found another for ${shown(id)}`, id);
    else {
      this.results.add(id);
      for (const call of calls) call.result = { value, failed };
    }
  }

  /** The first call without a result, optionally with this name: some dialects answer by name or by order. */
  waiting(name?: string): string | undefined {
    return this.calls.find((call) => call.result === null && (name === undefined || call.name === name))?.id;
  }

  private missing({ id }: WireCall): void {
    this.problem('MISSING_RESULT', `expected a result of ${shown(id)} before the next answer, found none`, id);
  }

  private orphan(at: number): void {
    if (this.orphaned.has(at)) return;
    this.orphaned.add(at);
    this.problem('ORPHAN_DELTA', `expected a call that was begun, found arguments for index ${String(at)}`);
  }

  private openAt(index: unknown): OpenCall | undefined {
    return typeof index === 'number' ? this.open.get(index) : undefined;
  }

  private place(index: unknown): number | null {
    if (typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < MOST_CALLS) return index;
    this.problem('BAD_INDEX', `expected a whole number from 0 to ${String(MOST_CALLS - 1)} as index of a call, found ${shown(index)}`);
    return null;
  }

  private fail(open: OpenCall, code: string, fault: string): void {
    open.fault ??= fault;
    this.problem(code, `call ${shown(open.id)}: ${fault}`, open.id);
  }

  private inputOf(open: OpenCall): WireCall['input'] {
    const { text, seed, kind } = open;
    if (kind === 'custom') return { value: { input: text } };
    if (seed === undefined) return { text: text === open.none ? '' : text };
    if (text === '') return { value: seed };
    if (!isEmpty(seed) && !sameJson(parseJsonText(text).value, seed))
      this.fail(open, 'DELTA_MISMATCH', 'its pieces are not what it began with');
    return { text };
  }

  /** Calls in the text count only if the answer has no call in the dialect's own format. */
  private readText(fault?: string): void {
    const { text } = this;
    this.text = '';
    if (text === '') return;
    const { calls, refused } = whatTextHolds(text, this.known);
    const structured = this.calls.length > this.answerFrom;
    if (refused || (structured && calls.length > 0))
      this.problemOnce(
        'text',
        'CALL_IN_TEXT',
        'expected calls outside the text, found text that looks like one among other text; it was not read',
      );
    if (structured) return;
    for (const { name, input, raw } of calls) this.whole({ id: this.nextId, name, kind: 'in_text', raw }, input, fault);
  }

  private add(open: OpenCall, input: WireCall['input'], raw: unknown): void {
    const id = open.id === '' ? this.nextId : open.id;
    if (open.id === '') this.problem('MISSING_ID', `expected every call to have an id, found one without; it is called ${id} here`, id);
    const { kind, name, fault } = open;
    const wrapped = fault === null && kind === undefined && !this.known(name) ? expandWrapper(name, input) : null;
    const calls =
      wrapped === null
        ? [{ id, name, input, fault, result: null, raw, ...(kind !== undefined && { kind }) }]
        : wrapped.map((call, at) => ({ ...call, id: `${id}_${String(at)}`, wrapped_in: id, fault, result: null, raw }));
    for (const call of calls) this.keep(call);
    if (wrapped !== null && !this.byId.has(id)) this.byId.set(id, calls);
  }

  private keep(call: WireCall): void {
    if (this.calls.length >= MOST_CALLS_IN_ALL) {
      throw new WorkbenchError('INVALID_TRANSCRIPT', `expected at most ${String(MOST_CALLS_IN_ALL)} calls in a transcript, found more`);
    }
    const { id } = call;
    if (this.byId.has(id)) {
      call.fault ??= 'another call of the transcript has its id';
      this.problem('DUPLICATE_ID', `expected every call to have an id of its own, found ${shown(id)} again`, id);
    } else this.byId.set(id, [call]);
    this.calls.push(call);
  }
}

const opened = ({ id, name, kind, seed, none, raw }: CallStart): OpenCall => ({
  id: id ?? '',
  name: name ?? '',
  text: '',
  fault: null,
  kind,
  seed,
  none,
  raw: Array.isArray(raw) ? (raw as unknown[]) : [raw],
});

const isEmpty = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0;
