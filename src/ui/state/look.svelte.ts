import { WorkbenchError } from '../../base/failure.ts';
import type { TableReading } from '../../tables/reading.ts';
import type { PreviewOfFile, WorkbenchPort } from '../../workbench/port.ts';
import type { ChosenFile } from './opening.svelte.ts';
import { isAbort, messageOf } from './workbench.svelte.ts';

/** Codes of errors that only prevent the preview; the file may still open. */
const OF_THE_PREVIEW = new Set(['PREVIEW_TOO_LARGE', 'DECODER_FAILED']);

/** A file with its preview, and the person's reading settings. */
export class LookedAt {
  /** Whether to open this file together with the others. */
  included = $state(true);
  looking = $state(true);
  preview = $state.raw<PreviewOfFile | null>(null);
  failure = $state.raw<{ readonly code: string; readonly message: string } | null>(null);
  /** Reading settings that the person chose and that fit the file. */
  #said: TableReading | undefined;
  #running: AbortController | null = null;

  constructor(
    readonly file: File,
    private readonly port: Pick<WorkbenchPort, 'preview'>,
  ) {}

  /** Whether the file cannot be opened. */
  get hopeless(): boolean {
    return this.preview === null && this.failure !== null && !OF_THE_PREVIEW.has(this.failure.code);
  }

  get said(): TableReading | undefined {
    return this.#said;
  }

  /** Previews the file, with reading settings if given. If they do not fit the file, the previous preview stays beside the error. */
  async look(reading?: TableReading): Promise<void> {
    this.stop();
    const running = (this.#running = new AbortController());
    this.looking = true;
    try {
      const said = reading === undefined || Object.keys(reading).length === 0 ? undefined : reading;
      const preview = await this.port.preview(this.file, { choice: said && { reading: said }, signal: running.signal });
      this.#said = said;
      this.preview = preview;
      this.failure = null;
    } catch (error) {
      if (running.signal.aborted) return;
      const code = error instanceof WorkbenchError ? error.code : isAbort(error) ? 'CANCELLED' : 'FAILED';
      this.failure = { code, message: messageOf(error) };
      if (this.hopeless) this.included = false;
    } finally {
      if (this.#running === running) this.looking = false;
    }
  }

  stop(): void {
    this.#running?.abort();
  }

  /** Settings shown in the preview count as chosen, so that the same question is not asked twice. */
  get chosen(): ChosenFile {
    const { preview, file } = this;
    if (preview?.unsure !== true) return { file, choice: this.#said && { reading: this.#said } };
    const { time_column, time_form } = preview.reading ?? {};
    return { file, choice: { reading: { ...this.#said, time_column: time_column ?? null, ...(time_form && { time_form }) } } };
  }
}

/** Previews files one after another, so that many files use one thread. */
export async function lookAll(files: readonly LookedAt[], stopped: () => boolean): Promise<void> {
  for (const file of files) if (!stopped() && file.preview === null) await file.look();
}
