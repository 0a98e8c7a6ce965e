import type { Answer } from '../../../src/tools/catalog/companion_analyzer/schema.ts';
import type { NodeWorkbench } from '../../support/node-workbench.ts';
import { sceneCapture } from '../../support/scene/capture.ts';
import type { SceneFrame } from '../../support/scene/scene.ts';
import type { ComposedPackets } from './compose.ts';

const START_US = 1_750_000_000_000_000;

/** The capture of a receiver that listens all the way. */
export function captureOf({ grounds, senders }: ComposedPackets): Uint8Array<ArrayBuffer> {
  const begin = grounds[0]!.from;
  const frames: SceneFrame[] = [];
  senders.forEach(({ kind, payloads, names, stays }, address) => {
    const said = names.map((name) => Uint8Array.of(name.length + 1, 9, ...Buffer.from(name)));
    for (const [place, { at, level }] of stays)
      for (const [n, time] of at.entries()) {
        // A name comes in the answer to a scan.
        const answer = n % 4 === 1 ? said[0] : undefined;
        frames.push({
          us: Math.round(START_US + (grounds[place]!.from - begin + time) * 1e6),
          channel: 37,
          rssi: Math.max(-127, Math.min(20, level[n]!)),
          pdu: answer === undefined ? 0 : 4,
          random: kind !== 'public',
          address,
          data: answer ?? payloads[n % 5 === 4 ? n % payloads.length : 0]!.subarray(0, 31),
        });
      }
  });
  frames.sort((a, b) => a.us - b.us);
  return sceneCapture({ frames, addresses: senders.map(({ address }) => address) });
}

/** Runs the tool on the capture; every second ground is a place, those between are the way. */
export async function analysed(composed: ComposedPackets, workbench: NodeWorkbench): Promise<Answer> {
  const capture = await workbench.open(captureOf(composed), 'walk.pcapng');
  const begin = composed.grounds[0]!.from;
  const places = composed.grounds.flatMap(({ from, length }, at) => {
    const start = START_US / 1000 + (from - begin) * 1000;
    return at % 2 === 1
      ? []
      : [{ name: `place ${String(at / 2 + 1)}`, time_range: { start_ms: Math.ceil(start), end_ms: Math.floor(start + length * 1000) } }];
  });
  const result = await workbench.run({
    tool: 'companion_analyzer',
    version: '1.2.0',
    captures: [capture],
    arguments: { places, limit: 200 },
  });
  await workbench.captures.close(capture.capture_id);
  if (result.status !== 'ok') throw new Error(JSON.stringify(result.errors));
  return result.structured_output as unknown as Answer;
}
