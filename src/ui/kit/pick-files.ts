/** Files with the handles that the browser gave for them, which let them be opened again later; none where it gives none. */
export type TakeFiles = (files: readonly File[], handles: Promise<readonly FileSystemFileHandle[]>) => void;

/** File System Access, as far as it is used: https://wicg.github.io/file-system-access/. Not in the compiler's library. */
interface OpenPicker {
  showOpenFilePicker?: (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]>;
}

/** Asks the person for files; nothing happens when none is chosen. */
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
    // In a frame of another origin, for one, only the plain chooser is allowed.
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

/** What is dropped; to be called while the event is handled, for its items are gone afterwards. */
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
