import { zlibSync } from 'fflate';
import { concat, u16, u32, u64 } from './packet-file.ts';

/** A packet as the Android stack keeps it: kind 0x10 event, 0x11 data in, 0x20 command, 0x21 data out. */
export interface SnoozPacket {
  readonly kind: number;
  readonly us: bigint;
  readonly data: Uint8Array;
  /** Octets of the packet on the wire, where the stack cut it. */
  readonly original?: number;
}

/** The log of a bug report as text, in lines of 128 characters between its marks. */
export function btsnoozText(version: number, packets: readonly SnoozPacket[]): string {
  const records = packets.map(({ kind, us, data, original = data.length }, i) => {
    const delta = i === 0 ? 0 : Number(us - packets[i - 1]!.us);
    return concat([u16(data.length + 1), version === 2 ? u16(original + 1) : [], u32(delta), [kind], data]);
  });
  const log = concat([[version], u64(packets.at(-1)?.us ?? 0n), zlibSync(concat(records))]);
  const lines =
    Buffer.from(log)
      .toString('base64')
      .match(/.{1,128}/g) ?? [];
  return `--- BEGIN:BTSNOOP_LOG_SUMMARY (${String(log.length)} bytes in) ---\n${lines.join('\n')}\n--- END:BTSNOOP_LOG_SUMMARY ---\n`;
}

/** A report with other text around its parts. */
export function bugReport(parts: readonly string[], filler = 2_000): Uint8Array<ArrayBuffer> {
  const bar = '='.repeat(56);
  const other = 'D/ActivityManager( 1021): process 4711 in state "cached", and more of the like\r\n'.repeat(filler);
  return new Uint8Array(Buffer.from(`${bar}\n== dumpstate: 2024-05-01 12:00:00\n${bar}\n${other}${parts.join(other)}${other}`));
}
