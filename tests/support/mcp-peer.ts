import { serveMcp } from '../../src/wire/mcp/server.ts';
import type { CallContext, McpServerParts } from '../../src/wire/mcp/server/ports.ts';
import type { ToolResult } from '../../src/tools/contract/index.ts';
import { bench, countingIds, type TestBench } from './tools.ts';

export interface Message {
  readonly jsonrpc?: string;
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The `_meta` of a request of revision 2026-07-28. */
export const stateless = (capabilities: object = {}, more: object = {}): { readonly _meta: object } => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    ...more,
  },
});

/** What a test does before the call runs. */
export type Before = (context: CallContext) => Promise<void>;

/** A client of the MCP server whose messages are values: `ask` gives the response, `heard` has everything else that was sent. */
export function mcpPeer(change: Partial<McpServerParts> = {}, bed: TestBench = bench(), before: Before = () => Promise.resolve()) {
  const ids = countingIds();
  const notes: unknown[] = [];
  const run = async (invocation: unknown, context: CallContext): Promise<ToolResult> => {
    await before(context);
    const { signal, onProgress } = context;
    return bed.runner.run(invocation, { signal, onProgress, entry: 'mcp' });
  };
  const server = serveMcp({
    version: '0.1.0',
    catalog: () => bed.runner.catalog(),
    run,
    newId: () => `mcp-${ids.uuid()}`,
    now: () => Date.now(),
    note: (error) => notes.push(error),
    ...change,
  });
  const connect = () => {
    const heard: Message[] = [];
    const waiting = new Map<unknown, (message: Message) => void>();
    const listeners: ((message: Message) => void)[] = [];
    const connection = server.connect((sent) => {
      const message = structuredClone(sent) as Message;
      if (!('method' in message) && waiting.has(message.id)) waiting.get(message.id)!(message);
      else heard.push(message);
      for (const listener of listeners) listener(message);
    });
    let next = 0;
    const ask = (message: Message): Promise<Message> =>
      new Promise((resolve) => {
        waiting.set(message.id, resolve);
        connection.receive(message);
      });
    return {
      heard,
      connection,
      ask,
      request: (method: string, params: Readonly<Record<string, unknown>> = {}) => ask({ jsonrpc: '2.0', id: ++next, method, params }),
      tell: (message: Message) => {
        connection.receive({ jsonrpc: '2.0', ...message });
      },
      /** Called with every message that the server sends. */
      on: (listener: (message: Message) => void) => listeners.push(listener),
    };
  };
  return { server, bed, notes, connect, ...connect() };
}
