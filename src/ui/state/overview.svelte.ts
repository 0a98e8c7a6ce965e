import type { CaptureOverview } from '../../answers/overview/overview.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { DevicesPort } from '../../workbench/devices.ts';
import { beforePicture } from '../kit/before-picture.ts';

/** A scan that grows is described again after so long. */
const AGAIN_MS = 2000;

/** The whole of the capture that is looked at, in sentences: for the strip, the rail and the overview. */
export class OverviewState {
  /** Null while it is read, and for tables. */
  whole = $state.raw<CaptureOverview | null>(null);
  /** Why there is none; empty where there is, or will be. */
  failure = $state('');
  #of = '';
  /** As it was told last. */
  #capture: CaptureInfo | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly port: Pick<DevicesPort, 'overview'>) {}

  /** Follows a capture: another one is read at once, the same with more rows after a pause. */
  follow(capture: CaptureInfo | null): void {
    const key = capture === null ? '' : `${capture.capture_id} ${capture.sha256} ${capture.unavailable === undefined ? '' : 'unavailable'}`;
    const grown = key === this.#of;
    this.#of = key;
    this.#capture = capture;
    if (!grown) {
      this.whole = null;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
    if (capture === null || capture.kind !== 'ble' || capture.unavailable !== undefined) return;
    // A scan that grows all the time is read all the same.
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        if (this.#capture) void this.#read(this.#capture, key);
      },
      grown ? AGAIN_MS : 0,
    );
  }

  async #read({ capture_id, row_count }: CaptureInfo, key: string): Promise<void> {
    try {
      const whole = await this.port.overview({ capture_id, row_count, condition: null });
      if (this.#of === key) this.#show(whole);
    } catch (error) {
      if (this.#of === key) this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  #show(whole: CaptureOverview): void {
    this.failure = '';
    this.#next = whole;
    this.#draw();
  }

  #next: CaptureOverview | null = null;
  readonly #draw = beforePicture(() => {
    this.whole = this.#next;
  });
}
