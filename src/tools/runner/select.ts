import { normaliseSelection } from '../../selection/normalise.ts';
import { selectRows as relationOf } from '../../selection/relation.ts';
import type { SelectionFault, SelectionWarning } from '../../selection/types.ts';
import { dotted, toolError } from '../contract/errors.ts';
import type { ToolError, ToolWarning } from '../contract/index.ts';
import type { SelectRows } from './ports.ts';

/** The selection room in the runner's words: faults become errors at the caller's own paths. */
export const selectRows: SelectRows = (selection, captures) => {
  const normal = normaliseSelection(selection, captures);
  if (!normal.ok) return { errors: normal.errors.map(errorOf), warnings: [] };
  return {
    errors: [],
    warnings: normal.warnings.map(warningOf),
    rows: relationOf(normal.value, captures),
    normalised: { ...normal.value },
  };
};

function errorOf(fault: SelectionFault): ToolError {
  return toolError(fault.code, fault.message, [...fault.path], {
    ...(fault.offset !== undefined && { offset: fault.offset }),
    ...(fault.allowed !== undefined && { allowed: fault.allowed.slice(0, 64) }),
    ...(fault.details !== undefined && { details: fault.details }),
  });
}

function warningOf(warning: SelectionWarning): ToolWarning {
  return { code: warning.code, message: warning.message, field: dotted(warning.path) };
}
