import { WorkbenchError } from '../base/failure.ts';
import type { ExportJob } from '../tools/definition.ts';

/** Rejects rows that a format has no place for, with `INSUFFICIENT_DATA`: pcapng holds packets, which have a time and a kind. */
export function refuseFormat({ format, columns }: Pick<ExportJob, 'format' | 'columns'>): void {
  if (format !== 'pcapng') return;
  const own = new Set(columns.map(({ name }) => name.toLowerCase()));
  for (const name of ['ts_us', 'adv_type'])
    if (!own.has(name))
      throw new WorkbenchError('INSUFFICIENT_DATA', `pcapng: expected captures of packets with a column ${name}, found none`);
}
