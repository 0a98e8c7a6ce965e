import { WorkbenchError } from '../base/failure.ts';
import { expandWrapper } from './parallel-wrapper.ts';
import { shown, type Problems } from './problems.ts';
import type { ServerCall } from './record.ts';
import { keptText, type OpenCall, type WireCall } from './wire-call.ts';

const MOST_CALLS_IN_ALL = 10_000;

/** The calls of one transcript that are complete, with their results, by id. */
export class CallList {
  readonly calls: WireCall[] = [];
  readonly serverCalls: ServerCall[] = [];
  private readonly byId = new Map<string, readonly WireCall[]>();
  private readonly results = new Set<string>();
  private readonly serverIds = new Set<string>();

  /** @param known returns whether the catalog contains a tool of this name */
  constructor(
    private readonly problems: Problems,
    private readonly known: (name: string) => boolean,
  ) {}

  /** Creates an id for a call that has none. */
  get nextId(): string {
    return `call-${String(this.calls.length + 1)}`;
  }

  has(id: string | undefined): boolean {
    return id !== undefined && this.byId.has(id);
  }

  hasResult(id: string | undefined): boolean {
    return id !== undefined && this.results.has(id);
  }

  add(open: OpenCall, input: WireCall['input'], raw: unknown): void {
    const id = open.id === '' ? this.nextId : open.id;
    if (open.id === '')
      this.problems.add('MISSING_ID', `expected every call to have an id, found one without; it is called ${id} here`, id);
    const { kind, caller, name, fault } = open;
    const labels = { ...(kind !== undefined && { kind }), ...(caller !== undefined && { caller }) };
    const wrapped = fault === null && kind === undefined && !this.known(name) ? expandWrapper(name, input) : null;
    const calls =
      wrapped === null
        ? [{ id, name, input, fault, result: null, raw, ...labels }]
        : wrapped.map((call, at) => ({ ...call, id: `${id}_${String(at)}`, wrapped_in: id, fault, result: null, raw }));
    for (const call of calls) this.keep(call);
    if (wrapped !== null && !this.byId.has(id)) this.byId.set(id, calls);
  }

  /** Lists a call that the provider executes, once per id. */
  server(kind: string, id: string | undefined, name: string | undefined): void {
    const own = id ?? `server-${String(this.serverCalls.length + 1)}`;
    if (this.serverIds.has(own) || this.serverCalls.length >= MOST_CALLS_IN_ALL) return;
    this.serverIds.add(own);
    this.serverCalls.push({ id: own.slice(0, 256), name: (name ?? kind).slice(0, 128), kind });
  }

  /** Receives a complete call that the transcript repeats. Name and arguments must be the same as before. */
  confirm(id: string | undefined, name: string | undefined, final: string | undefined): void {
    const [call, ...others] = this.byId.get(id ?? '') ?? [];
    if (call === undefined || others.length > 0 || call.wrapped_in !== undefined) return;
    const text = 'text' in call.input ? call.input.text : undefined;
    // Of a call that must not run, the arguments may be incomplete.
    const same = call.fault !== null || final === undefined || text === undefined || keptText(final) === text;
    if (name === call.name && same) return;
    call.fault ??= 'it is repeated with another name or other arguments';
    this.problems.add('DELTA_MISMATCH', `call ${shown(call.id)}: it is repeated with another name or other arguments`, call.id);
  }

  /** Orders the calls from index `from` on that have one of these ids as the ids are ordered; other calls stay where they are. */
  order(from: number, ids: readonly (string | undefined)[]): void {
    const places = new Map(ids.map((id, at) => [id, at]));
    const placeOf = ({ id, wrapped_in }: WireCall): number => places.get(wrapped_in ?? id) ?? -1;
    const calls = this.calls.slice(from);
    const ordered = calls.filter((call) => placeOf(call) >= 0).sort((a, b) => placeOf(a) - placeOf(b));
    let next = 0;
    this.calls.splice(from, calls.length, ...calls.map((call) => (placeOf(call) < 0 ? call : (ordered[next++] ?? call))));
  }

  /** Marks a call that the model withdrew, so that it does not run. */
  withdraw(id: string | undefined): void {
    const calls = this.byId.get(id ?? '');
    if (calls === undefined)
      this.problems.add('ORPHAN_WITHDRAWAL', `expected a call of this transcript, found that ${shown(id)} is withdrawn`, id);
    else for (const call of calls) call.fault ??= 'the model withdrew it';
  }

  result(id: string | undefined, value: unknown, failed: boolean): void {
    if (id !== undefined && this.serverIds.has(id)) return;
    const calls = this.byId.get(id ?? '');
    if (id === undefined || calls === undefined)
      this.problems.add('ORPHAN_RESULT', `expected the result of a call of this transcript, found one for ${shown(id)}`, id);
    else if (this.results.has(id))
      this.problems.add('DUPLICATE_RESULT', `expected one result per call, found another for ${shown(id)}`, id);
    else {
      this.results.add(id);
      for (const call of calls) call.result = { value, failed };
    }
  }

  /** Id of the first call without a result, optionally with this name, for dialects whose results state a name or only have an order. */
  waiting(name?: string): string | undefined {
    return this.calls.find((call) => call.result === null && (name === undefined || call.name === name))?.id;
  }

  /** Reports calls that have no result, if the transcript contains any result: streams contain only answers, so there none is expected. */
  expectResults(calls: readonly WireCall[]): void {
    if (this.results.size === 0) return;
    for (const { id, result } of calls)
      if (result === null) this.problems.add('MISSING_RESULT', `expected a result of ${shown(id)} before the next answer, found none`, id);
  }

  private keep(call: WireCall): void {
    if (this.calls.length >= MOST_CALLS_IN_ALL) {
      throw new WorkbenchError('INVALID_TRANSCRIPT', `expected at most ${String(MOST_CALLS_IN_ALL)} calls in a transcript, found more`);
    }
    const { id } = call;
    if (this.byId.has(id)) {
      call.fault ??= 'another call of the transcript has its id';
      this.problems.add('DUPLICATE_ID', `expected every call to have an id of its own, found ${shown(id)} again`, id);
    } else this.byId.set(id, [call]);
    this.calls.push(call);
  }
}
