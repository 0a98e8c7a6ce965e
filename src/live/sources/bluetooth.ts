import type { RadioHost } from '../radio-host.ts';
import { openRadio } from '../radio-session.ts';
import type { LiveOptions } from '../service.ts';
import type { AdvertisementSource } from '../source.ts';

/** The source for Web Bluetooth advertisements that the page receives: of all devices (`lescan`) or of chosen devices (`watch`). */
export function bluetoothSource(host: RadioHost, source: 'lescan' | 'watch', options: LiveOptions): AdvertisementSource {
  const { services, name_prefix, manufacturers } = options;
  return {
    kind: source,
    async start(listener) {
      const request = {
        source,
        ...(services && { services }),
        ...(name_prefix !== undefined && { name_prefix }),
        ...(manufacturers && { manufacturers }),
      };
      const session = await openRadio(host, request, {
        event(event) {
          if (event.kind === 'advert') listener.heard(event);
          else if (event.kind === 'asking') listener.asking(event.message);
          else if (event.kind === 'paused') listener.paused(event.message);
        },
        ended: (message) => {
          listener.ended(message);
        },
      });
      return {
        link_type: null,
        receiver: 'Web Bluetooth',
        firmware: () => null,
        counters: () => ({ lost: null, damaged: 0, filtered: 0, dropped: session.dropped }),
        resume: () => host.resume(),
        more: () => host.more(),
        stop: () => session.stop(),
      };
    },
  };
}
