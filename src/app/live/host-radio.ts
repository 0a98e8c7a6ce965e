import { once } from '../../base/once.ts';
import type { RadioHost } from '../../live/radio-host.ts';

/** Gives the core access to the radio interfaces of this page; the code is loaded on first use. */
export function hostRadio(): RadioHost {
  const load = once(async () => (await import('./page-radio.ts')).createPageRadio());
  return {
    facts: async () => (await load()).facts(),
    scan: async (request, connection) => (await load()).scan(request, connection),
    acknowledge: async (sequence) => (await load()).acknowledge(sequence),
    resume: async () => (await load()).resume(),
    more: async () => (await load()).more(),
    openPort: async (options) => (await load()).openPort(options),
    writePort: async (bytes) => (await load()).writePort(bytes),
    closePort: async () => (await load()).closePort(),
  };
}
