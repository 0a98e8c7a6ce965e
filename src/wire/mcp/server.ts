import type { Progress } from '../../base/progress.ts';
import type { ToolManifest, ToolResult } from '../../tools/contract/index.ts';
import { isRecord } from '../../tools/contract/json-schema.ts';
import { decode } from '../decode.ts';
import { encode } from '../encode.ts';
import { textMember } from '../events.ts';

/**
 * An MCP server for tools over messages that are values, such as those of a message port (2025-06-18 with its handshake,
 * 2026-07-28 without). Written here instead of taken from the SDK: docs/decisions/0013-mcp-server.md says why.
 */
export const REVISIONS = ['2026-07-28', '2025-06-18'] as const;
type Revision = (typeof REVISIONS)[number];

export interface McpServerParts {
  readonly version: string;
  /** The tools that the policy gives to whoever is on the other side, now. */
  catalog(): readonly ToolManifest[];
  run(
    invocation: unknown,
    options: { readonly signal: AbortSignal; readonly onProgress: ((progress: Progress) => void) | undefined },
  ): Promise<ToolResult>;
  /** An id for a call: those of requests are the other side's and may come twice. */
  newId(): string;
  send(message: object): void;
  /** Told what broke inside; the other side is told nothing of it. */
  note(error: unknown): void;
}

export interface McpServer {
  /** Takes one message; answers through `send`. Never throws. */
  receive(message: unknown): void;
  /** To be told to clients that hold a list. */
  toolsChanged(): void;
  /** Ends what runs. */
  close(): void;
}

const INVALID_REQUEST = -32_600;
const NO_METHOD = -32_601;
const INVALID_PARAMS = -32_602;
const INTERNAL = -32_603;
/** The revision that a request names is not spoken here (2026-07-28). */
const UNSUPPORTED_VERSION = -32_022;
/** Calls of one client that run or wait at once. */
const MOST_RUNNING = 32;

const META = 'io.modelcontextprotocol/';
type Id = string | number;
type Params = Readonly<Record<string, unknown>>;

class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

