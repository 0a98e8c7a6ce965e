import { EXIT } from '../exit.ts';
import { carryLines } from '../mcp/stdio.ts';
import { openAll, prepare, type Prepared } from '../prepared.ts';
import type { Command } from './command.ts';

/** The agent that calls over MCP, as policies name it. */
const AGENT = 'mcp';

/** `mcp`: a server of tools over captures, for an assistant that starts it. */
export const mcpCommand: Command = {
  name: 'mcp',
  arguments: 'CAPTURE...',
  summary: 'Serve the tools over these captures to an assistant: MCP on standard input and output.',
  options: ['policy', 'reading', 'quiet', 'help'],
  notes: 'Without --policy the assistant may call the read-only tools. Calls that need approval are denied.\n',
  async run(context) {
    const prepared = await prepare(context);
    if (context.given.policy === undefined) await allowReading(prepared);
    await openAll(prepared, context, context.positionals);
    const { port1, port2 } = new MessageChannel();
    await prepared.person.serveMcp(port1);
    await carryLines(port2, context.signal);
    return EXIT.done;
  },
};

/** Starting the server for an assistant allows it to read what it is started with, and nothing else. */
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
