/**
 * The host's side of `assembly/decode/layout.ts`: the same lists in the same order. A test compares the two texts.
 */
export const DECODE_ABI_VERSION = 2;

/** What changes while a file is read. */
export const DECODE_STATE = [
  'Row',
  'Limit',
  'Done',
  'Stop',
  'LastSeconds',
  'DataLength',
  'DataRow',
  'UuidLength',
  'UuidRow',
  'UuidItems',
] as const;

/** Why a call stopped. */
export const DECODE_STOP = ['More', 'Host', 'Full'] as const;

/** Addresses and sizes that stay the same for a file. */
export const DECODE_PLACES = [
  'PacketNo',
  'ReportNo',
  'Time',
  'TimeValid',
  'RadioTime',
  'RadioTimeValid',
  'Channel',
  'ChannelValid',
  'Rssi',
  'RssiValid',
  'Type',
  'TypeValid',
  'Advertiser',
  'AdvertiserValid',
  'Scanner',
  'ScannerValid',
  'Target',
  'TargetValid',
  'AdvertiserRandom',
  'AdvertiserRandomValid',
  'PeerRandom',
  'PeerRandomValid',
  'Phy',
  'PhyValid',
  'AccessAddress',
  'AccessAddressValid',
  'Crc',
  'CrcValid',
  'Length',
  'LengthValid',
  'DataOffsets',
  'DataValid',
  'Data',
  'DataCapacity',
  'Name',
  'NameValid',
  'Flags',
  'FlagsValid',
  'TxPower',
  'TxPowerValid',
  'Company',
  'CompanyValid',
  'Appearance',
  'AppearanceValid',
  'UuidOffsets',
  'UuidValid',
  'UuidEnds',
  'UuidItemCapacity',
  'UuidText',
  'UuidTextCapacity',
  'Receiver',
  'ReceiverValid',
  'ChannelsSeen',
  'Span',
  'TypeCodes',
  'PhyCodes',
  'AdvertiserSlots',
  'ScannerSlots',
  'TargetSlots',
  'AddressMask',
  'HashOctets',
  'HashBlock',
  'NameSlots',
  'NameMask',
  'NameHashes',
  'NameSpans',
  'NameKeys',
  'Interfaces',
  'InterfaceCount',
  'RecordHeader',
  'LittleEndian',
] as const;

/** One capture interface. */
export const DECODE_INTERFACE = ['Link', 'Resolution', 'Receiver', 'Packets', 'Clock'] as const;

/** What the frames of an interface begin with. */
export const DECODE_LINKS = ['Other', 'Bare', 'Rf', 'Nordic'] as const;

export type DecodeState = (typeof DECODE_STATE)[number];
export type DecodePlace = (typeof DECODE_PLACES)[number];
export type DecodeLink = (typeof DECODE_LINKS)[number];
