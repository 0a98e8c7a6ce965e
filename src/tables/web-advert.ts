import { AdFields, parseAdFields } from '../ble/advertising.ts';
import type { AdvertRows } from './advert-rows.ts';

/**
 * An advertisement from Web Bluetooth. It has an opaque device id instead of an address, no channel and no PDU type, and its AD structures
 * are already parsed. https://webbluetoothcg.github.io/web-bluetooth/#advertising-events
 */
export interface WebAdvert {
  /** When the page received it, in µs since 1970-01-01 UTC. */
  readonly us: number;
  readonly device_id: string;
  readonly name: string | null;
  /** RSSI in dBm, -128 to 127. */
  readonly rssi: number | null;
  readonly tx_power: number | null;
  readonly appearance: number | null;
  /** UUIDs of services, in the form of 36 characters with dashes. */
  readonly uuids: readonly string[];
  /** Manufacturer data by company id. */
  readonly manufacturer: readonly (readonly [number, Uint8Array])[];
  /** Service data by the UUID of the service, with dashes. */
  readonly service: readonly (readonly [string, Uint8Array])[];
}

const AD = { UUIDS_16: 0x03, UUIDS_128: 0x07, NAME: 0x09, TX_POWER: 0x0a, DATA_16: 0x16, APPEARANCE: 0x19, DATA_128: 0x21, COMPANY: 0xff };
/** Maximum number of data bytes in one AD structure. */
const MOST_DATA = 254;
/** Matches UUIDs on the Bluetooth base, in which the short UUID is bits 96 to 111 (Core specification, Vol 3 Part B 2.5.1). */
const SHORT_UUID = /^0000([0-9a-f]{4})-0000-1000-8000-00805f9b34fb$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Writes one row. The columns for AD structures are filled as in every capture. `adv_data` contains only service and manufacturer data as
 * structures in a fixed order, because the browser does not reveal their layout in the packet.
 */
export class WebAdvertWriter {
  private readonly ad = new AdFields();
  private readonly encoder = new TextEncoder();

  constructor(
    private readonly rows: AdvertRows,
    private readonly receiver: string,
  ) {}

  write(no: number, advert: WebAdvert): void {
    const { rows, ad } = this;
    const fields = this.fields(advert);
    const payload = payloadOf(advert);
    const bytes = Uint8Array.from([...fields, ...payload]);
    rows.begin(no, 0);
    rows.time(advert.us);
    rows.deviceId(advert.device_id);
    rows.receiver(this.receiver);
    if (advert.rssi !== null) rows.rssi(advert.rssi);
    parseAdFields(bytes, 0, bytes.length, ad);
    rows.adFields(bytes, ad);
    if (ad.uuids > 0) rows.serviceUuidsOf(bytes, ad);
    if (payload.length > 0) rows.data(bytes, fields.length, bytes.length);
    rows.end();
  }

  private fields({ name, tx_power, appearance, uuids }: WebAdvert): number[] {
    const short = uuids.flatMap((uuid) => shortUuid(uuid) ?? []);
    const long = uuids.filter((uuid) => shortUuid(uuid) === null).flatMap(longUuid);
    return [
      ...structure(AD.NAME, name === null ? [] : [...this.encoder.encode(name)].slice(0, MOST_DATA)),
      ...structure(AD.TX_POWER, tx_power === null ? [] : [tx_power & 0xff]),
      ...structure(AD.APPEARANCE, appearance === null ? [] : u16(appearance)),
      ...structure(AD.UUIDS_16, short.slice(0, MOST_DATA)),
      ...structure(AD.UUIDS_128, long.slice(0, MOST_DATA - (MOST_DATA % 16))),
    ];
  }
}

function payloadOf({ manufacturer, service }: WebAdvert): number[] {
  return [
    ...service.flatMap(([uuid, data]) => {
      const short = shortUuid(uuid);
      return structure(short ? AD.DATA_16 : AD.DATA_128, [...(short ?? longUuid(uuid)), ...data]);
    }),
    ...manufacturer.flatMap(([company, data]) => structure(AD.COMPANY, [...u16(company), ...data])),
  ];
}

/** Writes an AD structure; empty if there is no data, or more than a structure can contain. */
const structure = (type: number, data: readonly number[]): number[] =>
  data.length === 0 || data.length > MOST_DATA ? [] : [data.length + 1, type, ...data];

const u16 = (value: number): number[] => [value & 0xff, (value >> 8) & 0xff];

function shortUuid(uuid: string): number[] | null {
  const digits = SHORT_UUID.exec(uuid)?.[1];
  return digits === undefined ? null : u16(Number.parseInt(digits, 16));
}

/** Converts a UUID to sixteen octets, least significant first. */
function longUuid(uuid: string): number[] {
  if (!UUID.test(uuid)) return [];
  const digits = uuid.replaceAll('-', '');
  return Array.from({ length: 16 }, (_, i) => Number.parseInt(digits.slice(30 - 2 * i, 32 - 2 * i), 16));
}
