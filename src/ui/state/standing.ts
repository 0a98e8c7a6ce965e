import { sameJson } from '../../base/json-diff.ts';
import { pathOf } from '../../tools/contract/index.ts';
import type { Change } from '../../workbench/tools.ts';
import { valueAt } from './json-edit.ts';

/** Most changes in a result. */
const MOST = 64;

/** The accepted repairs that the call still contains; later edits are the person's own. */
export const standing = (changes: readonly Change[], call: unknown): Change[] =>
  changes.filter(({ pointer, after }) => sameJson(valueAt(call, pathOf(pointer)), after)).slice(-MOST);
