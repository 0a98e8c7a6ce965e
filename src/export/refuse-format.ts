import { WorkbenchError } from '../base/failure.ts';
import type { ExportJob } from '../tools/definition.ts';

/** Rejects rows that a format cannot represent with `INSUFFICIENT_DATA`: pcapng contains packets, so rows need a time and a PDU type. */
export function refuseFormat({ format, columns }: Pick<ExportJob, 'format' | 'columns'>): void {
  if (format !== 'pcapng') return;
  const own = new Set(columns.map(({ name }) => name.toLowerCase()));
  for (const name of ['ts_us', 'adv_type'])
    if (!own.has(name))
      throw new WorkbenchError('INSUFFICIENT_DATA', `pcapng: expected captures of packets with a column ${name}, found none`);
}
