import { sameJson } from '../../base/json-diff.ts';
import { pathOf } from '../../tools/contract/index.ts';
import type { Change } from '../../workbench/tools.ts';
import { valueAt } from './json-edit.ts';

/** Changes that a result may list. */
const MOST = 64;

/** Of accepted repairs, those that the call still has: what was changed or undone since is the person's own. */
export const standing = (changes: readonly Change[], call: unknown): Change[] =>
  changes.filter(({ pointer, after }) => sameJson(valueAt(call, pathOf(pointer)), after)).slice(-MOST);
