import { isRecord } from '../../contract/json-schema.ts';
import { valueNamed } from '../enumerations.ts';
import { bare } from '../words.ts';
import type { RepairedCall } from './repaired-call.ts';

/** Whether a text means a value that an argument has. */
export function hasValue(call: RepairedCall, text: string): boolean {
  return Object.entries(call.properties).some(([key, node]) => {
    const items = isRecord(node) && isRecord(node['items']) ? node['items'] : node;
    const allowed = isRecord(items) && Array.isArray(items['enum']) ? items['enum'].map(String) : [];
    const value = allowed.length > 0 && call.args[key] !== undefined ? valueNamed(text, allowed) : undefined;
    const isGiven = value !== undefined && [call.args[key]].flat().map(String).includes(value);
    if (isGiven) for (const found of [value, key]) call.foundNames.add(bare(found));
    return isGiven;
  });
}
