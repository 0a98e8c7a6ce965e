import type { WebAdvert } from '../tables/web-advert.ts';
import type { LiveOptions, LiveSource } from './service.ts';

/** Capabilities of the browser and the computer for scans. */
export interface RadioFacts {
  /** The page is a secure context. */
  readonly secure: boolean;
  /** Web Serial exists. */
  readonly serial: boolean;
  /** Web Bluetooth exists. */
  readonly bluetooth: boolean;
  /** `navigator.bluetooth.requestLEScan` exists. */
  readonly scans: boolean;
  /** `BluetoothDevice.watchAdvertisements` exists. */
  readonly watches: boolean;
  /** Whether a Bluetooth adapter is switched on; null if the browser does not say. */
  readonly adapter: boolean | null;
  /** `granted`, `denied`, `prompt`, or null if the browser does not say. */
  readonly permission: string | null;
  /** `navigator.userAgent`. */
  readonly agent: string;
  /** Whether the origin has a private file system to record to. */
  readonly storage: boolean;
  /** The person clicked or pressed a key within about five seconds, so the browser may open a prompt. */
  readonly user_active: boolean;
}

export interface RadioRequest extends Pick<LiveOptions, 'services' | 'name_prefix' | 'manufacturers'> {
  readonly source: LiveSource;
}

/** An event of the radio; events are delivered in order. */
export type RadioEvent =
  /** The person allowed the scan, or chose a serial port. */
  | { readonly kind: 'granted' }
  /** The browser's prompt is about to open; `message` says what the person has to do. */
  | { readonly kind: 'asking'; readonly message: string }
  /** The browser paused the scan; `resume` continues it. */
  | { readonly kind: 'paused'; readonly message: string }
  | { readonly kind: 'advert'; readonly advert: WebAdvert }
  /** Bytes of the open serial port. `us`: time of arrival, µs since 1970-01-01 UTC. */
  | { readonly kind: 'bytes'; readonly us: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The open serial port closed unexpectedly: the dongle was unplugged. */
  | { readonly kind: 'closed' }
  /** The same kind of dongle was plugged in again; `openPort` opens it. */
  | { readonly kind: 'plugged' };

/** Events of one message. */
export interface RadioBatch {
  /** 1 for the first batch of a scan; see `RadioHost.acknowledge`. */
  readonly sequence: number;
  readonly events: readonly RadioEvent[];
  /** Adverts and buffers of serial bytes lost since the scan began because the core did not keep up. */
  readonly dropped: number;
}

export interface ScanConnection {
  /** Ends the scan. */
  readonly signal: AbortSignal;
  /** Receives the events of the scan. */
  readonly deliver: (batch: RadioBatch) => void;
}

export interface PortOptions {
  readonly baudRate: number;
  /** Bytes that the browser buffers while the port is not being read. */
  readonly bufferSize: number;
  /** `hardware`: RTS and CTS. */
  readonly flowControl: 'none' | 'hardware';
}

/**
 * Web Bluetooth and Web Serial as the core uses them. The page implements it, because both need a window: for prompts, user
 * activation and focus. Arguments and answers are plain data, so a message port can carry every call. One scan at a time.
 */
export interface RadioHost {
  facts(): Promise<RadioFacts>;
  /**
   * Asks the person for a scan and runs it. The event `granted` says that the person agreed. Settles when the radio is released and every
   * event was delivered. Rejects with a `WorkbenchError` if the browser or the person refused.
   */
  scan(request: RadioRequest, connection: ScanConnection): Promise<void>;
  /** Acknowledges the batches up to this one as processed. The host limits the number of unacknowledged batches. */
  acknowledge(sequence: number): Promise<void>;
  /** Bluetooth: continues a paused scan. */
  resume(): Promise<void>;
  /** `watch`: asks the person for one more device. */
  more(): Promise<void>;
  /** Serial: opens the chosen port and delivers its bytes. */
  openPort(options: PortOptions): Promise<void>;
  writePort(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Settles when the port is closed. Never rejects. */
  closePort(): Promise<void>;
}
