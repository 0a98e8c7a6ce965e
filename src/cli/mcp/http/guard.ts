import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { HttpFault, headerOf } from './reply.ts';

/** Names by which this machine is addressed. A page of another site always has another host name, even if that resolves to this machine. */
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

export const ENDPOINT = '/mcp';

/**
 * Rejects a request unless it was sent to this machine by one of its own names, by no page of another site, and with the token.
 * @param token null if none is needed, in tests of the transport
 * @throws HttpFault 403, 404 or 401
 */
export function guard(request: IncomingMessage, token: string | null): void {
  if (!LOCAL.has(hostname(`http://${headerOf(request, 'host') ?? ''}`)))
    throw new HttpFault(403, 'expected the host localhost, 127.0.0.1 or [::1]');
  const origin = headerOf(request, 'origin');
  if (origin !== undefined && !LOCAL.has(hostname(origin))) throw new HttpFault(403, 'expected no page of another site');
  if (request.url?.split('?', 1)[0] !== ENDPOINT) throw new HttpFault(404, `expected the path ${ENDPOINT}`);
  const given = /^Bearer (\S{1,512})$/i.exec(headerOf(request, 'authorization') ?? '')?.[1] ?? '';
  if (token !== null && !sameText(given, token))
    throw new HttpFault(401, 'expected the token of the server: Authorization: Bearer TOKEN', undefined, { 'www-authenticate': 'Bearer' });
}

function hostname(url: string): string {
  try {
    const { hostname: name, protocol, username, pathname } = new URL(url);
    return protocol === 'http:' && username === '' && pathname === '/' ? name : '';
  } catch {
    return '';
  }
}

/** Compares the digests of two texts, so that the time taken does not reveal how much of a guess is right. */
function sameText(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
