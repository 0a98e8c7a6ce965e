import type { WebAdvert } from '../../tables/web-advert.ts';

/** Receives what a radio reports. Messages are texts for the person. */
export interface RadioSink {
  advert(advert: WebAdvert): void;
  /** Called just before the browser's permission prompt opens. */
  asking(message: string): void;
  /** Called when the browser has stopped the scan by itself. */
  paused(message: string): void;
}

/** A source of advertisements: a Web Bluetooth scan, chosen devices or a serial sniffer. */
export interface Radio {
  /** Opens the browser's prompt; settles when the person has given permission. */
  start(): Promise<void>;
  resume(): Promise<void>;
  /** Lets the person choose one more device, if devices are chosen one by one. */
  more(): Promise<void>;
  /** Stops receiving and releases the radio. Never rejects. */
  stop(): Promise<void>;
}
