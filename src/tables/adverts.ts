import type { ColumnSpec } from './column.ts';

/**
 * The rows of a BLE capture: one per link-layer PDU, or per advertising report of an HCI event, in file order.
 * NULL means that the file does not say. Public: scripts and tools rely on names, order and types.
 */
export const ADVERT_COLUMNS: readonly ColumnSpec[] = [
  { name: 'packet_no', type: 'INTEGER', description: '1-based number of the record in the file' },
  { name: 'report_no', type: 'USMALLINT', description: '0-based report within an HCI event; 0 for link-layer PDUs' },
  { name: 'ts_us', type: 'BIGINT', unit: 'µs', description: 'since 1970-01-01 UTC, or since the clock of the capture started' },
  { name: 'radio_ts_us', type: 'BIGINT', unit: 'µs', description: "the sniffer's own radio clock" },
  { name: 'channel', type: 'UTINYINT', description: 'channel index 0–39; 37, 38 and 39 advertise' },
  { name: 'rssi', type: 'SMALLINT', unit: 'dBm' },
  { name: 'adv_type', type: 'VARCHAR', description: 'kind of PDU' },
  { name: 'advertiser_addr', type: 'VARCHAR', description: 'AdvA; in SCAN_REQ and CONNECT_IND the one asked' },
  { name: 'scanner_addr', type: 'VARCHAR', description: 'ScanA of SCAN_REQ' },
  { name: 'initiator_addr', type: 'VARCHAR', description: 'InitA of CONNECT_IND' },
  { name: 'target_addr', type: 'VARCHAR', description: 'TargetA of directed PDUs' },
  { name: 'advertiser_random', type: 'BOOLEAN', description: 'address-type bit of AdvA' },
  { name: 'peer_random', type: 'BOOLEAN', description: 'address-type bit of the other address' },
  { name: 'phy', type: 'VARCHAR', description: '1M, 2M, CODED' },
  { name: 'access_address', type: 'UINTEGER' },
  { name: 'crc_ok', type: 'BOOLEAN', description: 'as recorded by the sniffer, else computed' },
  { name: 'length', type: 'USMALLINT', unit: 'bytes', description: 'payload of the PDU' },
  { name: 'adv_data', type: 'BLOB', description: 'AD structures as sent; of a chain the whole, on its first row' },
  { name: 'local_name', type: 'VARCHAR' },
  { name: 'flags', type: 'UTINYINT' },
  { name: 'tx_power', type: 'TINYINT', unit: 'dBm' },
  { name: 'company_id', type: 'USMALLINT' },
  { name: 'appearance', type: 'USMALLINT' },
  { name: 'service_uuids', type: 'VARCHAR[]' },
  { name: 'adi_sid', type: 'UTINYINT', description: 'advertising set' },
  { name: 'adi_did', type: 'USMALLINT', description: 'advertising data' },
  { name: 'aux_channel', type: 'UTINYINT' },
  { name: 'aux_offset_us', type: 'UINTEGER', unit: 'µs' },
  { name: 'opcode', type: 'VARCHAR', description: 'LL control PDU, HCI event or command' },
  { name: 'receiver', type: 'VARCHAR', description: 'sensor: capture interface, or the name given by the person' },
  { name: 'device_id', type: 'VARCHAR', description: 'opaque id of a live scan' },
];