export function serveMcp(parts: McpServerParts): McpServer {
  const running = new Map<Id, AbortController>();
  /** Of the handshake; what a request says of itself goes before. */
  let agreed: Revision = '2025-06-18';
  let told = false;

  const revisionOf = (params: Params): Revision => {
    const meta = isRecord(params['_meta']) ? params['_meta'] : {};
    const named = meta[`${META}protocolVersion`];
    if (named === undefined) return agreed;
    const known = REVISIONS.find((each) => each === named);
    if (known !== undefined) return known;
    throw new RpcError(UNSUPPORTED_VERSION, 'Unsupported protocol version', {
      supported: REVISIONS,
      requested: typeof named === 'string' ? named.slice(0, 32) : typeof named,
    });
  };

  const initialize = (params: Params): object => {
    const asked = params['protocolVersion'];
    // The handshake is of the earlier revision alone: whoever shakes hands gets it, whatever newer one was asked for.
    if (typeof asked !== 'string') throw new RpcError(INVALID_PARAMS, 'expected a protocolVersion');
    agreed = '2025-06-18';
    return { protocolVersion: agreed, capabilities: { tools: { listChanged: true } }, serverInfo: serverInfo(parts.version) };
  };

  const discover = (): object => ({
    resultType: 'complete',
    supportedVersions: REVISIONS,
    capabilities: { tools: {} },
    serverInfo: serverInfo(parts.version),
    ttlMs: 0,
    cacheScope: 'private',
  });

  const call = async (id: Id, params: Params, revision: Revision): Promise<object> => {
    const name = params['name'];
    const given = params['arguments'] ?? {};
    const tools = parts.catalog();
    if (typeof name !== 'string') throw new RpcError(INVALID_PARAMS, 'expected the name of a tool');
    const message = { jsonrpc: '2.0', id: 0, method: 'tools/call', params: { name, arguments: given } };
    const [record] = decode('mcp', message, tools).calls;
    const callId = parts.newId();
    if (record === undefined || record.invocation === null) {
      // A fault of the arguments is the model's to mend: it is a result, not an error of the protocol.
      return refusal(revision, record?.error?.errorCode ?? 'invalid_json', record?.error?.safeMessage ?? 'expected an object of arguments');
    }
    const { tool_name } = record.invocation;
    if (!tools.some((tool) => tool.name === tool_name)) throw new RpcError(INVALID_PARAMS, 'Unknown tool');
    if (running.size >= MOST_RUNNING) return refusal(revision, 'RATE_LIMITED', `expected at most ${String(MOST_RUNNING)} calls at once`);
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const result = await parts.run(
        { ...record.invocation, request_id: callId, tool_call_id: callId },
        { signal: controller.signal, onProgress: reporter(params) },
      );
      const [written] = encode('mcp', [], { results: [result], revision }).value['results'] as readonly { result: object }[];
      return written?.result ?? {};
    } finally {
      running.delete(id);
    }
  };

  /** Progress goes to those who asked for it, each step further than the last (the protocol's rule). */
  const reporter = (params: Params): ((progress: Progress) => void) | undefined => {
    const meta = isRecord(params['_meta']) ? params['_meta'] : {};
    const progressToken = meta['progressToken'];
    if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return undefined;
    let last = -1;
    return ({ done, total, phase, unit }) => {
      if (done <= last) return;
      last = done;
      const progress = { progressToken, progress: done, ...(total !== null && { total }), message: `${phase} (${unit})` };
      parts.send({ jsonrpc: '2.0', method: 'notifications/progress', params: progress });
    };
  };

  /** The first page is what a model needs at once; the second one is the rest of the catalog. */
  const page = (cursor: unknown, revision: Revision): object => {
    const tools = parts.catalog();
    const first = encode('mcp', tools, { revision }).value;
    if (cursor === undefined) return first;
    if (cursor !== first['nextCursor']) throw new RpcError(INVALID_PARAMS, 'expected a cursor of an earlier page');
    const given = new Set((first['tools'] as readonly ToolManifest[]).map(({ name }) => name));
    return encode('mcp', tools, { revision, tools: tools.map(({ name }) => name).filter((name) => !given.has(name)) }).value;
  };

  const answer = async (id: Id, method: string, params: Params): Promise<object> => {
    switch (method) {
      case 'initialize':
        return initialize(params);
      case 'server/discover':
        return discover();
      case 'ping':
        return {};
      case 'tools/list': {
        const revision = revisionOf(params);
        told = true;
        return page(params['cursor'], revision);
      }
      case 'tools/call':
        return call(id, params, revisionOf(params));
      default:
        throw new RpcError(NO_METHOD, 'Method not found');
    }
  };

  const fail = (id: Id | null, error: unknown): void => {
    const known = error instanceof RpcError;
    if (!known) parts.note(error);
    const { code, message, data } = known ? error : { code: INTERNAL, message: 'Internal error', data: undefined };
    parts.send({ jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } });
  };

  const notified = (method: string, params: Params): void => {
    const id = params['requestId'];
    if (method === 'notifications/cancelled' && (typeof id === 'string' || typeof id === 'number')) running.get(id)?.abort();
  };

  return {
    receive(message) {
      const id = isRecord(message) ? message['id'] : undefined;
      const method = textMember(message, 'method');
      const given = isRecord(message) ? (message['params'] ?? {}) : null;
      if (textMember(message, 'jsonrpc') !== '2.0' || method === undefined || !isRecord(given)) {
        // An answer to a question that was never asked is nobody's.
        if (isRecord(message) && ('result' in message || 'error' in message)) return;
        fail(isId(id) ? id : null, new RpcError(INVALID_REQUEST, 'Invalid Request'));
        return;
      }
      if (id === undefined) {
        notified(method, given);
        return;
      }
      if (!isId(id) || running.has(id)) {
        fail(isId(id) ? id : null, new RpcError(INVALID_REQUEST, 'expected an id of its own, a text or a whole number'));
        return;
      }
      answer(id, method, given).then(
        (result) => {
          parts.send({ jsonrpc: '2.0', id, result });
        },
        (error: unknown) => {
          fail(id, error);
        },
      );
    },
    toolsChanged() {
      if (told) parts.send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    },
    close() {
      for (const controller of running.values()) controller.abort();
      running.clear();
    },
  };
}

const isId = (id: unknown): id is Id => (typeof id === 'string' && id.length <= 256) || Number.isSafeInteger(id);

const serverInfo = (version: string): object => ({ name: 'capture-workbench', title: 'Capture Workbench', version });

function refusal(revision: Revision, code: string, message: string): object {
  const text = JSON.stringify({ status: 'error', summary: `The call did not run: ${message}`, errors: [{ code, message }] });
  return { ...(revision === '2026-07-28' && { resultType: 'complete' }), content: [{ type: 'text', text }], isError: true };
}
