/** The queue of files that the operating system opens with the installed page (Web App Launch Handler API), which the DOM types lack. */
export interface LaunchQueue {
  /** Sets the function that receives launches, including those from before the call. */
  setConsumer(consumer: (launch: { readonly files?: readonly FileSystemHandle[] }) => void): void;
}

/** Opens files of launches like dropped files, with their handles, so that recent files and stored sessions can use them. */
export function followLaunches(
  queue: LaunchQueue | undefined,
  open: (files: readonly File[], handles: Promise<readonly FileSystemFileHandle[]>) => void,
  failed: (error: unknown) => void,
): void {
  queue?.setConsumer(({ files = [] }) => {
    const handles = files.filter((handle): handle is FileSystemFileHandle => handle.kind === 'file');
    // Ignore a launch without files: the person only started the page.
    if (handles.length === 0) return;
    Promise.all(handles.map((handle) => handle.getFile())).then((given) => {
      open(given, Promise.resolve(handles));
    }, failed);
  });
}
