import type { CaptureInfo } from '../../tables/captures.ts';
import { Latest } from '../kit/latest.svelte.ts';

const WAITING = new Promise<never>(() => undefined);

/**
 * The newest answer about a capture. While the capture is unavailable, for instance during an engine restart, the request waits and the
 * last answer stays. `capture` and `request` are tracked, so the request runs once the capture is available again.
 */
export class CaptureAnswer<T> extends Latest<T> {
  constructor(capture: () => CaptureInfo | null, request: () => Promise<T>) {
    super(() => (capture()?.unavailable === undefined ? request() : WAITING));
  }
}
