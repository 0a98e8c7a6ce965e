import type { Workbench } from '../../workbench/public.ts';
import type { CoreConnection } from '../core-connection.ts';
import type { PagePort } from '../page-port.ts';
import { publicWorkbench, type PageState } from '../workbench.ts';
import { serveWorkbench } from './embedding-rpc.ts';

/** Message of an embedding page to the frame, with one port: `api` names the interface that it wants over the port. */
export const CONNECT = 'capture-workbench/connect';
/** Message of the frame when it listens. */
export const READY = 'capture-workbench/ready';

/**
 * Origins that may talk to a page that they embed, from `<meta name="workbench-embedders" content="https://a.example …">`. The host of
 * the page writes them; the build names none. Exact origins: no wildcards, no paths.
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
  /** Speaks MCP over the port. */
  serveMcp(port: MessagePort): void;
}

/** One message of the window: connects its port, or does nothing. Origins that are not on the list get no answer. */
export function connectEmbedder(
  event: Pick<MessageEvent, 'data' | 'origin' | 'source' | 'ports'>,
  parts: EmbeddingParts,
): 'mcp' | 'workbench' | null {
  const { data, origin, source } = event as { data: unknown; origin: string; source: unknown };
  if (source !== parts.parent || !parts.embedders.includes(origin)) return null;
  const [port] = event.ports;
  if (typeof data !== 'object' || data === null || Reflect.get(data, 'type') !== CONNECT || port === undefined) return null;
  const api: unknown = Reflect.get(data, 'api');
  if (api === 'mcp') parts.serveMcp(port);
  else if (api === 'workbench') {
    serveWorkbench(port, parts.workbench);
    port.start();
  } else return null;
  return api;
}

/** Listens for the page that embeds this one, and announces that to the origins of the list. */
export function offerToEmbedder(content: string, connection: CoreConnection, port: PagePort, page: PageState): void {
  const embedders = embeddersOf(content);
  const parts: EmbeddingParts = {
    embedders,
    parent: window.parent,
    workbench: publicWorkbench(connection, port, page, 'embed'),
    serveMcp: (given) => {
      port.core.serveMcp(given).catch(reportError);
    },
  };
  window.addEventListener('message', (event) => {
    connectEmbedder(event, parts);
  });
  for (const origin of embedders) window.parent.postMessage({ type: READY }, origin);
}
