import type { Engine } from '../../engine/engine.ts';
import { addressKeys } from '../../selection/columns.ts';
import { ADDRESS_COLUMNS } from './masked-capture.ts';
import { quoteName } from '../../selection/print.ts';
import type { CaptureInfo } from '../../tables/captures.ts';

const addressColumns = (capture: CaptureInfo): readonly string[] => [
  ...new Set([
    ...addressKeys(capture),
    ...(capture.kind === 'ble' ? capture.columns.flatMap(({ name }) => (ADDRESS_COLUMNS.includes(name) ? [name] : [])) : []),
  ]),
];

/** Addresses in one statement: its text stays short. */
const AT_ONCE = 1000;

/**
 * Those of the given addresses, or ids of devices, that one of the captures holds. A capture that cannot be queried now holds none:
 * what is not known to belong to a file does not go into it.
 */
export async function heardAddresses(
  engine: Pick<Engine, 'answer'>,
  captures: readonly CaptureInfo[],
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const heard = new Set<string>();
  for (const capture of captures.filter(({ unavailable }) => unavailable === undefined))
    for (const column of addressColumns(capture))
      for (let at = 0; at < addresses.length; at += AT_ONCE) {
        const asked = addresses.slice(at, at + AT_ONCE);
        const name = quoteName(column);
        const sql = `SELECT DISTINCT ${name} AS address FROM ${quoteName(capture.capture_id)} WHERE ${name} IN (${asked.map(() => '?').join(', ')})`;
        for (const value of Array.from((await engine.answer(sql, asked)).column('address').values))
          if (typeof value === 'string') heard.add(value);
      }
  return heard;
}
