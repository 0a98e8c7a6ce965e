import { afterEach, expect, test } from 'vitest';
import { remote } from '../../../../src/app/remote.ts';
import type { Recovery } from '../../../../src/core/recovery.ts';
import { readSession } from '../../../../src/session/document.ts';
import { sessionOfParts, sessionParts } from '../../../../src/session/parts.ts';
import type { TraceRequest } from '../../../../src/planner/trace.ts';
import type { ToolPolicy } from '../../../../src/tools/contract/index.ts';
import type { ConversationEntry } from '../../../../src/workbench/assistants.ts';
import { PAGE_CALLS, type PageCalls } from '../../../../src/workbench/page.ts';
import { nodeCore, NODE_ENVIRONMENT, type NodeCore } from '../../../support/node-core.ts';
import { hashesOf } from '../../../support/recorded-conversation.ts';
import { completion, scriptedEndpoint, sendJson, type Script, type ScriptedEndpoint } from '../../../support/scripted-endpoint.ts';

const cores: NodeCore[] = [];
const servers: ScriptedEndpoint[] = [];
afterEach(async () => {
  for (const core of cores.splice(0)) await core.end();
  for (const server of servers.splice(0)) await server.close();
});

async function start(recovery?: Recovery) {
  const core = await nodeCore(recovery, { ...NODE_ENVIRONMENT, local_model: true });
  cores.push(core);
  const page = remote<PageCalls>(core.link, 'page', PAGE_CALLS);
  await page.ready();
  const list = (): readonly ConversationEntry[] => core.link.mirror.read('page.conversations') as readonly ConversationEntry[];
  return { core, page, list };
}

/** What the page holds of a core that ended. */
const recoveryOf = ({ link: { mirror } }: NodeCore): Recovery =>
  ({
    ...Object.fromEntries(
      ['captures', 'merges', 'runs', 'conversations', 'removed_conversations'].map((name) => [name, mirror.read(`recovery.${name}`)]),
    ),
    journal: mirror.read('audit'),
    policy: mirror.read('policy'),
    work: undefined,
    verification: null,
  }) as Recovery;

const serve = async (script: Script): Promise<ScriptedEndpoint> => {
  const server = await scriptedEndpoint(script);
  servers.push(server);
  return server;
};
const query = (n: number): object =>
  completion({ name: 'capture_query', args: `{"capture_selection": {"capture_id": "lab"}, "sql": "SELECT ${String(n)} AS n FROM lab"}` });
/** Calls with 1, 2 and 3, then the answer, by the number of results in the request. */
const good: Script = (body, _request, response) => {
  const { messages } = body as { messages: readonly { readonly role: string }[] };
  const done = messages.filter(({ role }) => role === 'tool').length;
  sendJson(response, done < 3 ? query(done + 1) : completion('Done.'));
};

async function asked(script: Script) {
  const server = await serve(script);
  const started = await start();
  await started.page.open([new File(['time,snr\n1700000000,1\n1700000001,2\n'], 'lab.csv')]);
  await started.page.assistants.allowReading('endpoint');
  const question = { planner: 'endpoint', text: 'How many?', capture_ids: ['lab'], endpoint: server.url, model: 'small' } as const;
  return { ...started, server, conversation: (options = {}) => started.page.assistants.ask(question, options) };
}

test('a core that ends at each step of a conversation: the next one lists it and goes on to the same results', async () => {
  const whole = await asked(good);
  const { turns } = await whole.conversation();
  const hashes = hashesOf(turns);
  expect(hashes).toHaveLength(3);
  expect(whole.list()).toMatchObject([{ state: 'ended', answered: true, steps: 3, question: 'How many?', code: null }]);
  for (const steps of [0, 1, 2, 3]) {
    let silent = (): void => undefined;
    const reached = new Promise<void>((resolve) => (silent = resolve));
    const killed = await asked((body, request, response, nth) => (nth === steps ? silent() : good(body, request, response, nth)));
    void killed.conversation().catch(() => undefined);
    await reached;
    const recovery = recoveryOf(killed.core);
    await killed.core.end();
    const next = await start(recovery);
    expect(next.list()).toMatchObject([{ state: 'interrupted', steps }]);
    const again = await serve(good);
    const ended = await next.page.assistants.resume(next.list()[0]?.id ?? '', { endpoint: again.url }, {});
    expect(ended).toMatchObject({ ending: 'answered', text: 'Done.' });
    expect(hashesOf(ended.turns)).toEqual(hashes);
    // Only the calls that had not ended ran in this core, and only the model's next turns were requested.
    expect(again.asked).toHaveLength(4 - steps);
    expect(next.core.link.mirror.read('audit')).toHaveLength(3);
  }
});

