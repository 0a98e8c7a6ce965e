import { describe, expect, it } from 'vitest';
import { webAdvertOf } from '../../../../src/app/live/web-advert.ts';
import { readScanLogLine, scanLogLine } from '../../../../src/tables/scan-log.ts';

describe('an advertisement event of the browser', () => {
  const event = (change: object): BluetoothAdvertisingEvent =>
    Object.assign(new Event('advertisementreceived'), { device: { id: 'a' } }, change) as unknown as BluetoothAdvertisingEvent;

  it('has its time in whole microseconds, which a recording preserves', () => {
    const advert = webAdvertOf(event({ rssi: -50 }), 1_795_390_837_603_799.8);
    expect(advert).toMatchObject({ us: 1_795_390_837_603_800, rssi: -50, name: null });
    expect(readScanLogLine(scanLogLine(advert))).toEqual(advert);
  });

  it('has null for impossible values', () => {
    const wild = event({ rssi: 300, txPower: NaN, appearance: 0xffc0, name: '', uuids: undefined, manufacturerData: undefined });
    expect(webAdvertOf(wild, 0)).toEqual({
      us: 0,
      device_id: 'a',
      name: null,
      rssi: null,
      tx_power: null,
      appearance: null,
      uuids: [],
      manufacturer: [],
      service: [],
    });
  });
});
