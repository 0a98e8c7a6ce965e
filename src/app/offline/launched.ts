/** Files that the system opens with the installed page (File Handling API, Web App Launch Handler API); not in the compiler's library. */
export interface LaunchQueue {
  /** Launches before there is a consumer wait for it. */
  setConsumer(consumer: (launch: { readonly files?: readonly FileSystemHandle[] }) => void): void;
}

/** Opens what the system gives, as a drop would: with handles, so that the files are offered again and a session finds them. */
export function followLaunches(
  queue: LaunchQueue | undefined,
  open: (files: readonly File[], handles: Promise<readonly FileSystemFileHandle[]>) => void,
  failed: (error: unknown) => void,
): void {
  queue?.setConsumer(({ files = [] }) => {
    const handles = files.filter((handle): handle is FileSystemFileHandle => handle.kind === 'file');
    // A start without files is an ordinary one.
    if (handles.length === 0) return;
    Promise.all(handles.map((handle) => handle.getFile())).then((given) => {
      open(given, Promise.resolve(handles));
    }, failed);
  });
}