test('a conversation pauses after its step, goes on, and forks; a saved session contains all of it', async () => {
  let pause = (): void => undefined;
  const { core, page, list, conversation } = await asked((body, request, response, nth) => {
    if (nth === 1) pause();
    setTimeout(() => good(body, request, response, nth), nth === 1 ? 50 : 0);
  });
  pause = () => void page.assistants.pause(list()[0]?.id ?? '');
  const paused = await conversation();
  expect([paused.ending, paused.code, paused.turns.length]).toEqual(['paused', null, 2]);
  expect(list()).toMatchObject([{ state: 'paused', steps: 2 }]);
  const [{ id } = { id: '' }] = list();
  const ended = await page.assistants.resume(id, {}, {});
  expect([ended.ending, ended.turns.length]).toEqual(['answered', 3]);
  await expect(page.assistants.resume(id, {}, {})).rejects.toMatchObject({ code: 'CONVERSATION_ENDED' });
  await expect(page.assistants.resume('none', {}, {})).rejects.toMatchObject({ code: 'UNKNOWN_CONVERSATION' });

  const fork = await page.assistants.fork(id, 1);
  expect(list()).toMatchObject([{ id }, { id: fork, state: 'paused', steps: 1, fork: { of: id, steps: 1 } }]);
  const { turns } = await page.assistants.conversation(fork);
  expect(hashesOf(turns)).toEqual(hashesOf(ended.turns).slice(0, 1));
  expect(turns[0]?.calls[0]?.result).toMatchObject({ status: 'ok' });

  // Another core that opens the saved file has both, with their results.
  const file = new File([await page.sessions.save('Mine')], 'mine.json');
  const { seal: _, ...saved } = JSON.parse(await file.text()) as Record<string, unknown>;
  const read = readSession(saved);
  if (!read.ok) throw new Error(read.error);
  const parts = new Map(sessionParts(read.value).map(({ name, text }) => [name, text()]));
  expect(sessionOfParts(parts)).toEqual({ ok: true, value: { document: read.value, left_out: [] } });
  const other = await start();
  await other.page.sessions.open(file);
  expect(other.list()).toEqual(list());
  expect((await other.page.assistants.conversation(fork)).turns).toEqual(turns);

  const restarted = await start(recoveryOf(core));
  const resumed = await restarted.page.assistants.resume(fork, {}, {});
  expect(hashesOf(resumed.turns)).toEqual(hashesOf(ended.turns));
});

test('a question that no stored session could hold is refused before it is stored', async () => {
  const { page, list } = await start();
  const question = { planner: 'transcript', text: 'x'.repeat(4_194_305), capture_ids: [] } as const;
  await expect(page.assistants.ask(question, {})).rejects.toMatchObject({ code: 'CONVERSATION_TOO_LARGE' });
  const calls = '{"role":"assistant","tool_calls":[]}';
  const asked = page.assistants.ask({ ...question, text: calls }, { limits: { steps: 1001, calls: 1, ms: 1 } });
  await expect(asked).rejects.toMatchObject({ code: 'CONVERSATION_TOO_LONG' });
  expect(list()).toEqual([]);
});

test('a fork begins with its own limits, also at the last step of a conversation that used all of them', async () => {
  const { page, list, conversation } = await asked(good);
  const limited = await conversation({ limits: { steps: 2, calls: 2, ms: 60_000 } });
  expect([limited.code, limited.turns.length]).toEqual(['STEP_LIMIT', 2]);
  const fork = await page.assistants.fork(list()[0]?.id ?? '', 2);
  const ended = await page.assistants.resume(fork, {}, {});
  expect([ended.code, ended.ending, ended.turns.length]).toEqual([null, 'answered', 3]);
});

test('a forgotten result leaves the stored conversations and their forks', async () => {
  const { core, page, list, conversation } = await asked(good);
  const { turns } = await conversation();
  const [{ id } = { id: '' }] = list();
  await page.assistants.fork(id, 1);
  const call = turns[0]?.calls[0];
  const text = (): string => JSON.stringify(recoveryOf(core).conversations);
  const shown = JSON.stringify(call?.shown);
  expect(text().split(shown)).toHaveLength(3);
  await page.forgetCall(call?.ran?.tool_call_id ?? '');
  await page.idle();
  expect(text()).not.toContain(shown);
  expect(text()).toContain(JSON.stringify(turns[1]?.calls[0]?.shown));
});

