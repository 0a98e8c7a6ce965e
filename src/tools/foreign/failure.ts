import { WorkbenchError } from '../../base/failure.ts';
import { shorten, toolError } from '../contract/errors.ts';
import type { ToolOutcome } from '../definition.ts';

/** Maps error codes of the connection to error codes of a call; any other code means that the server failed. */
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

/** Converts an error of the connection to a failed outcome; rethrows any other error. */
export function failedCall(error: unknown, server: string): ToolOutcome<never> {
  const code = error instanceof WorkbenchError ? CODES[error.code] : undefined;
  if (!(error instanceof WorkbenchError) || code === undefined) throw error;
  return { status: 'error', errors: [toolError(code, `the server ${server}: ${shorten(error.message.toWellFormed(), 1000)}`)] };
}
