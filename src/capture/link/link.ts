/** Which way a packet went over HCI. */
export const DIRECTION = { UNKNOWN: 0, TO_CONTROLLER: 1, TO_HOST: 2 } as const;

/** One record of a container, filled again for every record. */
export class PacketRecord {
  /** 1-based. */
  no = 0;
  /** Whole µs on the host's clock; NaN where the record has no time. */
  us = Number.NaN;
  /** Byte offset of the record in the uncompressed file. */
  offset = 0;
  /** Length on the wire; more than what was captured where the writer cut the frame. */
  original = 0;
  /** Number of the capture interface as text, such as `0`, or `2:1` in the second section of a pcapng file. */
  receiver = '';
  /** A value of `DIRECTION`. */
  direction: number = DIRECTION.UNKNOWN;
}

/** Reads the frames of one capture interface, whose link type it knows, and writes rows. */
export interface LinkDecoder {
  /** The frame is bytes [at, end), valid only during the call. */
  frame(bytes: Uint8Array, at: number, end: number, record: PacketRecord): void;
}

/** Where link decoders report what they could not read. */
export type ReportProblem = (record: PacketRecord, code: string, message: string) => void;
