/**
 * The dropped files, and for each dropped folder those in it and in its folders, by name.
 * @param files  one for each entry; a folder that cannot be read is passed on as it is, so that opening it fails with a message
 */
export async function filesOfEntries(entries: readonly (FileSystemEntry | null)[], files: readonly File[]): Promise<File[]> {
  const found = entries.map(async (entry, at) => {
    const itself = files.slice(at, at + 1);
    return entry?.isDirectory === true ? filesIn(entry as FileSystemDirectoryEntry).catch(() => itself) : itself;
  });
  return (await Promise.all(found)).flat();
}

/** The files in a folder and its folders, by name. Rejects if one cannot be read. */
async function filesIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  const next = (): Promise<FileSystemEntry[]> => new Promise((resolve, reject) => reader.readEntries(resolve, reject));
  // The browser lists at most 100 entries at a time.
  for (let some = await next(); some.length > 0; some = await next()) entries.push(...some);
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = entries.map((entry) =>
    entry.isDirectory ? filesIn(entry as FileSystemDirectoryEntry) : fileOf(entry as FileSystemFileEntry),
  );
  return (await Promise.all(files)).flat();
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((resolve, reject) => entry.file(resolve, reject));
