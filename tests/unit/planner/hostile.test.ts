import { afterEach, expect, test } from 'vitest';
import { forked } from '../../../src/core/assistants/conversation-record.ts';
import { askScripted } from '../../support/endpoint-conversation.ts';
import { HOSTILE } from '../../support/hostile-endpoints.ts';
import { hashesOf, RecordedConversation } from '../../support/recorded-conversation.ts';
import { completion, sendJson, type ScriptedEndpoint } from '../../support/scripted-endpoint.ts';
import { bench, countingIds, multiplier } from '../../support/tools.ts';

const opened: ScriptedEndpoint[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

/** A tool that is allowed, one that the policy denies, and one that needs an approval, which a person rejects. */
function guarded() {
  const ran: { readonly tool: string; readonly factor: unknown }[] = [];
  const asked: string[] = [];
  const toolOf = (name: string, effect: 'read_only' | 'state_change') => {
    const plain = multiplier();
    return multiplier({
      manifest: { name, kebab_name: name.replace('_', '-'), effect, category: effect === 'read_only' ? 'analysis' : 'mutation' },
      run: (args, ...more) => {
        ran.push({ tool: name, factor: (args as { factor: unknown }).factor });
        return plain.run(args, ...more);
      },
    });
  };
  const tools = [toolOf('row_multiplier', 'read_only'), toolOf('row_eraser', 'read_only'), toolOf('row_publisher', 'state_change')];
  const bed = bench(tools, {
    adjust: (policy) => ({ ...policy, allowedTools: ['row_multiplier', 'row_publisher'] }),
    approve: ({ manifest }) => {
      asked.push(manifest.name);
      return Promise.resolve({ kind: 'rejected', by: 'Ada' });
    },
  });
  return { bed, ran, asked };
}

test('there are at least 60 scripts, each under its own name', () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(60);
  expect(new Set(HOSTILE.map(([name]) => name)).size).toBe(HOSTILE.length);
});

test.each(HOSTILE)('%s: nothing runs that the policy denies, and the conversation goes on later', async (_, script, code) => {
  const ids = countingIds();
  const kept = new RecordedConversation(() => `again-${ids.uuid()}`);
  const { bed, ran, asked } = guarded();
  const policy = JSON.stringify(bed.runner.policy());
  // A busy machine must not end what a limit of size or a broken answer ends.
  const wait_ms = code === 'ENDPOINT_TIMEOUT' ? 400 : 120_000;
  const { conversation, server } = await askScripted(script, { bed, ids, keep: kept.keep, wait_ms, most_bytes: 1_500_000 });
  opened.push(server);

  expect([conversation.code, conversation.ending === 'answered']).toEqual([code, code === null]);
  expect(ran.filter(({ tool, factor }) => tool !== 'row_multiplier' || !(Number(factor) >= 1 && Number(factor) <= 10))).toEqual([]);
  expect(asked.filter((name) => name !== 'row_publisher')).toEqual([]);
  expect(JSON.stringify(bed.runner.policy())).toBe(policy);
  expect('polluted' in {}).toBe(false);

  // The stored conversation has every step, before and after its end is stored.
  expect(hashesOf(kept.record.turns)).toEqual(hashesOf(conversation.turns));
  kept.end(conversation);
  const before = hashesOf(conversation.turns);
  const from = kept.progress(code === null ? forked(kept.record, 1000, 'fork') : kept.record);
  const runsBefore = ran.length;
  const good = await askScripted((_body, _request, response) => sendJson(response, completion('It is 300.')), { bed, ids, from });
  opened.push(good.server);
  expect(good.conversation).toMatchObject({ ending: 'answered', text: 'It is 300.' });
  expect(hashesOf(good.conversation.turns)).toEqual(before);
  expect(ran.length).toBe(runsBefore);
});
