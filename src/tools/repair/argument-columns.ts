import type { ToolManifest } from '../contract/index.ts';
import { isRecord } from '../contract/json-schema.ts';
import { columnsFor, namedColumns, typeOfColumn, type NamedColumn } from '../named-columns.ts';
import { columnNamed } from './column-names.ts';
import type { Path } from './draft.ts';
import { unmarked } from './formula.ts';
import { loss, nearest, type Mending, type Option } from './mending.ts';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** Repairs the columns that arguments name, using the columns of the selected captures. */
export function mendColumns(mending: Mending, manifest: ToolManifest): void {
  const { captures } = mending;
  if (captures.length === 0) return;
  for (const named of namedColumns({ columns: manifest.columns ?? columnsOf(manifest) }, mending.get(['arguments']))) {
    const { name, path, holds } = named;
    const fitting = columnsFor(captures, holds);
    const known = columnsFor(captures, holds === 'selected' ? 'selected' : 'any');
    if (fitting.includes(name)) continue;
    const spelt = known.includes(name) ? undefined : columnNamed(path[1] === 'factors' ? unmarked(name) : name, known, captures);
    if (spelt !== undefined && fitting.includes(spelt)) mending.set(path, spelt, 'the column as the captures name it');
    else if (spelt !== undefined) mending.leave(path, ...optionsFor(mending, { ...named, name: spelt }, fitting));
    else mending.leave(path, ...optionsFor(mending, named, fitting));
  }
}

/** The arguments in which a tool names columns without declaring them in its manifest; SQL statements are excluded. */
function columnsOf({ input_schema: { properties } }: ToolManifest): ToolManifest['columns'] {
  const areOfCapture = isRecord(properties) && Object.hasOwn(properties, 'columns') && !Object.hasOwn(properties, 'sql');
  return areOfCapture ? [{ argument: 'columns[]', holds: 'selected' }] : [];
}

function optionsFor(mending: Mending, { name, path, holds }: NamedColumn, fitting: readonly string[]): Option[] {
  const list = mending.get(path.slice(0, -1));
  const taken = new Set([
    ...listOf(list),
    ...Object.values((mending.get(['arguments']) as Readonly<Record<string, unknown>> | undefined) ?? {}),
  ]);
  const free = fitting.filter((each) => !taken.has(each));
  const others = nearest(path, name, free, 'is a column that fits');
  const shorter = Array.isArray(list) && list.length > 1 ? [loss(path, undefined, `${name} would no longer be looked at`)] : [];
  return [...factor(mending, name, path, holds), ...others, ...shorter];
}

/** Proposes to use a column that is not numeric as a factor, so that each of its values gets a term. */
function factor(mending: Mending, name: string, path: Path, holds: NamedColumn['holds']): Option[] {
  const properties = mending.tool?.input.schema['properties'];
  const isFeature = path[1] === 'features' && isRecord(properties) && Object.hasOwn(properties, 'categorical') && holds === 'number';
  if (!isFeature || !/^(?:VARCHAR|BOOLEAN|ENUM)/.test(typeOfColumn(mending.captures, name) ?? '')) return [];
  const why = `${name} is no number: each of its values gets a term beside the first, as a factor`;
  return [{ class: 'choice', why, edits: [[['arguments', 'categorical', name], { coding: 'treatment' }]] }];
}
