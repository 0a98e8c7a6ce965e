import { isRecord } from '../../../tools/contract/json-schema.ts';
import { invalidParams, recordParam, RpcError, textParam, UNSUPPORTED_VERSION, type Params } from './rpc.ts';
import { levelOf, type Level } from './levels.ts';

/** Revisions of MCP that this server supports, newest first. Those after 2025-11-25 have no handshake: each request states its own. */
export const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18'] as const;
export type Revision = (typeof REVISIONS)[number];
/** Supported revisions of MCP in which a session begins with a handshake (`initialize`), newest first. */
const HANDSHAKE = ['2025-11-25', '2025-06-18'] as const;

export const META = 'io.modelcontextprotocol/';

/** What the server knows about the client that sent a request. */
export interface Caller {
  readonly revision: Revision;
  readonly capabilities: Params;
  /** Least severe level of the log messages that the client requested; undefined if it requested none. */
  readonly level: Level | undefined;
}

export const isStateless = ({ revision }: Pick<Caller, 'revision'>): boolean => revision === '2026-07-28';

/** Answers `initialize`: agrees on the requested revision if it has a handshake, otherwise on the newest that has one. */
export function agree(params: Params): Caller {
  const requested = textParam(params, 'protocolVersion');
  const revision = HANDSHAKE.find((each) => each === requested) ?? HANDSHAKE[0];
  // Send warnings to the log by default; the client may choose another level later.
  return { revision, capabilities: recordParam(params, 'capabilities'), level: 'warning' };
}

/** What is assumed about a client before its handshake. */
export const UNKNOWN_CALLER: Caller = { revision: '2025-06-18', capabilities: {}, level: 'warning' };

/**
 * What a request itself states about its client (2026-07-28), otherwise what the handshake stated.
 * @throws RpcError for an unsupported revision, or if members that the revision requires are missing
 */
export function callerOf(params: Params, agreed: Caller): Caller {
  const meta = isRecord(params['_meta']) ? params['_meta'] : {};
  const named = meta[`${META}protocolVersion`];
  if (named === undefined) return agreed;
  const revision = REVISIONS.find((each) => each === named);
  if (revision === undefined) {
    throw new RpcError(UNSUPPORTED_VERSION, 'Unsupported protocol version', {
      supported: REVISIONS,
      requested: typeof named === 'string' ? named.slice(0, 32) : typeof named,
    });
  }
  if (!isStateless({ revision })) return { ...agreed, revision };
  const capabilities = meta[`${META}clientCapabilities`];
  if (!isRecord(capabilities)) throw invalidParams(`expected ${META}clientCapabilities in _meta as an object`);
  const level = meta[`${META}logLevel`];
  return { revision, capabilities, level: level === undefined ? undefined : levelOf(level) };
}

/** Whether the client can show its user a form. Before revision 2025-11-25, a form was the only kind of elicitation. */
export function showsForms({ capabilities }: Caller): boolean {
  const { elicitation } = capabilities;
  return isRecord(elicitation) && (isRecord(elicitation['form']) || !isRecord(elicitation['url']));
}
