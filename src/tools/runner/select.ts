import { normaliseSelection } from '../../selection/normalise.ts';
import { selectRows as relationOf } from '../../selection/relation.ts';
import { toolError } from '../contract/errors.ts';
import type { NormalSelection } from '../../selection/types.ts';
import type { CaptureLookup, SelectedRows } from '../definition.ts';
import type { SelectRows } from './ports.ts';

/** Converts a call's `capture_selection` to rows, or returns all its errors. Connects the runner to `selection`. */
export const selectRows: SelectRows = (selection, captures) => {
  const normal = normaliseSelection(selection, captures);
  if (!normal.ok) {
    return {
      errors: normal.errors.map(({ code, message, path, offset, allowed, details }) =>
        toolError(code, message, path, {
          ...(offset !== undefined && { offset }),
          ...(allowed !== undefined && { allowed: allowed.slice(0, 64) }),
          ...(details !== undefined && { details: { ...details } }),
        }),
      ),
      warnings: [],
    };
  }
  return {
    errors: [],
    warnings: normal.warnings.map(({ code, message, path }) => ({ code, message, field: toolError(code, '', path).field ?? '' })),
    rows: whenAsked(normal.value, captures),
    normalised: { ...normal.value },
  };
};

/** Looks up the captures now but builds the SQL on demand, because most calls are only validated. */
function whenAsked(selection: NormalSelection, captures: CaptureLookup): SelectedRows {
  const { time_range, time_base } = selection;
  let made: SelectedRows | undefined;
  const relation = (): SelectedRows => (made ??= relationOf(selection, captures));
  return {
    captures: selection.capture_ids.flatMap((id) => captures.get(id) ?? []),
    time_range,
    time_base,
    get sql() {
      return relation().sql;
    },
    get values() {
      return relation().values;
    },
  };
}
