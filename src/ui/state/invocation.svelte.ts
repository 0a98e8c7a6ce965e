import type { Progress } from '../../base/progress.ts';
import type { ToolError, ToolWarning, ValidationReport } from '../../tools/contract/index.ts';
import { parseJsonText } from '../../tools/contract/index.ts';
import type { CallContext, WorkbenchPort } from '../../workbench/port.ts';
import type { ResultView } from '../../workbench/results.ts';
import type { Advice } from './column-advice.ts';
import { editorProblems, placeOf, pointerTo, refusal } from './editor-problems.ts';
import { FIRST_TOOL } from './first-tool.ts';
import { pastedCall } from './paste.ts';
import { TextHistory } from './text-history.ts';
import { messageOf } from './workbench.svelte.ts';

/** Quiet time after the last key before the text is checked. */
const DEBOUNCE_MS = 200;

/** The invocation editor. The text is the only state, for the form as for the JSON; everything else is read from it. */
export class InvocationState {
  text = $state('');
  tool = $state(FIRST_TOOL);
  /** Verdict on the text as it is now; null while it is not known. */
  report = $state.raw<ValidationReport | null>(null);
  /** Something went wrong that is no fault of the text. */
  failure = $state('');
  progress = $state.raw<Progress | null>(null);
  /** A place the editor is asked to go to; a new object each time. */
  target = $state.raw<{ readonly from: number; readonly to: number } | null>(null);
  /** A value that is to be shown; a new object each time. */
  wanted = $state.raw<{ readonly pointer: string } | null>(null);
  #controller = $state.raw<AbortController | null>(null);
  #touched = $state(false);
  /** What the page wrote by itself, or a saved file has. */
  #settled = '';
  /** Somebody chose the tool: what is opened next does not choose another. */
  #picked = false;
  /** A draft over no capture: ready to be read, not worth complaining about. */
  #hollow = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #check = 0;
  readonly #history = new TextHistory();
  /** Grows with every step of the history, so that views follow it. */
  #steps = $state(0);
  /** Fields of the form that hold something typed that is no value yet, by pointer; the text has what was there before. */
  #unfinished = $state.raw<readonly (readonly [pointer: string, message: string])[]>([]);
  /** What a paste was mended of; empty where nothing is to be told. */
  note = $state('');

  readonly parsed = $derived(parseJsonText(this.text));
  readonly problems = $derived.by(() => editorProblems(this.text, this.parsed, this.report, this.advice(this.parsed.value)));
  /** All of them; `problems` lists the first. */
  readonly errorCount: number = $derived.by(() => {
    const listed = this.problems.filter((problem) => problem.severity === 'error').length;
    const unlisted = this.report && this.parsed.errors.length === 0 ? this.report.error_count - this.report.errors.length : 0;
    return listed + Math.max(0, unlisted);
  });
  readonly timeoutMs: number | null = $derived(numberAt(this.parsed.value, 'timeout_ms'));

  constructor(
    private readonly port: WorkbenchPort,
    /** Called when a run starts; what it returns takes the answer. */
    private readonly started: () => (result: ResultView, invocation: unknown) => void,
    /** What goes with a call of a tool that needs a connection. */
    private readonly context: () => CallContext = () => ({}),
    /** What is worth knowing of a call before it runs, beside what stands against it. */
    private readonly advice: (call: unknown) => readonly Advice[] = () => [],
  ) {}

  get running(): boolean {
    return this.#controller !== null;
  }

  get touched(): boolean {
    return this.#touched;
  }

  /** The text says something that nobody can have again by a press. */
  get changed(): boolean {
    return this.text !== this.#settled && this.text.trim() !== '';
  }

  /** This text is to be had elsewhere, if it still stands there. */
  settle(text = this.text): void {
    this.#settled = text;
  }

