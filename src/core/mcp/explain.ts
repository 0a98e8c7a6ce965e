import { WorkbenchError } from '../../base/failure.ts';
import type { ServerFailure } from '../../workbench/servers.ts';
import { loopbackUrl } from '../assistants/loopback.ts';

/** The headers that a server must send to a page of another origin (CORS, Fetch standard). */
const corsHeaders = (origin: string): readonly string[] => [
  `Access-Control-Allow-Origin: ${origin}`,
  'Access-Control-Allow-Methods: GET, POST, DELETE',
  'Access-Control-Allow-Headers: Content-Type, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name',
  'Access-Control-Expose-Headers: Mcp-Session-Id',
];

/**
 * Whether any server answers at the URL. The browser reports a closed port and missing CORS headers with the same error. Only a request in
 * `no-cors` mode distinguishes the two, although its response cannot be read.
 */
export async function somebodyThere(url: string): Promise<boolean> {
  // Follow redirects, because `no-cors` requests must; the content security policy limits where they may lead.
  const request = { method: 'HEAD', mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' } as const;
  try {
    await fetch(loopbackUrl(url), { ...request, signal: AbortSignal.timeout(3000) });
    return true;
  } catch {
    return false;
  }
}

/** Explains a failed connection, with what the person can do about it. */
export async function explainFailure(error: unknown, url: string, origin: string): Promise<ServerFailure> {
  if (!(error instanceof WorkbenchError)) return { code: 'MCP_FAILED', message: 'the connection failed', remedy: [] };
  const { code, message } = error;
  return { code, message, remedy: await remedyOf(code, error.details['status'], url, origin) };
}

async function remedyOf(code: string, status: unknown, url: string, origin: string): Promise<readonly string[]> {
  switch (code) {
    case 'ENDPOINT_UNREACHABLE':
      if (await somebodyThere(url)) {
        return [
          'A server answers there, but not to this page. Every response, also to OPTIONS, must have these headers:',
          ...corsHeaders(origin),
        ];
      }
      return [`Nothing answers at ${url}. Start the server and check the port.`];
    case 'ENDPOINT_STATUS':
      if (status === 403) return [`The server refuses pages of this origin. Add ${origin} to the origins that it allows.`];
      if (status === 400 || status === 404) {
        return [
          'Check the path: many servers use /mcp.',
          'If the server uses sessions, the page must be able to read their id. Its responses must have this header:',
          'Access-Control-Expose-Headers: Mcp-Session-Id',
        ];
      }
      return status === 401 ? ['The server requires credentials, which the workbench does not send.'] : ['Check the log of the server.'];
    case 'ENDPOINT_REDIRECTED':
      return ['Enter the final address of the server; redirects are not followed.'];
    case 'ENDPOINT_NOT_MCP':
      return ['This is not an MCP endpoint. Check the path: many servers use /mcp.'];
    case 'ENDPOINT_CUT':
      return ['The connection ended in the middle of a response. Check the log of the server, or restart it.'];
    case 'ENDPOINT_TIMEOUT':
      return ['The server accepted the request but did not answer. Check its log, or restart it.'];
    case 'MCP_VERSION':
      return ['Use a version of the server that speaks MCP 2025-06-18 or 2026-07-28.'];
    default:
      return ['Check the log of the server.'];
  }
}
