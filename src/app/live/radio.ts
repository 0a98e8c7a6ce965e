import type { WebAdvert } from '../../tables/web-advert.ts';

/** Receives what a radio hears. Messages are for a person. */
export interface RadioSink {
  advert(advert: WebAdvert): void;
  /** The browser's prompt is about to open. */
  asking(message: string): void;
  /** The browser stopped the scan. */
  paused(message: string): void;
}

/** One way of the page to receive advertisements. */
export interface Radio {
  /** Asks the person; settles when the person agreed. */
  start(): Promise<void>;
  resume(): Promise<void>;
  /** Asks for one more device, where devices are chosen. */
  more(): Promise<void>;
  /** Releases the radio. Never rejects. */
  stop(): Promise<void>;
}
