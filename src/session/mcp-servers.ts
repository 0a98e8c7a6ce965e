import { z } from 'zod';
import { err, ok, type Result } from '../base/result.ts';

// Format of the stored list of tool servers that the person added, with the tools that the person allowed. The list is validated strictly
// when it is read, because any page of the same origin can write to the browser's storage.

const FORMAT = 'capture-workbench/mcp-servers';
export const MOST_SERVERS = 16;
const MOST_ALLOWED = 512;
const MOST_CHARACTERS = 8 * 1024 * 1024;

const allowed = z.strictObject({
  tool: z.string().min(1).max(128).describe('Tool name as the server spells it.'),
  revision: z.number().int().min(1).max(1_000_000).describe('Number of definitions of the tool that were allowed so far.'),
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('SHA-256 of the definition.'),
  definition: z.record(z.string(), z.unknown()).describe('The allowed definition, for comparison with the current one.'),
});

const server = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/)
    .max(20)
    .describe('Name that the person gave it.'),
  url: z.string().min(1).max(2048).describe('Its endpoint.'),
  allowed: z.array(allowed).max(MOST_ALLOWED).readonly().describe('Tools that may be called as long as their definition is unchanged.'),
});

const document = z.strictObject({
  format: z.literal(FORMAT).describe('Identifies the document as a list of tool servers.'),
  version: z.literal(1).describe('Version of the format.'),
  servers: z.array(server).max(MOST_SERVERS).readonly().describe('The servers, in the order in which they were added.'),
});

export type KeptServer = Readonly<z.infer<typeof server>>;
export type KeptTool = Readonly<z.infer<typeof allowed>>;

/** Parses the stored text. The error describes what is wrong with it. */
export function readServers(text: string | null): Result<readonly KeptServer[], string> {
  if (text === null) return ok([]);
  const wrong = (found: string): Result<never, string> => err(`expected the stored list of servers, found ${found}`);
  if (text.length > MOST_CHARACTERS) return wrong(`${String(text.length)} characters`);
  let value: unknown;
  try {
    value = JSON.parse(text) as unknown;
  } catch {
    return wrong('text that is not JSON');
  }
  const parsed = document.safeParse(value);
  if (!parsed.success) return wrong(`a fault in ${parsed.error.issues[0]?.path.join('.') || 'it'}`);
  const names = parsed.data.servers.map(({ name }) => name);
  return new Set(names).size === names.length ? ok(parsed.data.servers) : wrong('two servers with the same name');
}

export const writeServers = (servers: readonly KeptServer[]): string => JSON.stringify({ format: FORMAT, version: 1, servers });
