import { randomBytes } from 'node:crypto';
import type { McpServer } from '../../wire/mcp/server.ts';
import type { OwnTool } from '../../wire/mcp/server/ports.ts';
import { portOf, untilStopped, type Context } from '../context.ts';
import { EXIT, Stop, usage } from '../exit.ts';
import { carryLines } from '../mcp/stdio.ts';
import { choiceOf, openAll, prepare, type Prepared } from '../prepared.ts';
import type { Command } from './command.ts';

/** The agent that makes calls over MCP; policies name it so. */
const AGENT = 'mcp';
/** Why no files are written by default: assistants may start the command in a folder that their user never opens. */
const UNWRITTEN = 'Files of calls are not written: start the server with --write-to FOLDER.';

/** The command `mcp`: serves the tools over MCP to an assistant that starts the command. */
export const mcpCommand: Command = {
  name: 'mcp',
  arguments: '[CAPTURE...] [--folder FOLDER]...',
  summary: 'Serve the tools over these captures to an assistant: MCP on standard input and output, or over HTTP.',
  options: ['policy', 'reading', 'engine', 'folder', 'write-to', 'http', 'quiet', 'help'],
  notes:
    'Without --policy the assistant may call the read-only tools. Calls that need approval ask the person in\nfront of the assistant, or are denied where it cannot ask.\nWith --folder the assistant may also list, open and close the files in that folder and below it, and no others.\n',
  async run(context) {
    const prepared = await prepare(context, { refused: context.given['write-to'] === undefined ? UNWRITTEN : undefined });
    if (context.given.policy === undefined) await allowReading(prepared);
    const own = await ownTools(prepared, context);
    await openAll(prepared, context, context.positionals);
    const server = await prepared.core.parts.assistants.mcpServer(own);
    if (context.given.http === undefined) await carryLines(server, context.signal);
    else await listen(server, context, context.given.http);
    return EXIT.done;
  },
};

/** The server's own tools over the folders that the person named; none if the person named no folder. */
async function ownTools({ script, core }: Prepared, { given, note }: Context): Promise<readonly OwnTool[]> {
  if (given.folder === undefined) return [];
  const [{ openFolders }, { fileTools }] = await Promise.all([import('../mcp/folders.ts'), import('../mcp/file-tools.ts')]);
  const choice = await choiceOf(given);
  return fileTools({
    folders: await openFolders(given.folder),
    open: (file, signal) => script.open(file, { ...choice, signal }),
    close: (capture_id) => script.close(capture_id),
    captures: () => core.parts.data.opened.list(),
    note: given.quiet === true ? () => undefined : note,
  });
}

const TOKEN = 'CAPTURE_WORKBENCH_TOKEN';
const LEAST_TOKEN = 16;

/** Serves MCP over HTTP until the command is stopped. The token comes from the environment; otherwise one is created and shown once. */
async function listen(server: McpServer, { signal, note }: Context, given: string): Promise<void> {
  const port = portOf('--http', given);
  const own = process.env[TOKEN];
  if (own !== undefined && (own.length < LEAST_TOKEN || /\s/.test(own)))
    throw usage(`expected ${TOKEN} with at least ${String(LEAST_TOKEN)} characters and no space`);
  const token = own ?? randomBytes(24).toString('base64url');
  const { serveHttp } = await import('../mcp/http/serve.ts');
  const http = await serveHttp({ server, port, token }).catch((error: unknown) => {
    throw new Stop(EXIT.failed, `port ${given} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  });
  note(`serving MCP at ${http.url}`);
  if (own === undefined) note(`the token of this server, for Authorization: Bearer: ${token}`);
  await untilStopped(signal);
  await http.close();
  throw signal.reason;
}

/** Allows the assistant to read only the captures and folders with which the server was started. */
async function allowReading({ core, script }: Prepared): Promise<void> {
  const { runner } = core.parts.calling;
  const reading = runner.catalog().filter(({ effect }) => effect === 'read_only');
  const policy = runner.policy();
  const { requireApprovalForEffects, budgets } = policy;
  const profile = {
    allowedTools: reading.map(({ name }) => name),
    grants: [...new Set(reading.flatMap(({ permissions }) => permissions))].sort(),
    requireApprovalForEffects,
    budgets,
  };
  await script.setPolicy({ ...policy, agents: { ...policy.agents, [AGENT]: profile } });
}
