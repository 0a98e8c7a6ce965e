import { remoteHost } from '../../../src/core/remote-host.ts';
import type { RadioBatch, RadioHost } from '../../../src/live/radio-host.ts';
import { createChannel, type Channel, type Methods, type Port } from '../../../src/workbench/channel.ts';

const portOf = (port: MessagePort): Port => ({
  postMessage: (message, transfer) => {
    port.postMessage(message, [...transfer]);
  },
  listen: (receive) => {
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      receive(data);
    };
  },
});

/** The radio of a page as the core has it: behind the product's channel, over a real message port. */
export class RadioWire {
  readonly batches: RadioBatch[] = [];
  /** While true, the page receives no acknowledgement. */
  holdsAcknowledgements = false;
  readonly host: RadioHost;
  private readonly ports = new MessageChannel();
  private readonly core: Channel;

  constructor(page: RadioHost) {
    createChannel(portOf(this.ports.port1), { methods: { radio: page } as unknown as Methods });
    this.core = createChannel(portOf(this.ports.port2), { methods: {} });
    const { radio } = remoteHost(this.core);
    this.host = {
      ...radio,
      scan: (request, { signal, deliver }) =>
        radio.scan(request, {
          signal,
          deliver: (batch) => {
            this.batches.push(batch);
            deliver(batch);
          },
        }),
      acknowledge: async (sequence) => {
        if (!this.holdsAcknowledgements) await radio.acknowledge(sequence);
      },
    };
  }

  /** The page is gone: calls that wait, and all later ones, reject. */
  cut(reason: string): void {
    this.core.end(new Error(reason));
    this.close();
  }

  close(): void {
    this.ports.port1.close();
  }
}
