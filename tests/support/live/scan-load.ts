import { Captures } from '../../../src/core/captures/captures.ts';
import { GrowingCapture } from '../../../src/core/live/growing-capture.ts';
import { growingSha256 } from '../../../src/core/captures/stream-hash.ts';
import { readCapture } from '../../../src/capture/read-capture.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { HostClock } from '../../../src/live/host-clock.ts';
import { MemoryRecorder } from '../../../src/live/recording/recorder.ts';
import { Scan } from '../../../src/live/scan.ts';
import { NrfSniffer } from '../../../src/live/serial/nrf-sniffer.ts';
import { SenderReader } from '../../../src/live/frame-sender.ts';
import { nodeEngine } from '../node-engine.ts';
import { advInd, hex } from '../packet-file.ts';
import { FakeSource } from './fake-source.ts';
import { nrfEvent } from './sniffer-streams.ts';

export interface LoadFigures {
  readonly sent: number;
  readonly rows: number;
  readonly dropped: number;
  readonly lost: number;
  /** Median of how long a pump took, ms: of the first and of the last tenth. */
  readonly early_ms: number;
  readonly late_ms: number;
  readonly worst_ms: number;
}

/**
 * A scan at 2 000 advertisements per second, from the bytes of a port to rows of the engine, with a pump after each quarter of
 * a second of them. `wait` holds the next quarter back; without it they come as fast as they are taken.
 */
export async function scanUnderLoad(seconds: number, wait: () => Promise<void> = () => Promise.resolve()): Promise<LoadFigures> {
  const engine: Engine = await nodeEngine();
  const source = new FakeSource(272);
  const captures = new Captures(
    engine,
    (file, sink, options) => readCapture(file, file.name, sink, options),
    () => undefined,
  );
  // Pumps run when the load calls them.
  const clock = { now: () => Date.now(), after: () => () => undefined };
  const capture = new GrowingCapture({ engine, captures, clock }, captures.reserve('load').id, await growingSha256());
  const scan = new Scan(
    source,
    () => Promise.resolve(new MemoryRecorder()),
    capture,
    clock,
    () => undefined,
  );
  const log = await scan.start();
  capture.start(`load.${log.extension}`, log.media_type, 0, () => scan.refill());
  const sniffer = new NrfSniffer();
  const [hostClock, sender] = [new HostClock(), new SenderReader()];
  const frames = Array.from({ length: 200 }, (_, i) =>
    advInd(`C1:02:03:04:05:${i.toString(16).padStart(2, '0')}`, hex('02010605094c616d70')),
  );
  const took: number[] = [];
  const quarters = seconds * 4;
  let sent = 0;
  for (let quarter = 0; quarter < quarters; quarter++) {
    for (let i = 0; i < 500; i++, sent++) {
      const heard = {
        frame: frames[sent % 200]!,
        channel: 37 + (sent % 3),
        rssi: -60,
        time: (sent * 500) % 2 ** 32,
        crcOk: true,
        coding: 0,
      };
      sniffer.push(nrfEvent(heard, 3, sent), ({ bytes, stamp, modulus, rssi }) => {
        const us = hostClock.at(stamp, modulus, Date.now() * 1000);
        source.say({ kind: 'frame', us, bytes, rssi, ...sender.read(272, bytes) });
      });
    }
    const began = performance.now();
    await scan.pump();
    took.push(performance.now() - began);
    await wait();
  }
  await scan.stop();
  const rows = Number((await engine.query('SELECT count(*) FROM load')).rows[0]?.[0]);
  await engine.close();
  const tenth = Math.max(1, Math.floor(took.length / 10));
  return {
    sent,
    rows,
    dropped: scan.status().counters.dropped,
    lost: sniffer.counters.lost ?? 0,
    early_ms: median(took.slice(tenth, 2 * tenth)),
    late_ms: median(took.slice(-tenth)),
    worst_ms: Math.max(...took),
  };
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
