import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AddressClass } from '../../../src/ble/address.ts';
import { classifyAddress } from '../../../src/ble/address.ts';
import { nodeWorkbench } from '../../support/node-workbench.ts';

/** One packet of a recorded address: seconds since its first one, and its level. */
export interface Packet {
  readonly at: number;
  readonly level: number;
}

/** What one address sent in a recording. */
export interface Emission {
  readonly kind: AddressClass;
  readonly packets: readonly Packet[];
  /** Its most frequent payloads. */
  readonly payloads: readonly Uint8Array[];
  readonly seconds: number;
  /** Composed: a tag apart from its owner, with the timing of this recording. */
  readonly tag?: boolean;
}

const FEWEST = 20;
/** Packets nearer to each other are left out: a walk has thousands of devices. */
const SPACING_S = 0.25;
const FOLDERS = [
  'hackrf',
  'mitll/anechoic-nrf52',
  'mitll/screen-room-nrf52',
  'pact/samsung-galaxy-s10',
  'pact/iphone-11-1',
  'pact/samsung-galaxy-s7-1',
];
const MOST_FILES = 6;

/** Every address with at least 20 packets of the recordings in the larger data set, by the product's own decoders and engine. */
export async function recordedEmissions(data: string): Promise<Emission[]> {
  const emissions: Emission[] = [];
  const workbench = await nodeWorkbench();
  for (const folder of FOLDERS) {
    const path = join(data, 'captures', folder);
    const files = readdirSync(path).filter((name) => /\.pcap(?:ng)?$/.test(name));
    for (const file of files.sort().slice(0, MOST_FILES)) {
      const { capture_id } = await workbench.openFile(join(path, file));
      emissions.push(...(await emissionsIn(workbench.engine, capture_id)));
    }
  }
  await workbench.close();
  return emissions;
}

async function emissionsIn(engine: Awaited<ReturnType<typeof nodeWorkbench>>['engine'], table: string): Promise<Emission[]> {
  const sent = `FROM "${table}" WHERE crc_ok IS NOT FALSE AND advertiser_addr IS NOT NULL AND adv_type NOT IN ('SCAN_REQ', 'CONNECT_IND')`;
  const rows = await engine.answer(
    `SELECT advertiser_addr, advertiser_random, ts_us::DOUBLE AS ts, coalesce(rssi, -80)::DOUBLE AS level ${sent} ORDER BY advertiser_addr, ts_us`,
    [],
  );
  const said = await engine.answer(
    `SELECT advertiser_addr, adv_data, count(*) AS packets ${sent} AND adv_data IS NOT NULL GROUP BY ALL ORDER BY advertiser_addr, packets DESC, adv_data`,
    [],
  );
  const cell = (answer: typeof rows, name: string, row: number): unknown => answer.column(name).values[row];
  const found = new Map<string, { random: boolean | null; packets: { at: number; level: number }[]; payloads: Uint8Array[] }>();
  for (let row = 0; row < rows.rows; row++) {
    const address = String(cell(rows, 'advertiser_addr', row));
    const own = found.get(address) ?? { random: cell(rows, 'advertiser_random', row) as boolean | null, packets: [], payloads: [] };
    found.set(address, own);
    const at = Number(cell(rows, 'ts', row)) / 1e6;
    if (at - (own.packets.at(-1)?.at ?? -Infinity) >= SPACING_S) own.packets.push({ at, level: Number(cell(rows, 'level', row)) });
  }
  for (let row = 0; row < said.rows; row++)
    found.get(String(cell(said, 'advertiser_addr', row)))?.payloads.push(cell(said, 'adv_data', row) as Uint8Array);
  return [...found].flatMap(([address, { random, packets, payloads }]) => {
    if (packets.length < FEWEST || payloads.length === 0) return [];
    const start = packets[0]!.at;
    const moved = packets.map(({ at, level }) => ({ at: at - start, level }));
    return [{ kind: classifyAddress(address, random), packets: moved, payloads: payloads.slice(0, 3), seconds: moved.at(-1).at }];
  });
}