test('a conversation that is to pause is stored as paused while its call runs, and the next core goes on', async () => {
  const waits = await asked(good);
  const { core, page, list } = waits;
  const policy = core.link.mirror.read('policy') as ToolPolicy;
  const asks = { requireApprovalForEffects: ['read_only', 'state_change', 'external_side_effect'] } as const;
  const agents = Object.entries(policy.agents).map(([name, agent]) => [name, { ...agent, ...asks }] as const);
  await page.policy.apply({ ...policy, ...asks, agents: Object.fromEntries(agents) });
  void waits.conversation().catch(() => undefined);
  await expect.poll(() => core.link.mirror.read('page.approvals')).toHaveLength(1);
  const [{ id } = { id: '' }] = list();
  await page.assistants.pause(id);
  expect(list()).toMatchObject([{ state: 'pausing', steps: 1 }]);
  await expect(page.assistants.removeConversation(id)).rejects.toMatchObject({ code: 'CONVERSATION_RUNS' });
  const recovery = recoveryOf(core);
  await core.end();
  const next = await start(recovery);
  expect(next.list()).toMatchObject([{ id, state: 'paused', steps: 1 }]);
  void next.page.assistants.resume(id, {}, {}).catch(() => undefined);
  await expect.poll(() => next.core.link.mirror.read('page.approvals')).toHaveLength(1);
  expect(next.list()).toMatchObject([{ state: 'running' }]);
});

test('a removed conversation stays removed: in saved sessions, when one that contains it is opened, and in the next core', async () => {
  const { core, page, list, conversation } = await asked(good);
  await conversation();
  const [{ id } = { id: '' }] = list();
  const fork = await page.assistants.fork(id, 1);
  const earlier = new File([await page.sessions.save('Mine')], 'mine.json');
  await page.assistants.removeConversation(id);
  await expect(page.assistants.removeConversation(id)).rejects.toMatchObject({ code: 'UNKNOWN_CONVERSATION' });
  await expect(page.assistants.resume(id, {}, {})).rejects.toMatchObject({ code: 'UNKNOWN_CONVERSATION' });
  const saved = JSON.parse(await (await page.sessions.save('Mine')).text()) as { conversations: readonly { id: string }[] };
  expect(saved.conversations).toMatchObject([{ id: fork }]);
  await page.sessions.open(earlier);
  expect(list()).toMatchObject([{ id: fork }]);
  await page.idle();
  const next = await start(recoveryOf(core));
  await next.page.sessions.open(earlier);
  expect(next.list()).toMatchObject([{ id: fork }]);
});

test('the trace of a conversation has a span for each answer and call with its times, and no contents', async () => {
  const { page, list, conversation } = await asked((body, request, response, nth) =>
    nth === 0 ? sendJson(response, completion({ name: 'no_such_tool', args: '{}' })) : good(body, request, response, nth),
  );
  const from = Date.now();
  const { turns } = await conversation();
  const [{ id } = { id: '' }] = list();
  const { file_name, text } = await page.assistants.traceFile(id);
  expect(file_name).toBe(`capture-workbench-trace.${id}.json`);
  const { spans } = (JSON.parse(text) as TraceRequest).resourceSpans[0]!.scopeSpans[0]!;
  const expected = turns.flatMap(({ calls }) => ['chat small', ...calls.map(({ name }) => `execute_tool ${name}`)]);
  expect(spans.map(({ name }) => name)).toEqual(['invoke_agent capture-workbench', ...expected, 'chat small']);
  const times = spans.map(
    ({ startTimeUnixNano, endTimeUnixNano }) => [Number(startTimeUnixNano) / 1e6, Number(endTimeUnixNano) / 1e6] as const,
  );
  for (const [start, end] of times) expect([start >= from - 1, end >= start, end <= Date.now() + 1]).toEqual([true, true, true]);
  expect(times[0]).toEqual([Math.min(...times.map(([start]) => start)), Math.max(...times.map(([, end]) => end))]);
  expect(text).not.toMatch(/SELECT|How many|Done\./);

  // Forks share the times of their steps; one without a step has none.
  const fork = await page.assistants.fork(id, 2);
  const forked = (JSON.parse((await page.assistants.traceFile(fork)).text) as TraceRequest).resourceSpans[0]!.scopeSpans[0]!.spans;
  expect(forked.slice(1).map(({ startTimeUnixNano }) => startTimeUnixNano)).toEqual(
    spans.slice(1, forked.length).map(({ startTimeUnixNano }) => startTimeUnixNano),
  );
  const empty = await page.assistants.fork(id, 0);
  await expect(page.assistants.traceFile(empty)).rejects.toMatchObject({ code: 'NO_TIMES' });
});
