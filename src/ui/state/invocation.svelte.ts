import type { Progress } from '../../base/progress.ts';
import type { ToolError, ToolWarning, ValidationReport } from '../../tools/contract/index.ts';
import { parseJsonText } from '../../tools/contract/index.ts';
import type { CallContext, WorkbenchPort } from '../../workbench/port.ts';
import type { ResultView } from '../../workbench/results.ts';
import type { Change } from '../../workbench/tools.ts';
import type { Advice } from './column-advice.ts';
import { editorProblems, placeOf, pointerTo, refusal } from './editor-problems.ts';
import { FIRST_TOOL } from './first-tool.ts';
import { pastedCall } from './paste.ts';
import { standing } from './standing.ts';
import { member } from './pickers.ts';
import { TextHistory } from './text-history.svelte.ts';
import { Work } from './work.svelte.ts';
import { messageOf } from './workbench.svelte.ts';

/** Pause after the last key before the text is validated. */
const DEBOUNCE_MS = 200;

/** The invocation editor. The text is the only state, for the form as for the JSON; everything else is read from it. */
export class InvocationState extends Work {
  text = $state('');
  tool = $state(FIRST_TOOL);
  /** Validation of the current text; null while unknown. */
  report = $state.raw<ValidationReport | null>(null);
  progress = $state.raw<Progress | null>(null);
  /** A range for the editor to show; a new object for each request. */
  target = $state.raw<{ readonly from: number; readonly to: number } | null>(null);
  /** A value for the form to show; a new object for each request. */
  wanted = $state.raw<{ readonly pointer: string } | null>(null);
  /** Message about what was removed from a paste. */
  note = $state('');
  #touched = $state(false);
  /** Text that the page wrote itself or that is saved in a file. */
  #settled = '';
  /** Whether the person chose the tool; captures opened later then do not change it. */
  #picked = false;
  /** Draft made with no capture open: show it, but skip validation. */
  #hollow = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #check = 0;
  readonly #history = new TextHistory();
  /** Repairs that the person accepted in this call. */
  #accepted: readonly Change[] = [];
  /** Messages of form fields with invalid input, by pointer; the text keeps their previous value. */
  #unfinished = $state.raw<Readonly<Record<string, string>>>({});

  readonly parsed = $derived(parseJsonText(this.text));
  readonly problems = $derived.by(() => editorProblems(this.text, this.parsed, this.report, this.advice(this.parsed.value)));
  /** Number of all errors; `problems` lists the first. */
  readonly errorCount: number = $derived.by(() => {
    const listed = this.problems.filter((problem) => problem.severity === 'error').length;
    const unlisted = this.report && this.parsed.errors.length === 0 ? this.report.error_count - this.report.errors.length : 0;
    return listed + Math.max(0, unlisted);
  });
  readonly timeoutMs: number | null = $derived.by(() => {
    const found = member(this.parsed.value, 'timeout_ms');
    return typeof found === 'number' ? found : null;
  });

  constructor(
    private readonly port: WorkbenchPort,
    /** Called when a run starts; the returned function takes the result. */
    private readonly started: () => (result: ResultView, invocation: unknown) => void,
    /** Context of a call whose tool needs a connection. */
    private readonly context: () => CallContext = () => ({}),
    /** Warnings about a call, in addition to validation. */
    private readonly advice: (call: unknown) => readonly Advice[] = () => [],
  ) {
    super();
  }

  get touched(): boolean {
    return this.#touched;
  }

  /** Whether the text would be lost with the page. */
  get changed(): boolean {
    return this.text !== this.#settled && this.text.trim() !== '';
  }

  /** Marks this text as saved elsewhere. */
  settle(text = this.text): void {
    this.#settled = text;
  }

