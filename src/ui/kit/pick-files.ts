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

/** Asks for a folder and passes its files on, those of its folders included. */
export const pickFolder = (take: TakeFiles): void => pickPlainFiles(take, true);

function pickPlainFiles(take: TakeFiles, folder = false): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = folder;
  input.addEventListener('change', () => {
    take([...(input.files ?? [])], Promise.resolve([]));
  });
  input.click();
}

/** Passes on dropped files and those in dropped folders. Call within the drop event, because its items are not available later. */
export function droppedFiles(transfer: DataTransfer | null, take: TakeFiles): void {
  const items = [...(transfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  const asked = items.map((item) =>
    'getAsFileSystemHandle' in item ? (item as Droppable).getAsFileSystemHandle() : Promise.resolve(null),
  );
  const handles = Promise.all(asked.map((handle) => handle.catch(() => null)));
  const taken = (files: readonly File[]): void =>
    take(
      files,
      handles.then((all) => all.filter((handle): handle is FileSystemFileHandle => handle?.kind === 'file')),
    );
  const entries = items.map((item) => item.webkitGetAsEntry());
  const files = [...(transfer?.files ?? [])];
  if (!entries.some((entry) => entry?.isDirectory === true)) return taken(files);
  void import('./folder-files.ts').then(async ({ filesOfEntries }) => taken(await filesOfEntries(entries, files)));
}

type Droppable = DataTransferItem & { getAsFileSystemHandle: () => Promise<FileSystemHandle | null> };
