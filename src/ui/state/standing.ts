import { sameJson } from '../../base/json-diff.ts';
import { pathOf } from '../../tools/contract/index.ts';
import type { Change } from '../../workbench/tools.ts';

/** Changes that a result may list. */
const MOST = 64;

/** Of accepted repairs, those that the call still has: what was changed or undone since is the person's own. */
export const standing = (changes: readonly Change[], call: unknown): Change[] =>
  changes.filter(({ pointer, after }) => sameJson(at(call, pointer), after)).slice(-MOST);

function at(value: unknown, pointer: string): unknown {
  return pathOf(pointer).reduce<unknown>(
    (found, step) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, step)
        ? (found as Readonly<Record<string, unknown>>)[step]
        : undefined,
    value,
  );
}
