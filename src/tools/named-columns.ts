/** Finds arguments that name columns, as a manifest declares them, and checks the type of those columns. */
import type { CaptureInfo, ColumnInfo } from '../tables/captures.ts';
import { knownColumns } from '../selection/columns.ts';
import { isRecord } from './contract/json-schema.ts';
import type { ToolManifest } from './contract/index.ts';

export type ColumnUse = NonNullable<ToolManifest['columns']>[number]['holds'];

export interface NamedColumn {
  readonly name: string;
  /** Path of the argument that names the column, from the root of the invocation. */
  readonly path: readonly (string | number)[];
  readonly holds: Exclude<ColumnUse, 'number_or_level'>;
}

/** Lists the columns that the arguments of a call name, in the manifest's order. Values other than texts are reported by the schema. */
export function namedColumns({ columns = [] }: Pick<ToolManifest, 'columns'>, args: unknown): NamedColumn[] {
  const levels = isRecord(args) && isRecord(args['categorical']) ? args['categorical'] : {};
  return columns.flatMap(({ argument, holds }) =>
    textsAt(args, argument.replaceAll('[]', '.[]').split('.'), ['arguments']).map(({ name, path }) => ({
      name,
      path,
      holds: holds !== 'number_or_level' ? holds : Object.hasOwn(levels, name) ? 'any' : 'number',
    })),
  );
}

function textsAt(
  value: unknown,
  steps: readonly string[],
  path: readonly (string | number)[],
): { name: string; path: (string | number)[] }[] {
  const [step, ...rest] = steps;
  if (step === undefined) return typeof value === 'string' ? [{ name: value, path: [...path] }] : [];
  if (step === '[]') return Array.isArray(value) ? value.flatMap((item: unknown, at) => textsAt(item, rest, [...path, at])) : [];
  if (!isRecord(value)) return [];
  if (step === '*') return Object.entries(value).flatMap(([key, member]) => textsAt(member, rest, [...path, key]));
  return Object.hasOwn(value, step) ? textsAt(value[step], rest, [...path, step]) : [];
}

/** Lists the columns of a type that an argument accepts, by name. */
export function columnsFor(captures: readonly CaptureInfo[], holds: NamedColumn['holds']): string[] {
  if (holds === 'selected')
    return [...new Set(captures.flatMap((capture) => [...knownColumns(capture).values()].map(({ name }) => name)))].sort();
  const fitting = captures.flatMap((capture) => capture.columns.filter((column) => fits(capture, column, holds)).map(({ name }) => name));
  return [...new Set(fitting)].sort();
}

const NUMERIC = /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL.*)$/;
const BLE_ADDRESS = /^(?:advertiser|initiator|scanner|target)_addr$/;

/** Returns the type of a column in the first capture that has it. */
export const typeOfColumn = (captures: readonly CaptureInfo[], name: string): string | undefined =>
  captures.flatMap(({ columns }) => columns).find((column) => column.name === name)?.type;

/** Whether a column suits an argument. In a table, an address column may look like plain text, so any such column is accepted. */
function fits(capture: CaptureInfo, { name, type, role }: ColumnInfo, holds: NamedColumn['holds']): boolean {
  if (holds === 'any') return true;
  if (holds === 'number') return NUMERIC.test(type);
  if (capture.kind === 'ble') return BLE_ADDRESS.test(name);
  return role === 'address' || (type === 'VARCHAR' && role === undefined);
}

export const HOLDS: Readonly<Record<NamedColumn['holds'], string>> = {
  number: 'a numeric column',
  address: 'a column of Bluetooth addresses',
  any: 'a column of the selected captures',
  selected: 'a column of the selected rows',
};
