import { expect, test } from 'vitest';
import { CONNECT, connectEmbedder } from '../../../src/app/callers/embedding.ts';
import type { Workbench } from '../../../src/workbench/public.ts';
import { publicWorkbench } from '../../../src/app/workbench.ts';
import { planPlanner } from '../../../src/planner/from-plan.ts';
import { transcriptPlanner } from '../../../src/planner/from-transcript.ts';
import { converse } from '../../../src/planner/loop.ts';
import type { Planner } from '../../../src/planner/planner.ts';
import { repair } from '../../../src/tools/repair/repair.ts';
import { decode } from '../../../src/wire/decode.ts';
import { serveMcp } from '../../../src/wire/mcp/server.ts';
import type { Dialect } from '../../../src/wire/record.ts';
import { offerWebMcp, type ModelContextTool } from '../../../src/wire/webmcp/transport.ts';
import { idlePage, linkTo } from '../../support/core-link.ts';
import { fakePort } from '../../support/fake-port.ts';
import { bench, call, capture, countingIds, lookup, type TestBench } from '../../support/tools.ts';

/** Wrong, mended as the rules mend it, right. */
const FACTORS = ['10', 10, 4];
const args = (factor: unknown): object => ({ capture_selection: { capture_id: 'lab' }, factor });
const NAME = 'row_multiplier';
const nextId = (): (() => string) => {
  const ids = countingIds();
  return () => `call-${ids.uuid()}`;
};

/** A caller that decodes a dialect and runs the decoded calls. */
const decoded =
  (dialect: Dialect, entry: string, written: (id: string, input: object) => unknown) =>
  async ({ runner }: TestBench): Promise<void> => {
    for (const [at, factor] of FACTORS.entries()) {
      const [read] = decode(dialect, written(`call_${String(at)}`, args(factor)), runner.catalog()).calls;
      await runner.run(read?.invocation, { entry });
    }
  };

async function throughPlanner(bed: TestBench, planner: Planner): Promise<void> {
  const { runner, registry, clock } = bed;
  const facts = { registry, catalog: runner.catalog(), captures: lookup([capture()]), ids: countingIds() };
  const { ending } = await converse(
    planner,
    { question: '', tools: runner.catalog(), captures: [capture()] },
    {
      run: (invocation, signal) => runner.run(invocation, { entry: 'planner', signal }),
      repair: (invocation, result) => repair(invocation, result, facts),
      clock,
    },
  );
  expect(ending).toBe('answered');
}

const chat = (id: string, input: object) => ({
  role: 'assistant',
  tool_calls: [{ id, type: 'function', function: { name: NAME, arguments: JSON.stringify(input) } }],
});

const asCalled = (at: number, factor: unknown): unknown =>
  call({ request_id: `req-${String(at)}`, arguments: { factor }, timeout_ms: 60_000 });

/** `window.workbench` over a channel to a runner, which is all that a call needs of the core. */
function pageOf(runner: TestBench['runner'], entry: 'console' | 'embed'): { workbench: Workbench; close: () => void } {
  const run = (invocation: unknown, options: object): unknown => runner.run(invocation, { ...options, entry });
  const { link, close } = linkTo({ [entry]: { run } });
  return { workbench: publicWorkbench(link, fakePort(), idlePage, entry), close };
}

