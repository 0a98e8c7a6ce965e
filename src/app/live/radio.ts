import type { WebAdvert } from '../../tables/web-advert.ts';

/** Receives the events of a radio. Messages are for the person. */
export interface RadioSink {
  advert(advert: WebAdvert): void;
  /** Called before the browser's prompt opens. */
  asking(message: string): void;
  /** Called when the browser has stopped the scan. */
  paused(message: string): void;
}

/** A source of advertisements: a Web Bluetooth scan, chosen devices or a serial sniffer. */
export interface Radio {
  /** Opens the browser's prompt; settles when the person has agreed. */
  start(): Promise<void>;
  resume(): Promise<void>;
  /** Asks the person for one more device, if devices are chosen individually. */
  more(): Promise<void>;
  /** Releases the radio. Never rejects. */
  stop(): Promise<void>;
}
