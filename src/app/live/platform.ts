import type { RadioFacts } from '../../live/radio-host.ts';

/** The part of Web Bluetooth that this page uses. Methods may be missing: Chromium has the scanning methods only behind a flag. */
export type BluetoothPlatform = EventTarget & Partial<Pick<Bluetooth, 'getAvailability' | 'requestLEScan' | 'requestDevice'>>;

/** The part of Web Serial that this page uses: https://wicg.github.io/serial/ */
export interface SerialPlatform extends EventTarget {
  requestPort(): Promise<SerialPort>;
}

export interface SerialPort extends EventTarget {
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
  getInfo(): { readonly usbVendorId?: number; readonly usbProductId?: number };
  open(options: { baudRate: number; bufferSize: number; flowControl: 'none' | 'hardware' }): Promise<void>;
  setSignals?(signals: { dataTerminalReady: boolean; requestToSend: boolean }): Promise<void>;
  close(): Promise<void>;
}

/** A browser's interfaces to radios; each is undefined if the browser lacks it. */
export interface Radios {
  readonly bluetooth: BluetoothPlatform | undefined;
  readonly serial: SerialPlatform | undefined;
}

export const browserRadios = (): Radios => {
  const { bluetooth, serial } = navigator as Partial<Radios>;
  return { bluetooth, serial };
};

/** Facts about this browser that say whether a scan is possible. */
export async function browserFacts({ bluetooth, serial }: Radios): Promise<RadioFacts> {
  const device = (globalThis as { BluetoothDevice?: { readonly prototype: object } }).BluetoothDevice;
  return {
    secure: globalThis.isSecureContext,
    serial: serial !== undefined,
    bluetooth: bluetooth !== undefined,
    scans: bluetooth?.requestLEScan !== undefined,
    watches: device !== undefined && 'watchAdvertisements' in device.prototype,
    adapter: (await bluetooth?.getAvailability?.().catch(() => false)) ?? null,
    permission: await scanPermission().catch(() => null),
    agent: navigator.userAgent,
    // False for pages opened from disk: the browser has the interface for private files there, but they cannot be stored.
    storage: globalThis.isSecureContext && location.protocol !== 'file:',
    user_active: navigator.userActivation.isActive,
  };
}

const scanPermission = async (): Promise<string> =>
  (await navigator.permissions.query({ name: 'bluetooth-le-scan' as PermissionName })).state;
