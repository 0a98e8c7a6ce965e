import { WorkbenchError } from '../../base/failure.ts';
import { listMember, member, textMember } from '../events.ts';
import { inRounds } from './client-rounds.ts';
import { headerValue, paramHeaders, type HeaderParams } from './headers.ts';
import { createRequests, RpcFault, type Ask, type McpTransport, type Requests } from './requests.ts';

/**
 * An MCP client for tools over Streamable HTTP: revision 2026-07-28 if the server supports it, otherwise the handshake of 2025-06-18 (or
 * another revision with the same tools). It offers servers forms to ask the person (elicitation), but no sampling, roots or URLs to visit.
 */
export interface McpConnection {
  readonly revision: string;
  /** Name and version as reported by the server. */
  readonly server: { readonly name: string; readonly version: string };
  /** All pages of `tools/list`, unchanged. */
  listTools(signal: AbortSignal): Promise<readonly unknown[]>;
  /** `tools/call`; returns its result unchanged, after all rounds in which the server asks. An abort is sent to the server. */
  callTool(name: string, args: Readonly<Record<string, unknown>>, params: HeaderParams, signal: AbortSignal, ask?: Ask): Promise<unknown>;
  /** Waits for notifications of list changes until the stream ends; false if the server has no such stream. */
  follow(signal: AbortSignal): Promise<boolean>;
  /** Ends the session with the server. */
  close(): Promise<void>;
}

export interface McpClientParts {
  readonly transport: McpTransport;
  readonly client: { readonly name: string; readonly version: string };
  /** Called when the server reports that its list has changed. */
  readonly onListChanged: () => void;
  /** Whether calls come with `ask`, so that servers may put forms to the person; default false. */
  readonly asks?: boolean;
}

const MODERN = '2026-07-28';
const ASKED = '2025-06-18';
const LEGACY: readonly unknown[] = ['2025-11-25', ASKED, '2025-03-26'];
const META = 'io.modelcontextprotocol/';

/** Error codes of the later revision: a server that uses one supports it. */
const UNSUPPORTED_VERSION = -32_022;
const MODERN_FAULTS: readonly number[] = [-32_020, -32_021, UNSUPPORTED_VERSION];

const CONNECT_MS = 10_000;
const LIST_MS = 20_000;
const MOST_PAGES = 64;
/** Most entries of a list that are fetched; the rest of a longer list is ignored. */
const MOST_LINES = 20_000;

export async function connectMcp(parts: McpClientParts, signal: AbortSignal): Promise<McpConnection> {
  const requests = createRequests(parts.transport, parts.onListChanged);
  const modern = await discover(requests, parts, signal);
  return modern ?? shakeHands(requests, parts, signal);
}

const capabilitiesOf = ({ asks = false }: McpClientParts): object => (asks ? { elicitation: { form: {} } } : {});

/** Connects with the later revision; null if the server only has an earlier one. */
async function discover(requests: Requests, parts: McpClientParts, signal: AbortSignal): Promise<McpConnection | null> {
  const meta = {
    [`${META}protocolVersion`]: MODERN,
    [`${META}clientInfo`]: parts.client,
    [`${META}clientCapabilities`]: capabilitiesOf(parts),
  };
  const send: Send = (method, params, { headers = {}, ...options }) =>
    requests.send(
      method,
      { ...params, _meta: meta },
      { ...options, headers: { 'mcp-protocol-version': MODERN, 'mcp-method': method, ...headers } },
    );
  try {
    const found = await send('server/discover', {}, { signal, wait_ms: CONNECT_MS });
    if (!listMember(found, 'supportedVersions').includes(MODERN)) return null;
    const base = connection(MODERN, member(member(found, '_meta'), `${META}serverInfo`) ?? member(found, 'serverInfo'), send);
    return {
      ...base,
      follow: async (inner) => {
        await send('subscriptions/listen', { notifications: { toolsListChanged: true } }, { signal: inner, wait_ms: 0 }).catch(
          ended(inner),
        );
        return true;
      },
      close: () => Promise.resolve(),
    };
  } catch (error) {
    if (signal.aborted || !mayBeEarlier(error)) throw error;
    return null;
  }
}

/** The end of a stream is not an error; anything else is reported. */
const ended =
  (signal: AbortSignal) =>
  (error: unknown): void => {
    if (!signal.aborted && !(error instanceof WorkbenchError && error.code === 'MCP_NO_ANSWER')) throw error;
  };

/**
 * Whether an error may come from a server that does not support the later revision. If CORS rejects a header, the browser reports only a
 * network error, so that also leads to a retry with the earlier revision.
 */
