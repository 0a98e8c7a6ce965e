/**
 * Names of the words and addresses that the decode kernel and its host share: the same lists, in the same order, as in
 * `assembly/decode/layout.ts`. A test compares both files.
 */
export const DECODE_ABI_VERSION = 2;

/** Names of the words of the kernel's state that change while a file is read, in their order in memory. */
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

/** Reasons why a call of the decode kernel stopped, by their number. */
export const DECODE_STOP = ['More', 'Host', 'Full'] as const;

/** Names of the addresses and sizes that are set once per file and then stay the same. */
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

/** Names of the fields that describe one capture interface, in their order in memory. */
export const DECODE_INTERFACE = ['Link', 'Resolution', 'Receiver', 'Packets', 'Clock'] as const;

/** What the frames of a capture interface begin with, by the number that the decode kernel uses. */
export const DECODE_LINKS = ['Other', 'Bare', 'Rf', 'Nordic'] as const;

export type DecodeState = (typeof DECODE_STATE)[number];
export type DecodePlace = (typeof DECODE_PLACES)[number];
export type DecodeLink = (typeof DECODE_LINKS)[number];
