import { DiskFile } from '../support/disk-file.ts';
import { advInd, concat, hex, pcap } from '../support/packet-file.ts';

/** A file on the person's disk, and what it held when it was opened. */
export interface OnDisk {
  readonly file: DiskFile;
  readonly whole: Blob;
}

const TABLE = 'time,snr,latency_ms\n1700000000,1,2.5\n1700000001,2,4.9\n1700000002,4,9.2\n';

/** Packets of four advertisers as one sensor heard them; `offset_us` is the difference of its clock. */
function scene(offset_us: number): Uint8Array<ArrayBuffer> {
  const records = Array.from({ length: 240 }, (_, i) => {
    const us = 1_700_000_000_000_000 + i * 37_000 + (i % 7) * 911 + offset_us;
    const data = advInd(`C1:02:03:04:05:0${String(i % 4)}`, concat([hex('020106'), [3, 9, 65 + (i % 4), 48 + (i % 10)]]));
    return { seconds: Math.floor(us / 1e6), fraction: us % 1e6, data };
  });
  return pcap(records);
}

export class Disk {
  readonly all: OnDisk[] = [];

  table(name: string, more = ''): DiskFile {
    return this.put(new Blob([TABLE + more]), name);
  }

  scene(name: string, offset_us = 0): DiskFile {
    return this.put(new Blob([scene(offset_us)]), name);
  }

  put(whole: Blob, name: string): DiskFile {
    const file = new DiskFile('', name);
    file.content = whole;
    this.all.push({ file, whole });
    return file;
  }

  change(): void {
    for (const { file } of this.all) file.content = new Blob(['time,other\n1700000000,9\n']);
  }

  remove(): void {
    for (const { file } of this.all) file.content = null;
  }

  heal(): void {
    for (const { file, whole } of this.all) file.content = whole;
  }

  /** A fresh copy of the file with this name, as a person picks it again. */
  pick(name: string): File[] {
    return this.all.filter(({ file }) => file.name === name).map(({ whole }) => new File([whole], name));
  }
}
