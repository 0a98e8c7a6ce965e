import type { Engine } from '../../engine/engine.ts';
import type { RowExporter } from '../../tools/definition.ts';
import { isSet } from '../../export/wanted.ts';
import { chooseDestination, placeWords } from './page-destination.ts';

/** Where an export with these arguments will go, in words for the person who is asked. */
export const exportPlace = (args: Readonly<Record<string, unknown>>): string =>
  placeWords(isSet(args['format'], args['provenance'] === true) ? 'folder' : 'file');

/** The exporter of the page. Its writers come with the first export, so that the page stands without them. */
export function pageExporter(engine: Engine, journalHead: () => string | null): RowExporter {
  return {
    write: async (job, options) => {
      const [{ createExporter }, { encodeInThread }] = await Promise.all([
        import('../../export/exporter.ts'),
        import('./encoder-thread.ts'),
      ]);
      return createExporter({ engine, choose: chooseDestination, encode: encodeInThread, journalHead }).write(job, options);
    },
  };
}
