import { createInterface } from 'node:readline';

/** Longer messages are refused without being parsed. */
const MOST_CHARACTERS = 4 * 1024 * 1024;

const PARSE_ERROR = { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } };

/**
 * MCP over standard input and output: one JSON-RPC message a line (specification 2025-06-18, Transports, stdio).
 * @param port its other end is served by the core
 * @returns settles when standard input ends
 */
export async function carryLines(port: MessagePort, signal: AbortSignal): Promise<void> {
  const send = (message: unknown): void => {
    process.stdout.write(`${JSON.stringify(message)}\n`);
  };
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    send(data);
  });
  port.start();
  const lines = createInterface({ input: process.stdin, signal });
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const message = line.length > MOST_CHARACTERS ? undefined : parsed(line);
    if (message === undefined) send(PARSE_ERROR);
    else port.postMessage(message);
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
