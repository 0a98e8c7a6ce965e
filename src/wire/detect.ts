import { DONE, flat, listMember, member, readTranscript, textMember } from './events.ts';
import { DIALECTS, type Dialect } from './record.ts';

/** Values that are looked at; a transcript shows what it is long before. */
const MOST_LOOKED_AT = 400;

/**
 * The dialect that a transcript is written in, by the members that only that dialect has; null where nothing speaks for any.
 * Throws `INVALID_TRANSCRIPT` for what is no transcript at all. It reads names of members alone, never what they hold.
 */
export function detectDialect(transcript: unknown): Dialect | null {
  const votes: Record<Dialect, number> = { 'openai-chat': 0, 'openai-responses': 0, anthropic: 0, mcp: 0, webmcp: 0 };
  let seen = 0;
  for (const value of flat(readTranscript(transcript).values)) {
    if (seen++ >= MOST_LOOKED_AT) break;
    for (const part of [value, ...listMember(value, 'messages'), ...listMember(value, 'input'), ...listMember(value, 'output')]) {
      const dialect = dialectOfPart(part);
      if (dialect !== null) votes[dialect]++;
    }
  }
  const most = Math.max(...Object.values(votes));
  return most === 0 ? null : (DIALECTS.find((dialect) => votes[dialect] === most) ?? null);
}

const ANTHROPIC_EVENTS = /^(?:content_block_(?:start|delta|stop)|message_(?:start|delta|stop)|tool_use|tool_result)$/;
const RESPONSES_TYPES = /^(?:response\..*|function_call|function_call_output)$/;

function dialectOfPart(part: unknown): Dialect | null {
  if (textMember(part, 'jsonrpc') === '2.0') return 'mcp';
  if (textMember(part, 'method')?.startsWith('WebMCP.') === true || textMember(part, 'invocationId') !== undefined) return 'webmcp';
  const type = textMember(part, 'type') ?? '';
  if (RESPONSES_TYPES.test(type) || textMember(part, 'object') === 'response') return 'openai-responses';
  const blocks = listMember(part, 'content').map((block) => textMember(block, 'type') ?? '');
  if (ANTHROPIC_EVENTS.test(type) || blocks.some((each) => ANTHROPIC_EVENTS.test(each)) || member(part, 'stop_reason') !== undefined) {
    return 'anthropic';
  }
  const old = member(part, 'function_call') !== undefined || textMember(part, 'role') === 'function';
  const chat = old || part === DONE || member(part, 'tool_calls') !== undefined || member(part, 'tool_call_id') !== undefined;
  return chat || member(part, 'choices') !== undefined ? 'openai-chat' : null;
}
