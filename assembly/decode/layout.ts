/**
 * The data that the decode kernel and its host share: three tables of 32-bit words that the host fills. `src/kernels/decode-layout.ts` has
 * the same lists, and a test compares both files.
 *
 * Every column, index and buffer is in the module's memory, in Arrow's own layout, so that host and kernel write their rows to the same
 * arrays.
 */
export const DECODE_ABI_VERSION: u32 = 2;

/** Positions of the words that change while a file is read. */
export enum State {
  /** Number of the next row, and the row number at which the record batch is full. */
  Row,
  Limit,
  /** Number of rows that the last call wrote, one per record. */
  Done,
  /** Why the last call stopped: a member of `Stop`. */
  Stop,
  /** Whole seconds of the last pcap record that had a valid fraction of a second. */
  LastSeconds,
  /** Three words for each column of variable width: bytes written, next row, and items written. */
  DataLength,
  DataRow,
  UuidLength,
  UuidRow,
  UuidItems,
  Columns,
}

/** Reasons why a call of the decode kernel stopped. */
export enum Stop {
  /** The call stopped because the next record is not yet complete in memory. */
  More,
  /** The call stopped because only the host can read the next record: it has a fault to report or needs a new dictionary or table entry. */
  Host,
  /** The call stopped because the record batch is full. */
  Full,
  Columns,
}

/** Positions of the addresses and sizes that stay the same for a file. The validity bitmap of a column follows it, as `…Valid`. */
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
  /** Address of one byte per channel index, which is 1 if the channel occurred. */
  ChannelsSeen,
  /** Address of the earliest and latest time of the rows, as f64. */
  Span,
  /** Addresses of the dictionary codes by kind of PDU and by PHY; a code is -1 if the dictionary has no entry yet. */
  TypeCodes,
  PhyCodes,
  /**
   * Three hash tables of addresses, of equal length. A slot has four words: low 32 bits and high 16 bits of the address, code + 1, and an
   * unused one.
   */
  AdvertiserSlots,
  ScannerSlots,
  TargetSlots,
  AddressMask,
  /** The secret key of the hashes: eight tables of 256 words, and two words for each word of a block of text. */
  HashOctets,
  HashBlock,
  /** The hash table of names, with code + 1 in each slot; and for each code its hash, and where its bytes start and end among all names. */
  NameSlots,
  NameMask,
  NameHashes,
  NameSpans,
  NameKeys,
  /** Address of the array of `Interface` records. */
  Interfaces,
  InterfaceCount,
  /** Length of a record header in bytes (pcap only), and whether numbers are little-endian (pcap and pcapng). */
  RecordHeader,
  LittleEndian,
  Columns,
}

/** Positions of the fields that describe one capture interface. */
export enum Interface {
  /** What the interface's frames begin with: a member of `Link`. */
  Link,
  /** Number of decimal digits of the fraction of a second in the interface's timestamps: 6 or 9. */
  Resolution,
  /** Code of the interface's name in the receiver dictionary; -1 if it has no entry yet. */
  Receiver,
  /** Number of packets of this interface so far. */
  Packets,
  /**
   * Address of the state of the radio clock as f64, or 0 if there is none: time, last raw stamp, last airtime, frame counter, gaps, frames
   * lost; how many frames are watched and the maximum; how many losses are listed, the maximum, and the fewest frames of one; how late the
   * host's clock was at each watched frame; time and frames of each listed loss.
   */
  Clock,
  Columns,
}

/** What each frame of an interface begins with. */
export enum Link {
  /** Frames begin with a header that this kernel cannot read. */
  Other,
  /** Frames have no header but start with the access address (link type 251). */
  Bare,
  /** Frames begin with the RF header of link type 256. */
  Rf,
  /** Frames begin with the Nordic sniffer's headers of link type 272. */
  Nordic,
  Columns,
}
