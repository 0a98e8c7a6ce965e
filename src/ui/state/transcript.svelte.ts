import type { ToolResult } from '../../tools/contract/index.ts';
import type { AssistantsPort, TranscriptCall, TranscriptReading } from '../../workbench/assistants.ts';
import type { AppState } from './app.svelte.ts';
import { perPage, Work } from './work.svelte.ts';
import { messageOf } from './workbench.svelte.ts';

/** Pause after the last key before the text is parsed again. */
const REST_MS = 250;

/** A pasted transcript: its text, its calls, and the results of those run here. */
export class TranscriptState extends Work {
  text = $state('');
  /** Null: detect the dialect. */
  dialect = $state<string | null>(null);
  reading = $state.raw<TranscriptReading | null>(null);
  /** Id of the running call. */
  current = $state<string | null>(null);
  results = $state.raw<readonly { readonly id: string; readonly result: ToolResult }[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request = 0;

  constructor(private readonly app: AppState) {
    super();
  }

  #assistants(): Promise<AssistantsPort> {
    return this.app.port.assistants();
  }

  edit(text: string): void {
    this.text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.read(), REST_MS);
  }

  choose(dialect: string | null): void {
    this.dialect = dialect;
    void this.read();
  }

  /** Parses the text without running calls, and drops the results of an earlier text. */
  async read(): Promise<void> {
    const request = ++this.#request;
    this.failure = '';
    this.results = [];
    let reading: TranscriptReading | null = null;
    let failure = '';
    try {
      if (this.text.trim() !== '') reading = await (await this.#assistants()).readTranscript(this.text, this.dialect);
    } catch (error) {
      failure = messageOf(error);
    }
    if (request === this.#request) [this.reading, this.failure] = [reading, failure];
  }

  resultOf(id: string): ToolResult | undefined {
    return this.results.find((each) => each.id === id)?.result;
  }

  /** Runs a call as read or as repaired. */
  async run(call: TranscriptCall): Promise<void> {
    const invocation = call.repaired?.invocation ?? call.invocation;
    this.current = call.id;
    await this.work(async (signal) => {
      const result = await (await this.#assistants()).runCall(invocation, { signal });
      await this.app.adoptResult(result.tool_call_id, invocation);
      this.app.unsaved ||= result.status !== 'error';
      this.results = [...this.results.filter(({ id }) => id !== call.id), { id: call.id, result }];
    });
    this.current = null;
  }

  /** The results as messages of the transcript's dialect, in the order of the transcript. */
  async answers(): Promise<string> {
    const order = this.reading?.calls.map(({ id }) => id) ?? [];
    const results = [...this.results].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
    return (await this.#assistants()).answers(this.reading?.dialect ?? '', results);
  }
}

export const transcriptOf = perPage((app: AppState) => new TranscriptState(app));
