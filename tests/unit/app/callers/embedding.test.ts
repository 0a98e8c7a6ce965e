import { afterEach, expect, test } from 'vitest';
import { connectEmbedder, embeddersOf, type EmbeddingParts } from '../../../../src/app/callers/embedding.ts';
import type { Workbench } from '../../../../src/workbench/public.ts';
import { bench, call } from '../../../support/tools.ts';

const parent = {};
const open: MessagePort[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

/** An embedding page of an origin that asks for a port, as a browser would deliver it. */
function embed(api: unknown, change: { origin?: string; source?: object; data?: unknown; embedders?: string } = {}) {
  const bed = bench();
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  const served: MessagePort[] = [];
  const names: object[] = [];
  const workbench = {
    version: '0.1.0',
    ready: Promise.resolve(),
    run: (invocation: unknown, options: object) => bed.runner.run(invocation, { ...options, entry: 'embed' }),
    audit: () => bed.runner.audit(),
    keyring: { list: () => [] },
    names: { list: () => names, set: (address: string, name: string) => void names.push({ address, name }) },
    decode: () => {
      throw new TypeError('expected a transcript');
    },
    tools: () => [() => 1],
    on: (_type: string, listener: (event: unknown) => void) => bed.runner.on('audit', listener),
  } as unknown as Workbench;
  const parts: EmbeddingParts = {
    embedders: embeddersOf(change.embedders ?? 'https://lab.example'),
    parent,
    workbench,
    serveMcp: (port) => {
      served.push(port);
    },
  };
  const event = {
    data: change.data ?? { type: 'capture-workbench/connect', api },
    origin: change.origin ?? 'https://lab.example',
    source: (change.source ?? parent) as MessageEventSource,
    ports: [port2],
  };
  const connected = connectEmbedder(event, parts);
  const heard: Record<string, unknown>[] = [];
  let wake = (): void => undefined;
  port1.onmessage = ({ data }: MessageEvent<Record<string, unknown>>) => {
    heard.push(data);
    wake();
  };
  const until = async (found: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> => {
    for (;;) {
      const message = heard.find(found);
      if (message) return message;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  const ask = (id: number, method: string, ...args: unknown[]) => {
    port1.postMessage({ id, method, args });
    return until((message) => message['id'] === id && ('value' in message || 'error' in message));
  };
  return { connected, ask, until, given: port2, served, bed };
}

test('an allowed origin can call window.workbench over a port, with the same runner and journal', async () => {
  const { connected, ask, until, bed } = embed('workbench');
  expect(connected).toBe('workbench');
  expect((await ask(1, 'version'))['value']).toBe('0.1.0');
  await ask(2, 'on', 'audit');
  expect((await ask(3, 'run', call()))['value']).toMatchObject({ status: 'ok', structured_output: { product: 300 } });
  expect(await until((message) => 'progress' in message)).toMatchObject({ id: 3, progress: { phase: 'multiplying' } });
  expect(await until((message) => 'event' in message)).toMatchObject({ id: 2 });
  expect((await ask(4, 'audit'))['value']).toEqual(bed.runner.audit());
  expect((await ask(5, 'keyring.list'))['value']).toEqual([]);
  expect((await ask(6, 'names.set', 'AA', 'Tag'))['error']).toBeUndefined();
  expect((await ask(7, 'names.list'))['value']).toEqual([{ address: 'AA', name: 'Tag' }]);
});

test('other members cannot be called, failures arrive as errors, and values that cannot be sent are reported', async () => {
  const { ask } = embed('workbench');
  for (const [at, method] of ['constructor', 'run.constructor', '__proto__', 'keyring.constructor', 'session'].entries()) {
    expect((await ask(at, method))['error']).toMatchObject({ name: 'TypeError' });
  }
  expect((await ask(10, 'decode', 'anthropic', ''))['error']).toMatchObject({ message: 'expected a transcript' });
  expect((await ask(11, 'tools'))['error']).toMatchObject({ name: 'DataCloneError' });
});

test('a port for MCP is passed to the core without being started or read', () => {
  const { connected, given, served } = embed('mcp');
  expect(connected).toBe('mcp');
  expect(served).toEqual([given]);
});

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['an origin that begins alike', { origin: 'https://lab.example.evil.example' }],
  ['a page of no origin', { origin: 'null' }],
  ['a window that is not the parent', { source: {} }],
  ['another message', { data: { type: 'hello' } }],
  ['no object', { data: 'capture-workbench/connect' }],
  ['an unknown interface', { data: { type: 'capture-workbench/connect', api: 'shell' } }],
  ['anybody while the list is empty', { embedders: '' }],
])('%s gets no connection', (_, change) => {
  expect(embed('workbench', change).connected).toBeNull();
});

test('only exact origins are accepted', () => {
  expect(embeddersOf(' https://a.example http://127.0.0.1:8080 * https://*.b.example https://c.example/path null file:// x')).toEqual([
    'https://a.example',
    'http://127.0.0.1:8080',
  ]);
});
