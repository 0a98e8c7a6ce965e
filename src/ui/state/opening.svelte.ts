import type { OpenChoice } from '../../tables/reading.ts';
import { pickFiles, type TakeFiles } from '../kit/pick-files.ts';
import type { WorkbenchPort } from '../../workbench/port.ts';
import type { RecentState } from './recent.svelte.ts';
import { isAbort, type WorkbenchState } from './workbench.svelte.ts';

/** A file on its way in, and what was said about how it is read. */
export interface ChosenFile {
  readonly file: File;
  readonly choice?: OpenChoice | undefined;
}

/** Files that are looked into before they open. */
export interface LookRequest {
  readonly files: readonly File[];
  readonly handles: Promise<readonly FileSystemFileHandle[]>;
  /** A person asked for it; else the files leave open which column is the time. */
  readonly asked: boolean;
}

/** Files whose columns are guessed: a capture says itself what it is. */
const TABLE_NAME = /\.(?:csv|tsv|tab|txt|json|ndjson|jsonl|parquet|arrow|feather)(?:\.gz|\.zst)?$/i;

/** Sessions, bundles and shared files name their format at the beginning: they are opened as what they are, and as no table. */
async function isSession(file: File): Promise<boolean> {
  if (!/\.(?:json|html?)$/i.test(file.name)) return false;
  const head = await file.slice(0, 1024).text();
  return head.includes('"capture-workbench-') || /^\s*<!doctype html/i.test(head);
}

/** How files come in: at once, or after a look. */
export class OpeningState {
  /** What is being looked at. */
  request = $state.raw<LookRequest | null>(null);

  constructor(
    private readonly port: WorkbenchPort,
    private readonly workbench: WorkbenchState,
    private readonly recent: RecentState,
  ) {}

  /** Opens files; those that leave open which column is their time are shown first. */
  readonly open: TakeFiles = (files, handles) => {
    void this.#open(files, handles);
  };

  /** Asks the person for files and opens them. */
  readonly pick = (): void => void pickFiles(this.open);

  /** Shows what the beginning of each file says, before any of them opens. */
  readonly look: TakeFiles = (files, handles) => {
    if (files.length > 0) this.#show({ files, handles, asked: true });
  };

  /** More files may be dropped while some are shown. */
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
    if (chosen.every(({ choice }) => choice === undefined)) await this.workbench.open(chosen.map(({ file }) => file));
    else for (const { file, choice } of chosen) await this.workbench.open([file], { choice });
    this.recent.remember((await handles).filter(({ name }) => chosen.some(({ file }) => file.name === name)));
  }

  async #open(given: readonly File[], handles: LookRequest['handles']): Promise<void> {
    const files: File[] = [];
    for (const file of given) {
      // What goes wrong stands in the activity list.
      if (await isSession(file)) await this.port.sessions.open(file).catch(() => undefined);
      else files.push(file);
    }
    if (files.length === 0) return;
    const isTable = ({ name }: File): boolean => TABLE_NAME.test(name);
    if (!files.some(isTable)) {
      await this.take(
        files.map((file) => ({ file })),
        handles,
      );
      return;
    }
    const unsure: File[] = [];
    // In their order, and what is sure does not wait for the person. A file that nobody can read says so where it is opened.
    for (const file of files) {
      const found = isTable(file) ? await this.port.preview(file).catch((error: unknown) => (isAbort(error) ? 'cancelled' : null)) : null;
      // Whoever ends the look does not want the file.
      if (found === 'cancelled') continue;
      if (found?.unsure === true) unsure.push(file);
      else await this.take([{ file }], handles);
    }
    if (unsure.length > 0) this.#show({ files: unsure, handles, asked: false });
  }
}
