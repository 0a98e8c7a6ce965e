import type { ToolResult } from '../../tools/contract/index.ts';
import type { AssistantDesk, TranscriptCall, TranscriptReading } from '../../workbench/assistants.ts';
import type { AppState } from './app.svelte.ts';
import { messageOf } from './workbench.svelte.ts';

/** Typing rests this long before a text is read again. */
const REST_MS = 250;

/** A pasted transcript: its text, the calls in it, and what came of those that were run here. */
export class TranscriptState {
  text = $state('');
  /** null: the one that the text looks like. */
  dialect = $state<string | null>(null);
  reading = $state.raw<TranscriptReading | null>(null);
  failure = $state('');
  /** Id of the call that runs. */
  running = $state<string | null>(null);
  results = $state.raw<readonly { readonly id: string; readonly result: ToolResult }[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request = 0;
  #controller: AbortController | null = null;

  constructor(
    private readonly app: AppState,
    private readonly desk: () => Promise<AssistantDesk>,
  ) {}

  edit(text: string): void {
    this.text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.read(), REST_MS);
  }

  choose(dialect: string | null): void {
    this.dialect = dialect;
    void this.read();
  }

  /** Reads the text; nothing of it runs. What came of an earlier text is let go. */
  async read(): Promise<void> {
    const request = ++this.#request;
    this.failure = '';
    this.results = [];
    if (this.text.trim() === '') {
      this.reading = null;
      return;
    }
    try {
      const reading = await (await this.desk()).readTranscript(this.text, this.dialect);
      if (request === this.#request) this.reading = reading;
    } catch (error) {
      if (request !== this.#request) return;
      this.reading = null;
      this.failure = messageOf(error);
    }
  }

  resultOf(id: string): ToolResult | undefined {
    return this.results.find((each) => each.id === id)?.result;
  }

  /** Runs the call as it was read, or as it was mended. */
  async run(call: TranscriptCall): Promise<void> {
    const invocation = call.repaired?.invocation ?? call.invocation;
    this.#controller = new AbortController();
    this.running = call.id;
    this.failure = '';
    try {
      const result = await (await this.desk()).runCall(invocation, { signal: this.#controller.signal });
      await this.app.adoptResult(result.tool_call_id, invocation);
      this.app.unsaved ||= result.status !== 'error';
      this.results = [...this.results.filter(({ id }) => id !== call.id), { id: call.id, result }];
    } catch (error) {
      this.failure = messageOf(error);
    } finally {
      this.running = null;
    }
  }

  cancel(): void {
    this.#controller?.abort();
  }

  /** What came of the calls, as messages of the transcript's dialect, in the order of the transcript. */
  async answers(): Promise<string> {
    const order = this.reading?.calls.map(({ id }) => id) ?? [];
    const results = [...this.results].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
    return (await this.desk()).answers(this.reading?.dialect ?? '', results);
  }
}

const states = new WeakMap<AppState, TranscriptState>();

/** One per page, kept when the dialog is closed. */
export function transcriptOf(app: AppState): TranscriptState {
  const known = states.get(app) ?? new TranscriptState(app, () => app.port.assistants());
  states.set(app, known);
  return known;
}