function mayBeEarlier(error: unknown): boolean {
  if (error instanceof RpcFault) {
    if (error.rpc === UNSUPPORTED_VERSION) return listMember(error.data, 'supported').some((each) => LEGACY.includes(each));
    return !MODERN_FAULTS.includes(error.rpc);
  }
  return (
    error instanceof WorkbenchError && ['ENDPOINT_UNREACHABLE', 'ENDPOINT_CUT', 'ENDPOINT_STATUS', 'MCP_NO_ANSWER'].includes(error.code)
  );
}

async function shakeHands(requests: Requests, parts: McpClientParts, signal: AbortSignal): Promise<McpConnection> {
  const state = { version: ASKED, session: null as string | null };
  const headersOf = (): Record<string, string> => ({
    'mcp-protocol-version': state.version,
    ...(state.session !== null && { 'mcp-session-id': state.session }),
  });
  const greet = async (inner: AbortSignal): Promise<unknown> => {
    state.session = null;
    const params = { protocolVersion: ASKED, capabilities: capabilitiesOf(parts), clientInfo: parts.client };
    const found = await requests.send('initialize', params, {
      signal: inner,
      wait_ms: CONNECT_MS,
      headers: {},
      onSession: (id) => (state.session = id),
    });
    const version = textMember(found, 'protocolVersion');
    if (version === undefined || !LEGACY.includes(version)) {
      const shown = version === undefined ? 'none' : version.slice(0, 32);
      throw new WorkbenchError('MCP_VERSION', `expected a server of MCP ${MODERN} or ${LEGACY.join(', ')}, found ${shown}`);
    }
    state.version = version;
    await requests.notify('notifications/initialized', {}, { signal: inner, wait_ms: CONNECT_MS, headers: headersOf() });
    return found;
  };
  const found = await greet(signal);
  const send: Send = async (method, params, options) => {
    const once = (): Promise<unknown> =>
      requests.send(method, params, {
        ...options,
        resumes: true,
        headers: headersOf(),
        // In these revisions, closing the connection does not cancel a request.
        onAbort: (id) =>
          void requests
            .notify('notifications/cancelled', { requestId: id, reason: 'the caller gave up' }, late(headersOf()))
            // A server that has gone needs no notice.
            .catch(() => undefined),
      });
    try {
      return await once();
    } catch (error) {
      // The server has lost the session and did nothing, so start a new one.
      if (state.session === null || !(error instanceof WorkbenchError) || error.details['status'] !== 404) throw error;
      await greet(options.signal);
      return once();
    }
  };
  return {
    ...connection(state.version, member(found, 'serverInfo'), send),
    follow: (inner) => requests.listen(headersOf(), inner),
    close: () => (state.session === null ? Promise.resolve() : parts.transport.end(headersOf())),
  };
}

/** Sent after the call has ended, so without its abort signal. */
const late = (headers: Readonly<Record<string, string>>) => ({ signal: new AbortController().signal, wait_ms: CONNECT_MS, headers });

interface SendOptions {
  readonly signal: AbortSignal;
  readonly wait_ms: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly ask?: Ask | undefined;
}
type Send = (method: string, params: Readonly<Record<string, unknown>>, options: SendOptions) => Promise<unknown>;

function connection(revision: string, info: unknown, send: Send): Omit<McpConnection, 'follow' | 'close'> {
  return {
    revision,
    server: { name: (textMember(info, 'name') ?? '').slice(0, 128), version: (textMember(info, 'version') ?? '').slice(0, 64) },
    async listTools(signal) {
      const lines: unknown[] = [];
      const cursors = new Set<string>();
      let cursor: string | undefined;
      for (let page = 0; page < MOST_PAGES && lines.length < MOST_LINES; page++) {
        const found = await send('tools/list', cursor === undefined ? {} : { cursor }, { signal, wait_ms: LIST_MS });
        const tools = member(found, 'tools');
        if (!Array.isArray(tools)) throw new WorkbenchError('MCP_BAD_MESSAGE', 'tools/list: expected a list of tools, found none');
        for (const tool of tools as readonly unknown[]) lines.push(tool);
        cursor = textMember(found, 'nextCursor');
        if (cursor === undefined || cursor === '') return lines;
        if (cursors.has(cursor))
          throw new WorkbenchError('MCP_BAD_MESSAGE', 'tools/list: expected a new cursor with every page, found one twice');
        cursors.add(cursor);
      }
      return lines;
    },
    async callTool(name, args, params, signal, ask) {
      if (revision !== MODERN) return send('tools/call', { name, arguments: args }, { signal, wait_ms: 0, ask });
      const options = { signal, wait_ms: 0, headers: { 'mcp-name': headerValue(name), ...paramHeaders(params, args) } };
      return inRounds((more) => send('tools/call', { name, arguments: args, ...more }, options), ask, signal);
    },
  };
}
