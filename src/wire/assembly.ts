import { WorkbenchError } from '../base/failure.ts';
import { MOST_ARGUMENT_BYTES, MOST_CALLS, type Issue } from './record.ts';

/** A call as a transcript gives it, before anybody has read its arguments. */
export interface WireCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, or the value where the dialect carries one. */
  readonly input: { readonly text: string } | { readonly value: unknown };
  /** Why it must not run, whatever its arguments say. */
  fault: string | null;
  result: { readonly value: unknown; readonly failed: boolean } | null;
  readonly raw: unknown;
}

interface OpenCall {
  id: string;
  name: string;
  text: string;
  fault: string | null;
  readonly raw: unknown[];
}

const MOST_PROBLEMS = 64;
const MOST_CALLS_IN_ALL = 10_000;
/** Pieces kept for looking at. */
const MOST_RAW = 256;

/**
 * The one place where pieces of calls are put together (S2 #8, L4). It belongs to one transcript and is thrown away with it;
 * nothing that is not complete leaves it as something that could run.
 */
export class Assembly {
  readonly calls: WireCall[] = [];
  readonly problems: Issue[] = [];
  finish: string | null = null;
  private readonly open = new Map<number, OpenCall>();
  /** Indices at which somebody else's call stands. */
  private readonly passed = new Set<number>();
  private readonly byId = new Map<string, WireCall>();
  private readonly results = new Set<string>();
  /** First call of the answer at hand, and first one behind the last answer that ended. */
  private answerFrom = 0;
  private endedAt = 0;
  /** Asked before a later answer and never answered. */
  private readonly unanswered: WireCall[] = [];

