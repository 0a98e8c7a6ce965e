import { isRecord } from '../../../tools/contract/json-schema.ts';
import { invalidParams, recordParam, RpcError, textParam, UNSUPPORTED_VERSION, type Params } from './rpc.ts';
import { levelOf, type Level } from './levels.ts';

/** Revisions of MCP that are served, newest first. Those after 2025-11-25 have no handshake: each request names its revision. */
export const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18'] as const;
export type Revision = (typeof REVISIONS)[number];
/** Revisions of the handshake, newest first. */
const HANDSHAKE = ['2025-11-25', '2025-06-18'] as const;

export const META = 'io.modelcontextprotocol/';

/** What is known of the client when it sends a request. */
export interface Caller {
  readonly revision: Revision;
  readonly capabilities: Params;
  /** Least severe level of log messages that the client requested; undefined for none. */
  readonly level: Level | undefined;
}

export const isStateless = ({ revision }: Pick<Caller, 'revision'>): boolean => revision === '2026-07-28';

/** The answer to `initialize`: the revision that was requested where it has a handshake, else the newest that has one. */
export function agree(params: Params): Caller {
  const requested = textParam(params, 'protocolVersion');
  const revision = HANDSHAKE.find((each) => each === requested) ?? HANDSHAKE[0];
  // The client may set another level later; until then it is sent what it should not miss.
  return { revision, capabilities: recordParam(params, 'capabilities'), level: 'warning' };
}

/** Until a client has shaken hands. */
export const UNKNOWN_CALLER: Caller = { revision: '2025-06-18', capabilities: {}, level: 'warning' };

/**
 * The client as the request itself describes it (2026-07-28), else as the handshake did.
 * @throws RpcError for a revision that is not served, or without the members that the revision requires
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

/** Whether the client can show its person a form. Before 2025-11-25 there was no other kind of elicitation. */
export function showsForms({ capabilities }: Caller): boolean {
  const { elicitation } = capabilities;
  return isRecord(elicitation) && (isRecord(elicitation['form']) || !isRecord(elicitation['url']));
}
