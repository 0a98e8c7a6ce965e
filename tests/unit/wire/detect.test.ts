import { expect, test } from 'vitest';
import { detectDialect } from '../../../src/wire/detect.ts';
import * as given from '../../support/transcripts.ts';

test.each([
  ['openai-chat', given.openAiChatStream],
  ['openai-chat', JSON.stringify(given.openAiChatMessages)],
  ['openai-chat', JSON.stringify({ object: 'chat.completion', choices: [] })],
  ['openai-responses', given.openAiResponsesStream],
  ['openai-responses', JSON.stringify({ input: [{ type: 'function_call', call_id: 'a', name: 'x', arguments: '{}' }] })],
  ['anthropic', given.anthropicStream],
  ['anthropic', JSON.stringify(given.anthropicMessages)],
  ['mcp', JSON.stringify(given.mcpMessages)],
  ['webmcp', JSON.stringify(given.webMcpEvents)],
])('a transcript of %s is known by its members', (dialect, text) => {
  expect(detectDialect(text)).toBe(dialect);
});

test('what speaks for no dialect is not guessed, and words inside texts count for nothing', () => {
  expect(detectDialect('{"a": 1}')).toBeNull();
  expect(detectDialect(JSON.stringify({ role: 'user', content: '{"jsonrpc":"2.0","method":"tools/call"}' }))).toBeNull();
  expect(() => detectDialect('<html>')).toThrow('expected a transcript');
});