  /** Why Run is disabled; empty if it is enabled. */
  get blocked(): string {
    if (this.running) return 'A call is running.';
    if (this.#hollow) return 'Open a capture first.';
    if (this.text.trim() === '') return 'There is no call to run.';
    if (this.parsed.errors.length > 0) return 'The text is not valid JSON.';
    if (Object.keys(this.#unfinished).length > 0) return 'A field of the form is incomplete.';
    if (this.errorCount > 0) return `${String(this.errorCount)} ${this.errorCount === 1 ? 'error' : 'errors'} to fix first.`;
    return '';
  }

  /** @param origin source of the change; steps of one origin in quick succession are undone together */
  edit(text: string, origin = ''): void {
    if (text === this.text) return;
    this.#remember(origin);
    this.#change(text);
  }

  /** Replaces the text with the repaired call; its result will list the changes still present when it runs. */
  accept(text: string, changes: readonly Change[]): void {
    this.edit(text);
    this.#accepted = [...this.#accepted, ...changes.filter(({ pointer }) => pointer !== '/request_id')];
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  undo(): void {
    this.#change(this.#history.undo(this.text));
  }

  redo(): void {
    this.#change(this.#history.redo(this.text));
  }

  /** Records that a form field has invalid input; an empty message clears it. */
  hold(pointer: string, message: string): void {
    const { [pointer]: before = '', ...others } = this.#unfinished;
    if (before !== message) this.#unfinished = message === '' ? others : { ...others, [pointer]: message };
  }

  /** Replaces the text with the call in a paste; returns false if there is none. */
  paste(pasted: string): boolean {
    const call = pastedCall(pasted);
    if (call === null) return false;
    this.#accepted = [];
    this.edit(call.text);
    this.note = call.note;
    return true;
  }

  /** Reports that a paste was too long. */
  refuse(characters: number): void {
    this.failure = refusal(characters);
  }

  /** Replaces the text with a call of a tool; undefined changes nothing. */
  fill(tool: string, call: unknown): void {
    if (call === undefined) return;
    this.tool = tool;
    this.#accepted = [];
    this.edit(JSON.stringify(call, null, 2));
    this.settle();
  }

  /** Drafts a call over the chosen captures until the person types, with a suitable tool until the person chooses one. */
  prefill(captureIds: readonly string[], fitting = this.tool): void {
    if (!this.#touched) this.#replace(this.#picked ? this.tool : fitting, captureIds);
  }

  /** Replaces the text with a complete call of a tool over captures. */
  draft(tool: string, captureIds: readonly string[]): void {
    // Replacing an untouched draft is not an undo step.
    if (this.#touched || tool !== this.tool) this.#remember('');
    this.#picked = true;
    this.#replace(tool, captureIds);
  }

  format(): void {
    if (this.parsed.errors.length === 0) this.edit(JSON.stringify(this.parsed.value, null, 2));
  }

  /** Checks the same text again, after captures, keys or the policy changed. */
  recheck(): void {
    clearTimeout(this.#timer);
    this.#check += 1;
    if (!this.#hollow) this.#timer = setTimeout(() => void this.validate(), DEBOUNCE_MS);
  }

  /** Checks now. */
  async validate(): Promise<ValidationReport | null> {
    clearTimeout(this.#timer);
    const serial = ++this.#check;
    if (this.parsed.errors.length > 0 || this.text.trim() === '') return null;
    try {
      const report = await this.port.validate(this.parsed.value, this.#options);
      // Drop a verdict on an older text.
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

  /** Gives the call a new request id, checks it, and runs it if it has no errors. */
  async run(): Promise<void> {
    if (this.running || this.text.trim() === '') return;
    this.#renewRequestId();
    const invocation = this.parsed.value;
    const finished = this.started();
    await this.work(async (signal) => {
      await this.validate();
      if (this.errorCount > 0 || this.failure !== '' || signal.aborted) return;
      const onProgress = (progress: Progress): void => void (this.progress = progress);
      const repairs = standing(this.#accepted, invocation);
      finished(await this.port.run(invocation, { signal, interactive: true, ...this.#options, repairs, onProgress }), invocation);
    });
    this.progress = null;
  }

  /** Shows a range of the text, and the form field of its value. */
  reveal(place: { readonly from: number; readonly to: number }, pointer: string): void {
    this.target = { from: place.from, to: place.to };
    this.wanted = { pointer };
  }

  /** Goes to the field that an error of a result names. */
  revealItem(item: ToolError | ToolWarning): void {
    this.reveal(placeOf(item, this.parsed), pointerTo(item));
  }

  /** The line of a result's error or warning; null if the text is another call by now. */
  lineOf(item: ToolError | ToolWarning, requestId: string): number | null {
    return member(this.parsed.value, 'request_id') === requestId ? placeOf(item, this.parsed).line : null;
  }

  /** Whether the tool in the text needs keys. */
  get needsConnection(): boolean {
    const name = member(this.parsed.value, 'tool_name');
    return this.port
      .tools()
      .some((tool) => tool.requiresConnection === true && (tool.name === name || tool.aliases.includes(String(name))));
  }

  get #options(): { context?: CallContext } {
    return this.needsConnection ? { context: this.context() } : {};
  }

  #replace(tool: string, captureIds: readonly string[]): void {
    const draft = this.port.draft(tool, captureIds);
    this.tool = tool;
    this.#accepted = [];
    this.#set(draft === undefined ? '' : JSON.stringify(draft, null, 2), false, captureIds.length === 0);
    this.settle();
  }

  #remember(origin: string): void {
    if (this.text !== '') this.#history.note(this.text, origin, Date.now());
  }

  #change(text: string | undefined): void {
    if (text !== undefined) this.#set(text, true, false);
  }

  #set(text: string, touched: boolean, hollow: boolean): void {
    this.#touched = touched;
    this.#hollow = hollow;
    this.note = '';
    this.text = text;
    this.report = null;
    this.recheck();
  }

  /** Replaces only a string: validation reports an id that is missing or of another type. */
  #renewRequestId(): void {
    if (typeof member(this.parsed.value, 'request_id') !== 'string') return;
    const { from, to } = this.parsed.locate('/request_id');
    this.text = `${this.text.slice(0, from)}${JSON.stringify(`req-${crypto.randomUUID()}`)}${this.text.slice(to)}`;
    this.report = null;
    this.recheck();
  }
}
