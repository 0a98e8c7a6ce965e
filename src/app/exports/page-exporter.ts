import type { Engine } from '../../engine/engine.ts';
import type { RowExporter } from '../../tools/definition.ts';
import { chooseDestination } from './page-destination.ts';

export { placeWords } from './page-destination.ts';

/** The exporter of the page. Its writers come with the first export, so that the page stands without them. */
export function pageExporter(engine: Engine, journalHead: () => string | null): RowExporter {
  return {
    write: async (job, options) => {
      const { createExporter } = await import('../../export/exporter.ts');
      return createExporter({ engine, choose: chooseDestination, journalHead }).write(job, options);
    },
  };
}
