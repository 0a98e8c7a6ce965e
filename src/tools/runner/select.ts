import { normaliseSelection } from '../../selection/normalise.ts';
import { selectRows as relationOf } from '../../selection/relation.ts';
import { toolError } from '../contract/errors.ts';
import type { SelectRows } from './ports.ts';

/** The runner's view of `selection`: a call's `capture_selection` as rows, or everything that is wrong with it. */
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
    rows: relationOf(normal.value, captures),
    normalised: { ...normal.value },
  };
};
