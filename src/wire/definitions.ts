import { isRecord } from '../tools/contract/json-schema.ts';
import type { Encoded } from './encode.ts';

/** Returns the tool definitions in an encoded request; each dialect has them at another place. */
export function definitionsIn({ value }: Pick<Encoded, 'value'>): readonly Readonly<Record<string, unknown>>[] {
  const { tools, toolConfig } = value;
  const list = isRecord(toolConfig) && Array.isArray(toolConfig['tools']) ? toolConfig['tools'] : tools;
  const flat = (Array.isArray(list) ? (list as readonly unknown[]) : []).filter(isRecord);
  return flat.flatMap((each) => (Array.isArray(each['functionDeclarations']) ? each['functionDeclarations'].filter(isRecord) : [each]));
}
