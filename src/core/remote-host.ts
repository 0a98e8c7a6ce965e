import type { Channel } from '../workbench/channel.ts';
import type { CoreHost } from './host.ts';

/** Lets a core in a worker use the page as its host: each method sends a call over the channel. */
export function remoteHost(channel: Channel): CoreHost {
  const call =
    (path: string) =>
    (...args: readonly unknown[]): Promise<never> =>
      channel.call(path, args) as Promise<never>;
  return {
    elementText: call('elementText'),
    destination: {
      choose: call('destination.choose'),
      open: call('destination.open'),
      write: call('destination.write'),
      closeFile: call('destination.closeFile'),
      commit: call('destination.commit'),
      abort: call('destination.abort'),
    },
    storeArtifact: call('storeArtifact'),
    drawPlot: call('drawPlot'),
    files: { handleOf: call('files.handleOf'), read: call('files.read') },
    model: { obstacle: call('model.obstacle'), ask: call('model.ask') },
    radio: {
      facts: call('radio.facts'),
      scan: call('radio.scan'),
      acknowledge: call('radio.acknowledge'),
      resume: call('radio.resume'),
      more: call('radio.more'),
      openPort: call('radio.openPort'),
      writePort: call('radio.writePort'),
      closePort: call('radio.closePort'),
    },
    restore: call('restore'),
    keepSessions: call('keepSessions'),
    report: (error) => {
      channel
        .call('report', [
          error instanceof Error ? { name: error.name, message: error.message, stack: error.stack } : { message: String(error) },
        ])
        .catch(() => undefined);
    },
  };
}
