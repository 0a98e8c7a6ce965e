import type { BluetoothPlatform } from '../../../src/app/live/platform.ts';
import type { FakePage } from './fake-page.ts';

/** Web Bluetooth that refuses a scan of a page with the focus, as Chromium does. */
export class FakeBluetooth extends EventTarget {
  readonly scans: { active: boolean; stop: () => void }[] = [];

  constructor(private readonly page: Pick<FakePage, 'focused'>) {
    super();
  }

  get platform(): BluetoothPlatform {
    return this;
  }

  requestLEScan(): Promise<BluetoothLEScan> {
    if (this.page.focused) return Promise.reject(new DOMException('User canceled the permission prompt', 'InvalidStateError'));
    const scan = { active: true, stop: () => void (scan.active = false) };
    this.scans.push(scan);
    return Promise.resolve(scan);
  }

  /** An advertisement on the air. The browser passes it on while a scan is active. */
  advertise(id: string, data: Uint8Array = Uint8Array.of(1, 2, 3)): void {
    if (!this.scans.some(({ active }) => active)) return;
    const event = { device: { id, name: 'Lamp' }, rssi: -50, uuids: [], manufacturerData: new Map([[0x59, new DataView(data.buffer)]]) };
    this.dispatchEvent(Object.assign(new Event('advertisementreceived'), event));
  }
}
