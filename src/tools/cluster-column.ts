import { addressColumns } from '../tables/column-roles.ts';
import type { SelectedRows } from './definition.ts';

/** Returns the column that names clusters: the one in the call, otherwise the column of addresses that all captures have. */
export function clusterColumn(named: string | undefined, { captures }: SelectedRows): { column: string; asked: boolean } | null {
  if (named !== undefined) return { column: named, asked: true };
  const [first, ...others] = captures.map(({ kind, columns }) =>
    kind === 'ble' ? columns.flatMap(({ name }) => (name === 'advertiser_addr' ? [name] : [])) : addressColumns(columns),
  );
  const column = first?.find((name) => others.every((names) => names.includes(name)));
  return column === undefined ? null : { column, asked: false };
}
