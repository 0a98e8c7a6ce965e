/** Writes tables of the page as Parquet. Separate from the exporter's worker, so that its encoders and mask need not be loaded. */
import * as comlink from 'comlink';
import { tableWriter, type TableWriter } from '../../export/table-parquet.ts';
import { holdLife } from '../../threads/living-worker.ts';

const table = tableWriter();
const service: TableWriter = {
  ...table,
  end: () => {
    const bytes = table.end();
    return comlink.transfer(bytes, [bytes.buffer]);
  },
};

void holdLife();
comlink.expose(service);
