import type { DecodeKernel } from '../kernels/decode.ts';
import type { DecodePlace } from '../kernels/decode-layout.ts';
import type { AdvertRows } from '../tables/advert-rows.ts';
import type { Column } from '../tables/column.ts';

/** Columns of one value per row that the kernel writes, by the names it has for them. */
const COLUMNS = {
  ts_us: ['Time', 'TimeValid'],
  radio_ts_us: ['RadioTime', 'RadioTimeValid'],
  channel: ['Channel', 'ChannelValid'],
  rssi: ['Rssi', 'RssiValid'],
  adv_type: ['Type', 'TypeValid'],
  advertiser_addr: ['Advertiser', 'AdvertiserValid'],
  scanner_addr: ['Scanner', 'ScannerValid'],
  target_addr: ['Target', 'TargetValid'],
  advertiser_random: ['AdvertiserRandom', 'AdvertiserRandomValid'],
  peer_random: ['PeerRandom', 'PeerRandomValid'],
  phy: ['Phy', 'PhyValid'],
  access_address: ['AccessAddress', 'AccessAddressValid'],
  crc_ok: ['Crc', 'CrcValid'],
  length: ['Length', 'LengthValid'],
  local_name: ['Name', 'NameValid'],
  flags: ['Flags', 'FlagsValid'],
  tx_power: ['TxPower', 'TxPowerValid'],
  company_id: ['Company', 'CompanyValid'],
  appearance: ['Appearance', 'AppearanceValid'],
  receiver: ['Receiver', 'ReceiverValid'],
} as const satisfies Readonly<Record<string, readonly [DecodePlace, DecodePlace]>>;

/** Tells the kernel where the columns of a batch and their dictionaries' indices lie. */
export function placeColumns(kernel: DecodeKernel, rows: AdvertRows): void {
  const { batch, advData, serviceUuids, names } = rows;
  for (const column of batch.columns) {
    const places: readonly [DecodePlace, DecodePlace] | undefined = COLUMNS[column.spec.name as keyof typeof COLUMNS];
    if (places === undefined) continue;
    kernel.place(places[0], values(column));
    kernel.place(places[1], column.valid);
  }
  kernel.place('PacketNo', batch.fixed('packet_no', 'INTEGER').values);
  kernel.place('ReportNo', batch.fixed('report_no', 'USMALLINT').values);
  kernel.place('DataOffsets', advData.offsets);
  kernel.place('DataValid', advData.valid);
  kernel.place('Data', advData.data.bytes);
  kernel.place('DataCapacity', advData.data.bytes.length);
  kernel.place('UuidOffsets', serviceUuids.offsets);
  kernel.place('UuidValid', serviceUuids.valid);
  kernel.place('UuidEnds', serviceUuids.itemEnds);
  kernel.place('UuidItemCapacity', serviceUuids.itemEnds.length);
  kernel.place('UuidText', serviceUuids.data.bytes);
  kernel.place('UuidTextCapacity', serviceUuids.data.bytes.length);
  kernel.place('ChannelsSeen', rows.channels);
  kernel.place('Span', rows.span);
  kernel.place('TypeCodes', rows.types.codes);
  kernel.place('PhyCodes', rows.phys.codes);
  kernel.place('AdvertiserSlots', rows.advertisers.words);
  kernel.place('ScannerSlots', rows.scanners.words);
  kernel.place('TargetSlots', rows.targets.words);
  kernel.place('AddressMask', rows.advertisers.words.length / 4 - 1);
  kernel.place('NameSlots', names.slots);
  kernel.place('NameMask', names.slots.length - 1);
  kernel.place('NameHashes', names.hashes);
  kernel.place('NameSpans', names.spans);
  kernel.place('NameKeys', names.keys.bytes);
}

function values(column: Column): ArrayBufferView {
  if (column.kind === 'dictionary') return column.codes;
  if (column.kind === 'fixed' || column.kind === 'bool') return column.values;
  throw new Error(`broken invariant: column ${column.spec.name} has no value per row`);
}
