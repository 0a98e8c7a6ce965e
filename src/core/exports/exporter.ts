import type { Engine } from '../../engine/engine.ts';
import type { ChooseDestination, Destination } from '../../export/destination.ts';
import type { ExporterParts } from '../../export/exporter.ts';
import { isSet } from '../../export/wanted.ts';
import type { RowExporter } from '../../tools/definition.ts';
import type { ChosenPlace, DestinationHost, Environment } from '../host.ts';

/** Describes where an export with these arguments will be written, for the approval dialog. */
export const exportPlace = (args: Readonly<Record<string, unknown>>, { places }: Environment): string =>
  isSet(args['format'], args['provenance'] === true) ? places.folder : places.file;

/** Makes the places that a person chose available as export destinations. Without folder access, several files go into one zip file. */
export const hostDestinations =
  (host: DestinationHost): ChooseDestination =>
  async (wanted) => {
    const chosen = await host.choose(wanted);
    const destination = destinationOf(chosen, host);
    if (wanted.kind !== 'folder' || chosen.place === 'folder') return destination;
    const { zipped } = await import('../../export/zip.ts');
    return zipped(destination, `${wanted.name}.zip`);
  };

const destinationOf = ({ id, place, name }: ChosenPlace, host: DestinationHost): Destination => ({
  place,
  name,
  async open(path) {
    await host.open(id, path);
    return { write: (bytes) => host.write(id, bytes), close: () => host.closeFile(id) };
  },
  commit: () => host.commit(id),
  abort: () => host.abort(id),
});

/** The port with which tools export rows; the code of the writers is loaded on first use. */
export const rowExporter = (
  engine: Engine,
  host: DestinationHost,
  { journalHead, names }: Pick<ExporterParts, 'journalHead' | 'names'>,
): RowExporter => ({
  async write(job, options) {
    const [{ createExporter }, { encodeInThread }] = await Promise.all([import('../../export/exporter.ts'), import('./encoder-thread.ts')]);
    return createExporter({ engine, choose: hostDestinations(host), encode: encodeInThread, journalHead, names }).write(job, options);
  },
});
