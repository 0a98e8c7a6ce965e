import type { Workbench } from '../../workbench/public.ts';
import type { CoreConnection } from '../core-connection.ts';
import type { PagePort } from '../page-port.ts';
import { publicWorkbench, type PageState } from '../workbench.ts';
import { serveWorkbench } from './embedding-rpc.ts';

/** Type of the message with which an embedding page connects. It transfers one port; its `api` names the interface to serve there. */
export const CONNECT = 'capture-workbench/connect';
/** Type of the message that tells the embedding page that this page can now receive `CONNECT`. */
export const READY = 'capture-workbench/ready';

/**
 * Parses the origins of pages that may embed this page and call it, from `<meta name="workbench-embedders" content="https://a.example …">`.
 * The host of this page adds that element; the build contains none. Only exact origins are accepted, without wildcards and paths.
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
  /** The window of the page that embeds this one. */
  readonly parent: object;
  readonly workbench: Workbench;
  /** Serves MCP over a message port. */
  serveMcp(port: MessagePort): void;
}

/** Handles a message to the window: serves the interface that `CONNECT` requests and returns its name; null for other messages. */
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

/** Listens for messages of the embedding page, then announces that with `READY` to the allowed origins. */
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
