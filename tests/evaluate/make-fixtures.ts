import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CapturedFrame } from '../support/pcapng-file.ts';
import { readPcapng, writePcapng } from '../support/pcapng-file.ts';
import type { Session } from './sets.ts';
import { recordingsIn, SESSIONS } from './sets.ts';

/**
 * The chamber sessions small enough for the clone: what one channel heard, file by file. Times, levels,
 * payloads and addresses are as recorded; the sniffer's delta times are made anew for the frames that are left.
 */
export function makeFixtures(data: string, target: string): void {
  const recordings = recordingsIn(data);
  for (const session of Object.keys(SESSIONS) as Session[]) {
    recordings.chamber(session).forEach((path, at) => {
      const name = `${session}_${String(at + 1).padStart(2, '0')}_ch37.pcapng`;
      writeFileSync(join(target, name), writePcapng(thin(readPcapng(readFileSync(path)))));
    });
  }
}

const CHANNEL = 37;
const CHANNEL_AT = 9;
const DELTA_AT = 13;
const PDU_LENGTH_AT = 22;

/** NORDIC_BLE v2: start(i) = start(i − 1) + airtime(i − 1) + delta(i), airtime 8 µs × (10 + PDU length). */
function thin(frames: readonly CapturedFrame[]): CapturedFrame[] {
  const kept: CapturedFrame[] = [];
  let counter = -1;
  let lost = 0;
  let end = 0;
  let keptEnd = 0;
  for (const frame of frames) {
    const view = new DataView(frame.bytes.buffer, frame.bytes.byteOffset, frame.bytes.byteLength);
    if (counter >= 0) lost += (view.getUint16(4, true) - counter - 1) & 0xffff;
    counter = view.getUint16(4, true);
    const start = end + view.getUint32(DELTA_AT, true);
    end = start + 8 * (10 + frame.bytes[PDU_LENGTH_AT]!);
    const good = (frame.bytes[8]! & 1) === 1;
    if (frame.bytes[CHANNEL_AT] !== CHANNEL || !good) continue;
    const bytes = frame.bytes.slice();
    new DataView(bytes.buffer).setUint32(DELTA_AT, start - keptEnd, true);
    // The frame counter keeps the losses of the recording, not the frames that were left out here.
    new DataView(bytes.buffer).setUint16(4, (kept.length + lost) & 0xffff, true);
    keptEnd = end;
    kept.push({ ...frame, bytes });
  }
  return kept;
}
