import { joinBytes } from '../base/join-bytes.ts';
import { rfOfChannelIndex } from '../ble/channel.ts';
import { ADVERTISING_CRC_STATE, crc24 } from '../ble/crc24.ts';
import { advertisingPdu } from '../ble/pdu-bytes.ts';
import { ADVERTISING_ACCESS_ADDRESS, PDU, PDU_TYPES, PHYS } from '../ble/pdu-type.ts';
import type { Answer } from '../engine/engine.ts';
import { ADVERT_COLUMNS } from '../tables/adverts.ts';
import { selectedTimeSql } from '../tables/capture-time.ts';
import type { ExportJob } from '../tools/definition.ts';
import { interfaceBlock, packetBlock, sectionBlock } from './pcapng-blocks.ts';
import { refuseFormat } from './refuse-format.ts';
import { NOTHING, type RowWriter } from './row-writer.ts';
import { quoted } from './text-columns.ts';

/** Link type 256: BLE link layer with RF pseudo-header, as in capture/link/rf-header.ts. */
const LINK_TYPE = 256;
const FLAG = { DEWHITENED: 0x0001, SIGNAL_VALID: 0x0002, REFERENCE_VALID: 0x0010, ALIASED: 0x0040, AUXILIARY: 0x0080 } as const;
const CRC_FLAG = { CHECKED: 0x0400, VALID: 0x0800 } as const;
/** Values of bits 12–13 for an auxiliary PDU, by PDU type: they tell apart the kinds that share type 7. */
const AUX_KIND = new Map<number, number>([
  [PDU.AUX_ADV_IND, 0],
  [PDU.AUX_CHAIN_IND, 1],
  [PDU.AUX_SYNC_IND, 2],
  [PDU.AUX_SCAN_RSP, 3],
]);
const RADIO_HEADER = 10;

const NEEDED = ADVERT_COLUMNS.filter(({ name }) =>
  /^(?:ts_us|channel|rssi|adv_type|\w+_addr|\w+_random|phy|access_address|crc_ok|adv_data|adi_\w+|aux_\w+|receiver|device_id|conn_\w+)$/.test(
    name,
  ),
);

/**
 * Writes pcapng with packets rebuilt from their rows: times, addresses, PDU types, data, channel, RSSI and CRC validity are those of the
 * rows. The CRC is computed, or made wrong if the sniffer found it wrong. Rows whose payload is not stored in columns (data and control
 * PDUs, joined chains, HCI records) are left out and counted.
 * @param said provenance of the rows, for the section comment
 */
export function pcapngWriter(job: Omit<ExportJob, 'sql' | 'values'>, said: string): RowWriter {
  refuseFormat(job);
  const own = new Map(job.columns.map(({ name }) => [name.toLowerCase(), name]));
  // Write the times of the capture's time base, because pcapng has only one time per packet.
  const time = selectedTimeSql(job.captures);
  const cell = (name: string): string => (!own.has(name) ? 'NULL' : name === 'ts_us' ? time : quoted(name));
  const interfaces = new Map<string, number>();
  const writer = {
    select: ['capture_id', ...NEEDED.map(({ name, type }) => `(${cell(name)})::${type} AS ${quoted(name)}`)],
    leftOut: 0,
    start: () => Promise.resolve(sectionBlock('Capture Workbench', `Packets made again from decoded rows. ${said}`)),
    rows: (answer: Answer) => {
      const row = rowReader(answer);
      const out: Uint8Array[] = [];
      for (let at = 0; at < answer.rows; at++) {
        const frame = frameOf(row, at);
        if (frame === null) {
          writer.leftOut += 1;
          continue;
        }
        const heard = [row.text('capture_id', at), row.text('receiver', at)].filter((name) => name !== null && name !== '').join(' ');
        let id = interfaces.get(heard);
        if (id === undefined) {
          id = interfaces.size;
          interfaces.set(heard, id);
          out.push(interfaceBlock(LINK_TYPE, heard));
        }
        const heardUs = row.value('ts_us', at);
        out.push(
          packetBlock(id, typeof heardUs === 'bigint' && heardUs >= 0n ? heardUs : 0n, frame, job.comments ? commentOf(row, at, job) : ''),
        );
      }
      return Promise.resolve(joinBytes(out));
    },
    end: () => Promise.resolve(NOTHING),
  };
  return writer;
}

interface Row {
  value(name: string, at: number): unknown;
  text(name: string, at: number): string | null;
  number(name: string, at: number): number | null;
  flag(name: string, at: number): boolean | null;
}

