import { createChannel, type Channel, type Methods, type Port } from '../workbench/channel.ts';
import { createSnapshot } from '../workbench/snapshot.ts';
import { createCore } from './core.ts';
import type { CoreThreads } from './data.ts';
import type { Environment } from './host.ts';
import type { Recovery } from './recovery.ts';
import { remoteHost } from './remote-host.ts';
import type { Core } from './serve.ts';

/**
 * Starts a core that is used through a port: its host and its callers are at the other end. Before each answer and event, it posts the
 * values that have changed.
 *
 * @param threads the engine, the kernels and the importers; Node supplies its own
 */
export function serveOnPort(
  port: Port,
  environment: Environment,
  recovery?: Recovery,
  threads?: CoreThreads,
): { readonly core: Core; readonly channel: Channel } {
  const methods: Methods = {};
  let changesOf = createSnapshot({});
  const channel = createChannel(port, {
    methods,
    beforePost: () => {
      const changes = changesOf();
      return changes === null ? null : { changes };
    },
  });
  const core = createCore(remoteHost(channel), environment, recovery, threads);
  changesOf = createSnapshot(core.readers);
  Object.assign(methods, core.methods);
  core.on((event) => {
    channel.post({ event });
  });
  return { core, channel };
}
