/** The parts of Web Bluetooth and Web Serial that are used, as the drafts have them: TypeScript's own types know neither. */
export interface BluetoothPlatform extends EventTarget {
  getAvailability?(): Promise<boolean>;
  requestLEScan?(options: ScanOptions): Promise<ScanHandle>;
  requestDevice?(options: DeviceOptions): Promise<WatchedDevice>;
}

export interface ScanFilter {
  readonly services?: readonly string[];
  readonly namePrefix?: string;
}

export type ScanOptions = { readonly keepRepeatedDevices: boolean } & (
  { readonly acceptAllAdvertisements: true } | { readonly filters: readonly ScanFilter[] }
);

export type DeviceOptions = { readonly optionalManufacturerData: readonly number[]; readonly optionalServices: readonly string[] } & (
  { readonly acceptAllDevices: true } | { readonly filters: readonly ScanFilter[] }
);

export interface ScanHandle {
  readonly active: boolean;
  stop(): void;
}

export interface WatchedDevice extends EventTarget {
  readonly id: string;
  readonly name?: string | null;
  watchAdvertisements?(options?: { signal?: AbortSignal }): Promise<void>;
}

export interface AdvertisingEvent extends Event {
  readonly device: { readonly id: string; readonly name?: string | null };
  readonly name?: string | null;
  readonly rssi?: number | null;
  readonly txPower?: number | null;
  readonly appearance?: number | null;
  readonly uuids?: readonly string[];
  readonly manufacturerData?: ReadonlyMap<number, DataView>;
  readonly serviceData?: ReadonlyMap<string, DataView>;
}

export interface SerialPlatform extends EventTarget {
  requestPort(options?: object): Promise<SerialPort>;
}

export interface SerialPort extends EventTarget {
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
  getInfo(): { readonly usbVendorId?: number; readonly usbProductId?: number };
  open(options: { baudRate: number; bufferSize: number; flowControl: 'none' | 'hardware' }): Promise<void>;
  setSignals?(signals: { dataTerminalReady: boolean; requestToSend: boolean }): Promise<void>;
  close(): Promise<void>;
}
