import { WorkbenchError } from '../../base/failure.ts';
import { shorten, toolError } from '../contract/errors.ts';
import type { ToolOutcome } from '../definition.ts';

/** Codes of the connection as codes of a call; the rest is the server's own failure. */
const CODES: Readonly<Record<string, string>> = {
  ENDPOINT_TOO_LARGE: 'RESULT_TOO_LARGE',
  ENDPOINT_UNREACHABLE: 'CAPABILITY_UNAVAILABLE',
  ENDPOINT_CUT: 'CAPABILITY_UNAVAILABLE',
  ENDPOINT_TIMEOUT: 'CAPABILITY_UNAVAILABLE',
  ENDPOINT_REDIRECTED: 'CAPABILITY_UNAVAILABLE',
  ENDPOINT_STATUS: 'CAPABILITY_UNAVAILABLE',
  ENDPOINT_NOT_MCP: 'CAPABILITY_UNAVAILABLE',
  MCP_VERSION: 'CAPABILITY_UNAVAILABLE',
  MCP_CLOSED: 'CAPABILITY_UNAVAILABLE',
  MCP_NO_ANSWER: 'OUTPUT_INVALID',
  MCP_BAD_MESSAGE: 'OUTPUT_INVALID',
  MCP_DRIFTED: 'POLICY_DENIED',
  MCP_ERROR: 'EXECUTION_FAILED',
};

/** What became of a call that was not answered; throws what is none of the connection's failures. */
export function failedCall(error: unknown, server: string): ToolOutcome<never> {
  const code = error instanceof WorkbenchError ? CODES[error.code] : undefined;
  if (!(error instanceof WorkbenchError) || code === undefined) throw error;
  return { status: 'error', errors: [toolError(code, `the server ${server}: ${shorten(error.message.toWellFormed(), 1000)}`)] };
}
