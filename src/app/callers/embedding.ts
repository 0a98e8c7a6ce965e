import type { McpServerParts } from '../../wire/mcp/server.ts';
import { serveMcp } from '../../wire/mcp/server.ts';
import type { Workbench } from '../public.ts';
import type { Composition } from '../compose.ts';
import { serveWorkbench } from './embedding-rpc.ts';
import { publicWorkbench } from '../workbench.ts';

/** What an embedding page posts to the frame, with one port: `api` says what it wants to speak over it. */
export const CONNECT = 'capture-workbench/connect';
/** What the frame posts back when it listens, and when it refused. */
export const READY = 'capture-workbench/ready';

/**
 * Origins that may talk to a page that they embed, from `<meta name="workbench-embedders" content="https://a.example …">`. Who hosts
 * the page writes them; nobody at first. Exact origins: no wildcards, no paths.
 */
export function embeddersOf(content: string): readonly string[] {
  return content.split(/\s+/).filter((entry) => {
    try {
      return entry !== '' && new URL(entry).origin === entry && /^https?:[^*]+$/.test(entry);
    } catch {
      return false;
    }
  });
}

export interface EmbeddingParts {
  readonly embedders: readonly string[];
  /** The window that embeds this one. */
  readonly parent: object;
  readonly workbench: Workbench;
  readonly mcp: Omit<McpServerParts, 'send'>;
  onPolicy(listener: () => void): () => void;
}

/** One message of the window: a connection for it, or nothing at all. Whoever is not on the list gets no answer. */
export function connectEmbedder(
  event: Pick<MessageEvent, 'data' | 'origin' | 'source' | 'ports'>,
  parts: EmbeddingParts,
): 'mcp' | 'workbench' | null {
  const { data, origin, source } = event as { data: unknown; origin: string; source: unknown };
  if (source !== parts.parent || !parts.embedders.includes(origin)) return null;
  const [port] = event.ports;
  if (typeof data !== 'object' || data === null || Reflect.get(data, 'type') !== CONNECT || port === undefined) return null;
  const api: unknown = Reflect.get(data, 'api');
  if (api === 'mcp') {
    const server = serveMcp({
      ...parts.mcp,
      send: (message) => {
        port.postMessage(message);
      },
    });
    port.addEventListener('message', (message: MessageEvent<unknown>) => {
      server.receive(message.data);
    });
    parts.onPolicy(() => {
      server.toolsChanged();
    });
  } else if (api === 'workbench') serveWorkbench(port, parts.workbench);
  else return null;
  port.start();
  return api;
}

/** The name that a policy gives rights to: `agents.mcp`. */
const MCP_AGENT = { id: 'mcp', version: '1' } as const;

/** Listens for the page that embeds this one, and tells the origins of the list that it does. */
export function offerToEmbedder(content: string, composition: Composition): void {
  const embedders = embeddersOf(content);
  const parts: EmbeddingParts = {
    embedders,
    parent: window.parent,
    workbench: publicWorkbench(composition, 'embed'),
    mcp: {
      version: composition.version,
      catalog: () => composition.runner.catalog(MCP_AGENT),
      run: (invocation, options) => composition.runAs('mcp', invocation, { ...options, trust: 'untrusted', context: { agent: MCP_AGENT } }),
      newId: () => `mcp-${crypto.randomUUID()}`,
      note: (error) => {
        console.debug('mcp', error);
      },
    },
    onPolicy: (listener) => composition.listen('policy', listener),
  };
  window.addEventListener('message', (event) => {
    connectEmbedder(event, parts);
  });
  for (const origin of embedders) window.parent.postMessage({ type: READY }, origin);
}
