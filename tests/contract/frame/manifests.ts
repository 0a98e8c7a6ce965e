import { createRegistry } from '../../../src/tools/registry.ts';
import { multiplier } from '../../support/tools.ts';
import { row, type Row } from './row.ts';

export type ToolChange = NonNullable<Parameters<typeof multiplier>[0]>;

/** A row that is one change of a valid tool, which must keep it from being registered for a reason that holds `says`. */
export function manifestRow(ids: string, change: ToolChange, says: string): Row {
  return row(
    ids,
    `a tool with ${JSON.stringify(change, (_key, value: unknown) => (value === undefined ? 'nothing' : shorter(value))).slice(0, 80)} is refused`,
    () => {
      const reasons = createRegistry([]).validate(multiplier(change));
      return reasons.some((reason) => reason.includes(says)) ? 'refused' : reasons;
    },
    'refused',
  );
}

/** Long texts are named by their length, so that row names differ. */
const shorter = (value: unknown): unknown =>
  typeof value === 'string' && value.length > 40 ? `${value.slice(0, 8)}… of ${String(value.length)}` : value;
