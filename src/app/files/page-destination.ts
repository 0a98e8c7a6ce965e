import type { ChooseDestination, Destination, Wanted } from '../../export/destination.ts';
import { pickedFolder } from './picked-folder.ts';
import { withAccessErrors, pickers, sinkOf, deleteWithRetries } from './pickers.ts';

/** Adds Chrome's non-standard method that deletes a file. */
type Removable = FileSystemFileHandle & { remove?: () => Promise<void> };

const picksFolders = (): boolean => pickers().showDirectoryPicker !== undefined;
const picksFiles = (): boolean => pickers().showSaveFilePicker !== undefined;

/** Describes where files will be saved, for the approval dialog. */
export function placeWords(kind: Wanted['kind']): string {
  if (kind === 'folder' && picksFolders()) return 'A new folder inside a folder that you choose next, outside the workbench.';
  if (picksFiles())
    return kind === 'folder'
      ? 'A zip file that you choose next, outside the workbench.'
      : 'A file that you choose next, outside the workbench.';
  return kind === 'folder' ? 'One zip file in the download folder of this browser.' : 'The download folder of this browser.';
}

/**
 * Lets the person choose a file or folder, if the browser has pickers for that and allows one after the latest click. Otherwise the files
 * are downloaded, a set of files as one zip file.
 */
export const chooseDestination: ChooseDestination = async (wanted) => {
  const asks = navigator.userActivation.isActive;
  if (wanted.kind === 'folder' && asks && picksFolders()) return pickedFolder(wanted.name);
  const zip: Wanted = { kind: 'file', name: `${wanted.name}.zip`, mime_type: 'application/zip' };
  const file = wanted.kind === 'folder' ? zip : wanted;
  return asks && picksFiles() ? pickedFile(file) : download(file);
};

async function pickedFile({ name, mime_type }: Wanted): Promise<Destination> {
  const extension = name.slice(name.lastIndexOf('.'));
  const handle: Removable = await withAccessErrors(async () => {
    const picked = await pickers().showSaveFilePicker?.({ suggestedName: name, types: [{ accept: { [mime_type]: [extension] } }] });
    if (picked === undefined) throw new Error('broken invariant: the picker went away');
    return picked;
  });
  // The picker has already created the file. After a failure, delete it only if it was empty: other content belongs to the person.
  const fresh = (await withAccessErrors(() => handle.getFile())).size === 0;
  let stream: FileSystemWritableFileStream | null = null;
  return {
    place: 'file',
    name: handle.name,
    async open() {
      stream = await withAccessErrors(() => handle.createWritable());
      return sinkOf(stream);
    },
    commit: () => Promise.resolve(),
    async abort() {
      await stream?.abort().catch(() => undefined);
      if (fresh) await deleteWithRetries(() => handle.remove?.() ?? Promise.resolve());
    },
  };
}

/** Creates a destination that collects the written parts as blobs, which the browser may store on disk, and then downloads them. */
function download({ name, mime_type }: Wanted): Promise<Destination> {
  let parts: Blob[] = [];
  return Promise.resolve({
    place: 'download',
    name,
    open: () =>
      Promise.resolve({
        write: (bytes) => {
          parts.push(new Blob([bytes]));
          return Promise.resolve();
        },
        close: () => Promise.resolve(),
      }),
    commit: () => {
      saveBlob(new Blob(parts, { type: mime_type }), name);
      return Promise.resolve();
    },
    abort: () => {
      parts = [];
      return Promise.resolve();
    },
  });
}

/** Time in ms within which a download must begin; the memory of its bytes is then released. */
const KEPT_MS = 60_000;

function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, KEPT_MS);
}
