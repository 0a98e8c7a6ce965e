import { isRecord } from '../tools/contract/json-schema.ts';
import { anyMember, DONE, listMember, member, readTranscript, textMember } from './events.ts';
import { DIALECTS, type Dialect } from './record.ts';
import { flat } from './stored-lists.ts';

/** Maximum number of values that are examined; far fewer show the dialect of a transcript. */
const MOST_LOOKED_AT = 400;

/**
 * Detects the dialect of a transcript by members that only one dialect has; null if there are none. Throws `INVALID_TRANSCRIPT` if the
 * input is not a transcript. Only the names of members and types are examined, never contents.
 */
export function detectDialect(transcript: unknown): Dialect | null {
  return dialectsOf(readTranscript(transcript).values)[0] ?? null;
}

/** The dialects that most values indicate, in the order of `DIALECTS`; several if they have equal weight. */
export function dialectsOf(values: readonly unknown[]): readonly Dialect[] {
  const votes = new Map<Dialect, number>();
  let seen = 0;
  for (const value of flat(values)) {
    if (seen++ >= MOST_LOOKED_AT) break;
    for (const part of partsOf(value)) {
      const dialect = dialectOfPart(part);
      // Results weigh less than calls, because several dialects write results as OpenAI does.
      const weight = textMember(part, 'role') === 'tool' ? 0.5 : 1;
      if (dialect !== null) votes.set(dialect, (votes.get(dialect) ?? 0) + weight);
    }
  }
  const most = Math.max(0, ...votes.values());
  return DIALECTS.filter((dialect) => most > 0 && votes.get(dialect) === most);
}

const partsOf = (value: unknown): readonly unknown[] => [
  value,
  ...['messages', 'input', 'output', 'contents'].flatMap((key) => listMember(value, key)),
];

const ANTHROPIC = /^(?:content_block_(?:start|delta|stop)|message_(?:start|delta|stop)|tool_use|tool_result|server_tool_use|mcp_tool_use)$/;
const RESPONSES = /^(?:(?:response|conversation\.item)\..*|.+_call|.+_call_output)$/;
const COHERE =
  /^(?:tool-call-(?:start|delta|end)|tool-plan-delta|message-(?:start|end)|content-(?:start|delta|end)|citation-(?:start|end))$/;
const INTERACTION = /^(?:interaction|step|content)\./;
const BEDROCK = [
  'messageStart',
  'contentBlockStart',
  'contentBlockDelta',
  'contentBlockStop',
  'messageStop',
  'contentBlockIndex',
  'stopReason',
];
const GEMINI = ['candidates', 'usageMetadata', 'usage_metadata', 'promptFeedback', 'toolCall', 'serverContent'];

function dialectOfPart(part: unknown): Dialect | null {
  if (textMember(part, 'jsonrpc') === '2.0') return 'mcp';
  if (textMember(part, 'method')?.startsWith('WebMCP.') === true || textMember(part, 'invocationId') !== undefined) return 'webmcp';
  const type = textMember(part, 'type') ?? '';
  if (RESPONSES.test(type) || textMember(part, 'object') === 'response') return 'openai-responses';
  if (INTERACTION.test(textMember(part, 'event_type') ?? '')) return 'gemini';
  if (COHERE.test(type) || member(part, 'event_type') !== undefined || member(part, 'chat_history') !== undefined) return 'cohere';
  if (textMember(part, 'object') === 'interaction') return 'gemini';
  const blocks = listMember(part, 'content');
  if (
    ANTHROPIC.test(type) ||
    blocks.some((block) => ANTHROPIC.test(textMember(block, 'type') ?? '')) ||
    member(part, 'stop_reason') !== undefined
  ) {
    return 'anthropic';
  }
  if (anyMember(part, ...GEMINI) !== undefined || listMember(part, 'parts').some(isGeminiPart)) return 'gemini';
  if (anyMember(part, ...BEDROCK) !== undefined || blocks.some((block) => anyMember(block, 'toolUse', 'toolResult') !== undefined))
    return 'bedrock';
  return dialectOfMessage(part);
}

const isGeminiPart = (part: unknown): boolean =>
  anyMember(part, 'functionCall', 'function_call', 'functionResponse', 'function_response', 'text') !== undefined;

/** Tells apart the dialects whose messages have `tool_calls`. */
function dialectOfMessage(part: unknown): Dialect | null {
  const message = member(part, 'message') ?? part;
  if (typeof member(part, 'done') === 'boolean' || member(part, 'tool_name') !== undefined) return 'ollama';
  if (member(message, 'tool_plan') !== undefined || (message !== part && isRecord(message))) return 'cohere';
  const calls = listMember(part, 'tool_calls');
  if (calls.some((call) => isRecord(member(member(call, 'function'), 'arguments')))) return 'ollama';
  const old = member(part, 'function_call') !== undefined || textMember(part, 'role') === 'function';
  const chat = old || part === DONE || member(part, 'tool_calls') !== undefined || member(part, 'tool_call_id') !== undefined;
  return chat || member(part, 'choices') !== undefined ? 'openai-chat' : null;
}
