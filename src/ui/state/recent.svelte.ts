import type { RecentFile, RecentPort } from '../../workbench/port.ts';

/** Files opened before, newest first; empty where the browser keeps no handles. */
export class RecentState {
  list = $state.raw<readonly RecentFile[]>([]);
  readonly #port: RecentPort | null;
  readonly #open: (title: string, work: () => Promise<File>) => Promise<void>;

  /** @param open opens the file that the work gives; tells where it fails */
  constructor(port: RecentPort | null, open: (title: string, work: () => Promise<File>) => Promise<void>) {
    this.#port = port;
    this.#open = open;
    this.refresh();
  }

  refresh(): void {
    // A browser that withholds its storage has no recent files.
    this.#port?.list().then(
      (list) => {
        this.list = list;
      },
      () => undefined,
    );
  }

  remember(handles: readonly FileSystemFileHandle[]): void {
    if (handles.length > 0) this.#after(this.#port?.remember(handles));
  }

  async open({ id, name }: RecentFile): Promise<void> {
    const port = this.#port;
    if (port) await this.#open(`Opening ${name}`, () => port.file(id));
    this.refresh();
  }

  /** One, or all. */
  forget(id?: string): void {
    this.#after(this.#port?.forget(id));
  }

  #after(work: Promise<void> | undefined): void {
    const refresh = (): void => {
      this.refresh();
    };
    void work?.then(refresh, refresh);
  }
}
