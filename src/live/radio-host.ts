import type { WebAdvert } from '../tables/web-advert.ts';
import type { LiveOptions, LiveSource } from './service.ts';

/** What the browser and the computer can do for scans. */
export interface RadioFacts {
  /** Whether the page is a secure context. */
  readonly secure: boolean;
  /** Whether the browser has Web Serial. */
  readonly serial: boolean;
  /** Whether the browser has Web Bluetooth. */
  readonly bluetooth: boolean;
  /** Whether the browser has `navigator.bluetooth.requestLEScan`. */
  readonly scans: boolean;
  /** Whether the browser has `BluetoothDevice.watchAdvertisements`. */
  readonly watches: boolean;
  /** Whether a Bluetooth adapter is switched on; null if the browser does not say. */
  readonly adapter: boolean | null;
  /** State of the permission: `granted`, `denied` or `prompt`; null if the browser does not say. */
  readonly permission: string | null;
  /** The value of `navigator.userAgent`. */
  readonly agent: string;
  /** Whether the origin has a private file system in which a scan can be recorded. */
  readonly storage: boolean;
  /** Whether the person clicked or pressed a key in about the last five seconds, so that the browser may open a prompt. */
  readonly user_active: boolean;
}

export interface RadioRequest extends Pick<LiveOptions, 'services' | 'name_prefix' | 'manufacturers'> {
  readonly source: LiveSource;
}

/** An event of a scan on the page. Events are delivered in order. */
export type RadioEvent =
  /** The person allowed the scan, or chose a serial port. */
  | { readonly kind: 'granted' }
  /** The browser's prompt is about to open; `message` says what the person has to do. */
  | { readonly kind: 'asking'; readonly message: string }
  /** The browser paused the scan; `resume` continues it. */
  | { readonly kind: 'paused'; readonly message: string }
  | { readonly kind: 'advert'; readonly advert: WebAdvert }
  /** Bytes from the open serial port. `us`: when they arrived, µs since 1970-01-01 UTC. */
  | { readonly kind: 'bytes'; readonly us: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The open serial port closed unexpectedly, because the sniffer was unplugged. */
  | { readonly kind: 'closed' }
  /** A sniffer of the same kind was plugged in again. `openPort` opens its port. */
  | { readonly kind: 'plugged' };

/** Events that are posted in one message. */
export interface RadioBatch {
  /** Number of the batch, from 1 for the first of a scan; `RadioHost.acknowledge` refers to it. */
  readonly sequence: number;
  readonly events: readonly RadioEvent[];
  /** Number of advertisements and buffers of serial bytes that were dropped since the scan began, because the core was too slow. */
  readonly dropped: number;
}

export interface ScanConnection {
  /** Ends the scan when it aborts. */
  readonly signal: AbortSignal;
  /** Called with the events of the scan. */
  readonly deliver: (batch: RadioBatch) => void;
}

export interface PortOptions {
  readonly baudRate: number;
  /** Number of bytes that the browser buffers while the port is not being read. */
  readonly bufferSize: number;
  /** Flow control of the port; `hardware` uses RTS and CTS. */
  readonly flowControl: 'none' | 'hardware';
}

/**
 * Web Bluetooth and Web Serial for the core. The page implements it, because both need a window for prompts, user activation and focus.
 * Arguments and answers can be posted over a message port. Only one scan runs at a time.
 */
export interface RadioHost {
  facts(): Promise<RadioFacts>;
  /**
   * Asks the person's permission for a scan and runs it. The event `granted` says that the person agreed. Settles when the radio is
   * released and every event was delivered. Rejects with a `WorkbenchError` if the browser or the person refused.
   */
  scan(request: RadioRequest, connection: ScanConnection): Promise<void>;
  /** Tells the host that the batches up to this one were processed. The host limits the number of batches that were not acknowledged. */
  acknowledge(sequence: number): Promise<void>;
  /** For Bluetooth: continues a scan that the browser paused. */
  resume(): Promise<void>;
  /** For `watch`: lets the person choose one more device. */
  more(): Promise<void>;
  /** For serial ports: opens the chosen port and delivers its bytes. */
  openPort(options: PortOptions): Promise<void>;
  writePort(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Settles when the port is closed. Never rejects. */
  closePort(): Promise<void>;
}
