import type { Frame, FrameField } from '../support/tshark.ts';
import { FRAME_FIELDS } from '../support/tshark.ts';

/** A field of a frame in which tshark says something else than we do, through no fault of ours. */
export interface Deviation {
  readonly frame: string;
  readonly field: FrameField;
  readonly reason: string;
}

export interface Comparison {
  /** Frames that both have. */
  readonly compared: number;
  /** Frames with a field about which tshark says nothing, by reason. */
  readonly silent: Readonly<Record<string, number>>;
  readonly deviations: readonly Deviation[];
  readonly differences: readonly string[];
}

/** Of a file's frames this share may deviate; of a short one, a handful. */
const MOST_DEVIATING = 0.01;
const HANDFUL = 5;
export const mostDeviating = (frames: number): number => Math.max(HANDFUL, Math.floor(frames * MOST_DEVIATING));

/** Follows from the capture, however many frames it has, so these do not count towards the share. */
export const CIPHERTEXT = 'ciphertext, which tshark takes for an opcode';

/** Shortest payload that holds the addresses of a PDU type. */
const ADDRESS_BYTES: Readonly<Record<string, number>> = { 0: 6, 1: 12, 2: 6, 3: 12, 4: 6, 5: 12, 6: 6 };
const CONNECT_BYTES = 34;
const CONNECTION_VALUES = 10;

/** Why the two may differ in a field of a frame, or null. */
function excuse(field: FrameField, theirs: Frame, ours: Frame): string | null {
  const cut = Number(theirs.length) < (ADDRESS_BYTES[theirs.type] ?? 0);
  const address = field === 'advertiser' || field === 'peer';
  if (cut && address) return 'the PDU is too short for its addresses; tshark reads on into the CRC';
  const complete = theirs.connection.split(' ').length === CONNECTION_VALUES && Number(theirs.length) >= CONNECT_BYTES;
  if (field === 'connection' && ours.connection === '' && !complete) {
    return 'the frame ends inside the connection parameters; tshark reads as far as there are bytes';
  }
  const extended = theirs.type === '7' || theirs.type === '8';
  if (extended && ours[field] === '' && (address || field === 'tx_random' || field === 'rx_random')) {
    return 'the extended header has no room for this address; tshark reads on past its end';
  }
  if (theirs.malformed !== '') {
    if (field === 'crc_ok') return 'tshark gives no CRC verdict on malformed frames';
    if (field === 'adv_data') return 'tshark stops at the malformed AD structure';
  }
  if (field === 'crc_ok' && theirs.crc_ok === '') return 'tshark does not check the CRC of this connection';
  if (field === 'opcode' && ours.opcode === '' && ours.type === 'control') return CIPHERTEXT;
  return null;
}

/** tshark has no value, or of the AD data only what stands before a malformed structure; that much must be equal. */
const saysNothing = (field: FrameField, theirs: Frame, ours: Frame): boolean =>
  theirs[field] === '' || (field === 'adv_data' && ours.adv_data.startsWith(theirs.adv_data));

/** Frame by frame, field by field. Every frame of tshark's must be there, and none of ours may be extra. */
export function compare(theirs: readonly Frame[], ours: readonly Frame[]): Comparison {
  const byNumber = new Map(ours.map((frame) => [frame.packet_no, frame]));
  const silent: Record<string, number> = {};
  const deviations: Deviation[] = [];
  const differences: string[] = [];
  let compared = 0;
  for (const frame of theirs) {
    const mine = byNumber.get(frame.packet_no);
    byNumber.delete(frame.packet_no);
    if (mine === undefined) {
      differences.push(`frame ${frame.packet_no}: tshark has it, we do not`);
      continue;
    }
    compared++;
    for (const field of FRAME_FIELDS) {
      if (field === 'malformed' || frame[field] === mine[field]) continue;
      const reason = excuse(field, frame, mine);
      if (reason === null) differences.push(`frame ${frame.packet_no} ${field}: tshark ${frame[field]}, we ${mine[field]}`);
      else if (saysNothing(field, frame, mine)) silent[reason] = (silent[reason] ?? 0) + 1;
      else deviations.push({ frame: frame.packet_no, field, reason });
    }
  }
  for (const number of byNumber.keys()) differences.push(`frame ${number}: we have it, tshark does not`);
  return { compared, silent, deviations, differences };
}
