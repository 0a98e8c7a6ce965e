/**
 * What the decode kernel and its host agree on: three tables of 32-bit words that the host fills and both sides read.
 * `src/kernels/decode-layout.ts` carries the same lists and a test compares the two texts.
 *
 * Every column, index and buffer lies in the module's memory, laid out by the host in Arrow's own form, so that host
 * and kernel write their rows into the same arrays.
 */
export const DECODE_ABI_VERSION: u32 = 2;

/** Words that change while a file is read. */
export enum State {
  /** Number of the next row, and the row number at which the batch is full. */
  Row,
  Limit,
  /** Rows that the last call wrote, one per record. */
  Done,
  /** Why the last call stopped: a member of `Stop`. */
  Stop,
  /** Whole seconds of the last pcap record whose fraction of a second was valid. */
  LastSeconds,
  /** For columns of variable width: bytes written, next row, and items written. */
  DataLength,
  DataRow,
  UuidLength,
  UuidRow,
  UuidItems,
  Columns,
}

/** Why a call stopped. */
export enum Stop {
  /** The next record is not complete in memory. */
  More,
  /** The host must read the next record: it needs a dictionary entry, a reported problem or a table entry that only the host makes. */
  Host,
  /** The batch is full. */
  Full,
  Columns,
}

/** Addresses and sizes that stay the same for a file. A column's validity bitmap follows it under `…Valid`. */
export enum Place {
  PacketNo,
  ReportNo,
  Time,
  TimeValid,
  RadioTime,
  RadioTimeValid,
  Channel,
  ChannelValid,
  Rssi,
  RssiValid,
  Type,
  TypeValid,
  Advertiser,
  AdvertiserValid,
  Scanner,
  ScannerValid,
  Target,
  TargetValid,
  AdvertiserRandom,
  AdvertiserRandomValid,
  PeerRandom,
  PeerRandomValid,
  Phy,
  PhyValid,
  AccessAddress,
  AccessAddressValid,
  Crc,
  CrcValid,
  Length,
  LengthValid,
  DataOffsets,
  DataValid,
  Data,
  DataCapacity,
  Name,
  NameValid,
  Flags,
  FlagsValid,
  TxPower,
  TxPowerValid,
  Company,
  CompanyValid,
  Appearance,
  AppearanceValid,
  UuidOffsets,
  UuidValid,
  UuidEnds,
  UuidItemCapacity,
  UuidText,
  UuidTextCapacity,
  Receiver,
  ReceiverValid,
  /** One byte per channel index, 1 where the channel occurred. */
  ChannelsSeen,
  /** Earliest and latest time of the rows, f64. */
  Span,
  /** Dictionary codes by kind of PDU and by PHY, -1 where the dictionary has none yet. */
  TypeCodes,
  PhyCodes,
  /** Three hash tables of addresses, slots of four words: low 32 bits, high 16 bits, code + 1; of equal length. */
  AdvertiserSlots,
  ScannerSlots,
  TargetSlots,
  AddressMask,
  /** The secret of the hashes: eight tables of 256 words, and two words for each word of a block of text. */
  HashOctets,
  HashBlock,
  /** The hash table of names: code + 1 per slot; per code its hash and where its bytes start and end among the keys. */
  NameSlots,
  NameMask,
  NameHashes,
  NameSpans,
  NameKeys,
  /** Address of the array of `Interface` records. */
  Interfaces,
  InterfaceCount,
  /** For pcap, bytes of a record header; for both formats, whether numbers are little-endian. */
  RecordHeader,
  LittleEndian,
  Columns,
}

/** Fields of one capture interface. */
export enum Interface {
  /** A member of `Link`. */
  Link,
  /** Decimal digits of the fraction of a second: 6 or 9. */
  Resolution,
  /** Code of the interface's name in the receiver dictionary, -1 where it has no entry yet. */
  Receiver,
  /** Number of packets of this interface up to now. */
  Packets,
  /**
   * Address of the radio clock in f64, or 0: time, last raw stamp, last airtime, frame counter, gaps, frames lost, how
   * many frames are watched and how many will be, how many losses are listed, how many will be and the fewest frames of one,
   * the lags of the host's clock at the watched frames, and time and frames of each listed loss.
   */
  Clock,
  Columns,
}

/** Header at the start of each frame of an interface. */
export enum Link {
  /** A header that this kernel cannot read. */
  Other,
  /** No header: the frame starts with the access address (link type 251). */
  Bare,
  /** The RF header of link type 256. */
  Rf,
  /** The headers of link type 272. */
  Nordic,
  Columns,
}
