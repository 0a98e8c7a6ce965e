import type { PageFocus } from '../../../src/app/live/page-focus.ts';
import { ManualClock } from './manual-clock.ts';

/** Focus and clock of a page, which a test moves. */
export class FakePage extends ManualClock implements PageFocus {
  focused = true;
  readonly listeners = new Set<() => void>();

  hasFocus(): boolean {
    return this.focused;
  }

  onLost(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** The page loses focus. */
  leave(): void {
    this.focused = false;
    for (const listener of [...this.listeners]) listener();
  }
}
