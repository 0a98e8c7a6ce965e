import { isRecord } from '../../../tools/contract/json-schema.ts';

/** JSON-RPC 2.0 as MCP uses it. */
export type Id = string | number;
export type Params = Readonly<Record<string, unknown>>;

export const INVALID_REQUEST = -32_600;
export const NO_METHOD = -32_601;
export const INVALID_PARAMS = -32_602;
export const INTERNAL = -32_603;
/** Resource not found, in revisions up to 2025-11-25; later ones use `INVALID_PARAMS`. */
export const NO_RESOURCE = -32_002;
/** Reading a resource failed. This code is this server's own. */
export const UNREADABLE = -32_000;
/** The request needs a capability that its client has not named (2026-07-28). */
export const NO_CAPABILITY = -32_021;
/** The revision that a request names is not served (2026-07-28). */
export const UNSUPPORTED_VERSION = -32_022;

/** An error that is sent to the client. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** An error as a response contains it. Clients learn nothing of internal ones. */
export function rpcErrorOf(error: unknown): object {
  const { code, message, data } = error instanceof RpcError ? error : { code: INTERNAL, message: 'Internal error', data: undefined };
  return { code, message, ...(data !== undefined && { data }) };
}

export const invalidParams = (message: string): RpcError => new RpcError(INVALID_PARAMS, message);

/** Most characters of ids, names and URIs from clients. */
const LONGEST = { id: 256, name: 256, uri: 2048 } as const;

export const isId = (id: unknown): id is Id => (typeof id === 'string' && id.length <= LONGEST.id) || Number.isSafeInteger(id);

/** @throws RpcError unless it is a text within the length limit */
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
