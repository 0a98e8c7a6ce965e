import type { RecentFile, RecentPort } from '../../workbench/files.ts';

/** Previously opened files, newest first; empty if the browser stores no handles. */
export class RecentState {
  list = $state.raw<readonly RecentFile[]>([]);

  constructor(
    private readonly port: RecentPort | null,
    /** Opens the file that `work` fetches, and reports failures. */
    private readonly openLater: (title: string, work: () => Promise<File>) => Promise<void>,
  ) {
    this.refresh();
  }

  readonly refresh = (): void => {
    this.port?.list().then(
      (list) => (this.list = list),
      // Without storage there are no recent files.
      () => undefined,
    );
  };

  remember(handles: readonly FileSystemFileHandle[]): void {
    if (handles.length > 0) void this.port?.remember(handles).then(this.refresh, this.refresh);
  }

  async open({ id, name }: RecentFile): Promise<void> {
    const { port } = this;
    if (port) await this.openLater(`Opening ${name}`, () => port.file(id));
    this.refresh();
  }

  /** Forgets one file, or all files if no id is given. */
  forget(id?: string): void {
    void this.port?.forget(id).then(this.refresh, this.refresh);
  }
}
