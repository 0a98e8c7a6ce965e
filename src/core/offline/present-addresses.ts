import type { Engine } from '../../engine/engine.ts';
import { ADDRESS_COLUMNS } from './masked-capture.ts';
import { quoteName } from '../../selection/print.ts';
import type { CaptureInfo, ColumnInfo } from '../../tables/captures.ts';

/** Columns that may contain addresses of named devices. In a table these are all text columns, because a call can use any. */
function addressColumns({ kind, columns }: CaptureInfo): readonly string[] {
  const holds = ({ name, type }: ColumnInfo): boolean =>
    kind === 'ble' ? name === 'device_id' || ADDRESS_COLUMNS.includes(name) : type === 'VARCHAR';
  return columns.filter(holds).map(({ name }) => name);
}

/** Maximum number of addresses in one statement, to keep its text short. */
const AT_ONCE = 1000;

/** Converts an address to one spelling, because tables write it with colons, hyphens, dots or no separator, in either case. */
const spelling = (address: string): string => address.toUpperCase().replaceAll(/[:.-]/g, '');

/**
 * Returns a function that says whether one of the captures contains an address or device id, in any spelling. A capture that cannot be
 * queried now counts as containing none, because a file may only contain an address that is known to occur in its captures.
 */
export async function presentAddresses(
  engine: Pick<Engine, 'answer'>,
  captures: readonly CaptureInfo[],
  addresses: readonly string[],
): Promise<(address: string) => boolean> {
  const wanted = [...new Set(addresses.map(spelling))];
  const present = new Set<string>();
  for (const capture of captures.filter(({ unavailable }) => unavailable === undefined))
    for (const column of addressColumns(capture))
      for (let at = 0; at < wanted.length; at += AT_ONCE) {
        const asked = wanted.slice(at, at + AT_ONCE);
        const name = `upper(regexp_replace(${quoteName(column)}, '[:.-]', '', 'g'))`;
        const sql = `SELECT DISTINCT ${name} AS address FROM ${quoteName(capture.capture_id)} WHERE ${name} IN (${asked.map(() => '?').join(', ')})`;
        for (const value of Array.from((await engine.answer(sql, asked)).column('address').values))
          if (typeof value === 'string') present.add(value);
      }
  return (address) => present.has(spelling(address));
}