  problem(code: string, message: string, path?: string): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({ code, message, ...(path !== undefined && { path }) });
  }

  /** A new answer begins: what was asked before should have been answered by now. */
  turn(): void {
    this.cut();
    this.passed.clear();
    for (const call of this.calls.slice(this.answerFrom)) if (call.result === null) this.unanswered.push(call);
    this.answerFrom = this.calls.length;
    this.endedAt = this.calls.length;
  }

  /** A call that comes as a whole. `unfinished`: what it says of itself where it is not complete. */
  whole(id: string | undefined, name: string | undefined, input: WireCall['input'], raw: unknown, unfinished?: string): void {
    const open: OpenCall = { id: id ?? '', name: name ?? '', text: '', fault: null, raw: [] };
    if (unfinished !== undefined) this.fail(open, 'INCOMPLETE_CALL', unfinished);
    this.add(open, input, raw);
  }

  /** What a call without an id is called here. */
  get nextId(): string {
    return `call-${String(this.calls.length + 1)}`;
  }

  /** A call that comes in pieces begins. Indices are whole numbers from 0 to 127. */
  begin(index: unknown, id: string | undefined, name: string | undefined, raw: unknown): void {
    const at = this.place(index);
    if (at === null) return;
    this.passed.delete(at);
    const open = this.open.get(at);
    if (open === undefined) {
      this.open.set(at, { id: id ?? '', name: name ?? '', text: '', fault: null, raw: [raw] });
      return;
    }
    if (open.raw.length < MOST_RAW) open.raw.push(raw);
    if (id !== undefined && id !== '' && open.id !== '' && id !== open.id) this.fail(open, 'ID_CHANGED', 'its id changes half-way');
    if (name !== undefined && name !== '' && open.name !== '' && name !== open.name)
      this.fail(open, 'NAME_CHANGED', 'its name changes half-way');
    if (open.id === '') open.id = id ?? '';
    if (open.name === '') open.name = name ?? '';
  }

  /** A call that is not ours to run stands at an index: its pieces are dropped, and are no fault. */
  pass(index: unknown): void {
    const at = this.place(index);
    if (at !== null && !this.open.has(at)) this.passed.add(at);
  }

  isOpen(index: unknown): boolean {
    return typeof index === 'number' && this.open.has(index);
  }

  /** The index of the call that was begun last, for dialects that leave it out; null before the first. */
  get lastIndex(): number | null {
    return [...this.open.keys()].at(-1) ?? null;
  }

  /** A piece of the arguments of a call that was begun. */
  append(index: unknown, piece: unknown): void {
    const at = this.place(index);
    if (at === null || piece === undefined || piece === '') return;
    const open = this.open.get(at);
    if (open === undefined && this.passed.has(at)) return;
    if (open === undefined) this.problem('ORPHAN_DELTA', `expected a call that was begun, found arguments for index ${String(at)}`);
    else if (typeof piece !== 'string') this.fail(open, 'BAD_DELTA', 'a piece of its arguments is no text');
    // What is too long to be taken is not kept; a character more than the bound says so.
    else if (open.text.length <= MOST_ARGUMENT_BYTES) open.text += piece.slice(0, MOST_ARGUMENT_BYTES + 1 - open.text.length);
  }

  /**
   * The call is complete. `final`: its arguments as a whole, where the dialect repeats them; they must be what the pieces were.
   * `unfinished`: what it says of itself where it is not complete after all.
   */
  close(index: unknown, final?: string, unfinished?: string): void {
    const at = this.place(index);
    const open = at === null ? undefined : this.open.get(at);
    if (at === null || open === undefined) return;
    if (final !== undefined && open.text === '') open.text = final.slice(0, MOST_ARGUMENT_BYTES + 1);
    else if (final !== undefined && final.slice(0, MOST_ARGUMENT_BYTES + 1) !== open.text) {
      this.fail(open, 'DELTA_MISMATCH', 'its pieces are not what it says it was as a whole');
    }
    if (unfinished !== undefined) this.fail(open, 'INCOMPLETE_CALL', unfinished);
    this.open.delete(at);
    this.add(open, { text: open.text }, open.raw);
  }

  closeAll(): void {
    for (const index of [...this.open.keys()]) this.close(index);
  }

  /** How the answer ended. `whole` is false where it was cut short: then none of its calls may run (S2-8c, L5). */
  end(reason: string | null, whole: boolean): void {
    this.finish = reason;
    if (whole) this.closeAll();
    else {
      this.cut();
      for (const call of this.calls.slice(this.endedAt)) call.fault ??= `the answer was cut short (${reason ?? 'no end'})`;
    }
    this.endedAt = this.calls.length;
  }

  /** Nothing follows. Of a recording that holds no result at all none is missed: streams carry answers alone. */
  finishAll(): void {
    this.cut();
    if (this.results.size > 0) for (const call of this.unanswered) if (call.result === null) this.missing(call);
  }

  /** What is open at the end of everything was never finished. */
  cut(): void {
    for (const open of this.open.values()) this.fail(open, 'TRUNCATED', 'the stream ends before it does');
    this.closeAll();
  }

  result(id: string | undefined, value: unknown, failed: boolean): void {
    const call = this.byId.get(id ?? '');
    if (id === undefined || call === undefined)
      this.problem('ORPHAN_RESULT', `expected the result of a call of this transcript, found one for ${shown(id)}`, id);
    else if (this.results.has(id)) this.problem('DUPLICATE_RESULT', `expected one result per call, found another for ${shown(id)}`, id);
    else {
      this.results.add(id);
      call.result = { value, failed };
    }
  }

  private missing({ id }: WireCall): void {
    this.problem('MISSING_RESULT', `expected a result of ${shown(id)} before the next answer, found none`, id);
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

  private add(open: OpenCall, input: WireCall['input'], raw: unknown): void {
    if (this.calls.length >= MOST_CALLS_IN_ALL) {
      throw new WorkbenchError('INVALID_TRANSCRIPT', `expected at most ${String(MOST_CALLS_IN_ALL)} calls in a transcript, found more`);
    }
    const id = open.id === '' ? this.nextId : open.id;
    if (open.id === '') this.problem('MISSING_ID', `expected every call to have an id, found one without; it is called ${id} here`, id);
    const call: WireCall = { id, name: open.name, input, fault: open.fault, result: null, raw };
    if (this.byId.has(id)) {
      call.fault ??= 'another call of the transcript has its id';
      this.problem('DUPLICATE_ID', `expected every call to have an id of its own, found ${shown(id)} again`, id);
    } else this.byId.set(id, call);
    this.calls.push(call);
  }
}

/** What was found, short and without control characters. */
export const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : typeof value;
  return JSON.stringify(text.replaceAll(/[\p{C}\p{Z}]/gu, ' ').slice(0, 64));
};
