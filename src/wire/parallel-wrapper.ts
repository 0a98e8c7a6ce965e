import { isRecord } from '../tools/contract/json-schema.ts';
import { parseJsonText } from '../tools/contract/json-text.ts';
import type { WireCall } from './wire-call.ts';
import { MOST_ARGUMENT_BYTES, MOST_CALLS } from './record.ts';

/** Names of the tool with which OpenAI's models call several functions at once. */
const NAMES: ReadonlySet<string> = new Set(['parallel', 'multi_tool_use.parallel']);
const PREFIX = /^functions\./;

/**
 * Returns the calls inside OpenAI's internal wrapper (`tool_uses` of `recipient_name` and `parameters`), which its models sometimes write
 * as a call. Null for any other call, and for a wrapper with a part that is not a call, which stays one call of an unknown tool.
 */
export function expandWrapper(name: string, input: WireCall['input']): readonly Pick<WireCall, 'name' | 'input'>[] | null {
  if (!NAMES.has(name)) return null;
  const value = 'value' in input ? input.value : input.text.length > MOST_ARGUMENT_BYTES ? undefined : parseJsonText(input.text).value;
  const uses = isRecord(value) ? value['tool_uses'] : undefined;
  if (!Array.isArray(uses) || uses.length === 0 || uses.length > MOST_CALLS) return null;
  const calls = uses.map((use: unknown) => {
    const { recipient_name, parameters } = isRecord(use) ? use : {};
    if (typeof recipient_name !== 'string' || !isRecord(parameters)) return null;
    return { name: recipient_name.replace(PREFIX, ''), input: { value: parameters } };
  });
  return calls.every((call) => call !== null) ? calls : null;
}
