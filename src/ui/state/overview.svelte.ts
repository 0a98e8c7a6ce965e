import { SvelteMap } from 'svelte/reactivity';
import type { Activity, CaptureOverview } from '../../answers/overview/overview.ts';
import { contentKey, type CaptureInfo } from '../../tables/captures.ts';
import type { DevicesPort } from '../../workbench/devices.ts';
import { beforePicture } from '../kit/before-picture.ts';
import { messageOf } from './workbench.svelte.ts';

/** Interval at which a growing scan is described again. */
const AGAIN_MS = 2000;

/** The description of the current capture as a whole: for the strip, the rail and the overview. */
export class OverviewState {
  /** Null while it is loaded, and for tables. */
  whole = $state.raw<CaptureOverview | null>(null);
  /** Row counts over time, also for tables; null while counting and if no row has a time. */
  activity = $state.raw<Activity | null>(null);
  /** Why there is no description; empty otherwise. */
  failure = $state('');
  #of = '';
  #capture: CaptureInfo | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly port: Pick<DevicesPort, 'overview' | 'activity'>) {}

  /** Follows a capture: a different one is read immediately, the same one with more rows after a pause. */
  follow(capture: CaptureInfo | null): void {
    const key = capture === null ? '' : `${contentKey(capture)} ${capture.unavailable === undefined ? '' : 'unavailable'}`;
    const grown = key === this.#of;
    this.#of = key;
    this.#capture = capture;
    if (!grown) {
      this.whole = null;
      this.activity = null;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
    if (capture === null || capture.unavailable !== undefined) return;
    // Not restarted by later rows, so that a continuously growing scan is still read.
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        if (this.#capture) void this.#read(this.#capture, key);
      },
      grown ? AGAIN_MS : 0,
    );
  }

  async #read({ kind, capture_id, row_count }: CaptureInfo, key: string): Promise<void> {
    const question = { capture_id, row_count, condition: null };
    try {
      const whole = kind === 'ble' ? await this.port.overview(question) : null;
      const activity = whole === null ? await this.port.activity(question) : whole.activity;
      if (this.#of !== key) return;
      this.#next = { whole, activity };
      this.#draw();
    } catch (error) {
      if (this.#of === key) this.failure = messageOf(error);
    }
  }

  /** Overviews of the other open captures, by `contentKey`; null for one that cannot be read, whose own view reports why. */
  readonly others = new SvelteMap<string, CaptureOverview | null>();
  #wanted: readonly CaptureInfo[] = [];
  #reading = false;

  /** Reads the remaining captures one after another, so that the visible one does not wait for all. */
  async readOthers(captures: readonly CaptureInfo[]): Promise<void> {
    this.#wanted = captures.filter(({ kind, unavailable }) => kind === 'ble' && unavailable === undefined);
    if (this.#reading) return;
    this.#reading = true;
    for (let next = this.#unread(); next !== undefined; next = this.#unread()) {
      const { capture_id, row_count } = next;
      const whole = await this.port.overview({ capture_id, row_count, condition: null }).catch(() => null);
      this.others.set(contentKey(next), whole);
    }
    this.#reading = false;
  }

  readonly #unread = (): CaptureInfo | undefined => this.#wanted.find((each) => !this.others.has(contentKey(each)));

  #next: { readonly whole: CaptureOverview | null; readonly activity: Activity | null } = { whole: null, activity: null };
  readonly #draw = beforePicture(() => {
    this.failure = '';
    this.whole = this.#next.whole;
    this.activity = this.#next.activity;
  });
}
