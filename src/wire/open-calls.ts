import { sameJson } from '../base/json-diff.ts';
import { isRecord } from '../tools/contract/json-schema.ts';
import { parseJsonText } from '../tools/contract/json-text.ts';
import { shown, type Problems } from './problems.ts';
import { MOST_ARGUMENT_BYTES, MOST_CALLS } from './record.ts';
import { keptText, opened, type CallStart, type OpenCall, type WireCall } from './wire-call.ts';

/** Maximum number of pieces of a call that are stored for display. */
const MOST_RAW = 256;

/** The calls of one answer that are still arriving in pieces, by index. Indices are whole numbers. */
export class OpenCalls {
  private readonly open = new Map<number, OpenCall>();
  /** Indices of blocks that are not calls for the client; their pieces are skipped. */
  private readonly passed = new Set<number>();
  private readonly orphaned = new Set<number>();
  /** Ids of discarded calls. */
  readonly droppedIds = new Set<string>();

  constructor(private readonly problems: Problems) {}

  /** Name and received arguments of every open call, in the order in which the calls began. */
  get drafts(): readonly { readonly name: string; readonly text: string }[] {
    return [...this.open.values()];
  }

  get count(): number {
    return this.open.size;
  }

  /** Indices of the open calls, in ascending order. */
  get indices(): readonly number[] {
    return [...this.open.keys()].sort((a, b) => a - b);
  }

  /** Index of the call that began last; null if there is none. */
  get lastIndex(): number | null {
    return [...this.open.keys()].at(-1) ?? null;
  }

  /** Begins a new answer, in which indices start again. */
  turn(): void {
    this.passed.clear();
    this.orphaned.clear();
  }

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
    // An id that comes after the name, without the name, may belong to another call.
    if (open.id === '' && open.name !== '' && id !== undefined && id !== '' && name !== open.name)
      this.fail(open, 'ID_CHANGED', 'its id comes after its name');
    if (open.id === '') open.id = id ?? '';
    if (open.name === '') open.name = name ?? '';
    open.caller ??= start.caller;
  }

  pass(index: unknown): void {
    const at = this.place(index);
    if (at !== null && !this.open.has(at)) this.passed.add(at);
  }

  isComplete(index: unknown): boolean {
    const open = typeof index === 'number' ? this.open.get(index) : undefined;
    return open !== undefined && isRecord(parseJsonText(open.text).value);
  }

  isOpen(index: unknown): boolean {
    return typeof index === 'number' && this.open.has(index);
  }

  indexOf(id: string | undefined): number | null {
    for (const [index, open] of this.open) if (id !== undefined && open.id === id) return index;
    return null;
  }

  append(index: unknown, piece: unknown): void {
    const at = this.place(index);
    if (at === null || piece === undefined || piece === null || piece === '') return;
    const open = this.open.get(at);
    if (open === undefined) {
      if (!this.passed.has(at)) this.orphan(at);
    } else if (typeof piece !== 'string') this.fail(open, 'BAD_DELTA', 'a piece of its arguments is no text');
    else if (open.text.length <= MOST_ARGUMENT_BYTES) open.text = keptText(open.text + piece);
  }

  settle(index: unknown, final: string): void {
    const open = typeof index === 'number' ? this.open.get(index) : undefined;
    if (open === undefined) return;
    const kept = keptText(final);
    if (open.text === '') open.text = kept;
    else if (kept !== open.text) this.fail(open, 'DELTA_MISMATCH', 'its pieces are not what it says it was as a whole');
  }

  drop(index: unknown): void {
    if (typeof index !== 'number') return;
    const id = this.open.get(index)?.id;
    if (id !== undefined) this.droppedIds.add(id);
    this.open.delete(index);
  }

  /** Removes the open call at an index and returns it; undefined if there is none. `final` and `fault` as in `Assembly.close`. */
  take(index: unknown, final?: string, fault?: string): { readonly open: OpenCall; readonly input: WireCall['input'] } | undefined {
    const at = this.place(index);
    const open = at === null ? undefined : this.open.get(at);
    if (at === null || open === undefined) return undefined;
    if (final !== undefined) this.settle(at, final);
    if (fault !== undefined) this.fail(open, 'INCOMPLETE_CALL', fault);
    this.open.delete(at);
    return { open, input: this.inputOf(open) };
  }

  /** Marks every open call as incomplete, because the answer was cut. */
  cut(): void {
    for (const open of this.open.values()) this.fail(open, 'TRUNCATED', 'the stream ends before it does');
  }

  fail(open: OpenCall, code: string, fault: string): void {
    open.fault ??= fault;
    this.problems.add(code, `call ${shown(open.id)}: ${fault}`, open.id);
  }

  private orphan(at: number): void {
    if (this.orphaned.has(at)) return;
    this.orphaned.add(at);
    this.problems.add('ORPHAN_DELTA', `expected a call that was begun, found arguments for index ${String(at)}`);
  }

  private place(index: unknown): number | null {
    if (typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < MOST_CALLS) return index;
    const message = `expected a whole number from 0 to ${String(MOST_CALLS - 1)} as index of a call, found ${shown(index)}`;
    this.problems.add('BAD_INDEX', message);
    return null;
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
}

const isEmpty = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0;
