import { expect, test } from 'vitest';
import { yieldToEventLoop } from '../../../src/base/yield-to-event-loop.ts';

test('messages that arrived before the call are handled before it resolves', async () => {
  const { port1, port2 } = new MessageChannel();
  const seen: string[] = [];
  port1.onmessage = () => seen.push('message');
  port2.postMessage(null);
  await yieldToEventLoop();
  seen.push('resolved');
  port1.close();
  expect(seen).toEqual(['message', 'resolved']);
});
