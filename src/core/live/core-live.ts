import { once } from '../../base/once.ts';
import { NO_SCAN } from '../../live/service.ts';
import type { LiveService } from '../../live/service.ts';
import { systemClock } from '../clock.ts';
import type { CoreBase, Data } from '../data.ts';
import type { Opening } from '../opening.ts';

/** The service for live scans, which become captures of the core. Its code is loaded on first use. */
export function liveOf({ host, bus }: CoreBase, { engine, captures }: Data, opening: Opening): LiveService {
  let loaded: LiveService | null = null;
  const load = once(async () => {
    const { createLiveService } = await import('./live-service.ts');
    loaded = createLiveService({
      engine,
      captures,
      radio: host.radio,
      clock: systemClock,
      open: async (file) => (await opening.open([file]))[0],
      changed: (status) => {
        bus.emit({ type: 'live', status });
      },
    });
    return loaded;
  });
  return {
    preflight: async () => (await load()).preflight(),
    start: async (options) => (await load()).start(options),
    resume: async () => (await load()).resume(),
    more: async () => (await load()).more(),
    stop: async () => (await load()).stop(),
    status: () => loaded?.status() ?? NO_SCAN,
    devices: async (most) => (await load()).devices(most),
    traces: async (keys) => (await load()).traces(keys),
    file: async (id) => (await load()).file(id),
    left: async () => (await load()).left(),
    recover: async (id) => (await load()).recover(id),
    discard: async (id) => (await load()).discard(id),
    saved: async (id) => (await load()).saved(id),
  };
}
