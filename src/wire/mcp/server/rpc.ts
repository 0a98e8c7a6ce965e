import { isRecord } from '../../../tools/contract/json-schema.ts';

/** The id of a request in JSON-RPC 2.0, as MCP restricts it. */
export type Id = string | number;
export type Params = Readonly<Record<string, unknown>>;

export const INVALID_REQUEST = -32_600;
export const NO_METHOD = -32_601;
export const INVALID_PARAMS = -32_602;
export const INTERNAL = -32_603;
/** Code for a resource that was not found, in revisions up to 2025-11-25; later ones use `INVALID_PARAMS`. */
export const NO_RESOURCE = -32_002;
/** Code for a resource that could not be read. Only this server defines it. */
export const UNREADABLE = -32_000;
/** JSON-RPC error code for a request that needs a capability which its client has not declared (MCP revision 2026-07-28). */
export const NO_CAPABILITY = -32_021;
/** JSON-RPC error code for a request that names a revision which this server does not support (MCP revision 2026-07-28). */
export const UNSUPPORTED_VERSION = -32_022;

/** An error that is sent to the client as it is. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** Writes an error for a response. Of internal errors, clients only learn that there was one. */
export function rpcErrorOf(error: unknown): object {
  const { code, message, data } = error instanceof RpcError ? error : { code: INTERNAL, message: 'Internal error', data: undefined };
  return { code, message, ...(data !== undefined && { data }) };
}

export const invalidParams = (message: string): RpcError => new RpcError(INVALID_PARAMS, message);

/** Maximum number of characters of ids, names and URIs that clients send. */
const LONGEST = { id: 256, name: 256, uri: 2048 } as const;

export const isId = (id: unknown): id is Id => (typeof id === 'string' && id.length <= LONGEST.id) || Number.isSafeInteger(id);

/** Returns a parameter that must be text. @throws RpcError for any other value, or if the text is too long */
export function textParam(params: Params, key: string, kind: 'name' | 'uri' = 'name'): string {
  const value = params[key];
  if (typeof value === 'string' && value.length <= LONGEST[kind]) return value;
  throw invalidParams(`expected ${key} as a text of at most ${String(LONGEST[kind])} characters`);
}

/** Returns an object parameter; an empty one if absent. @throws RpcError for any other value */
export function recordParam(params: Params, key: string): Params {
  const value = params[key] ?? {};
  if (isRecord(value)) return value;
  throw invalidParams(`expected ${key} as an object`);
}
