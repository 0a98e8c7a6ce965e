import { createInterface } from 'node:readline';
import type { McpServer } from '../../wire/mcp/server.ts';

/** Maximum number of characters of a message; longer ones are rejected without being parsed. */
const MOST_CHARACTERS = 4 * 1024 * 1024;

const PARSE_ERROR = { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } };

/**
 * Serves MCP over standard input and output, with one JSON-RPC message per line (specification 2025-06-18, Transports, stdio).
 * @returns settles when standard input ends
 */
export async function carryLines(server: McpServer, signal: AbortSignal): Promise<void> {
  const send = (message: unknown): void => {
    process.stdout.write(`${JSON.stringify(message)}\n`);
  };
  const connection = server.connect(send);
  const lines = createInterface({ input: process.stdin, signal });
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const message = line.length > MOST_CHARACTERS ? undefined : parsed(line);
    if (message === undefined) send(PARSE_ERROR);
    else connection.receive(message);
  }
  connection.close();
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
