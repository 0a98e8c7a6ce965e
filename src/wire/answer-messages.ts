import type { ToolResult } from '../tools/contract/index.ts';
import { isRecord } from '../tools/contract/json-schema.ts';
import { encode } from './encode.ts';
import { rpcId } from './mcp/decode.ts';
import type { Dialect } from './record.ts';

/**
 * Writes results as the next messages of a conversation in a dialect, each with its call id, ready to be copied to the assistant. For MCP
 * they are responses, in which ids that were numbers in the requests are numbers again.
 */
export function answerMessages(dialect: Dialect, results: readonly ToolResult[]): readonly unknown[] {
  if (results.length === 0) return [];
  const { messages, input, contents, results: answered } = encode(dialect, [], { results }).value;
  const list = [messages, input, contents, answered].find((each) => Array.isArray(each)) as readonly unknown[];
  return dialect === 'mcp' ? list.map((each) => ({ jsonrpc: '2.0', ...(isRecord(each) && { ...each, id: rpcId(each['id']) }) })) : list;
}