/** Every door with the code that stands in it; only what is outside of the page is played here. */
const DOORS: Readonly<Record<string, (bed: TestBench) => Promise<void>>> = {
  'page: invocations as the editor holds them': async ({ runner }) => {
    for (const [at, factor] of FACTORS.entries()) {
      await runner.run(call({ request_id: `req-${String(at)}`, arguments: { factor }, timeout_ms: 60_000 }), { entry: 'page' });
    }
  },
  'console, OpenAI chat completions': decoded('openai-chat', 'console', chat),
  'console, OpenAI responses': decoded('openai-responses', 'console', (id, input) => ({
    type: 'function_call',
    call_id: id,
    name: NAME,
    arguments: JSON.stringify(input),
  })),
  'console, Anthropic messages': decoded('anthropic', 'console', (id, input) => ({
    role: 'assistant',
    content: [{ type: 'tool_use', id, name: NAME, input }],
  })),
  'WebMCP: what the browser calls': async ({ runner }) => {
    const tools: ModelContextTool[] = [];
    offerWebMcp(
      { registerTool: (tool) => Promise.resolve(tools.push(tool)) },
      {
        catalog: () => runner.catalog(),
        run: (invocation) => runner.run(invocation, { entry: 'webmcp' }),
        newId: nextId(),
        note: (error) => {
          throw error;
        },
      },
    );
    for (const factor of FACTORS) await tools[0]?.execute(args(factor));
  },
  'console: the members of window.workbench': async ({ runner }) => {
    const { workbench, close } = pageOf(runner, 'console');
    for (const [at, factor] of FACTORS.entries()) await workbench.run(asCalled(at, factor));
    close();
  },
  'embedding page: window.workbench over a message port': async ({ runner }) => {
    const parent = {};
    const { workbench, close } = pageOf(runner, 'embed');
    const { port1, port2 } = new MessageChannel();
    const event = { data: { type: CONNECT, api: 'workbench' }, origin: 'https://host.example', source: parent, ports: [port2] };
    const parts = {
      embedders: ['https://host.example'],
      parent,
      workbench,
      serveMcp: () => {
        throw new Error('broken invariant: the port asked for window.workbench');
      },
    };
    expect(connectEmbedder(event as unknown as MessageEvent, parts)).toBe('workbench');
    try {
      for (const [at, factor] of FACTORS.entries()) {
        const answered = new Promise<void>((resolve) => {
          port1.onmessage = ({ data }: MessageEvent<{ value?: unknown }>) => {
            if (data.value !== undefined) resolve();
          };
        });
        port1.postMessage({ id: at, method: 'run', args: [asCalled(at, factor)] });
        await answered;
      }
    } finally {
      port1.close();
      port2.close();
      close();
    }
  },
  'MCP: the server on its port': async ({ runner }) => {
    let answered: () => void = () => undefined;
    const server = serveMcp({
      version: '0.1.0',
      catalog: () => runner.catalog(),
      run: (invocation, { signal, onProgress }) => runner.run(invocation, { signal, onProgress, entry: 'mcp' }),
      newId: nextId(),
      now: () => Date.now(),
      note: (error) => {
        throw error;
      },
    }).connect(() => {
      answered();
    });
    for (const [id, factor] of FACTORS.entries()) {
      const answer = new Promise<void>((resolve) => (answered = resolve));
      server.receive({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: NAME, arguments: args(factor) } });
      await answer;
    }
  },
  'planner: a transcript taken through the loop': (bed) => {
    const transcript = { messages: [chat('a', args('10')), chat('b', args(4))] };
    return throughPlanner(bed, transcriptPlanner(decode('openai-chat', transcript, bed.runner.catalog()), nextId()));
  },
  'planner: an imported plan': (bed) => {
    const steps = ['10', 4].map((factor) => ({
      id: `f${String(factor)}`,
      invocation: call({ arguments: { factor }, timeout_ms: 60_000 }),
    }));
    const plan = { format: 'capture-workbench/plan', version: 1, steps };
    return throughPlanner(bed, planPlanner('Plan', plan, lookup([capture()]), nextId()));
  },
};

/** Lines of the journal without the entry point (which is the agent if none is named), its ids, and the digests over both. */
const journalOf = ({ runner }: TestBench): unknown =>
  runner
    .audit()
    .map(({ entry: _entry, ...line }) =>
      Object.fromEntries(
        Object.entries(line).filter(
          ([key]) => !/^(?:agentId|request_id|tool_call_id|hash|prev_hash)$|invocation|trace|correlation/i.test(key),
        ),
      ),
    );

test('the same three turns through every door: equal results by hash, equal journal but for the entry', async () => {
  const seen = new Map<string, unknown>();
  for (const [door, walk] of Object.entries(DOORS)) {
    const bed = bench();
    await walk(bed);
    const lines = bed.runner.audit();
    expect([door, lines.map(({ status }) => status)]).toEqual([door, ['error', 'ok', 'ok']]);
    expect([door, new Set(lines.map(({ entry }) => entry)).size]).toEqual([door, 1]);
    seen.set(door, journalOf(bed));
  }
  const [first, ...others] = [...seen];
  for (const [door, journal] of others) expect([door, journal]).toEqual([door, first?.[1]]);
  // Hashes of results are among what was compared.
  expect(JSON.stringify(first)).toMatch(/"result_hash":"[0-9a-f]{64}"/);
});
