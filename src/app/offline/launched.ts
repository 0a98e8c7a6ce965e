/** Queue of files that the operating system opens with the installed page (Web App Launch Handler API); not in TypeScript's DOM types. */
export interface LaunchQueue {
  /** Earlier launches are queued and delivered to the consumer. */
  setConsumer(consumer: (launch: { readonly files?: readonly FileSystemHandle[] }) => void): void;
}

/** Opens launched files like dropped ones: with their handles, which the list of recent files and stored sessions use. */
export function followLaunches(
  queue: LaunchQueue | undefined,
  open: (files: readonly File[], handles: Promise<readonly FileSystemFileHandle[]>) => void,
  failed: (error: unknown) => void,
): void {
  queue?.setConsumer(({ files = [] }) => {
    const handles = files.filter((handle): handle is FileSystemFileHandle => handle.kind === 'file');
    // The page was started without files.
    if (handles.length === 0) return;
    Promise.all(handles.map((handle) => handle.getFile())).then((given) => {
      open(given, Promise.resolve(handles));
    }, failed);
  });
}
