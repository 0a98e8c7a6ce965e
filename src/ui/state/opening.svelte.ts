import { headText } from '../../base/head-text.ts';
import type { OpenChoice } from '../../tables/reading.ts';
import { pickFiles, type TakeFiles } from '../kit/pick-files.ts';
import type { WorkbenchPort } from '../../workbench/port.ts';
import type { RecentState } from './recent.svelte.ts';
import { isAbort, type WorkbenchState } from './workbench.svelte.ts';

/** A file to open, and how to read it. */
export interface ChosenFile {
  readonly file: File;
  readonly choice?: OpenChoice | undefined;
}

/** Files to preview before they open. */
export interface LookRequest {
  readonly files: readonly File[];
  readonly handles: Promise<readonly FileSystemFileHandle[]>;
  /** Whether the person requested the preview; otherwise the time column is ambiguous. */
  readonly asked: boolean;
}

/** File types whose columns must be detected; capture formats declare theirs. */
const TABLE_NAME = /\.(?:csv|tsv|tab|txt|json|ndjson|jsonl|parquet|arrow|feather)(?:\.gz|\.zst)?$/i;

/** Sessions, bundles and shared files name their format at the beginning; they must not be opened as tables. */
async function isSession(file: File): Promise<boolean> {
  if (!/\.(?:json|html?)$/i.test(file.name)) return false;
  const head = await headText(file, 1024);
  return head.includes('"capture-workbench-') || /^\s*<!doctype html/i.test(head);
}

/** Opens files directly or after a preview. */
export class OpeningState {
  request = $state.raw<LookRequest | null>(null);

  constructor(
    private readonly port: WorkbenchPort,
    private readonly workbench: WorkbenchState,
    private readonly recent: RecentState,
  ) {}

  /** Opens files; those with an ambiguous time column are previewed first. */
  readonly open: TakeFiles = (files, handles) =>
    void this.workbench.reporting('Opening files', () => this.workbench.together(() => this.#open(files, handles)));

  /** Asks the person for files and opens them. */
  readonly pick = (): void => void pickFiles(this.open);

  /** Previews each file before any of them opens. */
  readonly look: TakeFiles = (given, handles) =>
    void this.workbench.reporting('Reading the beginning of files', async () => {
      const files = await this.port.gather(given);
      if (files.length > 0) this.#show({ files, handles, asked: true });
    });

  /** More files may be dropped during a preview. */
  #show({ files, handles, asked }: LookRequest): void {
    const shown = this.request;
    this.request = {
      files: [...(shown?.files ?? []), ...files],
      handles: Promise.all([shown?.handles ?? [], handles]).then((all) => all.flat()),
      asked: asked || shown?.asked === true,
    };
  }

  /** Opens files as chosen; those with handles can be opened again later. */
  async take(chosen: readonly ChosenFile[], handles: Promise<readonly FileSystemFileHandle[]>): Promise<void> {
    await this.workbench.together(async () => {
      if (chosen.every(({ choice }) => choice === undefined)) await this.workbench.open(chosen.map(({ file }) => file));
      else for (const { file, choice } of chosen) await this.workbench.open([file], { choice });
    });
    this.recent.remember((await handles).filter(({ name }) => chosen.some(({ file }) => file.name === name)));
  }

  async #open(given: readonly File[], handles: LookRequest['handles']): Promise<void> {
    const files: File[] = [];
    for (const file of await this.port.gather(given)) {
      // The activity list shows failures.
      if (await isSession(file)) await this.port.sessions.open(file).catch(() => undefined);
      else files.push(file);
    }
    if (files.length === 0) return;
    const isTable = ({ name }: File): boolean => TABLE_NAME.test(name);
    const all = files.map((file) => ({ file }));
    if (!files.some(isTable)) return this.take(all, handles);
    const unsure: File[] = [];
    // In order; unambiguous files do not wait for the person. An unreadable file fails when it is opened.
    for (const file of files) {
      const found = isTable(file) ? await this.port.preview(file).catch((error: unknown) => (isAbort(error) ? 'cancelled' : null)) : null;
      // A cancelled preview means that the person does not want the file.
      if (found === 'cancelled') continue;
      if (found?.unsure === true) unsure.push(file);
      else await this.take([{ file }], handles);
    }
    if (unsure.length > 0) this.#show({ files: unsure, handles, asked: false });
  }
}
