import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { portOf, untilStopped } from '../context.ts';
import { EXIT, Stop, usage } from '../exit.ts';
import { standardOutput } from '../output/outlet.ts';
import type { Command } from './command.ts';

/** The port by default. It is fixed, because browsers store sessions by address and port. */
const PORT = '4173';

/** The command `serve`: serves the page on this machine. */
export const serveCommand: Command = {
  name: 'serve',
  arguments: '',
  summary: 'Serve the page on 127.0.0.1 until it is stopped, and print its address.',
  options: ['port', 'help'],
  async run({ given, positionals, assets, signal }) {
    if (positionals.length > 0) throw usage(`expected no argument, found ${positionals[0] ?? ''}`);
    const port = portOf('--port', given.port ?? PORT);
    if (!existsSync(join(assets.site, 'index.html')))
      throw new Stop(EXIT.file, `expected the built page in ${assets.site}, found no index.html there`);
    const { serve } = await import('../serve/static-site.ts');
    const site = await serve(assets.site, { port }).catch((error: unknown) => {
      throw new Stop(EXIT.failed, `port ${String(port)} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
    });
    await standardOutput().write(`${site.url}\n`);
    await untilStopped(signal);
    await site.close();
    throw signal.reason;
  },
};
