import { deviceTables } from '../../src/core/devices/device-tables.ts';
import type { NodeWorkbench } from './node-workbench.ts';

/** The tables of devices over the captures of a workbench in Node; files are not written. */
export const devicesOf = (bench: Pick<NodeWorkbench, 'engine' | 'captures'>): ReturnType<typeof deviceTables> =>
  deviceTables({
    rows: (sql, options) => bench.engine.rows(sql.sql, sql.values, options),
    capture: (id) => bench.captures.get(id),
    tableFile: () => Promise.reject(new Error('not here')),
  });
