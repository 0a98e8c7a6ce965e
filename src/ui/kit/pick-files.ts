/** Receives files and their browser handles, with which they can be opened again later; null if there are none. */
export type TakeFiles = (files: readonly File[], handles: Promise<readonly FileSystemFileHandle[]>) => void;

/**
 * The part of the File System Access API that is used (https://wicg.github.io/file-system-access/); missing in TypeScript's DOM library.
 */
interface OpenPicker {
  showOpenFilePicker?: (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]>;
}

/** Opens the file picker; does nothing if the person chooses no file. */
export async function pickFiles(take: TakeFiles): Promise<void> {
  const { showOpenFilePicker } = globalThis as OpenPicker;
  if (!showOpenFilePicker) {
    pickPlainFiles(take);
    return;
  }
  let handles: FileSystemFileHandle[];
  try {
    handles = await showOpenFilePicker({ multiple: true });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    // The picker may be blocked, for instance in a cross-origin frame.
    pickPlainFiles(take);
    return;
  }
  take(await Promise.all(handles.map((handle) => handle.getFile())), Promise.resolve(handles));
}

function pickPlainFiles(take: TakeFiles): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.addEventListener('change', () => {
    take([...(input.files ?? [])], Promise.resolve([]));
  });
  input.click();
}

/** Passes on dropped files. Call within the drop event, because its items are not available later. */
export function droppedFiles(transfer: DataTransfer | null, take: TakeFiles): void {
  const files = [...(transfer?.files ?? [])];
  const asked = [...(transfer?.items ?? [])]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ('getAsFileSystemHandle' in item ? (item as Droppable).getAsFileSystemHandle() : Promise.resolve(null)));
  const handles = Promise.all(asked.map((handle) => handle.catch(() => null)));
  take(
    files,
    handles.then((all) => all.filter((handle): handle is FileSystemFileHandle => handle?.kind === 'file')),
  );
}

type Droppable = DataTransferItem & { getAsFileSystemHandle: () => Promise<FileSystemHandle | null> };
