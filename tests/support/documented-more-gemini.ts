import type { DocumentedCase } from './documented-messages.ts';
import { of } from './documented-more-others.ts';

/** Shapes of Google's APIs, written before any of them was decoded but the steps of an interaction, in words of our own. */
const ONE = { channel: 37 };
const c1 = ['c1', 'count_packets', ONE] as const;
const refused = ['c1', 'count_packets', null] as const;

const gemini = of('gemini');
const part = (functionCall: object, more: object = {}): object => ({ functionCall, ...more });
const call = part({ id: 'c1', name: 'count_packets', args: ONE }, { thoughtSignature: 'c2ln' });
const counts = {
  usageMetadata: { promptTokenCount: 9, cachedContentTokenCount: 8, promptTokensDetails: [{ modality: 'TEXT', tokenCount: 9 }] },
};
const chunk = (parts: readonly object[] | null, more: object = {}): object => ({
  candidates: [{ ...(parts !== null && { content: { role: 'model', parts } }), index: 0, ...more }],
  ...counts,
});
const STOP = { finishReason: 'STOP' };

export const DOCUMENTED_MORE_GEMINI: readonly DocumentedCase[] = [
  gemini(
    'a thought, a call, and an end of their own chunks',
    [chunk([{ text: 'a', thought: true }]), chunk([call]), chunk([{ text: '' }], STOP)],
    { calls: [c1], finish: 'STOP' },
  ),
  ...['MISSING_THOUGHT_SIGNATURE', 'MALFORMED_RESPONSE', 'LANGUAGE'].map((finishReason) =>
    gemini(`a call in an answer that ended with ${finishReason}`, [chunk([call], { finishReason, finishMessage: 'no' })], {
      calls: [refused],
      finish: finishReason,
      problems: ['REJECTED_CALL'],
    }),
  ),
  gemini(
    'code that Google ran, then a call',
    [
      chunk(
        [{ executableCode: { language: 'PYTHON', code: '1' } }, { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } }, call],
        STOP,
      ),
    ],
    { calls: [c1], server: [['server-1', 'executableCode']], finish: 'STOP' },
  ),
  gemini(
    'a search that Google ran beside a call',
    [
      chunk(
        [
          { toolCall: { toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['q'] }, id: 's1' }, thoughtSignature: 'c2ln' },
          { toolResponse: { toolType: 'GOOGLE_SEARCH_WEB', response: {}, id: 's1' } },
          call,
        ],
        STOP,
      ),
    ],
    { calls: [c1], server: [['s1', 'toolCall']], finish: 'STOP' },
  ),
  gemini(
    'the next request, with a picture in a result',
    [
      {
        contents: [
          { role: 'user', parts: [{ text: 'q' }] },
          { role: 'model', parts: [call] },
          {
            role: 'user',
            parts: [
              {
                functionResponse: {
                  id: 'c1',
                  name: 'count_packets',
                  response: { n: 9 },
                  parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBO' } }],
                  scheduling: 'SILENT',
                },
              },
            ],
          },
        ],
        tools: [{ functionDeclarations: [{ name: 'count_packets' }] }],
      },
    ],
    { calls: [c1], results: [{ n: 9 }] },
  ),
  gemini(
    'lines of a batch',
    [
      { key: 'r1', response: chunk([call], STOP) },
      { key: 'r2', error: { code: 3, message: 'no', status: 'INVALID_ARGUMENT' } },
    ],
    { calls: [c1], finish: 'error', problems: ['ENDPOINT_ERROR'] },
  ),
  gemini(
    'lines of a batch of Vertex AI',
    [
      {
        status: '',
        processed_time: '2026-11-26T00:00:00Z',
        request: { contents: [{ role: 'user', parts: [{ text: 'q' }] }] },
        response: chunk([call], STOP),
      },
    ],
    { calls: [c1], finish: 'STOP' },
  ),
  gemini(
    'a live session with speech, a call, and the session’s own messages',
    [
      { setupComplete: { sessionId: 's' } },
      { sessionResumptionUpdate: { newHandle: 'h', resumable: true } },
      { serverContent: { inputTranscription: { text: 'q' } } },
      { serverContent: { modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data: 'AAAA' } }] } } },
      { serverContent: { outputTranscription: { text: 'I count.' } } },
      { toolCall: { functionCalls: [{ id: 'c1', name: 'count_packets', args: ONE }] }, ...counts },
      { serverContent: { generationComplete: true } },
      { serverContent: { turnComplete: true }, ...counts },
      { goAway: { timeLeft: '60s' } },
    ],
    { calls: [c1], finish: 'turnComplete' },
  ),
  gemini(
    'events of an interaction',
    [
      { event_type: 'interaction.start', interaction: { id: 'v1_1', object: 'interaction', status: 'in_progress' } },
      { event_type: 'content.start', index: 0, content: { type: 'thought' } },
      { event_type: 'content.delta', index: 0, delta: { type: 'thought_signature', signature: 'c2ln' } },
      { event_type: 'content.stop', index: 0 },
      { event_type: 'content.start', index: 1, content: { type: 'function_call' } },
      { event_type: 'content.delta', index: 1, delta: { type: 'function_call', id: 'c1', name: 'count_packets', arguments: ONE } },
      { event_type: 'content.stop', index: 1 },
      { event_type: 'interaction.complete', interaction: { id: 'v1_1', object: 'interaction', status: 'requires_action' } },
    ],
    { calls: [c1], finish: 'requires_action' },
  ),
  gemini(
    'events of the steps of an interaction',
    [
      { event_type: 'interaction.created', interaction: { id: 'v1_1', object: 'interaction', status: 'in_progress' } },
      { event_type: 'interaction.status_update', interaction_id: 'v1_1', status: 'in_progress' },
      { event_type: 'step.start', index: 0, step: { type: 'thought', signature: 'c2ln' } },
      { event_type: 'step.stop', index: 0 },
      {
        event_type: 'step.start',
        index: 1,
        step: { type: 'function_call', id: 'c1', name: 'count_packets', arguments: {}, signature: 'c2ln' },
      },
      { event_type: 'step.delta', index: 1, delta: { type: 'arguments_delta', arguments: '{"channel"' } },
      { event_type: 'step.delta', index: 1, delta: { type: 'arguments_delta', arguments: ': 37}' } },
      { event_type: 'step.stop', index: 1 },
      { event_type: 'interaction.completed', interaction: { id: 'v1_1', status: 'requires_action', usage: { total_input_tokens: 9 } } },
    ],
    { calls: [c1], finish: 'requires_action' },
  ),
  gemini(
    'an interaction with its steps, the result of an earlier call among them',
    [
      {
        id: 'v1_2',
        object: 'interaction',
        status: 'completed',
        steps: [
          { type: 'user_input', content: [{ type: 'text', text: 'q' }] },
          { type: 'function_call', id: 'c1', name: 'count_packets', arguments: ONE, signature: 'c2ln' },
          { type: 'function_result', call_id: 'c1', name: 'count_packets', result: { n: 9 } },
          { type: 'model_output', content: [{ type: 'text', text: 'Nine.' }] },
        ],
      },
    ],
    { calls: [c1], results: [{ n: 9 }], finish: 'completed' },
  ),
];