  /** Why Run is off; empty when it is on. */
  get blocked(): string {
    if (this.running) return 'A call is running.';
    if (this.#hollow) return 'Open a capture first.';
    if (this.text.trim() === '') return 'There is no call to run.';
    if (this.parsed.errors.length > 0) return 'The text is not valid JSON.';
    if (this.#unfinished.length > 0) return 'A field of the form holds what is no value yet.';
    if (this.errorCount > 0) return `${String(this.errorCount)} ${this.errorCount === 1 ? 'error' : 'errors'} to mend first.`;
    return '';
  }

  /** @param origin what makes the change: steps of one origin that follow each other closely are taken back together */
  edit(text: string, origin = ''): void {
    if (text === this.text) return;
    this.#remember(origin);
    this.#touched = true;
    this.#hollow = false;
    this.note = '';
    this.#set(text);
  }

  get canUndo(): boolean {
    void this.#steps;
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    void this.#steps;
    return this.#history.canRedo;
  }

  undo(): void {
    this.#step(this.#history.undo(this.text));
  }

  redo(): void {
    this.#step(this.#history.redo(this.text));
  }

  /** A field of the form holds what is no value, or does no longer (an empty message). */
  hold(pointer: string, message: string): void {
    if ((this.#unfinished.find(([key]) => key === pointer)?.[1] ?? '') === message) return;
    const others = this.#unfinished.filter(([key]) => key !== pointer);
    this.#unfinished = message === '' ? others : [...others, [pointer, message]];
  }

  /** Takes a whole call out of what was pasted, in the place of the text; false where it is none. */
  paste(pasted: string): boolean {
    const call = pastedCall(pasted);
    if (call === null) return false;
    this.edit(call.text);
    this.note = call.note;
    return true;
  }

  /** A paste that no call can be was not taken. */
  refuse(characters: number): void {
    this.failure = refusal(characters);
  }

  /** Replaces the text by a call of a tool that somebody made; nothing happens where none could be made. */
  fill(tool: string, call: unknown): void {
    if (call === undefined) return;
    this.tool = tool;
    this.edit(JSON.stringify(call, null, 2));
    this.settle();
  }

  /** Follows the captures that are chosen as long as nobody has typed, with a tool that fits them as long as nobody chose one. */
  prefill(captureIds: readonly string[], fitting = this.tool): void {
    if (!this.#touched) this.#replace(this.#picked ? this.tool : fitting, captureIds);
  }

  /** Replaces the text by a ready call of a tool over captures. */
  draft(tool: string, captureIds: readonly string[]): void {
    // What the page drafts by itself is no step: nobody has typed.
    if (this.#touched || tool !== this.tool) this.#remember('');
    this.#picked = true;
    this.#replace(tool, captureIds);
  }

  #replace(tool: string, captureIds: readonly string[]): void {
    this.tool = tool;
    this.#touched = false;
    this.#hollow = captureIds.length === 0;
    this.note = '';
    const draft = this.port.draft(tool, captureIds);
    this.#set(draft === undefined ? '' : JSON.stringify(draft, null, 2));
    this.settle();
  }

  format(): void {
    if (this.parsed.errors.length === 0) this.edit(JSON.stringify(this.parsed.value, null, 2));
  }

  /** Checks again although the text is the same: captures came or went. */
  recheck(): void {
    this.#schedule();
  }

  /** Checks now. */
  async validate(): Promise<ValidationReport | null> {
    clearTimeout(this.#timer);
    const serial = ++this.#check;
    if (this.parsed.errors.length > 0 || this.text.trim() === '') return null;
    try {
      const report = await this.port.validate(this.parsed.value, this.#options);
      // Latest wins: an answer about an older text is dropped.
      if (serial === this.#check) {
        this.report = report;
        this.failure = '';
      }
      return report;
    } catch (error) {
      if (serial === this.#check) this.failure = `The call could not be checked: ${messageOf(error)}`;
      return null;
    }
  }

  /** Gives the call a fresh id, checks it, and runs it if nothing stands against it. */
  async run(): Promise<void> {
    if (this.running || this.text.trim() === '') return;
    this.#renewRequestId();
    const invocation = this.parsed.value;
    const controller = new AbortController();
    this.#controller = controller;
    this.failure = '';
    const finished = this.started();
    try {
      await this.validate();
      if (this.errorCount > 0 || this.failure !== '' || controller.signal.aborted) return;
      const result = await this.port.run(invocation, {
        signal: controller.signal,
        interactive: true,
        ...this.#options,
        onProgress: (progress) => {
          this.progress = progress;
        },
      });
      finished(result, invocation);
    } catch (error) {
      this.failure = messageOf(error);
    } finally {
      this.#controller = null;
      this.progress = null;
    }
  }

  cancel(): void {
    this.#controller?.abort();
  }

  /** Shows a place of the text, and the field of what stands there. */
  reveal(place: { readonly from: number; readonly to: number }, pointer: string): void {
    this.target = { from: place.from, to: place.to };
    this.wanted = { pointer };
  }

  /** Goes to the field that an error of a result names. */
  revealItem(item: ToolError | ToolWarning): void {
    this.reveal(placeOf(item, this.parsed), pointerTo(item));
  }

  /** The line that an item of a result is about; null when the text is another call by now. */
  lineOf(item: ToolError | ToolWarning, requestId: string): number | null {
    const value = this.parsed.value;
    const id: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'request_id') : undefined;
    return id === requestId ? placeOf(item, this.parsed).line : null;
  }

  /** Whether the tool of the text wants a reference to keys. */
  get needsConnection(): boolean {
    const value = this.parsed.value;
    const name: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'tool_name') : undefined;
    return this.port
      .tools()
      .some((tool) => tool.requiresConnection === true && (tool.name === name || tool.aliases.includes(String(name))));
  }

  get #options(): { context?: CallContext } {
    return this.needsConnection ? { context: this.context() } : {};
  }

  #remember(origin: string): void {
    if (this.text === '') return;
    this.#history.note(this.text, origin, Date.now());
    this.#steps += 1;
  }

  #step(text: string | undefined): void {
    if (text === undefined) return;
    this.#steps += 1;
    this.#touched = true;
    this.#hollow = false;
    this.note = '';
    this.#set(text);
  }

  #set(text: string): void {
    this.text = text;
    this.report = null;
    this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#check += 1;
    if (this.#hollow) return;
    this.#timer = setTimeout(() => void this.validate(), DEBOUNCE_MS);
  }

  /** Only a string is replaced: what is missing or wrong stays so, and is told. */
  #renewRequestId(): void {
    const parsed = this.parsed;
    const value = parsed.value;
    if (typeof value !== 'object' || value === null || !('request_id' in value) || typeof value.request_id !== 'string') return;
    const { from, to } = parsed.locate('/request_id');
    this.#set(`${this.text.slice(0, from)}${JSON.stringify(`req-${crypto.randomUUID()}`)}${this.text.slice(to)}`);
  }
}

function numberAt(value: unknown, key: string): number | null {
  if (typeof value !== 'object' || value === null) return null;
  const found: unknown = Reflect.get(value, key);
  return typeof found === 'number' ? found : null;
}
