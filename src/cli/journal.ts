import type { Context } from './context.ts';
import { fileOutput } from './output/outlet.ts';
import type { Prepared } from './prepared.ts';

/** Writes the journal of the command's calls to a file, if an option requests it. */
export async function writeJournal({ person }: Prepared, { given }: Context): Promise<void> {
  if (given.journal === undefined) return;
  const outlet = await fileOutput(given.journal);
  try {
    await outlet.write(await person.journal.text('ndjson'));
    await outlet.end();
  } catch (error) {
    await outlet.abandon();
    throw error;
  }
}
