import { WorkbenchError } from '../../base/failure.ts';
import { once } from '../../base/once.ts';
import type { Engine } from '../../engine/engine.ts';
import type { LiveDesk, LiveStatus } from '../../live/desk.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { Captures } from '../captures/captures.ts';
import type { PageLive } from './page-live.ts';

/** What live scanning needs of the page. */
export interface LiveParts {
  readonly engine: Engine;
  readonly captures: Captures;
  /** Opens a file as the person would. */
  readonly open: (file: File) => Promise<CaptureInfo | undefined>;
  readonly changed: (status: LiveStatus) => void;
}

export const NO_SCAN: LiveStatus = {
  state: 'idle',
  source: null,
  capture_id: null,
  message: null,
  code: null,
  firmware: null,
  started_ms: null,
  silent_s: null,
  devices: 0,
  rate: 0,
  counters: { rows: 0, lost: null, damaged: 0, dropped: 0, waiting: 0, filtered: 0 },
  recording: null,
};

/** Scans come with the first that is asked for: the page stands without them. */
export function liveDesk(parts: LiveParts): LiveDesk {
  let loaded: PageLive | null = null;
  // A scan in one that came second, while both were read, would be seen by nobody.
  const load = once(async () => (loaded = new (await import('./page-live.ts')).PageLive(parts)));
  return {
    preflight: async () => (await load()).preflight(),
    async start(options) {
      // Asked before anything is waited for: a click counts for a few seconds only.
      if (!navigator.userActivation.isActive)
        throw new WorkbenchError(
          'LIVE_NEEDS_GESTURE',
          'expected a click or a key of a person, found none: browsers let nobody else start a scan. Press Start in the Live view, or call live.start from a click handler.',
        );
      return (await load()).start(options);
    },
    resume: async () => (await load()).resume(),
    more: async () => (await load()).more(),
    stop: async () => (await load()).stop(),
    status: () => loaded?.status() ?? NO_SCAN,
    devices: (most) => loaded?.devices(most) ?? [],
    traces: (keys) => loaded?.traces(keys) ?? [],
    file: (id) => parts.captures.file(id) ?? null,
    left: async () => (await load()).left(),
    recover: async (id) => (await load()).recover(id),
    discard: async (id) => (await load()).discard(id),
    saved: async (id) => (await load()).saved(id),
  };
}
