import type { RadioFacts } from '../../live/radio-host.ts';

/** Web Bluetooth. Methods may be missing: Chromium has the scanning methods only behind a flag. */
export type BluetoothPlatform = EventTarget & Partial<Pick<Bluetooth, 'getAvailability' | 'requestLEScan' | 'requestDevice'>>;

/** The members of Web Serial that are used: https://wicg.github.io/serial/ */
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

/** The radio interfaces of a browser; undefined if it lacks them. */
export interface Radios {
  readonly bluetooth: BluetoothPlatform | undefined;
  readonly serial: SerialPlatform | undefined;
}

export const browserRadios = (): Radios => {
  const { bluetooth, serial } = navigator as Partial<Radios>;
  return { bluetooth, serial };
};

/** Facts about this browser from which the preflight checks are derived. */
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
    // Pages opened from disk have the interface, but cannot store private files.
    storage: globalThis.isSecureContext && location.protocol !== 'file:',
    user_active: navigator.userActivation.isActive,
  };
}

const scanPermission = async (): Promise<string> =>
  (await navigator.permissions.query({ name: 'bluetooth-le-scan' as PermissionName })).state;
