/** Every kind of link-layer PDU in a row; the index is the code that decoders write. */
export const PDU_TYPES = [
  'ADV_IND',
  'ADV_DIRECT_IND',
  'ADV_NONCONN_IND',
  'SCAN_REQ',
  'SCAN_RSP',
  'CONNECT_IND',
  'ADV_SCAN_IND',
  'ADV_EXT_IND',
  'AUX_ADV_IND',
  'AUX_SCAN_REQ',
  'AUX_SCAN_RSP',
  'AUX_SYNC_IND',
  'AUX_CHAIN_IND',
  'AUX_CONNECT_REQ',
  'AUX_CONNECT_RSP',
  'LL_DATA',
  'LL_CONTROL',
] as const;

/** The same kinds as numbers, for switches in hot loops. The first eight equal the type field of the header. */
export const PDU = {
  NONE: -1,
  ADV_IND: 0,
  ADV_DIRECT_IND: 1,
  ADV_NONCONN_IND: 2,
  SCAN_REQ: 3,
  SCAN_RSP: 4,
  CONNECT_IND: 5,
  ADV_SCAN_IND: 6,
  ADV_EXT_IND: 7,
  AUX_ADV_IND: 8,
  AUX_SCAN_REQ: 9,
  AUX_SCAN_RSP: 10,
  AUX_SYNC_IND: 11,
  AUX_CHAIN_IND: 12,
  AUX_CONNECT_REQ: 13,
  AUX_CONNECT_RSP: 14,
  LL_DATA: 15,
  LL_CONTROL: 16,
} as const;

export const PHYS = ['1M', '2M', 'CODED'] as const;
export const PHY = { UNKNOWN: -1, LE_1M: 0, LE_2M: 1, LE_CODED: 2 } as const;

/** Access address of the advertising channels. Core specification Vol 6 Part B 2.1.2. */
export const ADVERTISING_ACCESS_ADDRESS = 0x8e89bed6;
