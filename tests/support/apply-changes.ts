import { isRecord } from '../../src/tools/contract/json-schema.ts';
import type { JsonChange, JsonPath } from '../../src/base/json-diff.ts';

/** Applies operations of a diff to a value and returns the result; the input is not modified. */
export const applyChanges = (value: unknown, changes: readonly JsonChange[]): unknown =>
  changes.reduce((now, change) => applyAt(now, change.path, change), value);

function applyAt(value: unknown, [step, ...rest]: JsonPath, change: JsonChange): unknown {
  if (step === undefined) return change.op === 'remove' ? undefined : change.value;
  const last = rest.length === 0;
  if (Array.isArray(value) && typeof step === 'number') {
    const items: readonly unknown[] = value;
    if (last && change.op === 'add') return [...items.slice(0, step), change.value, ...items.slice(step)];
    if (last && change.op === 'remove') return [...items.slice(0, step), ...items.slice(step + 1)];
    return items.map((item, at) => (at === step ? applyAt(item, rest, change) : item));
  }
  if (!isRecord(value)) throw new TypeError(`expected an object or a list at ${String(step)}, found ${typeof value}`);
  if (last && change.op === 'remove') return Object.fromEntries(Object.entries(value).filter(([key]) => key !== step));
  return { ...value, [step]: applyAt(Object.hasOwn(value, step) ? value[step] : undefined, rest, change) };
}