function rowReader(answer: Answer): Row {
  const columns = new Map(answer.columns.map((column) => [column.name, column]));
  const value = (name: string, at: number): unknown => {
    const column = columns.get(name);
    return column?.valid?.[at] === 0 ? null : (column?.values[at] ?? null);
  };
  return {
    value,
    text: (name, at) => {
      const found = value(name, at);
      return typeof found === 'string' ? found : null;
    },
    number: (name, at) => {
      const found = value(name, at);
      return found === null ? null : Number(found);
    },
    flag: (name, at) => {
      const found = value(name, at);
      return found === null ? null : Number(found) === 1;
    },
  };
}

/** Builds the pseudo-header, access address, PDU and CRC of a row; null if the row does not contain the whole PDU. */
function frameOf(row: Row, at: number): Uint8Array | null {
  const kind = row.text('adv_type', at);
  const type = kind === null ? -1 : (PDU_TYPES as readonly string[]).indexOf(kind);
  const data = row.value('adv_data', at);
  const other = row.text('scanner_addr', at) ?? row.text('initiator_addr', at) ?? row.text('target_addr', at);
  const number = (name: string): number => row.number(name, at) ?? 0;
  const pdu = advertisingPdu({
    type,
    advertiser: row.text('advertiser_addr', at),
    advertiserRandom: row.flag('advertiser_random', at),
    other,
    otherRandom: row.flag('peer_random', at),
    data: data instanceof Uint8Array ? data : NOTHING,
    sid: row.number('adi_sid', at),
    did: row.number('adi_did', at),
    auxChannel: row.number('aux_channel', at),
    auxOffsetUs: row.number('aux_offset_us', at),
    connection:
      row.number('conn_access_address', at) === null
        ? null
        : {
            accessAddress: number('conn_access_address'),
            crcInit: number('conn_crc_init'),
            windowSizeUs: number('conn_win_size_us'),
            windowOffsetUs: number('conn_win_offset_us'),
            intervalUs: number('conn_interval_us'),
            latency: number('conn_latency'),
            timeoutMs: number('conn_timeout_ms'),
            channelMap: number('conn_channel_map'),
            hop: number('conn_hop'),
            sleepClockAccuracy: number('conn_sca'),
          },
  });
  if (pdu === null) return null;
  const [channel, rssi, crc] = [row.number('channel', at), row.number('rssi', at), row.flag('crc_ok', at)];
  const auxiliary = AUX_KIND.get(type);
  const phy = Math.max(0, (PHYS as readonly string[]).indexOf(row.text('phy', at) ?? ''));
  const out = new Uint8Array(RADIO_HEADER + 4 + pdu.length + 3);
  const view = new DataView(out.buffer);
  view.setUint8(0, rfOfChannelIndex(channel ?? 37));
  view.setInt8(1, rssi ?? 0);
  view.setUint32(4, ADVERTISING_ACCESS_ADDRESS, true);
  view.setUint16(
    8,
    FLAG.DEWHITENED |
      FLAG.REFERENCE_VALID |
      (channel === null ? FLAG.ALIASED : 0) |
      (rssi === null ? 0 : FLAG.SIGNAL_VALID) |
      (crc === null ? 0 : CRC_FLAG.CHECKED) |
      (crc === true ? CRC_FLAG.VALID : 0) |
      (auxiliary === undefined ? 0 : FLAG.AUXILIARY | (auxiliary << 12)) |
      (phy << 14),
    true,
  );
  view.setUint32(RADIO_HEADER, row.number('access_address', at) ?? ADVERTISING_ACCESS_ADDRESS, true);
  out.set(pdu, RADIO_HEADER + 4);
  const end = RADIO_HEADER + 4 + pdu.length;
  const sum = crc24(pdu, 0, pdu.length, ADVERTISING_CRC_STATE) ^ (crc === false ? 0xffffff : 0);
  for (let i = 0; i < 3; i++) out[end + i] = (sum >> (8 * i)) & 0xff;
  return out;
}

function commentOf(row: Row, at: number, { labels }: Pick<ExportJob, 'labels'>): string {
  const address = row.text('advertiser_addr', at);
  const label = address === null ? undefined : labels.get(address);
  const device = row.text('device_id', at);
  const said = [
    label,
    device === null ? undefined : `device_id ${device}`,
    row.number('channel', at) === null ? 'channel not known' : undefined,
  ];
  return said.filter((each) => each !== undefined).join('; ');
}
