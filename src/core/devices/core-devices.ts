import { once } from '../../base/once.ts';
import type { DevicesPort } from '../../workbench/devices.ts';
import type { Data } from '../data.ts';
import type { Restored } from '../recovery.ts';

/** The port for lists of devices in the core's captures. Its code is loaded on the first request. */
export function devicesOf({ engine, opened }: Data, restored: Restored): DevicesPort {
  const make = once(async () =>
    (await import('./device-tables.ts')).deviceTables({
      rows: (sql, options) => engine.rows(sql.sql, sql.values, options),
      capture: (id) => opened.get(id),
      tableFile: async (names, rows, options) => (await import('../exports/table-file.ts')).tableFile(names, rows, options),
    }),
  );
  const load = async (): Promise<DevicesPort> => {
    await restored.all;
    return make();
  };
  return {
    rows: async (request, options) => (await load()).rows(request, options),
    file: async (format, request, options) => (await load()).file(format, request, options),
    kind: async (question, address, options) => (await load()).kind(question, address, options),
    words: async (captures, addresses, names, options) => (await load()).words(captures, addresses, names, options),
    overview: async (question, options) => (await load()).overview(question, options),
    activity: async (question, options) => (await load()).activity(question, options),
    traces: async (question, addresses, options) => (await load()).traces(question, addresses, options),
  };
}
